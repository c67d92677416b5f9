package check

import (
	"encoding/json"
	"log/slog"
	"os"
	"path/filepath"
	"testing"

	"iacedit/httpd"
	"iacedit/internal/testkit/corpus"
	"iacedit/openapi/check/tables"
)

// The contract describes what is read of real code, and the request that sets it; and an
// edit with all that can be answered.
func TestCorpus(t *testing.T) {
	c := contract(t)
	s := httpd.New(httpd.Config{Logger: slog.New(slog.DiscardHandler)})
	count := 0
	for name, code := range codes(t) {
		dialect := "terraform"
		if filepath.Ext(name) != ".tf" {
			dialect = "hcl"
		}
		read := request(t, map[string]any{"code": code, "dialect": dialect, "include": []string{"comments", "ranges"}})
		a := post(s, tables.ReadPath, read)
		check(t, c, name, tables.ReadPath, read, a)
		var answer struct {
			Data struct{ Content json.RawMessage }
		}
		if err := json.Unmarshal(a.Body, &answer); err != nil {
			t.Fatal(err)
		}
		if a.Status != 200 || string(answer.Data.Content) == "{}" {
			continue
		}
		edit := request(t, map[string]any{"code": code, "dialect": dialect, "report": true, "return": []string{"code", "changes", "diff"},
			"edits": map[string]any{"set": answer.Data.Content}})
		a = post(s, tables.EditPath, edit)
		if code := errorCode(a); code == "INVALID_REQUEST" {
			// Blocks that the dialect has no address for cannot be sent back.
			if err := c.CheckAnswer(a); err != nil {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		check(t, c, name, tables.EditPath, edit, a)
		count++
	}
	t.Logf("%d files were read and set", count)
	if count == 0 {
		t.Error("nothing was set")
	}
}

// check fails the test where the contract describes not both the request and the answer.
func check(t *testing.T, c *Contract, name, path string, body []byte, a *Answer) {
	t.Helper()
	if err := c.CheckRequest(path, body); err != nil {
		t.Errorf("%s: the request to %s: %v", name, path, err)
	}
	if err := c.CheckAnswer(a); err != nil {
		t.Errorf("%s: %v", name, err)
	}
}

func request(t *testing.T, members map[string]any) []byte {
	t.Helper()
	body, err := json.Marshal(members)
	if err != nil {
		t.Fatal(err)
	}
	return body
}

// codes returns generated code and, where they are beside the repository, real files.
func codes(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{"generated.tf": string(corpus.Module(30_000))}
	dir, err := corpus.Find()
	if err != nil {
		t.Log("NOT CHECKED: real files: ", err)
		return all
	}
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		code, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		all[filepath.Base(file)] = string(code)
	}
	return all
}
