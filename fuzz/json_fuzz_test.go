package fuzz

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"iacedit/edit"
)

// FuzzRenamingInJSON: a variable that is renamed in a file in JSON syntax changes there nothing
// but its name, as package encoding/json reads it; renamed back, the file says what it said.
func FuzzRenamingInJSON(f *testing.F) {
	tables, err := filepath.Glob("../convert/testdata/*.txtar")
	if err != nil || len(tables) == 0 {
		f.Fatal("no seeds: ", err)
	}
	for _, path := range tables {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range archive.Files {
			if strings.HasSuffix(file.Name, ".tf.json") {
				f.Add(file.Data, "a")
				f.Add(file.Data, "region")
			}
		}
	}
	f.Add([]byte(`{"output": {"o": {"value": "${var.\u0061 + \"${var.a}\"}", "b": ["\t${var.a}", 1e400]}}}`), "a")
	const fresh = "zq9_fresh"
	plain := regexp.MustCompile(`^[a-z][a-z0-9_]*$`) // others cannot be renamed to again
	f.Fuzz(func(t *testing.T, code []byte, name string) {
		if !plain.MatchString(name) || bytes.Contains(code, []byte(fresh)) || strings.Contains(fresh, name) || len(code) > 1<<14 {
			return
		}
		renamed, ok := renamedInJSON(t, code, name, fresh)
		if !ok {
			return
		}
		before, after := jsonTokens(t, code), jsonTokens(t, renamed)
		if len(before) != len(after) {
			t.Fatalf("%d tokens become %d\n%s", len(before), len(after), renamed)
		}
		for i := range before {
			was, isText := before[i].(string)
			is, stays := after[i].(string)
			if isText != stays || !isText && before[i] != after[i] || isText && strings.ReplaceAll(is, fresh, name) != was {
				t.Errorf("%v becomes %v", before[i], after[i])
			}
		}
		if !bytes.Contains(code, []byte(`\`)) && !bytes.Equal(bytes.ReplaceAll(renamed, []byte(fresh), []byte(name)), code) {
			t.Errorf("another byte has changed:\n%s\nbecomes\n%s", code, renamed)
		}
		back, ok := renamedInJSON(t, renamed, fresh, name)
		if !ok {
			t.Fatalf("it is not renamed back:\n%s", renamed)
		}
		again := jsonTokens(t, back)
		for i := range before {
			if i >= len(again) || before[i] != again[i] {
				t.Fatalf("renamed back, token %d is not %v:\n%s", i, before[i], back)
			}
		}
	})
}

// renamedInJSON renames a variable that a native file beside the one in JSON syntax has. It
// returns false if that is refused.
func renamedInJSON(t *testing.T, code []byte, name, to string) ([]byte, bool) {
	t.Helper()
	quoted := func(v any) string {
		text, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	files := []edit.File{{Name: "main.tf.json", Code: code}, {Name: "variables.tf", Code: []byte("variable " + quoted(name) + " {}\n")}}
	changed, err := (&edit.Options{}).ApplyFiles(files, []byte(`{"rename": {"variable": {`+quoted(name)+`: [{"to": `+quoted(to)+`}]}}}`))
	if err != nil {
		if _, ok := errors.AsType[*edit.Error](err); !ok {
			t.Errorf("an error of another type: %T %v", err, err)
		}
		return nil, false
	}
	for i := range changed {
		if changed[i].Name == "main.tf.json" {
			return changed[i].Code, true
		}
	}
	return code, true // it does not have the name
}

// jsonTokens returns the tokens of a JSON text.
func jsonTokens(t *testing.T, text []byte) (all []json.Token) {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	for {
		token, err := d.Token()
		if err == io.EOF {
			return all
		}
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		all = append(all, token)
	}
}
