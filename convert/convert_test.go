package convert

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"iacedit/internal/base/fault"
	"iacedit/internal/languages/schema"
)

// A testCase is what the tables have under one name, by part:
//
//	in.tf in.tf.json           the code; in.json: the same as a JSON string
//	in:NAME                    a file, by its name
//	more.json                  the other members of the request
//	request.json               the whole request
//	schema.json                the schemas of providers
//	want.tf want.tf.json       the code wanted; want.json: the same as a JSON string
//	want:NAME                  a converted file wanted
//	want.notes                 the codes of the notes
//	want.error                 the error: code, position, message_has
//	back                       converting back gives what came in: the code, or with "value"
//	                           the same JSON value but for blanks
type testCase map[string]string

func readCases(t *testing.T, path string) (names []string, cases map[string]testCase) {
	t.Helper()
	archive, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	cases = map[string]testCase{}
	for _, f := range archive.Files {
		name, part, _ := strings.Cut(f.Name, "/")
		if cases[name] == nil {
			cases[name] = testCase{}
			names = append(names, name)
		}
		cases[name][part] = string(f.Data)
	}
	return names, cases
}

func TestCases(t *testing.T) {
	paths, _ := filepath.Glob("testdata/*.txtar")
	if len(paths) == 0 {
		t.Fatal("no tables")
	}
	shared, _ := filepath.Glob("../../shared/cases/next/21-convert.txtar")
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

// text returns a part that is code, in one of its forms.
func (c testCase) text(t *testing.T, part string) (string, bool) {
	t.Helper()
	for _, form := range []string{".tf", ".tf.json"} {
		if text, ok := c[part+form]; ok {
			return text, true
		}
	}
	quoted, ok := c[part+".json"]
	if !ok {
		return "", false
	}
	var text string
	if err := json.Unmarshal([]byte(quoted), &text); err != nil {
		t.Fatal(err)
	}
	return text, true
}

// with returns the parts whose names start with a prefix, by the rest of them.
func (c testCase) with(prefix string) map[string]string {
	found := map[string]string{}
	for part, text := range c {
		if name, ok := strings.CutPrefix(part, prefix); ok {
			found[name] = text
		}
	}
	return found
}

func (c testCase) body(t *testing.T) []byte {
	t.Helper()
	if body, ok := c["request.json"]; ok {
		return []byte(body)
	}
	members := map[string]any{}
	if err := json.Unmarshal([]byte(c["more.json"]), &members); err != nil {
		t.Fatal(err)
	}
	if files := c.with("in:"); len(files) > 0 {
		members["files"] = files
	} else {
		members["code"], _ = c.text(t, "in")
	}
	body, err := json.Marshal(members)
	if err != nil {
		t.Fatal(err)
	}
	return body
}

// data is what an answer holds.
type data struct {
	Code  string            `json:"converted_code"`
	Files map[string]string `json:"converted_files"`
	Notes []Note            `json:"notes"`
}

func (c testCase) run(t *testing.T) {
	var o Options
	if text, ok := c["schema.json"]; ok {
		s, err := schema.Read([]byte(text), "schema.json")
		if err != nil {
			t.Fatal(err)
		}
		o.Schemas = s
	}
	got, err := o.DoJSON([]byte("x"), c.body(t))
	if string(got[:1]) != "x" {
		t.Error("the destination has changed")
	}
	if want, ok := c["want.error"]; ok {
		checkError(t, want, err)
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	var answer data
	if err := json.Unmarshal(got[1:], &answer); err != nil {
		t.Fatal(err)
	}
	if want, ok := c.text(t, "want"); ok {
		if diff := cmp.Diff(want, answer.Code); diff != "" {
			t.Error(diff)
		}
		c.back(t, &o, answer.Code)
	}
	if want := c.with("want:"); len(want) > 0 {
		if diff := cmp.Diff(want, answer.Files); diff != "" {
			t.Error(diff)
		}
	}
	codes := []NoteCode{}
	for _, n := range answer.Notes {
		codes = append(codes, n.Code)
	}
	if want, ok := c["want.notes"]; ok {
		var wanted []NoteCode
		if err := json.Unmarshal([]byte(want), &wanted); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(wanted, codes); diff != "" {
			t.Errorf("%s\n%v", diff, answer.Notes)
		}
	}
}

// back converts the code back, where the case says what comes of it.
func (c testCase) back(t *testing.T, o *Options, code string) {
	how, ok := c["back"]
	if !ok {
		return
	}
	in, _ := c.text(t, "in")
	if strings.TrimSpace(how) == "value" {
		got, _, err := o.ToJSON(nil, []byte(code))
		if err != nil {
			t.Fatal(err)
		}
		var want, is any
		if err := json.Unmarshal([]byte(in), &want); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(got, &is); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, is); diff != "" {
			t.Errorf("converted back: %s", diff)
		}
		return
	}
	got, notes, err := o.ToNative(nil, []byte(code))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(in, string(got)); diff != "" || len(notes) > 0 {
		t.Errorf("converted back: %s %v", diff, notes)
	}
}

func checkError(t *testing.T, text string, err error) {
	t.Helper()
	var want struct {
		Code     string
		Has      []string `json:"message_has"`
		Position *fault.Position
	}
	if err := json.Unmarshal([]byte(text), &want); err != nil {
		t.Fatal(err)
	}
	e, ok := err.(*Error)
	if !ok || string(e.Code) != want.Code {
		t.Fatalf("got %#v", err)
	}
	if p := want.Position; p != nil {
		if e.Position == nil || e.Position.Line != p.Line || p.Column > 0 && e.Position.Column != p.Column || e.Position.File != p.File {
			t.Errorf("got %v in %q", e.Position, e.Message)
		}
	}
	for _, part := range want.Has {
		if !strings.Contains(e.Message, part) {
			t.Errorf("the message %q does not say %q", e.Message, part)
		}
	}
}

// The result of a conversion has the line ends of its source, and they change nothing else. Of code
// with heredocs this is not so: their text has the line ends of the value.
func TestLineEnds(t *testing.T) {
	crlf := func(text string) string {
		return strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\n", "\r\n")
	}
	o, tried := new(Options), 0
	same := func(name, in string, convert func(dst, text []byte) ([]byte, []Note, error)) (out string) {
		lf, _, err := convert(nil, []byte(in))
		got, _, err2 := convert(nil, []byte(crlf(in)))
		if (err == nil) != (err2 == nil) {
			t.Errorf("%s: %v, with CRLF %v", name, err, err2)
		}
		if err != nil || err2 != nil || strings.Contains(in+string(lf), "<<") || strings.Contains(in, `\n`) || strings.Contains(string(lf), `\n`) {
			return string(lf)
		}
		if tried++; strings.Contains(in, "\n") && string(got) != crlf(string(lf)) {
			t.Errorf("%s: %s", name, cmp.Diff(crlf(string(lf)), string(got)))
		}
		return string(lf)
	}
	for _, file := range []string{"json", "native", "programs"} {
		names, cases := readCases(t, filepath.Join("testdata", file+".txtar"))
		for _, name := range names {
			in, ok := cases[name].text(t, "in")
			switch {
			case !ok:
			case strings.HasPrefix(strings.TrimSpace(in), "{"):
				same(name, same(name, in, o.ToNative), o.ToJSON)
			default:
				same(name, same(name, in, o.ToJSON), o.ToNative)
			}
		}
	}
	if tried < 20 {
		t.Errorf("only %d conversions are compared", tried)
	}
}
