package value_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"iacedit/syntax"
	"iacedit/value"
)

// places are the places that the tables name.
var places = map[string]*value.Schema{
	"template":   nil,
	"literal":    {Mode: value.Literal, Keys: value.Literal},
	"reference":  {Mode: value.Reference, Takes: value.Of(value.String), Want: "a reference"},
	"expression": {Mode: value.Expression},
	"mixed": {
		Keys:    value.Reference,
		Elem:    &value.Schema{Mode: value.Reference},
		Members: []value.Member{{Key: "x", Schema: &value.Schema{Mode: value.Literal}}},
	},
}

// layouts are the layouts that the tables name.
var layouts = map[string]value.Layout{
	"":        {Newline: "\n", Step: "  "},
	"nested":  {Newline: "\n", Step: "  ", Indent: "    ", Column: 12},
	"tabs":    {Newline: "\n", Step: "\t", Indent: "\t", Column: 5},
	"heredoc": {Newline: "\n", Step: "  ", Indent: "  ", Column: 6, Heredoc: true},
	"oneline": {Newline: "\n", Step: "  ", OneLine: true},
}

// TestValues runs the tables of testdata/values: NAME.json, a value, and NAME.hcl, the
// expression, or NAME.error, the message. NAME is PLACE-LAYOUT/WHAT; "-LAYOUT" may be left out.
func TestValues(t *testing.T) {
	files, err := filepath.Glob("testdata/values/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no tables", err)
	}
	for _, file := range files {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for i := 0; i+1 < len(archive.Files); i += 2 {
			in, want := archive.Files[i], archive.Files[i+1]
			t.Run(strings.TrimSuffix(in.Name, ".json"), func(t *testing.T) { testValue(t, in, want) })
		}
	}
}

func testValue(t *testing.T, in, want txtar.File) {
	v := readValue(t, in.Data)
	dir, _, _ := strings.Cut(in.Name, "/")
	place, layout, _ := strings.Cut(dir, "-")
	p, ok := places[place]
	l, ok2 := layouts[layout]
	if !ok || !ok2 || strings.TrimSuffix(in.Name, ".json") != want.Name[:len(in.Name)-len(".json")] {
		t.Fatalf("bad table at %s", in.Name)
	}
	got, err := value.AppendValue([]byte("x"), &v, p, l)
	if string(got[:1]) != "x" {
		t.Error("the destination has changed")
	}
	text := string(got[1:])
	if err != nil {
		text = err.Error()
		if len(got) != 1 || !strings.HasSuffix(want.Name, ".error") {
			t.Errorf("got %q and the error %s", got, err)
		}
	} else if e, err := syntax.ParseExpression(nil, append(got, '\n'), syntax.Span{From: 1, To: int32(len(got))}); err != nil {
		t.Errorf("does not parse: %v", err)
	} else if !new(value.Classes).Equal(e, e.Root, &v, p, value.Setting) {
		t.Errorf("does not say the value: %s", text)
	}
	if diff := cmp.Diff(strings.TrimSuffix(string(want.Data), "\n"), text); diff != "" {
		t.Error(diff)
	}
}

func readValue(t *testing.T, text []byte) value.Value {
	t.Helper()
	var r value.Reader
	r.Reset(text)
	v, err := r.Value()
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestLinesFollowTheFile(t *testing.T) {
	v := readValue(t, []byte(`{"a": [{}, 1]}`))
	got, err := value.AppendValue(nil, &v, nil, value.Layout{Newline: "\r\n", Step: "  "})
	if want := "{\r\n  a = [\r\n    {},\r\n    1,\r\n  ]\r\n}"; string(got) != want || err != nil {
		t.Errorf("got %q, %v", got, err)
	}
}

func TestListsFitTheLine(t *testing.T) {
	v := readValue(t, []byte(`["`+strings.Repeat("é", 45)+`", "`+strings.Repeat("y", 38)+`"]`))
	for column, oneLine := range map[int]bool{0: true, 9: true, 10: false} {
		got, err := value.AppendValue(nil, &v, nil, value.Layout{Newline: "\n", Step: "  ", Column: column})
		if err != nil || (strings.Count(string(got), "\n") == 0) != oneLine {
			t.Errorf("from column %d: %s, %v", column, got, err)
		}
	}
}

func TestFaultsPointAtTheValue(t *testing.T) {
	const text = `{"a": [1, {"b": "${"}]}`
	v := readValue(t, []byte(text))
	_, err := value.AppendValue(nil, &v, nil, value.Layout{Newline: "\n"})
	if fault, ok := err.(*value.ValueError); !ok || fault.At != strings.Index(text, `"${`) {
		t.Errorf("got %#v", err)
	}
}

func TestPlainValuesAllocateNothing(t *testing.T) {
	v := readValue(t, []byte(`{"a": [1, "x\ny", true], "b": {"with space": null}}`))
	dst := make([]byte, 0, 1024)
	l := layouts["nested"]
	if n := testing.AllocsPerRun(20, func() { value.AppendValue(dst, &v, nil, l) }); n != 0 {
		t.Errorf("allocates %v times", n)
	}
}

// FuzzWriting: what is written parses, whatever the value; in a literal place every
// string is allowed.
func FuzzWriting(f *testing.F) {
	for _, s := range []string{
		`"a-${x}"`, `"${x}"`, `"$${x} %%{if}"`, `"%{ if x }a%{ endif }"`, `["${<<E\nx\nE\n}", "${a\n+ b}"]`, `{"${k}": {"for": "$"}}`,
		`"${\"${a}\"}"`, `"$$$${"`, `"${1 # }\n}"`, `"\u0085\u0000\u007f\"\\"`, `[1e400, 1e99999999999]`, `"a${1\n}"`, `"${~ x ~}"`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var r value.Reader
		r.Reset(text)
		v, err := r.Value()
		if err != nil {
			return
		}
		for name, p := range places {
			got, err := value.AppendValue(nil, &v, p, layouts["nested"])
			if err == nil {
				err = syntax.CheckExpression(got)
			} else if name != "literal" {
				continue
			}
			l := layouts["heredoc"]
			if code, bad := value.AppendValue(nil, &v, p, l); bad == nil {
				e, bad := syntax.ParseExpression(nil, append(code, '\n'), syntax.Span{To: int32(len(code))})
				if bad == nil && !new(value.Classes).Equal(e, e.Root, &v, p, value.Setting) {
					t.Fatalf("%s: %s does not say %s", name, code, text)
				}
			}
			if err != nil && !strings.Contains(err.Error(), "out of range") && !strings.Contains(err.Error(), "nested more") {
				t.Fatalf("%s: %q: %v", name, got, err)
			}
		}
	})
}

// Lists of objects take no shape from lists of plain values, nor these from lists of objects.
func TestListsTakeTheShapeOfTheirSort(t *testing.T) {
	plain, nested := []string{`["a"]`, `["b"]`}, []string{"[\n  {\n    a = 1\n  },\n]", "[\n  {\n    a = 2\n  },\n]"}
	for _, tt := range []struct {
		json     string
		like     []string
		wantLine bool
	}{
		{`[{"a": 1}]`, plain, false},
		{`[{"a": 1}]`, []string{`[{ a = 1 }]`, `[{ a = 2 }]`}, true},
		{`["c"]`, nested, true},
		{`["c"]`, []string{"[\n  1,\n]", "[\n  2,\n]"}, false},
		{`[{"a": 1}]`, append(nested, plain...), false},
	} {
		x := &value.Examples{}
		for _, code := range tt.like {
			x.Add([]byte(code))
		}
		v := readValue(t, []byte(tt.json))
		got, err := value.AppendValue(nil, &v, nil, value.Layout{Newline: "\n", Step: "  ", Like: x})
		if err != nil || !strings.Contains(string(got), "\n") != tt.wantLine {
			t.Errorf("%s beside %q: %s, %v", tt.json, tt.like, got, err)
		}
	}
}
