package check

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"iacedit/openapi/check/document"
	"iacedit/openapi/check/schema"
)

// The checked-in files are what go generate writes.
func TestFilesAreCurrent(t *testing.T) {
	asYAML, asJSON, err := document.Make()
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{"openapi.yaml": asYAML, "openapi.json": asJSON}
	for _, d := range schema.Dialects {
		if files[schema.FileName(d)], err = schema.Edits(d); err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range files {
		if got, err := os.ReadFile(filepath.Join("..", name)); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is not current: run go generate ./openapi", name)
		}
	}
}

// Every run writes the same document.
func TestDocumentIsStable(t *testing.T) {
	want, _, err := document.Make()
	if err != nil {
		t.Fatal(err)
	}
	for range 8 {
		if got, _, err := document.Make(); err != nil || !bytes.Equal(got, want) {
			t.Fatalf("another run wrote another document: %v", err)
		}
	}
}

// loaded returns the document as kin-openapi reads it.
func loaded(t *testing.T) *openapi3.T {
	t.Helper()
	doc, err := openapi3.NewLoader().LoadFromFile(filepath.Join("..", "openapi.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// The document is valid, its examples are what it describes, and its YAML and its JSON are
// the same.
func TestDocument(t *testing.T) {
	doc := loaded(t)
	if err := doc.Validate(t.Context()); err != nil {
		t.Error(err)
	}
	other, err := openapi3.NewLoader().LoadFromFile(filepath.Join("..", "openapi.json"))
	if err != nil {
		t.Fatal(err)
	}
	a, err := doc.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	b, err := other.MarshalJSON()
	if err != nil || !bytes.Equal(a, b) {
		t.Error("the document as JSON is another one", err)
	}
}
