package syntax

import (
	"fmt"
	"strings"
	"testing"

	"iacedit/internal/testkit/measure"
)

// deep is code that nests to any depth: open as often as it is deep, then inside,
// then shut as often.
type deep struct{ name, before, open, inside, shut, after string }

var nesting = []deep{
	{"tuples", "a = ", "[", "", "]", "\n"},
	{"parentheses", "a = ", "(", "1", ")", "\n"},
	{"objects", "a = ", "{x=", "1", "}", "\n"},
	{"object keys", "a = ", "{(", "1", ")=1}", "\n"},
	{"interpolations", "a = ", `"${`, "1", `}"`, "\n"},
	{"interpolations of a heredoc", "a = ", "<<E\n${", "1", "}\nE\n", "\n"},
	{"blocks", "", "a {\n", "", "}\n", ""},
	{"not", "a = ", "!", "b", "", "\n"},
	{"minus", "a = ", "-", "b", "", "\n"},
	{"indexes", "a = ", "b[", "0", "]", "\n"},
	{"splats", "a = b", "[*]", "", "", "\n"},
	{"calls", "a = ", "f(", "", ")", "\n"},
	{"conditions", "a = ", "x ? y : ", "z", "", "\n"},
	{"first results", "a = ", "x ? ", "z", " : y", "\n"},
	{"for tuples", "a = ", "[for x in ", "y", ":x]", "\n"},
	{"for values", "a = ", "{for x in y:x=>", "x", "}", "\n"},
	{"if directives", `a = "`, "%{if x}", "", "%{endif}", "\"\n"},
	{"for directives of a heredoc", "a = <<E\n", "%{for x in y}", "", "%{endfor}", "\nE\n"},
	{"directive conditions", "a = ", `"%{if `, "x", `}%{endif}"`, "\n"},
	{"operands", "a = ", "b+(c*", "d", ")", "\n"},
}

// linear fails the test if the cost of f is not proportional to how often code repeats.
func linear(t *testing.T, d deep, f func(src []byte)) {
	t.Run(d.name, func(t *testing.T) {
		measure.Linear(t, 10_000, func(n int) func() {
			src := d.code(n)
			return func() { f(src) }
		})
	})
}

func (d deep) code(depth int) []byte {
	return []byte(d.before + strings.Repeat(d.open, depth) + d.inside + strings.Repeat(d.shut, depth) + d.after)
}

// TestDepth: code may nest deep. Deeper code is an error, closed or not, whose cost is
// proportional to the length of the code.
func TestDepth(t *testing.T) {
	for _, d := range nesting {
		if _, err := Parse(d.code(MaxDepth / 3)); err != nil {
			t.Errorf("%s: %v", d.name, err)
		}
		want := fmt.Sprintf("nested more than %d levels deep", MaxDepth)
		open := d
		open.inside, open.shut, open.after = "", "", ""
		for _, src := range [][]byte{d.code(100_000), open.code(100_000)} {
			if _, err := Parse(src); err == nil || err.Error() != want {
				t.Errorf("%s, 100000 deep: %v", d.name, err)
			}
		}
		for _, d := range []deep{d, open} {
			linear(t, d, func(src []byte) { Parse(src) })
		}
	}
}

// TestLongCode: long code that does not nest parses, and takes no stack.
func TestLongCode(t *testing.T) {
	const n = 300_000
	for _, d := range []deep{
		{"operators", "a = b", " + b", "", "", "\n"},
		{"attributes", "a = b", ".b", "", "", "\n"},
		{"indexes", "a = b", "[0]", "", "", "\n"},
		{"attribute splats", "a = b", ".*[0]", "", "", "\n"},
		{"elements", "a = [", "1,", "", "", "]\n"},
		{"pairs", "a = {", "b=1,", "", "", "}\n"},
		{"directives", `a = "`, "%{if x}%{else}%{endif}", "", "", "\"\n"},
		{"escapes", `a = "`, `\n$${`, "", "", "\"\n"},
		{"dollars", "a = <<E\n", "$", "", "", "\nE\n"},
		{"labels", "a", ` "b"`, "", "", " {}\n"},
		{"namespaces", "a = b", "::b", "", "", "()\n"},
		{"a name", "", "é", "", "", " = 1\n"},
		{"a number", "a = 1", "0", "", "", "e-99999\n"},
		{"blocks", "", "a {}\n", "", "", ""},
		{"comments", "", "/**/ #\n", "", "", ""},
		{"lines of a heredoc", "a = <<E\n", " E E\n", "", "", "E\n"},
	} {
		f, err := Parse(d.code(n))
		if err != nil {
			t.Errorf("%s: %v", d.name, err)
			continue
		}
		expandAll(f, Root)
		linear(t, d, func(src []byte) { expandAll(mustParse(t, string(src)), Root) })
	}
}

// TestLongInvalidCode: code that is wrong all over gets a short error.
func TestLongInvalidCode(t *testing.T) {
	const n = 300_000
	for _, d := range []deep{
		{"comments not closed", "= ", "/*", "", "", ""},
		{"comments not closed in code", "a = ", "1 /* ", "", "", ""},
		{"heredocs not opened", "= ", "<<E", "", "", ""},
		{"heredocs not closed", "= ", "<<E\n", "", "", ""},
		{"quotes", "= ", `"`, "", "", "\n"},
		{"interpolations", "= ", `"${`, "", "", ""},
		{"dollars", `a = "`, "$", "", "", ""},
		{"a number", "a = 1", "0000000000", "", "", "e2147483647\n"},
	} {
		if _, err := Parse(d.code(n)); err == nil {
			t.Errorf("%s: no error", d.name)
		} else if len(err.Error()) > 200 {
			t.Errorf("%s: a message of %d bytes", d.name, len(err.Error()))
		}
		linear(t, d, func(src []byte) { Parse(src) })
	}
}
