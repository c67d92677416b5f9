package find

import (
	"bytes"
	"encoding/json"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"iacedit/internal/base/budget"
	"iacedit/internal/base/fault"
)

// A testCase is what the tables have under one name: in.tf, or "in:" and their names for
// several files, more.json (other members of the request), and want.data, want.error, or
// want.txt: a line for each place that is found.
type testCase struct {
	parts map[string]string
	files map[string]string
}

func readCases(t *testing.T, path string) (names []string, cases map[string]*testCase) {
	t.Helper()
	archive, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	cases = map[string]*testCase{}
	for _, f := range archive.Files {
		name, part, _ := strings.Cut(f.Name, "/")
		c := cases[name]
		if c == nil {
			c = &testCase{map[string]string{}, map[string]string{}}
			cases[name] = c
			names = append(names, name)
		}
		if file, ok := strings.CutPrefix(part, "in:"); ok {
			c.files[file] = string(f.Data)
		} else {
			c.parts[part] = string(f.Data)
		}
	}
	return names, cases
}

func (c *testCase) body(t *testing.T) []byte {
	t.Helper()
	more := map[string]json.RawMessage{}
	if err := json.Unmarshal([]byte(c.parts["more.json"]), &more); err != nil {
		t.Fatal(err)
	}
	if len(c.files) > 0 {
		more["files"], _ = json.Marshal(c.files)
	} else {
		more["code"], _ = json.Marshal(c.parts["in.tf"])
	}
	body, err := json.Marshal(more)
	if err != nil {
		t.Fatal(err)
	}
	return body
}

func compact(t *testing.T, text []byte) string {
	t.Helper()
	var b bytes.Buffer
	if err := json.Compact(&b, text); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return b.String()
}

func TestCases(t *testing.T) {
	paths, _ := filepath.Glob("testdata/*.txtar")
	shared, _ := filepath.Glob("../../shared/cases/next/18-rewrite-and-find.txtar")
	if len(shared) == 0 {
		t.Log("SKIPPED, the shared cases of finding are not there")
	}
	for _, path := range append(paths, shared...) {
		names, cases := readCases(t, path)
		for _, name := range names {
			c := cases[name]
			if strings.HasPrefix(path, "..") && !strings.Contains(c.parts["path"], "/find") {
				continue // of editing
			}
			t.Run(name, func(t *testing.T) { c.run(t) })
		}
	}
}

func (c *testCase) run(t *testing.T) {
	answer, err := new(Options).DoJSON([]byte("x"), c.body(t))
	if want, ok := c.parts["want.error"]; ok {
		var refused *Error
		if !errors.As(err, &refused) || string(answer) != "x" {
			t.Fatalf("%v: %s", err, answer)
		}
		checkError(t, refused, want)
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	answer = answer[1:]
	if want, ok := c.parts["want.data"]; ok {
		if diff := cmp.Diff(compact(t, []byte(want)), compact(t, answer)); diff != "" {
			t.Errorf("-want +got:\n%s", diff)
		}
		return
	}
	var data struct {
		Found []struct {
			Rule                           int
			File, Address, Attribute, Text string
			Names                          map[string]any
		}
	}
	if err := json.Unmarshal(answer, &data); err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	for _, f := range data.Found {
		names := ""
		if len(f.Names) > 0 {
			text, _ := json.Marshal(f.Names)
			names = " " + string(text)
		}
		got.WriteString(strings.Join([]string{string(rune('0' + f.Rule)), f.File, f.Address, f.Attribute, strings.ReplaceAll(f.Text, "\n", "⏎")}, " | ") + names + "\n")
	}
	if diff := cmp.Diff(c.parts["want.txt"], got.String()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func checkError(t *testing.T, got *Error, text string) {
	t.Helper()
	var want struct {
		Code     fault.Code
		Pointer  *string
		Position *struct {
			File         string
			Line, Column int
		}
		Has []string `json:"message_has"`
	}
	if err := json.Unmarshal([]byte(text), &want); err != nil {
		t.Fatal(err)
	}
	if got.Code != want.Code || want.Pointer != nil && got.Pointer != *want.Pointer {
		t.Errorf("%s at %s: %s", got.Code, got.Pointer, got.Message)
	}
	for _, part := range want.Has {
		if !strings.Contains(got.Message, part) {
			t.Errorf("%q is not in %s", part, got.Message)
		}
	}
	if p := want.Position; p != nil && (got.Position == nil || got.Position.Line != p.Line || p.Column != 0 && got.Position.Column != p.Column || got.Position.File != p.File) {
		t.Errorf("%+v: %s", got.Position, got.Message)
	}
}

// What is found is a Go value, too.
func TestFind(t *testing.T) {
	found, err := new(Options).Find([]byte("a = \"é\"\nb = \"é${f([x, 2])}\"\n"), []byte(`[{"match": "f([$$r])"}]`))
	if err != nil {
		t.Fatal(err)
	}
	want := []Found{{
		Address: "iacvars", Attribute: "b", Text: "f([x, 2])",
		Start: Position{2, 9, 18}, End: Position{2, 18, 27},
		Names: []Name{{Name: "r", Many: true, Texts: []string{"x", "2"}}},
	}}
	if diff := cmp.Diff(want, found); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// An answer that would be much larger than its request is refused, before it is made.
func TestFindIsBounded(t *testing.T) {
	deep := strings.Repeat("[", 400) + "x" + strings.Repeat("]", 400)
	code := "a = [" + strings.Repeat(deep+", ", 2000) + "]\n"
	body, _ := json.Marshal(map[string]any{"code": code, "find": []map[string]any{{"match": "[$x]"}}})
	_, err := new(Options).DoJSON(nil, body)
	var refused *Error
	if !errors.As(err, &refused) || refused.Code != fault.TooExpensive {
		t.Errorf("%v", err)
	}
	if limits := budget.Of(len(body)); limits.Output > 1<<24 {
		t.Skip("SKIPPED, the answer has room")
	}
}
