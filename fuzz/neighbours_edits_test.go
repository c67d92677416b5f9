package fuzz

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"path"
	"slices"
	"strings"

	"iacedit/edit"
	"iacedit/read"
	"iacedit/syntax"
)

// A neighbour is a random edit that makes something beside what is there.
type neighbour struct {
	kind  string
	op    string // the operation of its request
	edits string
	undo  string // takes it back; "" where no law says so
	twice bool   // to send it again changes nothing
	meta  bool   // it makes a meta-argument
	done  bool
}

// A neighbourMaker makes edits of a module.
type neighbourMaker struct {
	*rand.Rand
	files []edit.File
	file  edit.File
	tree  *syntax.File
}

// A neighbourBlock is a top-level block to edit.
type neighbourBlock struct {
	id     syntax.ItemID
	typ    string
	labels []string
}

func (m *neighbourMaker) one(of ...string) string { return of[m.IntN(len(of))] }

// address writes an entry at the address of a block.
func (b *neighbourBlock) address(op, entry string) string {
	out := fmt.Sprintf(`{%q: {%q: `, op, b.typ)
	for _, label := range b.labels {
		out += "{" + quoted(label) + ": "
	}
	return out + entry + strings.Repeat("}", len(b.labels)) + "}}"
}

// inFolder is the selector for the folder of the file, in a tree.
func (m *neighbourMaker) inFolder() string {
	if folder := path.Dir(m.file.Name); folder != "." {
		return `"folder": ` + quoted(folder) + ", "
	}
	return ""
}

// block chooses a block whose address no other of its module has.
func (m *neighbourMaker) block(types ...string) *neighbourBlock {
	m.file = m.files[m.IntN(len(m.files))]
	m.tree, _ = syntax.Parse(m.file.Code)
	if m.tree == nil {
		return nil
	}
	var all []*neighbourBlock
	for id := range m.tree.Blocks(syntax.Root, "") {
		b := &neighbourBlock{id: id, typ: string(m.tree.Name(id))}
		for label := range m.tree.Labels(id) {
			b.labels = append(b.labels, string(label))
		}
		header := b.typ
		for _, label := range b.labels {
			header += " " + quoted(label)
		}
		n := 0
		for _, f := range m.files {
			if path.Dir(f.Name) == path.Dir(m.file.Name) {
				n += strings.Count(string(f.Code), header+" ")
			}
		}
		if n == 1 && len(b.labels) > 0 && (len(types) == 0 || slices.Contains(types, b.typ)) {
			all = append(all, b)
		}
	}
	if len(all) == 0 {
		return nil
	}
	return all[m.IntN(len(all))]
}

// content returns the entry that says what is in a block, as the engine reads it.
func (m *neighbourMaker) content(b *neighbourBlock) (entry map[string]json.RawMessage) {
	out, err := new(read.Options).Read(nil, m.file.Code, []byte(`{"include": ["comments"], "select": {`+strings.TrimSuffix(strings.TrimPrefix(b.address("x", "[{}]"), `{"x": {`), "}}")+`}}`))
	if err != nil {
		return nil
	}
	content := readTree(string(out))
	dropIndexes(content)
	at := json.RawMessage(content.String())
	for _, key := range append([]string{b.typ}, b.labels...) {
		var object map[string]json.RawMessage
		if json.Unmarshal(at, &object) != nil {
			return nil
		}
		at = object[key]
	}
	var entries []map[string]json.RawMessage
	if json.Unmarshal(at, &entries) != nil || len(entries) != 1 || entries[0]["unreadable"] != nil {
		return nil
	}
	return entries[0]
}

// members writes members of an entry.
func members(entry map[string]json.RawMessage, names ...string) string {
	var all []string
	for _, name := range names {
		if of := entry[name]; of != nil {
			all = append(all, quoted(name)+": "+string(of))
		}
	}
	return strings.Join(all, ", ")
}

// children returns the attributes or blocks of a block.
func (m *neighbourMaker) children(b *neighbourBlock, kind syntax.ItemKind) (all []syntax.ItemID) {
	for id := range m.tree.Children(b.id) {
		if m.tree.Kind(id) == kind {
			all = append(all, id)
		}
	}
	return all
}

func (m *neighbourMaker) name(id syntax.ItemID) string { return string(m.tree.Name(id)) }

// value makes a value.
func (m *neighbourMaker) value() string {
	return m.one(`"x"`, `true`, `7`, `["a", "b"]`, `["a", {"b": 1}]`, `{"name": "x", "size": 2}`, `{"a": {"b": 1}}`, `"one\ntwo\n"`, `"${var.x}"`, `[]`, `{}`,
		`["aaaaaaaaaaaaaaaaaaaaaaaaaaaa", "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbb", "cccccccccccccccccccccccccccc", "ddddddddddd"]`)
}

// edit makes an edit; it is empty where the module has nothing for it.
func (m *neighbourMaker) edit() neighbour {
	for range 20 {
		makes := []func() neighbour{m.added, m.added, m.nested, m.nested, m.argument, m.argument, m.argument, m.key, m.key, m.key, m.element, m.element, m.element, m.any, m.placed, m.moved, m.moved, m.extracted, m.takenOut,
			m.whole, m.wholeNested, m.inNested, m.inNested, m.anyNested, m.deep, m.deep, m.revalued, m.swapped, m.swapped, m.local, m.local}
		if n := makes[m.IntN(len(makes))](); n.edits != "" {
			return n
		}
	}
	return neighbour{}
}

// added makes a block that is like another one.
func (m *neighbourMaker) added() (n neighbour) {
	b := m.block()
	if b == nil || b.typ == "provider" {
		return n
	}
	entry := m.content(b)
	if entry == nil {
		return n
	}
	b.labels[len(b.labels)-1] = m.one("aa", "mm", "zz", b.labels[len(b.labels)-1]) + "_more"
	n.kind, n.op = "block", "add"
	n.edits = b.address(n.op, "[{"+strings.TrimSuffix(m.inFolder()+members(entry, "comment", "attributes", "comments", "blockTypes"), ", ")+"}]")
	if !slices.ContainsFunc(m.files, addingShows) {
		n.undo = b.address("delete", "[{"+strings.TrimSuffix(m.inFolder(), ", ")+"}]")
	}
	return n
}

// addingShows reports whether a block that is added and deleted may leave a trace: the file does
// not end in one line break, or a comment touches what the block comes below.
func addingShows(f edit.File) bool {
	code := string(f.Code)
	return endsBlank(code) || !strings.HasSuffix(code, "\n") || strings.Contains(code, "}\n#") || strings.Contains(code, "}\n//")
}

// nested makes a nested block that is like another one.
func (m *neighbourMaker) nested() (n neighbour) {
	b := m.block()
	if b == nil {
		return n
	}
	var entry map[string]json.RawMessage
	typ := m.one("zz_rule", "lifecycle", "timeouts", "setting")
	contents := m.one(`{"attributes": {"a": 1}}`, `{"attributes": {"a": 1, "bb": "x"}}`, `{}`)
	blocks := m.children(b, syntax.KindBlock)
	count := 0
	if len(blocks) > 0 && m.IntN(4) > 0 {
		typ = m.name(blocks[m.IntN(len(blocks))])
		var types map[string]json.RawMessage
		var entries []map[string]json.RawMessage
		if entry = m.content(b); entry == nil || json.Unmarshal(entry["blockTypes"], &types) != nil || json.Unmarshal(types[typ], &entries) != nil {
			return n
		}
		contents = "{" + members(entries[m.IntN(len(entries))], "labels", "comment", "attributes", "comments", "blockTypes") + "}"
	}
	for _, id := range blocks {
		if m.name(id) == typ {
			count++
		}
	}
	if count > 0 && typ == "lifecycle" || b.typ == "check" {
		return n
	}
	n.kind, n.op = "nested block", "update"
	n.edits = b.address(n.op, "[{"+m.inFolder()+`"add": {"blockTypes": {`+quoted(typ)+`: [`+contents+`]}}}]`)
	if typ != "dynamic" && !m.opens(b) {
		n.undo = b.address("update", "[{"+m.inFolder()+fmt.Sprintf(`"delete": {"blockTypes": {%q: [{"index": %d}]}}}]`, typ, count))
	}
	if slices.ContainsFunc(blocks, func(id syntax.ItemID) bool { return m.name(id) == "dynamic" }) {
		n.undo = "" // it may stand above others of its type, that a dynamic block stands between
	}
	return n
}

// argument sets an argument that is not there.
func (m *neighbourMaker) argument() (n neighbour) {
	b := m.block()
	if b == nil {
		return n
	}
	name, v := m.one("zz_fresh", "aa", "name", "description", "tags", "policy"), m.value()
	if m.IntN(2) == 0 && (b.typ == "resource" || b.typ == "module" || b.typ == "data") {
		name, n.meta = m.one("count", "for_each", "depends_on", "provider"), true
		v = map[string]string{"count": `"${var.n}"`, "for_each": `"${var.all}"`, "depends_on": `["aws_x.y"]`, "provider": `"aws.z"`}[name]
		if name == "provider" && b.typ == "module" {
			name, v = "providers", `{"aws": "aws.z"}`
		}
	}
	for id := range m.tree.Children(b.id) {
		if m.name(id) == name {
			return n
		}
	}
	if b.typ == "variable" && name != "description" || b.typ == "output" && name != "description" || b.typ == "check" {
		return n
	}
	if name == "description" {
		v = `"Said."`
	}
	n.kind, n.op, n.twice = "argument", "set", true
	n.edits = b.address(n.op, "[{"+m.inFolder()+`"attributes": {`+quoted(name)+": "+v+"}}]")
	text := string(m.tree.At(m.tree.Item(b.id).Content))
	if !n.meta && !m.opens(b) && !strings.Contains(text, "count") && !strings.Contains(text, "for_each") { // blank lines that meta-arguments get stay
		n.undo = b.address("update", "[{"+m.inFolder()+`"delete": {"attributes": [`+quoted(name)+"]}}]")
	}
	return n
}

// opens reports whether a block is on one line, and opens for what is made: it stays open.
func (m *neighbourMaker) opens(b *neighbourBlock) bool {
	return !strings.Contains(string(m.tree.At(m.tree.Item(b.id).Content)), "\n")
}

// collection chooses an attribute whose value begins with a bracket.
func (m *neighbourMaker) collection(opening byte) (b *neighbourBlock, name string) {
	if b = m.block(); b == nil {
		return nil, ""
	}
	for _, id := range m.children(b, syntax.KindAttribute) {
		if text := m.tree.At(m.tree.Item(id).Content); len(text) > 2 && text[0] == opening && !strings.Contains(string(text), "for ") && m.name(id) != "type" {
			return b, m.name(id)
		}
	}
	return nil, ""
}

// key sets a key that is not there.
func (m *neighbourMaker) key() (n neighbour) {
	b, name := m.collection('{')
	if b == nil {
		return n
	}
	at := quoted(name + "." + m.one("aa", "mm", "zz") + "_more")
	n.kind, n.op, n.twice = "key", "set", true
	n.edits = b.address(n.op, "[{"+m.inFolder()+`"attributes": {`+at+": "+m.value()+"}}]")
	n.undo = b.address("update", "[{"+m.inFolder()+`"delete": {"attributes": [`+at+"]}}]")
	return n
}

// element appends an element that is not there.
func (m *neighbourMaker) element() (n neighbour) {
	b, name := m.collection('[')
	if b == nil || name == "depends_on" {
		return n
	}
	v := m.one(`"one more"`, `["one more"]`, `{"one": "more"}`)
	n.kind, n.op, n.twice = "element", "set", true
	n.edits = b.address(n.op, "[{"+m.inFolder()+`"attributes": {`+quoted(name+"[=]")+": "+v+"}}]")
	for _, id := range m.children(b, syntax.KindAttribute) {
		if it := m.tree.Item(id); m.name(id) == name && len(m.tree.At(it.Content)) < 30 { // a list that no longer fits opens, and stays open
			n.undo = b.address("update", "[{"+m.inFolder()+`"delete": {"attributes": {`+quoted(name+"[=]")+": "+v+"}}}]")
		}
	}
	return n
}

// any sets an argument of all blocks of a type.
func (m *neighbourMaker) any() (n neighbour) {
	b := m.block("resource", "data", "module")
	if b == nil {
		return n
	}
	b.labels[len(b.labels)-1] = "*"
	name, v := "zz_fresh", m.value()
	if m.IntN(2) == 0 {
		name, v = "depends_on", `["aws_x.y"]`
	}
	n.kind, n.op, n.twice = "any label", "set", true
	n.edits = b.address(n.op, "[{"+m.inFolder()+`"lacks": ["depends_on"], "attributes": {`+quoted(name)+": "+v+"}}]")
	n.twice = name == "zz_fresh"
	opens := false
	for id := range m.tree.Blocks(syntax.Root, b.typ) {
		opens = opens || m.opens(&neighbourBlock{id: id})
	}
	if n.twice && !opens && len(m.files) == 1 {
		n.undo = b.address("update", "[{"+m.inFolder()+`"has": ["zz_fresh"], "delete": {"attributes": ["zz_fresh"]}}]`)
	}
	return n
}

// placed makes an argument or a block in a place.
func (m *neighbourMaker) placed() (n neighbour) {
	b := m.block()
	if b == nil || b.typ == "check" {
		return n
	}
	if m.IntN(2) == 0 {
		attributes := m.children(b, syntax.KindAttribute)
		if len(attributes) == 0 {
			return n
		}
		where := m.one(`"first"`, `"last"`, fmt.Sprintf(`{%q: %q}`, m.one("before", "after"), m.name(attributes[m.IntN(len(attributes))])))
		n.kind, n.op, n.twice = "argument in a place", "set", true
		n.edits = b.address(n.op, "[{"+m.inFolder()+`"attributes": {"zz_fresh": `+m.value()+`}, "places": {"zz_fresh": `+where+"}}]")
		return n
	}
	entry := m.content(b)
	if entry == nil || b.typ == "provider" {
		return n
	}
	beside := strings.TrimSuffix(strings.TrimPrefix(b.address("x", "{}"), `{"x": `), "}")
	where := m.one(`"first"`, `"last"`, `{"before": `+beside+`}`, `{"after": `+beside+`}`)
	b.labels[len(b.labels)-1] += "_more"
	n.kind, n.op, n.twice = "block in a place", "set", true
	n.edits = b.address(n.op, "[{"+m.inFolder()+`"place": `+where+", "+members(entry, "comment", "attributes", "comments")+"}]")
	return n
}

// moved moves a block or an argument.
func (m *neighbourMaker) moved() (n neighbour) {
	b := m.block()
	if b == nil {
		return n
	}
	n.kind, n.op, n.twice = "move", "move", true
	if attributes := m.children(b, syntax.KindAttribute); len(attributes) > 1 && m.IntN(2) == 0 {
		name, other := m.name(attributes[m.IntN(len(attributes))]), m.name(attributes[m.IntN(len(attributes))])
		where := m.one(`"first"`, `"last"`)
		if name != other {
			where = m.one(where, fmt.Sprintf(`{%q: %q}`, m.one("before", "after"), other))
		}
		n.edits = b.address(n.op, "[{"+m.inFolder()+`"attributes": {`+quoted(name)+": "+where+"}}]")
		return n
	}
	to := `"file": ` + quoted(path.Join(path.Dir(m.file.Name), m.one("main.tf", "variables.tf", "fresh.tf")))
	if m.IntN(2) == 0 {
		to = `"place": ` + m.one(`"first"`, `"last"`)
	}
	n.edits = b.address(n.op, "[{"+m.inFolder()+to+"}]")
	return n
}
