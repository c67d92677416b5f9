package value

import (
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"iacedit/internal/base/jsontext"
	"iacedit/syntax"
)

// simplePlaces are the kinds of place that AppendSimple tells apart.
var simplePlaces = []*Schema{
	nil, {Mode: Literal}, {Mode: Reference}, {Mode: Expression}, {Mode: Reference, Word: "all"},
	{Mode: Expression, Takes: Of(String)}, {Takes: Of(True, False)}, {Mode: Literal, Takes: Of(Number)}, {Takes: Of(String, Null)},
}

// checkSimple checks that what is told from the text of an expression alone is what is
// told from its tree.
func checkSimple(t *testing.T, code string) {
	t.Helper()
	e, err := syntax.ParseExpression(nil, []byte(code), syntax.Span{To: int32(len(code))})
	if err != nil || e.Node(e.Root).Span() != (syntax.Span{To: int32(len(code))}) || syntax.CheckExpression([]byte(code)) != nil {
		return
	}
	for _, p := range simplePlaces {
		got, ok := AppendSimple([]byte("x"), []byte(code), p)
		if want, _ := AppendJSON([]byte("x"), e, e.Root, p); ok && string(got) != string(want) || !ok && string(got) != "x" {
			t.Errorf("%s at %+v: got %s, want %s", code, p, got, want)
		}
	}
	var table Classes
	for _, s := range []string{"a", "", "$", "{", "é", "a${x}b", strings.Trim(code, `"`), code} {
		for _, p := range simplePlaces {
			v := Value{Kind: String, Text: s}
			same, known := EqualSimple([]byte(code), &v, p)
			if want := table.Same(table.Root(e, p), table.Value(&v, p).Class, Setting); known && same != want {
				t.Errorf("%s and %q at %+v: the same is %v, want %v", code, s, p, same, want)
			}
		}
	}
	for _, m := range []Mode{Reference, Expression} {
		if _, err := appendText(nil, code, m); err != nil && isLetter(code[0]) && isAccepted([]byte(code), m) {
			t.Errorf("%s in mode %d: %v", code, m, err)
		}
	}
	for id := range e.All() {
		text, ok := []byte(nil), false
		x := Encoder{expr: e, root: e.Root, place: defaultSchema}
		if n := e.Node(id); n.Kind == syntax.NodeTemplate && !x.isLiteral(n) && e.Sole(id) == 0 {
			text, ok = simpleTemplate(e, id)
		}
		if !ok {
			continue
		}
		x.parts = e.Parts(nil, id)
		if !x.appendParts(id, false) || string(x.text) != string(text) {
			t.Errorf("%s: got %s, want %s", code, jsontext.AppendQuote(nil, text), jsontext.AppendQuote(nil, x.text))
		}
	}
}

var simples = []string{
	`"a"`, `""`, `"a" == "b"`, `"$"`, `"{"`, `"é"`, `"a\nb"`, `"${x}"`, `"a${x}b"`, `"$${x}${y}"`, `"%%{x}$${y}"`, `"a$$${x}"`, `"${f("x", "}")}-a"`, `"a ${~ x ~} b"`, `"%{ if a }b%{ endif }"`,
	`0`, `00`, `12`, `1.5`, `1e5`, `1 + 2`, `-1`, `true`, `false`, `null`, `true || x`, `a`, `a.b-c`, `a.0`, `a.0.b`, `a[0]`, `a["b"].c`, `a . b`, `a/**/.b`, `_a`, `é`, `a.é`, `f(x)`, `!a`, `!true`, "a(<<E\nE\n)",
	"object({\n  a = string # x\n})", "a == <<E\nE\n", "all", "a.*.b", "a[*]", "a::b(c)", "\"a\\\n\"", "a?b:\"c\\nd\"", "[for]", "{a=1}",
}

func TestSimpleIsTheSame(t *testing.T) {
	files, _ := filepath.Glob("testdata/*/*.txtar")
	for _, name := range files {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range archive.Files {
			checkSimple(t, string(file.Data))
		}
	}
	for _, code := range simples {
		checkSimple(t, code)
	}
}

// FuzzSimple: so it is for every expression.
func FuzzSimple(f *testing.F) {
	for _, code := range simples {
		f.Add(code)
	}
	f.Fuzz(func(t *testing.T, code string) { checkSimple(t, code) })
}
