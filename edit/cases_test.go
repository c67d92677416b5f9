package edit

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"iacedit/internal/base/jsontext"
)

// A testCase is one case of a txtar table: parts named "name/part".
//
//	in.tf or in.json      the code sent; the latter as a JSON string
//	in:NAME               instead: a file of "files", by its name
//	edits.json            the edits sent, as they stand
//	more.json             an object: other members of the request
//	request.json          instead of all these: the whole body
//	want.tf, want.json    the code expected
//	want:NAME             a file expected among the edited ones; no others may be there
//	want.data             members of the answer expected, in their order
//	want.warnings         the codes of the report's warnings, in order
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
	sent := map[string]any{"code": code}
	if files := c.files("in:"); len(files) > 0 {
		sent = map[string]any{"files": files}
	}
	body, err := json.Marshal(sent)
	if err != nil {
		t.Fatal(err)
	}
	body = append(body[:len(body)-1], `, "edits": `+c.parts["edits.json"]...)
	if more, ok := c.parts["more.json"]; ok {
		body = append(append(body, ','), strings.TrimPrefix(strings.TrimSuffix(strings.TrimSpace(more), "}"), "{")...)
	}
	return append(body, '}')
}

// files returns the parts whose names begin so, by the rest of the names.
func (c *testCase) files(prefix string) map[string]string {
	files := map[string]string{}
	for name, text := range c.parts {
		if file, ok := strings.CutPrefix(name, prefix); ok {
			files[file] = text
		}
	}
	return files
}

// runData checks the answer's data.
func (c *testCase) runData(t *testing.T, o *Options) {
	answer, err := o.DoJSON(nil, c.body(t))
	if want, ok := c.parts["want.error"]; ok {
		if err == nil {
			t.Fatalf("edited, want an error: %s", answer)
		}
		checkError(t, err.(*Error), want)
		return
	}
	if err != nil {
		t.Fatalf("refused: %v", err)
	}
	var got struct {
		Code   string            `json:"edited_code"`
		Files  map[string]string `json:"edited_files"`
		Report Report
	}
	if err := json.Unmarshal(answer, &got); err != nil {
		t.Fatalf("%v: %s", err, answer)
	}
	if want, ok := c.text(t, "want"); ok {
		if diff := cmp.Diff(want, got.Code); diff != "" {
			t.Errorf("-want +got\n%s", diff)
		}
	}
	if want := c.files("want:"); len(want) > 0 {
		if diff := cmp.Diff(want, got.Files); diff != "" {
			t.Errorf("-want +got\n%s", diff)
		}
	}
	if want, ok := c.parts["want.data"]; ok {
		all := members(t, []byte(want))
		found := members(t, answer)
		for name := range found {
			if _, ok := all[name]; !ok {
				delete(found, name)
			}
		}
		if diff := cmp.Diff(all, found); diff != "" {
			t.Errorf("-want +got\n%s", diff)
		}
	}
	if want, ok := c.parts["want.warnings"]; ok {
		codes := []WarningCode{}
		for _, w := range got.Report.Warnings {
			codes = append(codes, w.Code)
		}
		var wanted []WarningCode
		if err := json.Unmarshal([]byte(want), &wanted); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(wanted, codes); diff != "" {
			t.Errorf("-want +got\n%s", diff)
		}
	}
}

// members returns the members of a JSON object, each as its text without blanks, so that
// members in them have their order.
func members(t *testing.T, object []byte) map[string]string {
	t.Helper()
	var all map[string]json.RawMessage
	if err := json.Unmarshal(object, &all); err != nil {
		t.Fatalf("%v: %s", err, object)
	}
	texts := map[string]string{}
	for name, text := range all {
		var b bytes.Buffer
		if err := json.Compact(&b, text); err != nil {
			t.Fatal(err)
		}
		texts[name] = b.String()
	}
	return texts
}

func (c *testCase) run(t *testing.T, o *Options) {
	_, more := c.parts["more.json"]
	if _, whole := c.parts["request.json"]; more || len(c.files("in:")) > 0 || whole && len(c.files("want:")) > 0 || c.parts["want.data"] != "" {
		c.runData(t, o)
		return
	}
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
		Message  *string
		Has      []string `json:"message_has"`
	}
	d := json.NewDecoder(strings.NewReader(wanted))
	d.DisallowUnknownFields()
	if err := d.Decode(&want); err != nil {
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
	if want.Message != nil && got.Message != *want.Message {
		t.Errorf("message %q, want %q", got.Message, *want.Message)
	}
	for _, text := range want.Has {
		if !strings.Contains(got.Message, text) {
			t.Errorf("message lacks %q: %s", text, got.Message)
		}
	}
}

func TestCases(t *testing.T) {
	runTables(t, filepath.Join("testdata", "*.txtar"))
}

// TestPublishedCases runs the cases of the specification if they are beside the repository.
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

// published are the tables of what was specified later and is built.
var published = []string{"10-calls-and-any", "11-comments-and-places", "12-rename-and-move", "13-files", "14-answers", "15-composition", "16-neighbours", "17-patterns-and-old-values", "18-rewrite-and-find", "19-trees", "20-refactorings"}

func runTables(t *testing.T, pattern string) {
	paths, err := filepath.Glob(pattern)
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		table := strings.TrimSuffix(filepath.Base(path), ".txtar")
		t.Run(table, func(t *testing.T) {
			for _, c := range readCases(t, path) {
				t.Run(c.name, func(t *testing.T) {
					if path, ok := c.parts["path"]; ok && !strings.HasSuffix(path, "/edit\n") {
						t.Skip("of another operation")
					}
					c.run(t, new(Options))
				})
			}
		})
	}
}
