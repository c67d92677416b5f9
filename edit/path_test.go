package edit

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"iacedit/value"
)

func TestPaths(t *testing.T) {
	key := func(k string) Step { return Step{Kind: StepKey, Key: k} }
	for _, c := range []struct {
		text, name string
		steps      []Step
	}{
		{"tags", "tags", nil},
		{"with-dash_1", "with-dash_1", nil},
		{"größe", "größe", nil},
		{"tags.Owner", "tags", []Step{key("Owner")}},
		{`tags["kubernetes.io/name"]`, "tags", []Step{key("kubernetes.io/name")}},
		{`a["\"\\\n\u00e9 ]."].b`, "a", []Step{key("\"\\\né ]."), key("b")}},
		{`a["$${x} %%{y} $z"]`, "a", []Step{key("${x} %{y} $z")}},
		{`a[""]`, "a", []Step{key("")}},
		{"cidr_blocks[0]", "cidr_blocks", []Step{{Kind: StepIndex}}},
		{"rules[1].ports[20]", "rules", []Step{{Kind: StepIndex, Index: 1}, key("ports"), {Kind: StepIndex, Index: 20}}},
		{"a[+].b[+]", "a", []Step{{Kind: StepAppend}, key("b"), {Kind: StepAppend}}},
		{"a[2147483647]", "a", []Step{{Kind: StepIndex, Index: 1<<31 - 1}}},
	} {
		p := pathReader{text: c.text}
		name, steps := p.path()
		if diff := cmp.Diff(c.steps, steps); name != c.name || p.fault != "" || diff != "" {
			t.Errorf("%s: got %s, fault %q\n%s", c.text, name, p.fault, diff)
		}
	}
}

func TestPathFaults(t *testing.T) {
	for text, want := range map[string]string{
		"":                         "expected an identifier, found the end",
		" a":                       `expected an identifier, found " a"`,
		"1a":                       `expected an identifier, found "1a"`,
		`"a"`:                      `expected an identifier, found "\"a\""`,
		"a ":                       `expected ".", "[" or the end, found " "`,
		"a = 1\n b":                `expected ".", "[" or the end, found " = 1\n b"`,
		"a.":                       "expected an identifier, found the end",
		"a..b":                     `expected an identifier, found ".b"`,
		"a.0":                      `expected an identifier, found "0"`,
		"a[":                       `expected a number, "+" or a string in quotes, found the end`,
		"a[]":                      `expected a number, "+" or a string in quotes, found "]"`,
		"a[*]":                     `expected a number, "+" or a string in quotes, found "*]"`,
		"a[b]":                     `expected a number, "+" or a string in quotes, found "b]"`,
		"a[-1]":                    `expected a number, "+" or a string in quotes, found "-1]"`,
		"a[1.5]":                   `expected "]", found ".5]"`,
		"a[1":                      `expected "]", found the end`,
		"a[+":                      `expected "]", found the end`,
		"a[01]":                    `"01" is no element number`,
		"a[2147483648]":            `"2147483648" is no element number`,
		`a["b]`:                    `the key at "\"b]" is no string in quotes without template sequences`,
		`a["${b}"]`:                `the key at "\"${b}\"]" is no string in quotes without template sequences`,
		"a[\"b\nc\"]":              `the key at "\"b\nc\"]" is no string in quotes without template sequences`,
		`a["b" ]`:                  `expected "]", found " ]"`,
		strings.Repeat("a.", 1000): "it has more than 100 steps",
	} {
		p := pathReader{text: text}
		if p.path(); p.fault != want {
			t.Errorf("%.40q: got %q, want %q", text, p.fault, want)
		}
	}
	p := pathReader{text: `a["\q"]`}
	if p.path(); p.fault == "" {
		t.Error("an escape that is none was accepted")
	}
}

func FuzzPath(f *testing.F) {
	f.Add(`a["b"].c[0][+]`)
	f.Add(strings.Repeat("\x82", 81)) // a fault whose excerpt has no character to end at
	f.Fuzz(func(t *testing.T, text string) {
		p := pathReader{text: text}
		name, steps := p.path()
		if p.fault != "" {
			return
		}
		if !value.IsIdentifier(name) {
			t.Fatalf("the name %q is no identifier", name)
		}
		for _, s := range steps {
			if s.Index < 0 || s.Kind != StepIndex && s.Index != 0 {
				t.Fatalf("step %+v", s)
			}
		}
	})
}
