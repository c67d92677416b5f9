package edit

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"iacedit/internal/jsontext"
)

// A testCase is one case of a txtar table: parts named "name/part".
//
//	in.tf or in.json      the code sent; the latter as a JSON string
//	edits.json            the edits sent, as they stand
//	more.json             an object: other members of the body
//	request.json          instead of both: the whole body
//	want.tf, want.json    the code expected
//	want.error            members of the error expected, as JSON; "message_has" lists
//	                      texts that the message contains
type testCase struct {
	name  string
	parts map[string]string
}

func readCases(t testing.TB, path string) []testCase {
	t.Helper()
	archive, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var cases []testCase
	for _, f := range archive.Files {
		name, part, ok := strings.Cut(f.Name, "/")
		if !ok {
			t.Fatalf("%s: %q is not name/part", path, f.Name)
		}
		if n := len(cases); n == 0 || cases[n-1].name != name {
			cases = append(cases, testCase{name, map[string]string{}})
		}
		cases[len(cases)-1].parts[part] = string(f.Data)
	}
	return cases
}

// text returns the part of that name, be it plain or a JSON string.
func (c *testCase) text(t testing.TB, part string) (string, bool) {
	if text, ok := c.parts[part+".tf"]; ok {
		return text, true
	}
	quoted, ok := c.parts[part+".json"]
	var text string
	if ok {
		if err := json.Unmarshal([]byte(quoted), &text); err != nil {
			t.Fatalf("%s/%s.json: %v", c.name, part, err)
		}
	}
	return text, ok
}

// body returns the request body.
func (c *testCase) body(t testing.TB) []byte {
	if body, ok := c.parts["request.json"]; ok {
		return []byte(body)
	}
	code, _ := c.text(t, "in")
	quoted, err := json.Marshal(code)
	if err != nil {
		t.Fatal(err)
	}
	more := strings.TrimSpace(c.parts["more.json"])
	if more != "" {
		more = ", " + more[1:len(more)-1]
	}
	return []byte(`{"code": ` + string(quoted) + `, "edits": ` + c.parts["edits.json"] + more + `}`)
}

func (c *testCase) run(t *testing.T, o *Options) {
	got, err := o.Do(nil, c.body(t))
	want, ok := c.text(t, "want")
	if ok {
		if err != nil {
			t.Fatalf("refused: %v", err)
		}
		if diff := cmp.Diff(want, string(got)); diff != "" {
			t.Errorf("-want +got\n%s", diff)
		}
		inJSON, err := o.DoJSON([]byte("x"), c.body(t))
		if diff := cmp.Diff(`x{"edited_code":`+string(jsontext.AppendQuote(nil, got))+"}", string(inJSON)); diff != "" || err != nil {
			t.Errorf("DoJSON: %v: -want +got\n%s", err, diff)
		}
		return
	}
	if err == nil {
		t.Fatalf("edited, want an error: %s", got)
	}
	checkError(t, err.(*Error), c.parts["want.error"])
}

func checkError(t *testing.T, got *Error, wanted string) {
	t.Helper()
	var want struct {
		Code     Code
		Pointer  *string
		Position *Position
		Message  []string `json:"message_has"`
	}
	if err := json.Unmarshal([]byte(wanted), &want); err != nil {
		t.Fatal(err)
	}
	if got.Code != want.Code {
		t.Errorf("code %s, want %s: %s", got.Code, want.Code, got.Message)
	}
	if want.Pointer != nil && got.Pointer != *want.Pointer {
		t.Errorf("pointer %q, want %q", got.Pointer, *want.Pointer)
	}
	if p := want.Position; p != nil && (got.Position == nil || got.Position.Line != p.Line || p.Column != 0 && got.Position.Column != p.Column) {
		t.Errorf("position %v, want %v", got.Position, p)
	}
	for _, text := range want.Message {
		if !strings.Contains(got.Message, text) {
			t.Errorf("message lacks %q: %s", text, got.Message)
		}
	}
}

func TestCases(t *testing.T) {
	runTables(t, filepath.Join("testdata", "*.txtar"))
}

// TestPublishedCases runs the cases that came with the specification, where they are
// beside the repository.
func TestPublishedCases(t *testing.T) {
	dir := filepath.Join("..", "..", "shared", "cases")
	if _, err := os.Stat(dir); err != nil {
		t.Skip("SKIPPED: the specification's cases are not beside the repository: ", err)
	}
	runTables(t, filepath.Join(dir, "*.txtar"))
	for _, name := range published {
		path := filepath.Join(dir, "next", name+".txtar")
		if _, err := os.Stat(path); err != nil {
			t.Run(name, func(t *testing.T) { t.Skip("SKIPPED: ", err) })
			continue
		}
		runTables(t, path)
	}
}

// published are the tables of what was specified later and is built; those that need more
// than one file or other answers are for the contract (.ci/contract).
var published = []string{"11-comments-and-places", "12-rename-and-move", "15-composition"}

func runTables(t *testing.T, pattern string) {
	paths, err := filepath.Glob(pattern)
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			for _, c := range readCases(t, path) {
				t.Run(c.name, func(t *testing.T) { c.run(t, new(Options)) })
			}
		})
	}
}
