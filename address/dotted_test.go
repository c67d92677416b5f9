package address

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"iacedit/syntax"
)

// The addresses, and where it is not the same text, the one that is written for them.
var dotted = []struct {
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
	{"a.b[+]", "", Address{{Text: "a"}, {Text: "b"}, {Kind: PartAppend}}},
	{"a.b[=]", "", Address{{Text: "a"}, {Text: "b"}, {Kind: PartEqual}}},
	{"a.policy(0).Statement[3]", "", Address{{Text: "a"}, {Text: "policy"}, {Kind: PartArgument}, {Text: "Statement"}, {Kind: PartIndex, Index: 3}}},
}

func TestParse(t *testing.T) {
	for _, c := range dotted {
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
		"":                               "expected an identifier, found the end",
		"*":                              `expected an identifier, found "*"`,
		"a.":                             "expected an identifier, found the end",
		"a..b":                           `expected an identifier, found ".b"`,
		"a.0":                            `a name begins with a letter: 0 is [0] for a number, ["0"] for a label or key`,
		"a b":                            `expected ".", "[", "(" or the end, found " b"`,
		"a[":                             `expected a number, "*", "+", "=", a string in quotes, or name=value, found the end`,
		"a[-1]":                          `expected a number, "*", "+", "=", a string in quotes, or name=value, found "-1]"`,
		"a[b":                            `expected "=", found the end`,
		"a[b]":                           `expected "=", found "]"`,
		"a[b=":                           `expected a value (in quotes, unless it is all letters, digits and _-./:@+,), found the end`,
		"a[b=]":                          `expected a value (in quotes, unless it is all letters, digits and _-./:@+,), found "]"`,
		"a[b=c":                          `expected "]", found the end`,
		"a[b=ü]":                         `expected a value (in quotes, unless it is all letters, digits and _-./:@+,), found "ü]"`,
		"a[1":                            `expected "]", found the end`,
		"a[*":                            `expected "]", found the end`,
		"a(x)":                           `expected a number, found "x)"`,
		"a" + strings.Repeat(".b", 1000): "it has more than 100 parts",
	} {
		if _, err := Parse(text); err == nil || err.Error() != want {
			t.Errorf("%.40q: got %v, want %s", text, err, want)
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
	for _, c := range dotted {
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
