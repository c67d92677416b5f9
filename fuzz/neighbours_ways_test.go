package fuzz

import (
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"

	"iacedit/edit"
	"iacedit/syntax"
)

// More ways in which something comes to stand beside what is there.

// whole sets a block that is not there, with contents like those of another one.
func (m *neighbourMaker) whole() (n neighbour) {
	b := m.block()
	if b == nil || b.typ == "provider" {
		return n
	}
	entry := m.content(b)
	if entry == nil {
		return n
	}
	b.labels[len(b.labels)-1] += "_whole"
	n.kind, n.op, n.twice = "block set whole", "set", true
	if strings.Contains(string(entry["blockTypes"]), `"labels"`) || strings.Contains(string(entry["blockTypes"]), "}, {") {
		delete(entry, "blockTypes") // several blocks of a type need selectors the second time
	}
	n.edits = b.address(n.op, "[{"+strings.TrimSuffix(m.inFolder()+members(entry, "comment", "attributes", "comments", "blockTypes"), ", ")+"}]")
	if !slices.ContainsFunc(m.files, addingShows) {
		n.undo = b.address("delete", "[{"+strings.TrimSuffix(m.inFolder(), ", ")+"}]")
	}
	return n
}

// wholeNested sets a nested block that is not there.
func (m *neighbourMaker) wholeNested() (n neighbour) {
	b := m.block("resource", "data", "module")
	if b == nil {
		return n
	}
	typ := m.one("zz_rule", "timeouts", "setting")
	for _, id := range m.children(b, syntax.KindBlock) {
		if m.name(id) == typ {
			return n
		}
	}
	inner := m.one(`"attributes": {"a": `+m.value()+`}`, `"attributes": {"a": 1, "bb": `+m.value()+`}, "blockTypes": {"inner": {"attributes": {"c": 1}}}`, `"comment": "Said.", "attributes": {"a": 1}, "comments": {"a": "Why."}`)
	n.kind, n.op, n.twice = "nested block set whole", "set", true
	n.edits = b.address(n.op, "[{"+m.inFolder()+fmt.Sprintf(`"blockTypes": {%q: {%s}}}]`, typ, inner))
	if !m.opens(b) && !m.touches(b.id) && !strings.Contains(string(m.file.Code), "\n\n\n") {
		n.undo = b.address("update", "[{"+m.inFolder()+fmt.Sprintf(`"delete": {"blockTypes": {%q: []}}}]`, typ))
	}
	return n
}

// inNested sets an argument of a nested block.
func (m *neighbourMaker) inNested() (n neighbour) {
	b := m.block("resource", "data", "module")
	if b == nil {
		return n
	}
	blocks := m.children(b, syntax.KindBlock)
	if len(blocks) == 0 {
		return n
	}
	id := blocks[m.IntN(len(blocks))]
	typ, number := m.name(id), 0
	if typ == "dynamic" || typ == "lifecycle" || typ == "provisioner" {
		return n
	}
	for _, other := range blocks {
		if other == id {
			break
		}
		if m.name(other) == typ {
			number++
		}
	}
	n.kind, n.op, n.twice = "argument of a nested block", "update", true
	of := func(op, inner string) string {
		return b.address("update", "[{"+m.inFolder()+fmt.Sprintf(`"update": {"blockTypes": {%q: [{"index": %d, %q: %s}]}}}]`, typ, number, op, inner))
	}
	n.edits = of("set", `{"attributes": {"zz_fresh": `+m.value()+`}}`)
	if !m.opens(&neighbourBlock{id: id}) && !m.touches(id) {
		n.undo = of("delete", `{"attributes": ["zz_fresh"]}`)
	}
	return n
}

// touches reports whether a nested block of a block is directly below an attribute: when a value
// over lines has stood between them, a blank line stays.
func (m *neighbourMaker) touches(id syntax.ItemID) bool {
	attribute := false
	for child := range m.tree.Children(id) {
		switch m.tree.Kind(child) {
		case syntax.KindAttribute:
			attribute = true
		case syntax.KindBlock:
			if attribute {
				return true
			}
			attribute = false
		default: // a blank line or a comment
			attribute = false
		}
	}
	return false
}

// anyNested adds a nested block to all blocks of a type.
func (m *neighbourMaker) anyNested() (n neighbour) {
	b := m.block("resource", "data", "module")
	if b == nil {
		return n
	}
	b.labels[len(b.labels)-1] = "*"
	n.kind, n.op = "nested block, any label", "update"
	n.edits = b.address(n.op, "[{"+m.inFolder()+`"add": {"blockTypes": {"zz_rule": [{"attributes": {"a": `+m.value()+`}}]}}}]`)
	opens := false
	for _, f := range m.files {
		tree, err := syntax.Parse(f.Code)
		if err != nil {
			return neighbour{}
		}
		in := &neighbourMaker{tree: tree}
		for id := range tree.Blocks(syntax.Root, b.typ) {
			opens = opens || in.opens(&neighbourBlock{id: id})
		}
		// A blank line that is made above "depends_on" stays.
		opens = opens || strings.Contains(string(f.Code), "depends_on")
	}
	if !opens {
		n.undo = b.address("update", "[{"+m.inFolder()+`"delete": {"blockTypes": {"zz_rule": []}}}]`)
	}
	return n
}

// deep sets a key or an element of what is inside an object or list.
func (m *neighbourMaker) deep() (n neighbour) {
	b, name := m.collection('{')
	if b == nil {
		return n
	}
	var all, object map[string]json.RawMessage
	if json.Unmarshal(m.content(b)["attributes"], &all) != nil || json.Unmarshal(all[name], &object) != nil {
		return n
	}
	var inner []string
	for key, v := range object {
		if len(v) > 2 && v[0] == '{' && !strings.ContainsAny(key, "$%") {
			inner = append(inner, key)
		}
	}
	if len(inner) == 0 {
		return n
	}
	slices.Sort(inner)
	at := quoted(fmt.Sprintf("%s[%q].zz_fresh", name, inner[m.IntN(len(inner))]))
	n.kind, n.op, n.twice = "key of an inner object", "set", true
	n.edits = b.address(n.op, "[{"+m.inFolder()+`"attributes": {`+at+": "+m.value()+"}}]")
	n.undo = b.address("update", "[{"+m.inFolder()+`"delete": {"attributes": [`+at+"]}}]")
	return n
}

// revalued sets an argument that is there to another value, and comments on it.
func (m *neighbourMaker) revalued() (n neighbour) {
	b := m.block("resource", "data", "module")
	if b == nil {
		return n
	}
	attributes := m.children(b, syntax.KindAttribute)
	if len(attributes) == 0 {
		return n
	}
	name := m.name(attributes[m.IntN(len(attributes))])
	switch name {
	case "source", "version", "provider", "providers", "depends_on":
		return n
	}
	n.kind, n.op, n.twice = "another value", "set", true
	n.edits = b.address(n.op, "[{"+m.inFolder()+`"attributes": {`+quoted(name)+": "+m.value()+"}"+m.one("", `, "comments": {`+quoted(name)+`: "Asked for."}`)+"}]")
	return n
}

// swapped sets for_each and deletes count in one entry, or the other way round.
func (m *neighbourMaker) swapped() (n neighbour) {
	b := m.block("resource", "data", "module")
	if b == nil {
		return n
	}
	for _, id := range m.children(b, syntax.KindAttribute) {
		name := m.name(id)
		other := map[string]string{"count": "for_each", "for_each": "count"}[name]
		if other == "" {
			continue
		}
		n.kind, n.op = "count and for_each", "update"
		n.edits = b.address(n.op, "[{"+m.inFolder()+fmt.Sprintf(`"set": {"attributes": {%q: "${var.zz}"}}, "delete": {"attributes": [%q]}}]`, other, name))
		return n
	}
	return n
}

// local sets a local value, in the order of the local values of its module.
func (m *neighbourMaker) local() (n neighbour) {
	m.file = m.files[m.IntN(len(m.files))]
	count, opens := 0, false
	for _, f := range m.files {
		tree, err := syntax.Parse(f.Code)
		if err != nil {
			return n
		}
		in := &neighbourMaker{tree: tree}
		for id := range tree.Blocks(syntax.Root, "locals") {
			if path.Dir(f.Name) == path.Dir(m.file.Name) {
				count++
			}
			opens = opens || in.opens(&neighbourBlock{id: id})
		}
	}
	if count != 1 {
		return n
	}
	name := m.one("aa", "mm", "zz") + "_local"
	n.kind, n.op, n.twice = "local value", "set", true
	n.edits = fmt.Sprintf(`{"set": {"locals": [{%s"attributes": {%q: %s}}]}}`, m.inFolder(), name, m.value())
	if !opens {
		n.undo = fmt.Sprintf(`{"update": {"locals": [{%s"delete": {"attributes": [%q]}}]}}`, m.inFolder(), name)
	}
	return n
}

// extracted takes a value out, and puts it back.
func (m *neighbourMaker) extracted() (n neighbour) {
	b := m.block("resource", "data", "module")
	if b == nil {
		return n
	}
	attributes := m.children(b, syntax.KindAttribute)
	if len(attributes) == 0 {
		return n
	}
	dotted := strings.Join(append([]string{b.typ}, b.labels...), ".") + "." + m.name(attributes[m.IntN(len(attributes))])
	in := strings.TrimSuffix(", "+m.inFolder(), ", ")
	n.kind, n.op = "value taken out", "extract"
	to := m.one("local", "local", "var")
	n.edits = `{"extract": [{"value": ` + quoted(dotted) + `, "to": "` + to + `.zz_fresh"` + in + `}]}`
	ends := func(f edit.File) bool {
		code := string(f.Code)
		return strings.HasSuffix(code, "\n") && !endsBlank(code)
	}
	tidy := !slices.ContainsFunc(m.files, func(f edit.File) bool { return !ends(f) })
	if tidy && to == "local" && !slices.ContainsFunc(m.files, func(f edit.File) bool { return strings.Contains(string(f.Code), "locals {}") }) {
		n.undo = `{"inline": ["local.zz_fresh"]}`
	}
	return n
}

// takenOut takes blocks out into a module.
func (m *neighbourMaker) takenOut() (n neighbour) {
	b := m.block("resource", "data")
	if b == nil {
		return n
	}
	blocks := []string{strings.Join(append([]string{b.typ}, b.labels...), ".")}
	if other := m.sameFile("resource"); other != nil && m.IntN(2) == 0 {
		blocks = append(blocks, strings.Join(append([]string{other.typ}, other.labels...), "."))
	}
	text, _ := json.Marshal(slices.Compact(blocks))
	n.kind, n.op = "module taken out", "extract"
	n.edits = `{"extract": [{"blocks": ` + string(text) + `, "to": ` + quoted(path.Join(path.Dir(m.file.Name), "zz_fresh")) + strings.TrimSuffix(", "+m.inFolder(), ", ") + `}]}`
	return n
}

// sameFile chooses another block of the file.
func (m *neighbourMaker) sameFile(types ...string) *neighbourBlock {
	all := m.files
	m.files = []edit.File{m.file}
	b := m.block(types...)
	m.files = all
	return b
}
