package fuzz

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"iacedit/edit"
	"iacedit/syntax"
)

// A seed is a case of the tables in edit/testdata: a whole body, or code and edits.
type seed struct{ code, edits, body string }

func editSeeds(t testing.TB) (seeds []seed) {
	tables, err := filepath.Glob("../edit/testdata/*.txtar")
	if err != nil || len(tables) == 0 {
		t.Fatal("no seeds: ", err)
	}
	for _, path := range tables {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		cases := map[string]*seed{}
		for _, f := range archive.Files {
			name, part, _ := strings.Cut(f.Name, "/")
			if cases[name] == nil {
				cases[name] = new(seed)
			}
			switch part {
			case "in.tf":
				cases[name].code = string(f.Data)
			case "in.json":
				if err := json.Unmarshal(f.Data, &cases[name].code); err != nil {
					t.Fatalf("%s: %s: %v", path, f.Name, err)
				}
			case "edits.json":
				cases[name].edits = string(f.Data)
			case "request.json":
				cases[name].body = string(f.Data)
			}
		}
		for _, s := range cases {
			seeds = append(seeds, *s)
		}
	}
	return seeds
}

// codeSeeds returns the files in the tables of package syntax.
func codeSeeds(t testing.TB) (seeds [][]byte) {
	tables, err := filepath.Glob("../syntax/testdata/*.txtar")
	if err != nil || len(tables) == 0 {
		t.Fatal("no seeds: ", err)
	}
	for _, path := range tables {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range archive.Files {
			seeds = append(seeds, f.Data)
		}
	}
	return seeds
}

// checkRefusal fails t where an error is not one that a client can be shown.
func checkRefusal(t *testing.T, err error) {
	t.Helper()
	codes := []edit.Code{
		edit.MissingCode, edit.InvalidRequest, edit.InvalidCode, edit.AmbiguousMatch,
		edit.BlockNotFound, edit.BlockAlreadyExists, edit.AttributeNotFound, edit.AttributeAlreadyExists,
	}
	refusal, ok := err.(*edit.Error)
	switch {
	case !ok:
		t.Errorf("an error of another type: %T %v", err, err)
	case !slices.Contains(codes, refusal.Code) || refusal.Message == "":
		t.Errorf("an error without code or message: %+v", refusal)
	case refusal.Code == edit.InvalidCode && refusal.Position == nil:
		t.Errorf("invalid code without a position: %+v", refusal)
	case refusal.Pointer != "" && refusal.Pointer != "/edits" && !strings.HasPrefix(refusal.Pointer, "/edits/"):
		t.Errorf("a pointer into something else: %+v", refusal)
	}
}

// FuzzEdit: whatever code and edits are, the answer is code that parses, or an error
// that says why not. What was handed in is not written to.
func FuzzEdit(f *testing.F) {
	for _, s := range editSeeds(f) {
		f.Add([]byte(s.code), []byte(s.edits), false)
		f.Add([]byte(s.code), []byte(s.edits), true)
	}
	for _, code := range codeSeeds(f) {
		f.Add(code, []byte(`{"add": {"module": {"m": [{"attributes": {"source": "./m"}}]}}, "set": {"iacvars": [{"attributes": {"a": {"k": [1, "${x}"]}}}]}}`), false)
	}
	f.Fuzz(func(t *testing.T, code, edits []byte, hcl bool) {
		options := edit.Options{}
		if hcl {
			options.Dialect = edit.HCL
		}
		codeSent, editsSent := bytes.Clone(code), bytes.Clone(edits)
		got, err := options.Apply([]byte("> "), code, edits)
		if !bytes.Equal(code, codeSent) || !bytes.Equal(edits, editsSent) {
			t.Error("what was handed in was written to")
		}
		if err != nil {
			checkRefusal(t, err)
			if string(got) != "> " {
				t.Errorf("an error and a result: %q", got)
			}
			return
		}
		result, ok := bytes.CutPrefix(got, []byte("> "))
		if !ok {
			t.Fatalf("the result does not start with what it was appended to: %q", got)
		}
		if _, err := syntax.Parse(result); err != nil {
			t.Errorf("the result does not parse: %v\n%s", err, result)
		}
	})
}

// FuzzRequest: no body makes the service panic. What a body costs is for FuzzCost.
func FuzzRequest(f *testing.F) {
	for _, s := range editSeeds(f) {
		if s.body == "" {
			code, err := json.Marshal(s.code)
			if err != nil {
				f.Fatal(err)
			}
			s.body = `{"code": ` + string(code) + `, "edits": ` + s.edits + `}`
		}
		f.Add([]byte(s.body))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		if len(body) > 1<<16 {
			return
		}
		sent := bytes.Clone(body)
		if _, err := new(edit.Options).Do(nil, body); err != nil {
			checkRefusal(t, err)
		}
		if !bytes.Equal(body, sent) {
			t.Error("the body was written to")
		}
	})
}
