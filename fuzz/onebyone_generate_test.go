package fuzz

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/leanovate/gopter"
	"github.com/leanovate/gopter/gen"

	"iacedit/format"
)

// formatCode is terraform fmt.
func formatCode(code []byte) ([]byte, error) { return format.Format(nil, code) }

func genBool() gopter.Gen { return gen.Bool() }

// A module is code with few attributes of few bodies, so that random edits meet in them.
type module struct {
	Parts []part
	Tidy  bool
}

// A part is an attribute of a body, with what stands around it.
type part struct {
	Body    int // into bodyNames
	Name    int // into valueNames
	Value   int // into expressions
	Comment int // into comments
}

// The bodies of a module: the file, two blocks, and a nested one in each.
const (
	fileBody = iota
	firstBody
	firstNested
	otherNested // another nested block of the first
	secondBody
	bodies
)

var valueNames = []string{"o", "l", "s"}

// expressions are by valueNames.
var expressions = [][]string{
	{
		`{}`, `{ a = 1 }`, `{ a = "1", b = "2" }`, "{\n  a = 1 # one\n  b = { c = 1 }\n}", "{\n  # free\n}", `{ a = { b = [1] } }`, "{\n  a = 1\n\n  # free\n}",
		`{ "a" : 1, (k) = 2 }`, "{\n  a  = 1\n  bb = 2 # two\n}", `var.x`, "{\n  a = {\n    b = 1\n  }\n  k = [\n    1,\n  ]\n}", `{ k = { a = 1, b = 2 } }`,
	}, {
		`[]`, `["x"]`, `[1, 2, 3]`, "[\n  1, # one\n  2, # two\n  3, # three\n]", `[{ name = "a", x = 1 }, { name = "b" }]`, `[[1], [2]]`, "[\n  # free\n]",
		"[\n  { name = \"a\", x = 1 }, # A\n  { name = \"b\", x = 1 }, # B\n]", "[\n  \"x\",\n  \"y\",\n]", `["x", "x"]`, `concat([1], [2])`,
	}, {
		`1`, `"1"`, `"x"`, `"a-${var.x}"`, "<<-EOT\n    two\n    lines\n  EOT", `null`, `true`, `(1)`, `var.x`,
	},
}

// sent are values to set, by valueNames; and the first few are those of the code.
var sent = [][]string{
	{`{}`, `{"a":1}`, `{"a":"1","b":"2"}`, `{"a":{"b":[1]}}`, `{"b":2,"a":1}`, `{"a":1,"b":{"c":1}}`, `{"k":{"a":1}}`, `{"${k}":2,"a":1}`, `{"a":9,"z":[1,2]}`, `{"a":null}`},
	{`[]`, `["x"]`, `["x","y"]`, `[1,2,3]`, `[3,1,2]`, `[{"name":"a","x":2}]`, `[[1],[2]]`, `[{"name":"b","x":1},{"name":"a","x":1}]`, `[1]`, `["y","x",1]`},
	{`1`, `"1"`, `"x"`, `"a-${var.x}"`, `"two\nlines\n"`, `null`, `true`, `"${var.x}"`},
}

// paths into the values, by valueNames; the empty one is the value.
var paths = [][]string{
	{"", "", "", "", ".a", ".a", ".b", ".k.a", `["a"]`, ".k[+]", ".a.b[+]", ".z", ".k"},
	{"", "", "", "", "", "[0]", "[0]", "[1]", "[+]", "[+]", "[+]", "[0].x", "[0][0]"},
	{"", "", "", "", "", "", "", "", "", "", "", ".a", "[0]"},
}

func genModule() gopter.Gen {
	parts := sized(60, gen.SliceOf(gen.Struct(reflect.TypeFor[part](), map[string]gopter.Gen{
		"Body": genBody(), "Name": gen.IntRange(0, 2), "Value": gen.IntRange(0, 11), "Comment": gen.IntRange(0, 2),
	})))
	return gen.Struct(reflect.TypeFor[module](), map[string]gopter.Gen{"Parts": parts, "Tidy": gen.Frequency(map[int]gopter.Gen{4: gen.Const(true), 1: gen.Const(false)})})
}

// genBody makes a body.
func genBody() gopter.Gen {
	return gen.Frequency(map[int]gopter.Gen{12: gen.IntRange(fileBody, firstNested), 3: gen.Const(secondBody), 1: gen.Const(otherNested)})
}

// code writes a module. Of two parts of one name the first is taken.
func (m module) code() string {
	var lines [bodies]strings.Builder
	var used [bodies][3]bool
	for _, p := range m.Parts {
		p.Body, p.Name = max(p.Body, 0), max(p.Name, 0)
		if used[p.Body][p.Name] || p.Body == otherNested && p.Value > 0 { // of that seldom, since it makes edits ambiguous
			continue
		}
		used[p.Body][p.Name] = true
		all := expressions[p.Name]
		line := valueNames[p.Name] + " = " + pick(all, p.Value)
		switch p.Comment {
		case 1:
			line = "# lead\n" + line
		case 2:
			if !strings.HasSuffix(line, "EOT") {
				line += " # behind"
			}
		}
		lines[p.Body].WriteString(line + "\n")
	}
	has := func(body int) bool { return lines[body].Len() > 0 }
	code := lines[fileBody].String()
	if has(firstBody) || has(firstNested) || has(otherNested) {
		code += "b \"x\" {\n" + lines[firstBody].String()
		for _, nested := range []int{firstNested, otherNested} {
			if has(nested) {
				code += "r {\n" + lines[nested].String() + "}\n"
			}
		}
		code += "}\n"
	}
	if has(secondBody) {
		code += "\nc {\n" + lines[secondBody].String() + "}\n"
	}
	if !m.Tidy {
		return code
	}
	formatted, err := formatCode([]byte(code))
	if err != nil {
		panic(err)
	}
	return string(formatted)
}

// A move is one edit of one value; a request is made of several.
type move struct {
	Stays   bool // it is about the same value as the one before
	Joins   bool // it is in the entry of the one before, if it can be
	Outer   int  // into operations
	Inner   int  // into operations: of the attribute
	Block   int  // into operations: of the nested block
	Body    int
	Name    int
	Path    int
	Value   int
	Other   bool // a value of any kind
	Where   int  // what the block must have; 0 for nothing
	AtWhere int  // the value for that
	Nothing bool // the block, and nothing in it
}

func genMoves() gopter.Gen {
	likely := func(n int) gopter.Gen { // n of ten
		return gen.Frequency(map[int]gopter.Gen{n: gen.Const(true), 10 - n: gen.Const(false)})
	}
	operation := gen.Frequency(map[int]gopter.Gen{1: gen.Const(0), 6: gen.Const(1), 16: gen.Const(2), 2: gen.Const(3)})
	one := gen.Struct(reflect.TypeFor[move](), map[string]gopter.Gen{
		"Stays": likely(8), "Joins": likely(4), "Outer": operation, "Inner": operation, "Block": operation,
		"Body": genBody(), "Name": gen.Frequency(map[int]gopter.Gen{5: gen.Const(0), 4: gen.Const(1), 2: gen.Const(2)}),
		"Path": gen.IntRange(0, 12), "Value": gen.IntRange(0, 9), "Other": likely(1),
		"Where": gen.Frequency(map[int]gopter.Gen{9: gen.Const(0), 2: gen.IntRange(1, 3)}), "AtWhere": gen.IntRange(0, 9), "Nothing": likely(1),
	})
	return sized(6, gen.SliceOf(one))
}

// sized generates slices of less than n.
func sized(n int, g gopter.Gen) gopter.Gen {
	return func(p *gopter.GenParameters) *gopter.GenResult {
		own := *p
		own.MinSize, own.MaxSize = 0, n
		return g(&own)
	}
}

// pick returns one of some things; shrinking makes numbers of all kinds.
func pick[T any](of []T, i int) T { return of[max(i, -i)%len(of)] }

// settle makes each move say by itself what it is about, also where shrinking made
// numbers that stand for nothing.
func settle(moves []move) []move {
	moves = slices.Clone(moves)
	for i := range moves {
		m := &moves[i]
		if m.Stays && i > 0 {
			m.Body, m.Name = moves[i-1].Body, moves[i-1].Name
		}
		m.Stays = false
		m.Body, m.Name = max(m.Body, 0), max(m.Name, 0)
		m.Outer, m.Inner, m.Block, m.Where = max(m.Outer, 0), max(m.Inner, 0), max(m.Block, 0), max(m.Where, 0)
		if m.Body == otherNested {
			m.Body = firstNested
		}
		// Combinations that would probably be refused are rare.
		if m.Outer == 0 && m.Value != 0 {
			m.Outer = 2
		}
		if m.Inner == 0 && m.Value > 2 {
			m.Inner = 2
		}
		if m.Block == 0 && m.Value > 5 {
			m.Block = 2
		}
	}
	return moves
}

// meet reports whether two moves of a request are about one value.
func meet(moves []move) bool {
	for i := range moves {
		for j := range i {
			if moves[i].Body == moves[j].Body && moves[i].Name == moves[j].Name {
				return true
			}
		}
	}
	return false
}

// An entry under construction: attributes by operation, and nested entries as they come.
type entry struct {
	where  string
	direct bool
	attrs  [4][]string
	keys   [4][]string
	nested [4][]string
}

// editsOf writes moves as one request.
func editsOf(moves []move) string {
	type group struct {
		address string
		entries []*entry
	}
	var groups [4][]*group
	for _, m := range moves {
		address := []string{fileBody: `"iacvars": `, firstBody: `"b": {"x": `, firstNested: `"b": {"x": `, secondBody: `"c": `}[m.Body]
		i := slices.IndexFunc(groups[m.Outer], func(g *group) bool { return g.address == address })
		if i < 0 {
			groups[m.Outer] = append(groups[m.Outer], &group{address: address})
			i = len(groups[m.Outer]) - 1
		}
		g := groups[m.Outer][i]
		if n := len(g.entries); m.Joins && n > 0 && g.entries[n-1].take(m) {
			continue
		}
		e := &entry{direct: m.Body == fileBody}
		if m.Body != firstNested && m.Body != fileBody && m.Outer != 0 {
			e.where = m.where()
		}
		e.take(m)
		g.entries = append(g.entries, e)
	}
	var all []string
	for i, groups := range groups {
		var addresses []string
		for _, g := range groups {
			var entries []string
			for _, e := range g.entries {
				entries = append(entries, e.JSON())
			}
			addresses = append(addresses, g.address+"["+strings.Join(entries, ", ")+"]"+strings.Repeat("}", strings.Count(g.address, "{")))
		}
		if len(addresses) > 0 {
			all = append(all, fmt.Sprintf("%q: {%s}", operations[i], strings.Join(addresses, ", ")))
		}
	}
	if len(all) == 0 {
		return ""
	}
	return "{" + strings.Join(all, ", ") + "}"
}

// where writes the selector that a move has, or nothing.
func (m *move) where() string {
	if m.Where == 0 {
		return ""
	}
	name := (m.Where + m.Name) % len(valueNames)
	if m.Where == 1 || m.Where == 2 { // mostly what the move is about
		name = m.Name
	}
	path := ""
	if m.Where == 2 {
		path = []string{".a", "[0]", ""}[name]
	}
	values := sent[name]
	if path != "" {
		values = []string{"1", `"1"`, "2", `"x"`}
	}
	return fmt.Sprintf(`"where": {%s: %s}`, quoted(valueNames[name]+path), pick(values, m.AtWhere))
}

// take adds a move to an entry; it returns false where the entry cannot hold it.
func (e *entry) take(m move) bool {
	inner := m.Inner
	switch {
	case e.direct:
		inner = m.Outer
	case m.Outer == 3:
		inner = 3
	case m.Outer == 0 && inner != 0:
		inner = 2
	}
	if m.Body != firstNested {
		if m.Nothing && !e.direct && m.Outer != 3 {
			return true
		}
		if m.Nothing && !e.direct && e.empty() {
			return true // to delete the block
		}
		key, text := m.attribute(inner)
		if slices.Contains(e.keys[inner], key) {
			return false
		}
		e.keys[inner], e.attrs[inner] = append(e.keys[inner], key), append(e.attrs[inner], text)
		return true
	}
	block := m.Block
	switch {
	case m.Outer == 3:
		block = 3
	case m.Outer == 0 && block != 0:
		block = 2
	}
	switch block {
	case 0:
		inner = 2
	case 3:
		inner = 3
	}
	nested := &entry{}
	if block != 0 {
		nested.where = m.where()
	}
	if !m.Nothing {
		key, text := m.attribute(inner)
		nested.keys[inner], nested.attrs[inner] = []string{key}, []string{text}
	}
	e.nested[block] = append(e.nested[block], nested.JSON())
	return true
}

func (e *entry) empty() bool {
	for i := range e.attrs {
		if len(e.attrs[i])+len(e.nested[i]) > 0 {
			return false
		}
	}
	return true
}

// attribute returns a move's attribute path, and the path with its value.
func (m *move) attribute(operation int) (key, text string) {
	all := paths[m.Name]
	path := pick(all, m.Path)
	if operation == 1 || operation == 3 { // there is nothing to find at [+]
		path = strings.ReplaceAll(path, "[+]", "[0]")
	}
	key = quoted(valueNames[m.Name] + path)
	if operation == 3 {
		return key, key
	}
	values := sent[m.Name]
	if path != "" {
		values = []string{`1`, `"1"`, `9`, `"x"`, `{"c":1}`, `[1]`, `{}`, `[]`, `null`, `{"b":[1,2]}`}
	}
	if m.Other {
		values = sent[(m.Name+1)%len(sent)]
	}
	return key, key + ": " + pick(values, m.Value)
}

// JSON writes an entry.
func (e *entry) JSON() string {
	var parts []string
	if e.where != "" {
		parts = append(parts, e.where)
	}
	for i, operation := range operations {
		var content []string
		if len(e.attrs[i]) > 0 {
			attributes := "{" + strings.Join(e.attrs[i], ", ") + "}"
			if i == 3 {
				attributes = "[" + strings.Join(e.attrs[i], ", ") + "]"
			}
			content = append(content, `"attributes": `+attributes)
		}
		if len(e.nested[i]) > 0 {
			content = append(content, `"blockTypes": {"r": [`+strings.Join(e.nested[i], ", ")+`]}`)
		}
		switch {
		case len(content) == 0:
		case e.direct:
			parts = append(parts, content...)
		default:
			parts = append(parts, fmt.Sprintf("%q: {%s}", operation, strings.Join(content, ", ")))
		}
	}
	return "{" + strings.Join(parts, ", ") + "}"
}
