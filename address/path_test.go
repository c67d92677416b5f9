package address

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"iacedit/value"
)

// The paths, and where it is not the same text, the one that is written for them.
var paths = []struct {
	text, written string
	want          Path
}{
	{"tags", "", Path{Name: "tags"}},
	{"with-dash_1", "", Path{Name: "with-dash_1"}},
	{"größe", "", Path{Name: "größe"}},
	{"tags.Owner", "", path("tags", key("Owner"))},
	{`tags["Owner"]`, "tags.Owner", path("tags", key("Owner"))},
	{`tags["kubernetes.io/name"]`, "", path("tags", key("kubernetes.io/name"))},
	{`a["\"\\\n\u00e9 ]."].b`, "a[\"\\\"\\\\\\né ].\"].b", path("a", key("\"\\\né ]."), key("b"))},
	{`a["$${x} %%{y} $z"]`, "", path("a", key("${x} %{y} $z"))},
	{`a[""]`, "", path("a", key(""))},
	{"cidr_blocks[0]", "", path("cidr_blocks", Step{Kind: StepIndex})},
	{"rules[1].ports[20]", "", path("rules", Step{Kind: StepIndex, Index: 1}, key("ports"), Step{Kind: StepIndex, Index: 20})},
	{"a[2147483647]", "", path("a", Step{Kind: StepIndex, Index: 1<<31 - 1})},
	{"a.b[+]", "", path("a", key("b"), Step{Kind: StepAppend})},
	{"cidr_blocks[=]", "", path("cidr_blocks", Step{Kind: StepEqual})},
	{"policy(0).Statement[0].Effect", "", path("policy", Step{Kind: StepArgument}, key("Statement"), Step{Kind: StepIndex}, key("Effect"))},
	{"tags(1)(20)[+]", "", path("tags", Step{Kind: StepArgument, Index: 1}, Step{Kind: StepArgument, Index: 20}, Step{Kind: StepAppend})},
}

func path(name string, steps ...Step) Path { return Path{Name: name, Steps: steps} }

func key(k string) Step { return Step{Key: k} }

func TestPaths(t *testing.T) {
	for _, c := range paths {
		got, err := ParsePath(c.text)
		if diff := cmp.Diff(c.want, got); err != nil || diff != "" {
			t.Errorf("%s: %v\n%s", c.text, err, diff)
		}
		if c.written == "" {
			c.written = c.text
		}
		if written := got.String(); written != c.written {
			t.Errorf("%s: written as %s", c.text, written)
		}
	}
}

func TestPathFaults(t *testing.T) {
	for text, want := range map[string]string{
		"":                            "expected an identifier, found the end",
		" a":                          `expected an identifier, found " a"`,
		"1a":                          `expected an identifier, found "1a"`,
		`"a"`:                         `expected an identifier, found "\"a\""`,
		"a ":                          `expected ".", "[", "(" or the end, found " "` + bracketsHint,
		"a = 1\n b":                   `expected ".", "[", "(" or the end, found " = 1\n b"` + bracketsHint,
		"a.":                          "expected an identifier, found the end; remove the dot at the end",
		"a..b":                        `expected an identifier, found ".b"; write a.b`,
		"a.0":                         `expected an identifier, found "0"; write a[0] for a number, or a["0"] for a label or key`,
		"a.0.b":                       `expected an identifier, found "0.b"; write a[0].b for a number, or a["0"].b for a label or key`,
		"a.+":                         `expected an identifier, found "+"; write a[+]`,
		"a.[0]":                       `expected an identifier, found "[0]"; write a[0]`,
		"a.*":                         `expected an identifier, found "*"; a label or key with other characters than letters, digits, "_" and "-" is in brackets and quotes: ["a/b"]`,
		"a[":                          `expected a number, "+", "=" or a string in quotes, found the end`,
		"a[]":                         `expected a number, "+", "=" or a string in quotes, found "]"`,
		"a[*]":                        `expected a number, "+", "=" or a string in quotes, found "*]"`,
		"a[b]":                        `expected a number, "+", "=" or a string in quotes, found "b]"`,
		"a[-1]":                       `expected a number, "+", "=" or a string in quotes, found "-1]"`,
		"a[~":                         `expected a string in quotes, found the end`,
		"a[~b\"]":                     `expected a string in quotes, found "b\"]"`,
		"a[1.5]":                      `expected "]", found ".5]"`,
		"a[1":                         `expected "]", found the end`,
		"a[+":                         `expected "]", found the end`,
		"a[01]":                       `"01" is not a valid element number`,
		"a[2147483648]":               `"2147483648" is not a valid element number`,
		"a()":                         `expected a number, found ")"`,
		"a(b)":                        `expected a number, found "b)"`,
		"a(1":                         `expected ")", found the end`,
		"a(00)":                       `"00" is not a valid argument number`,
		"a[+].b":                      `[+] can only be the last step`,
		"a[=][0]":                     `[=] can only be the last step`,
		`a["b]`:                       `the quote before b] is not closed; in quotes it is "b"`,
		`a["`:                         `the quote before the end is not closed`,
		`a["${b}"]`:                   `"${b}"] has a template sequence, which is not allowed in an address; a literal one begins with "$${" or "%%{"`,
		"a[\"b\nc\"]":                 `the quote before b… is not closed`,
		`a["b" ]`:                     `expected "]", found " ]"`,
		strings.Repeat("a.", 1000):    "it has more than 100 steps",
		"a" + strings.Repeat("é", 50): `expected ".", "[", "(" or the end, found "x"`,
	} {
		if strings.HasSuffix(text, "é") {
			text, want = text+" "+text, `expected ".", "[", "(" or the end, found " aééééééééééééééééééééééééééééééééééééééé"…`+bracketsHint
		}
		if _, err := ParsePath(text); err == nil || err.Error() != want {
			t.Errorf("%.40q: got %v, want %s", text, err, want)
		}
	}
	for what, text := range map[string]string{
		"an escape that is none": `a["\q"]`,
		"a key that is no UTF-8": "a[\"\xc0\xac\"]",
	} {
		if _, err := ParsePath(text); err == nil {
			t.Errorf("%s was accepted", what)
		}
	}
}

// An attribute's name is read without memory of its own.
func TestNameAllocatesNothing(t *testing.T) {
	if n := testing.AllocsPerRun(100, func() { ParsePath("instance_type") }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func FuzzPath(f *testing.F) {
	for _, c := range paths {
		f.Add(c.text)
	}
	f.Add(strings.Repeat("\x82", 81)) // a fault whose excerpt has no character to end at
	f.Fuzz(func(t *testing.T, text string) {
		p, err := ParsePath(text)
		if err != nil {
			return
		}
		if !value.IsIdentifier(p.Name) {
			t.Fatalf("the name %q is not an identifier", p.Name)
		}
		for _, s := range p.Steps {
			if s.Index < 0 || s.Kind != StepIndex && s.Kind != StepArgument && s.Index != 0 {
				t.Fatalf("step %+v", s)
			}
		}
		again, err := ParsePath(p.String())
		if diff := cmp.Diff(p, again); err != nil || diff != "" {
			t.Fatalf("%q is written as %q: %v\n%s", text, p, err, diff)
		}
	})
}
