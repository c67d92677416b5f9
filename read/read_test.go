package read

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"iacedit/address"

	"iacedit/internal/base/fault"
	"iacedit/syntax"
)

// A testCase is what the tables have under one name: in.tf, more.json (other members of the
// request), and want.data or want.error; or, in the place of in.tf, "in:" and their names
// for several files.
type testCase struct {
	in, more, want, wantError string
	files                     map[string]string
}

func readCases(t *testing.T, path string) (names []string, cases map[string]*testCase) {
	archive, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	cases = map[string]*testCase{}
	for _, f := range archive.Files {
		name, part, _ := strings.Cut(f.Name, "/")
		c := cases[name]
		if c == nil {
			c = &testCase{}
			cases[name] = c
			names = append(names, name)
		}
		if file, ok := strings.CutPrefix(part, "in:"); ok {
			if c.files == nil {
				c.files = map[string]string{}
			}
			c.files[file] = string(f.Data)
			continue
		}
		switch text := string(f.Data); part {
		case "in.tf":
			c.in = text
		case "more.json":
			c.more = text
		case "want.data":
			c.want = text
		case "want.error":
			c.wantError = text
		case "path":
		default:
			t.Fatalf("%s: unknown part %s", path, f.Name)
		}
	}
	return names, cases
}

// compact returns JSON without the blanks around its tokens.
func compact(t *testing.T, text []byte) string {
	var b bytes.Buffer
	if err := json.Compact(&b, text); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return b.String()
}

func TestCases(t *testing.T) {
	paths, _ := filepath.Glob("testdata/*.txtar")
	if len(paths) == 0 {
		t.Fatal("no tables")
	}
	shared, _ := filepath.Glob("../../shared/cases/next/09-read.txtar")
	if len(shared) == 0 {
		t.Log("SKIPPED: no shared cases beside the repository")
	}
	for _, path := range append(paths, shared...) {
		names, cases := readCases(t, path)
		for _, name := range names {
			t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar")+"/"+name, func(t *testing.T) { cases[name].run(t) })
		}
	}
}

func (c *testCase) run(t *testing.T) {
	code, _ := json.Marshal(c.in)
	body := `{"code": ` + string(code)
	if c.files != nil {
		code, _ = json.Marshal(c.files)
		body = `{"files": ` + string(code)
	}
	if c.more != "" {
		body += ", " + strings.TrimSpace(c.more)[1:]
	} else {
		body += "}"
	}
	got, err := new(Options).DoJSON([]byte("x"), []byte(body))
	if string(got[:1]) != "x" {
		t.Error("the destination has changed")
	}
	if c.wantError != "" {
		c.check(t, err)
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(compact(t, []byte(c.want)), compact(t, got[1:])); diff != "" {
		t.Error(diff)
	}
}

func (c *testCase) check(t *testing.T, err error) {
	var want struct {
		Code, Pointer string
		Has           []string `json:"message_has"`
		Position      *fault.Position
	}
	if err := json.Unmarshal([]byte(c.wantError), &want); err != nil {
		t.Fatal(err)
	}
	e, ok := err.(*Error)
	if !ok || string(e.Code) != want.Code || want.Pointer != "" && e.Pointer != want.Pointer {
		t.Fatalf("got %#v", err)
	}
	if diff := cmp.Diff(want.Position, e.Position); want.Position != nil && diff != "" {
		t.Error(diff)
	}
	for _, text := range want.Has {
		if !strings.Contains(e.Message, text) {
			t.Errorf("the message %q does not say %q", e.Message, text)
		}
	}
}

// TestCommentsThatJSONCannotSay: a comment that is not UTF-8 is left out, so that what was
// read can be set.
func TestCommentsThatJSONCannotSay(t *testing.T) {
	code := []byte("# \xff\na {\n  # \xff\n  x = 1\n  # y\n  y = 2\n}\n")
	got, err := (&Options{Dialect: address.HCL}).Read(nil, code, []byte(`{"include": ["comments"]}`))
	if want := `{"a":[{"attributes":{"x":1,"y":2},"comments":{"y":"y"}}]}`; err != nil || string(got) != want {
		t.Errorf("got %s, %v", got, err)
	}
}

// TestReadTree: code that has been parsed is read as the code is, and its tree can be read
// again.
func TestReadTree(t *testing.T) {
	tree, err := syntax.Parse([]byte(sample))
	if err != nil {
		t.Fatal(err)
	}
	for _, request := range []string{`{}`, `{"select": {"resource": {"*": {"*": [{"attributes": ["tags.Owner"], "optional": true}]}}}}`, `{"include": ["ranges"]}`} {
		want, err := new(Options).Read(nil, []byte(sample), []byte(request))
		if err != nil {
			t.Fatal(err)
		}
		got, err := new(Options).ReadTree([]byte("x"), tree, []byte(request))
		if diff := cmp.Diff("x"+string(want), string(got)); err != nil || diff != "" {
			t.Errorf("%s: %v, %s", request, err, diff)
		}
	}
}
