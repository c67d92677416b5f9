package fuzz

import (
	"encoding/json"
	"reflect"
	"strconv"
	"strings"

	"github.com/leanovate/gopter"
	"github.com/leanovate/gopter/gen"

	"iacedit/format"
	valuepkg "iacedit/value"
)

// The laws are checked on code that is made of lines. A line is an attribute, a block's
// header, a comment or nothing, and says how deep it is to stand; lines are made one
// by one, so that gopter can shrink code by taking some away.

// A line is a line of generated code, or a few.
type line struct {
	Kind    int // of the kinds below
	Depth   int // in blocks, at most: one deeper than the block before
	Name    int // into names
	Value   value
	Blanks  int // around "="
	Comment int // into comments; 0 for none
}

const (
	attributeLine = iota
	blockLine
	commentLine
	blankLine
)

var (
	names    = []string{"a", "name", "long_attribute_name", "größe", "n-1", "for", "tags"}
	comments = []string{"", "# one", "// two", "/* three */"}
)

// A value is a JSON value of which all members have names.
type value struct {
	Kind  valuepkg.Kind
	Text  string
	Items []value
	Keys  []string // of an object: none twice
}

var texts = []any{
	"", "plain", "with \"quotes\" \\ and %", "é 日本\u00a0😀", "two\nlines\n", "tab\t\u0007", "$${x} %%{y}", "80", "true",
	"${var.x}", "a-${var.x}", "${f(1, [2])}", "%{ if c }a%{ endif }", "${a ? b : c}", "# none", "EOT\n",
}

func genValue(depth int) gopter.Gen {
	str := gen.OneConstOf(texts...).Map(func(s string) value { return value{Kind: valuepkg.String, Text: s} })
	num := gen.OneConstOf("0", "-5", "0.10", "1e3", "12345678901234567890").Map(func(s string) value { return value{Kind: valuepkg.Number, Text: s} })
	word := gen.OneConstOf(valuepkg.Null, valuepkg.True, valuepkg.False).Map(func(k valuepkg.Kind) value { return value{Kind: k} })
	if depth == 0 {
		return gen.Frequency(map[int]gopter.Gen{4: str, 2: num, 1: word})
	}
	items := gen.SliceOf(genValue(depth-1), reflect.TypeFor[value]()).SuchThat(func(v []value) bool { return len(v) < 5 })
	list := items.Map(func(items []value) value { return value{Kind: valuepkg.Array, Items: items} })
	object := items.Map(func(items []value) value {
		v := value{Kind: valuepkg.Object, Items: items}
		for i := range items {
			v.Keys = append(v.Keys, []string{"k", "with space", "for", "a_long_key", "é"}[i])
		}
		return v
	})
	return gen.Frequency(map[int]gopter.Gen{4: str, 2: num, 1: word, 3: list, 5: object})
}

func genLines() gopter.Gen {
	return gen.SliceOf(gen.Struct(reflect.TypeFor[line](), map[string]gopter.Gen{
		"Kind":    gen.Frequency(map[int]gopter.Gen{6: gen.Const(attributeLine), 3: gen.Const(blockLine), 2: gen.Const(commentLine), 1: gen.Const(blankLine)}),
		"Depth":   gen.IntRange(0, 4),
		"Name":    gen.IntRange(0, len(names)-1),
		"Value":   genValue(2),
		"Blanks":  gen.IntRange(0, 2),
		"Comment": gen.IntRange(0, len(comments)-1),
	}))
}

// A place is where an attribute of generated code stands: the blocks around it by
// type and how many of that type come before, and its name.
type place struct {
	blocks []step
	name   string
	value  value
}

type step struct {
	typ   string
	index int
}

// A source is code with what is in it.
type source struct {
	text   string
	places []place
	bodies [][]step
}

// A writer writes lines as code.
type writer struct {
	source
	out    strings.Builder
	open   []step
	used   []map[string]bool // attribute names, by body
	counts []map[string]int  // blocks of a type, by body
	indent string
}

// write returns the code that lines are, tidy or as odd as they say.
func write(lines []line, tidy, crlf bool) source {
	w := writer{indent: "  "}
	if !tidy {
		w.indent = []string{"\t", "  ", "    "}[len(lines)%3]
	}
	w.enter()
	for i := range lines {
		w.line(&lines[i])
	}
	for len(w.open) > 0 {
		w.close()
	}
	w.text = w.out.String()
	if tidy {
		formatted, err := format.Format(nil, []byte(w.text))
		if err != nil {
			panic(err)
		}
		w.text = string(formatted)
	}
	if crlf {
		w.text = strings.ReplaceAll(w.text, "\n", "\r\n")
	}
	return w.source
}

func (w *writer) enter() {
	w.used = append(w.used, map[string]bool{})
	w.counts = append(w.counts, map[string]int{})
	w.bodies = append(w.bodies, append([]step(nil), w.open...))
}

func (w *writer) close() {
	last := len(w.open) - 1
	w.open, w.used, w.counts = w.open[:last], w.used[:last+1], w.counts[:last+1]
	w.out.WriteString(strings.Repeat(w.indent, last) + "}\n")
}

func (w *writer) line(l *line) {
	for len(w.open) > l.Depth {
		w.close()
	}
	here := len(w.open)
	w.out.WriteString(strings.Repeat(w.indent, here))
	comment := ""
	if l.Comment > 0 {
		comment = " " + comments[l.Comment]
	}
	switch l.Kind {
	case blankLine:
	case commentLine:
		w.out.WriteString(comments[max(1, l.Comment)])
	case blockLine:
		typ := "block" + strconv.Itoa(l.Name%2)
		w.open = append(w.open, step{typ, w.counts[here][typ]})
		w.counts[here][typ]++
		w.out.WriteString(typ + " {" + comment)
		w.enter()
	case attributeLine:
		name := names[l.Name]
		for w.used[here][name] {
			name += "x"
		}
		w.used[here][name] = true
		w.places = append(w.places, place{append([]step(nil), w.open...), name, l.Value})
		blanks := strings.Repeat(" ", l.Blanks)
		w.out.WriteString(name + blanks + "=" + blanks + w.code(&l.Value) + comment)
	}
	w.out.WriteString("\n")
}

// code writes a value as an expression.
func (w *writer) code(v *value) string {
	rendered := v.rendered()
	out, err := valuepkg.AppendValue(nil, &rendered, nil, valuepkg.Layout{
		Newline: "\n", Indent: strings.Repeat(w.indent, len(w.open)), Step: w.indent, OneLine: len(v.Items)%2 == 1,
	})
	if err != nil {
		panic(err)
	}
	return string(out)
}

func (v *value) rendered() valuepkg.Value {
	out := valuepkg.Value{Kind: v.Kind, Text: v.Text}
	for i := range v.Items {
		item := valuepkg.Item{Value: v.Items[i].rendered()}
		if v.Kind == valuepkg.Object {
			item.Key = v.Keys[i]
		}
		out.Items = append(out.Items, item)
	}
	return out
}

// JSON writes a value as JSON.
func (v *value) JSON() string {
	var parts []string
	for i := range v.Items {
		part := v.Items[i].JSON()
		if v.Kind == valuepkg.Object {
			part = quoted(v.Keys[i]) + ": " + part
		}
		parts = append(parts, part)
	}
	switch v.Kind {
	case valuepkg.String:
		return quoted(v.Text)
	case valuepkg.Number:
		return v.Text
	case valuepkg.Array:
		return "[" + strings.Join(parts, ", ") + "]"
	case valuepkg.Object:
		return "{" + strings.Join(parts, ", ") + "}"
	}
	return v.Kind.String()
}

func quoted(s string) string {
	b, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	return string(b)
}
