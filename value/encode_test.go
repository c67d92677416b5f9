package value_test

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"iacedit/syntax"
	"iacedit/value"
)

// TestReading runs the tables of testdata/reading: PLACE/WHAT.hcl, an expression, and
// PLACE/WHAT.json, what it is read as, empty where it cannot be.
func TestReading(t *testing.T) {
	files, err := filepath.Glob("testdata/reading/*.txtar")
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
			name, place := strings.TrimSuffix(in.Name, ".hcl"), strings.Split(in.Name, "/")[0]
			if _, ok := places[place]; !ok || want.Name != name+".json" {
				t.Fatalf("bad table at %s", in.Name)
			}
			t.Run(name, func(t *testing.T) {
				got, ok := value.AppendJSON([]byte("x"), parse(t, string(in.Data)), parse(t, string(in.Data)).Root, places[place])
				if ok != (len(got) > 1) || string(got[1:]) != strings.TrimSuffix(string(want.Data), "\n") {
					t.Errorf("got %s, want %s", got[1:], want.Data)
				}
				checkReading(t, string(in.Data), places[place])
			})
		}
	}
}

// checkReading holds what is read of an expression against the laws: setting it changes
// nothing, and writing it anew makes the same value.
func checkReading(t *testing.T, code string, p *value.Schema) {
	t.Helper()
	e, err := syntax.ParseExpression(nil, []byte(code), syntax.Span{To: int32(len(code))})
	if err != nil {
		return
	}
	text, ok := value.AppendJSON(nil, e, e.Root, p)
	if !ok {
		return
	}
	if !json.Valid(text) {
		t.Fatalf("%s: not JSON: %s", code, text)
	}
	v, ok := value.Read(e, e.Root, p)
	if !ok {
		t.Fatalf("%s: read as %s, but not as a value", code, text)
	}
	if !new(value.Classes).Equal(e, e.Root, &v, p, value.Setting) {
		t.Fatalf("%s: read as %s, which is not the same", code, text)
	}
	made, err := value.AppendValue(nil, &v, p, layouts["nested"])
	if err != nil {
		t.Fatalf("%s: read as %s, which cannot be written: %v", code, text, err)
	}
	again, err := syntax.ParseExpression(nil, append(made, '\n'), syntax.Span{To: int32(len(made))})
	if err != nil || !new(value.Classes).Equal(again, again.Root, &v, p, value.Setting) {
		t.Fatalf("%s: read as %s, written as %s, which is not the same: %v", code, text, made, err)
	}
}

// FuzzReading: the laws hold for every expression.
func FuzzReading(f *testing.F) {
	for _, c := range sameness {
		f.Add(c.code)
	}
	for _, s := range []string{"\"a${x ~}\\n  b\"", "<<-E\n    a\n  ${~ x ~}\n  b\nE\n", `"$${a}$$${b}"`, `"%%{a}%${b}"`, "\"x${\na\n}y\"", "(<<E\nx\nE\n)", "[<<E\nx\nE\n]", `{true = 1, (true) = 2}`,
		`"\u0024${x}"`, `{"$${a}" = 1}`, `007`, `-00.50e+01`, `"%{ for a in b ~}\n  ${a}\n%{ endfor ~}\n"`, `0e10000000000`, `{for = 1}`, `[(for)]`, "!<<E\nE\n", "\"\xff\""} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, code string) {
		if len(code) > 10_000 {
			return
		}
		checkReading(t, code, nil)
		for _, p := range places {
			e, err := syntax.ParseExpression(nil, []byte(code), syntax.Span{To: int32(len(code))})
			if err != nil {
				return
			}
			if v, ok := value.Read(e, e.Root, p); ok && !new(value.Classes).Equal(e, e.Root, &v, p, value.Setting) {
				t.Fatalf("%s: read as %+v, which is not the same", code, v)
			}
		}
	})
}
