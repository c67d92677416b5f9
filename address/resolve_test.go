package address

import (
	"fmt"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"iacedit/syntax"
)

func TestResolve(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/resolve.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(archive.Files); i += 2 {
		code, addresses := archive.Files[i], archive.Files[i+1]
		language := Language{}
		if strings.HasSuffix(code.Name, ".hcl") {
			language.Dialect = HCL
		}
		for line := range strings.Lines(string(addresses.Data)) {
			text, want, _ := strings.Cut(strings.TrimSpace(line), " => ")
			if got := resolved(t, code.Data, text, language); got != want {
				t.Errorf("%s: %s\n got %s\nwant %s", code.Name, text, got, want)
			}
		}
	}
}

// resolved writes what an address means as the table does.
func resolved(t *testing.T, code []byte, text string, l Language) string {
	a, err := Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	f, err := syntax.Parse(code)
	if err != nil {
		t.Fatal(err)
	}
	target, err := a.Resolve(f, l)
	if err != nil {
		return "! " + strings.TrimPrefix(err.Error(), a.String()+": ")
	}
	var out strings.Builder
	for i, level := range target.Blocks {
		if i > 0 {
			out.WriteString(" / ")
		}
		out.WriteString(level.Type)
		for _, label := range level.Labels {
			if label == AnyLabel {
				out.WriteString(" *")
				continue
			}
			fmt.Fprintf(&out, " %q", label)
		}
		for _, c := range level.Where {
			fmt.Fprintf(&out, " %s", Part{Kind: PartWhere, Text: c.Path, Value: c.Value, Null: c.Null}.append(nil))
		}
		switch {
		case level.All:
			out.WriteString(" all")
		case level.Index >= 0:
			fmt.Fprintf(&out, " [%d]", level.Index)
		}
		if level.LeftOut > 0 {
			fmt.Fprintf(&out, " (%d left out)", level.LeftOut)
		}
	}
	switch {
	case target.Any:
		out.WriteString(": *")
	case target.Path.Name != "":
		fmt.Fprintf(&out, ": %s", target.Path)
	}
	if m, ok := target.Missing(f, l); ok {
		out.WriteString(" ?")
		if m.Offset >= 0 {
			line, column := syntax.Position(code, m.Offset)
			fmt.Fprintf(&out, "%d:%d", line, column)
		}
		out.WriteString(" " + m.Message)
	}
	return out.String()
}

// What a target is called leads to the target again.
func TestAddressOfTarget(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/resolve.txtar")
	if err != nil {
		t.Fatal(err)
	}
	code, addresses := archive.Files[0], archive.Files[1]
	for line := range strings.Lines(string(addresses.Data)) {
		text, want, _ := strings.Cut(strings.TrimSpace(line), " => ")
		f, err := syntax.Parse(code.Data)
		if err != nil {
			t.Fatal(err)
		}
		a, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		target, err := a.Resolve(f, Language{})
		if err != nil || strings.Contains(want, "left out") {
			continue
		}
		if got := resolved(t, code.Data, target.Address().String(), Language{}); got != want {
			t.Errorf("%s is %s\n got %s\nwant %s", text, target.Address(), got, want)
		}
	}
}

// An address made by hand that is none is refused.
func TestResolveRefuses(t *testing.T) {
	f, err := syntax.Parse([]byte("locals {\n  a = 1\n}\n"))
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range []Address{
		nil,
		{{Text: ""}},
		{{Text: "locals.a"}},
		{{Text: "locals"}, {Text: "a b"}},
		{{Kind: PartAny}},
		{{Text: "locals"}, {Kind: PartIndex, Index: -1}},
		{{Text: "locals"}, {Kind: 99}},
		{{Text: "locals"}, {Kind: PartWhere, Text: "a]"}},
	} {
		if target, err := a.Resolve(f, Language{}); err == nil || !strings.HasSuffix(err.Error(), " is not an address") {
			t.Errorf("%#v: %+v, %v", a, target, err)
		}
	}
}
