package address

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"iacedit/syntax"
)

// The addresses, and where it is not the same text, the one that is written for them.
var addresses = []struct {
	text, written string
	want          Address
}{
	{"locals", "", Address{{Text: "locals"}}},
	{"resource.aws_instance.web", "", Address{{Text: "resource"}, {Text: "aws_instance"}, {Text: "web"}}},
	{`resource["odd label"]["a"]`, "", Address{{Text: "resource"}, {Kind: PartKey, Text: "odd label"}, {Kind: PartKey, Text: "a"}}},
	{"module.*.*", "", Address{{Text: "module"}, {Kind: PartAny}, {Kind: PartAny}}},
	{"moved[0]", "", Address{{Text: "moved"}, {Kind: PartIndex}}},
	{"moved[*].from", "", Address{{Text: "moved"}, {Kind: PartAll}, {Text: "from"}}},
	{"provider.aws[alias=east].region", "", Address{{Text: "provider"}, {Text: "aws"}, {Kind: PartWhere, Text: "alias", Value: "east"}, {Text: "region"}}},
	{`a[b="east"]`, "a[b=east]", Address{{Text: "a"}, {Kind: PartWhere, Text: "b", Value: "east"}}},
	{`a[b=null]`, "", Address{{Text: "a"}, {Kind: PartWhere, Text: "b", Null: true}}},
	{`a[b="null"]`, "", Address{{Text: "a"}, {Kind: PartWhere, Text: "b", Value: "null"}}},
	{`a[b=""]`, "", Address{{Text: "a"}, {Kind: PartWhere, Text: "b"}}},
	{`a[tags.Name="two words, $${x}"]`, "", Address{{Text: "a"}, {Kind: PartWhere, Text: "tags.Name", Value: "two words, ${x}"}}},
	{`a[tags["x]"]=./vpc]`, "", Address{{Text: "a"}, {Kind: PartWhere, Text: `tags["x]"]`, Value: "./vpc"}}},
	{`a[b[0]=10.0.0.0/8]`, "", Address{{Text: "a"}, {Kind: PartWhere, Text: `b[0]`, Value: "10.0.0.0/8"}}},
	{"google_*.main.labels", "", Address{{Kind: PartPattern, Text: "google_*"}, {Text: "main"}, {Text: "labels"}}},
	{"resource.*_member.*-1*", "", Address{{Text: "resource"}, {Kind: PartPattern, Text: "*_member"}, {Kind: PartPattern, Text: "*-1*"}}},
	{`module.*[source~="^git::"].source`, "", Address{{Text: "module"}, {Kind: PartAny}, {Kind: PartMatches, Text: "source", Value: "^git::"}, {Text: "source"}}},
	{"a[tags.Owner]", "", Address{{Text: "a"}, {Kind: PartHas, Text: "tags.Owner"}}},
	{"a[!tags]", "", Address{{Text: "a"}, {Kind: PartLacks, Text: "tags"}}},
	{`a[b=1,!c,d~=x,e["f"]].g`, `a[b=1][!c][d~="x"][e["f"]].g`, Address{{Text: "a"}, {Kind: PartWhere, Text: "b", Value: "1"}, {Kind: PartLacks, Text: "c"},
		{Kind: PartMatches, Text: "d", Value: "x"}, {Kind: PartHas, Text: `e["f"]`}, {Text: "g"}}},
	{"a[b[=]=1]", "", Address{{Text: "a"}, {Kind: PartWhere, Text: "b[=]", Value: "1"}}},
	{"a.b[+]", "", Address{{Text: "a"}, {Text: "b"}, {Kind: PartAppend}}},
	{"a.b[=]", "", Address{{Text: "a"}, {Text: "b"}, {Kind: PartEqual}}},
	{"a.policy(0).Statement[3]", "", Address{{Text: "a"}, {Text: "policy"}, {Kind: PartArgument}, {Text: "Statement"}, {Kind: PartIndex, Index: 3}}},
}

func TestParse(t *testing.T) {
	for _, c := range addresses {
		got, err := Parse(c.text)
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

func TestParseFaults(t *testing.T) {
	for text, want := range map[string]string{
		"":                                  "expected an identifier, found the end",
		"*":                                 `expected an identifier, found "*"`,
		"a.":                                "expected an identifier, found the end; remove the dot at the end",
		"a..b":                              `expected an identifier, found ".b"; write a.b`,
		"a.0":                               `expected an identifier, found "0"; write a[0] for a number, or a["0"] for a label or key`,
		"a.0.b":                             `expected an identifier, found "0.b"; write a[0].b for a number, or a["0"].b for a label or key`,
		"a.+":                               `expected an identifier, found "+"; write a[+]`,
		"a.[0]":                             `expected an identifier, found "[0]"; write a[0]`,
		"a b":                               `expected ".", "[", "(" or the end, found " b"` + bracketsHint,
		"a/b":                               `expected ".", "[", "(" or the end, found "/b"` + bracketsHint,
		"a[0]b":                             `expected ".", "[", "(" or the end, found "b"`,
		"a[":                                `expected a number, "*", "+", "=", a string in quotes, or a selector (name, !name, name=value, name~="pattern"), found the end`,
		"a[-1]":                             `expected a number, "*", "+", "=", a string in quotes, or a selector (name, !name, name=value, name~="pattern"), found "-1]"`,
		"a[b":                               `expected "]", "=" or "~=", found the end`,
		"a[b!":                              `expected "]", "=" or "~=", found "!"`,
		"a[b,":                              `expected an identifier, found the end`,
		"a[!":                               `expected an identifier, found the end`,
		"a[b=1,2]":                          `expected an identifier, found "2]"`,
		"a[b[=][0]]":                        `[=] can only be the last step`,
		"a.b-*c.0":                          `expected an identifier, found "0"; write a.b-*c[0] for a number, or a.b-*c["0"] for a label or key`,
		"a[b=":                              `expected a value (in quotes, unless it is all letters, digits and _-./:@+), found the end`,
		"a[b=]":                             `expected a value (in quotes, unless it is all letters, digits and _-./:@+), found "]"`,
		"a[b=c":                             `expected "]", found the end`,
		"a[b=ü]":                            `expected a value (in quotes, unless it is all letters, digits and _-./:@+), found "ü]"`,
		"a[1":                               `expected "]", found the end`,
		"a[*":                               `expected "]", found the end`,
		"a(x)":                              `expected a number, found "x)"`,
		"a" + strings.Repeat(".b", 100):     "it has more than 100 parts",
		"a" + strings.Repeat(".b", 1000):    "it has more than 400 parts and steps",
		"a[" + strings.Repeat("b=1,", 1000): "it has more than 400 parts and steps",
	} {
		if _, err := Parse(text); err == nil || err.Error() != want {
			t.Errorf("%.40q: got %v, want %s", text, err, want)
		}
	}
}

func TestMatchLabel(t *testing.T) {
	for _, c := range []struct {
		pattern string
		fit     []string
		not     []string
	}{
		{"*", []string{"", "a"}, nil},
		{"a", []string{"a"}, []string{"", "ab"}},
		{"google_*", []string{"google_", "google_disk"}, []string{"google", "xgoogle_disk"}},
		{"*_member", []string{"_member", "a_member_member"}, []string{"a_members"}},
		{"a*a", []string{"aa", "aba"}, []string{"a", "ab"}},
		{"a*b*c", []string{"abc", "aXbYbc"}, []string{"acb", "ab"}},
		{"a**b", []string{"ab", "a*b"}, []string{"a"}},
	} {
		for _, label := range c.fit {
			if !MatchLabel(c.pattern, label) {
				t.Errorf("%s does not fit %q", c.pattern, label)
			}
		}
		for _, label := range c.not {
			if MatchLabel(c.pattern, label) {
				t.Errorf("%s fits %q", c.pattern, label)
			}
		}
	}
}

func TestOf(t *testing.T) {
	if got := Of("resource", "a_b", "odd label", "1").String(); got != `resource.a_b["odd label"]["1"]` {
		t.Error(got)
	}
}

// Whatever the text: an address that parses is written so that it is the same again,
// and can be looked for in any code.
func FuzzParse(f *testing.F) {
	for _, c := range addresses {
		f.Add(c.text)
	}
	archive, err := txtar.ParseFile("testdata/resolve.txtar")
	if err != nil {
		f.Fatal(err)
	}
	for i := 1; i < len(archive.Files); i += 2 {
		for line := range strings.Lines(string(archive.Files[i].Data)) {
			text, _, _ := strings.Cut(line, " => ")
			f.Add(text)
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		a, err := Parse(text)
		if err != nil {
			return
		}
		again, err := Parse(a.String())
		if diff := cmp.Diff(a, again); err != nil || diff != "" {
			t.Fatalf("%q is written as %q: %v\n%s", text, a, err, diff)
		}
		for i, l := range []Language{{}, {Dialect: HCL}} {
			file, err := syntax.Parse(archive.Files[2*i].Data)
			if err != nil {
				t.Fatal(err)
			}
			if target, err := a.Resolve(file, l); err == nil {
				target.Missing(file, l)
				if _, err := Parse(target.Address().String()); err != nil {
					t.Fatalf("%q is %q: %v", text, target.Address(), err)
				}
			}
			file.Release()
		}
	})
}
