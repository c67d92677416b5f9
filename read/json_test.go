package read_test

import (
	"strings"
	"testing"

	"iacedit/find"
	"iacedit/module"
	"iacedit/read"
)

// jsonModule is a module of which one file is in JSON syntax.
var jsonModule = []module.File{
	{Name: "main.tf", Code: []byte("resource \"a_b\" \"native\" {\n  disk {\n    size = 1\n  }\n}\n")},
	{Name: "x.tf.json", Code: []byte(`{"resource": {"a_b": {"json": {
  "//": "why",
  "disk": {"size": "${var.size * 2}"},
  "name": "a\n\u0062${var.n}"
}}}}`)},
}

// TestReadJSON reads files in JSON syntax beside native ones, which tell what is a block.
// Positions count in the JSON.
func TestReadJSON(t *testing.T) {
	var o read.Options
	got, err := o.ReadFiles(nil, jsonModule, []byte(`{"select": {"resource": {"a_b": {"json": {}}}}, "include": ["comments", "ranges"]}`))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`"file":"x.tf.json"`, `"blockTypes":{"disk":[{`, `"size":"${var.size * 2}"`, `"name":"a\nb${var.n}"`, `"why"`,
		`"name":{"start":{"line":4,"column":4,"offset":89},"end":{"line":4,"column":30,"offset":115}}`,
	} {
		if !strings.Contains(string(got), want) {
			t.Errorf("no %s in %s", want, got)
		}
	}
	// Ranges are those of the text.
	text := jsonModule[1].Code
	if at := strings.Index(string(text), "name"); at != 89 || string(text[89:115]) != `name": "a\n\u0062${var.n}"` {
		t.Errorf("%d %s", at, text[89:115])
	}
}

// TestFindJSON finds expressions in the strings of files in JSON syntax.
func TestFindJSON(t *testing.T) {
	var o find.Options
	found, err := o.FindFiles(jsonModule, []byte(`[{"match": "$x * 2"}, {"reference": "var.n"}]`))
	if err != nil || len(found) != 2 {
		t.Fatal(found, err)
	}
	text := string(jsonModule[1].Code)
	for i, want := range []string{"var.size * 2", "var.n"} {
		f := found[i]
		if f.Text != want || text[f.Start.Offset:f.End.Offset] != want || f.File != "x.tf.json" {
			t.Errorf("%+v", f)
		}
	}
	if f := found[0]; f.Address != "resource.a_b.json.disk[0]" || f.Start.Line != 3 {
		t.Errorf("%+v", f)
	}
}

// TestReadBadJSON tells where a file in JSON syntax is at fault.
func TestReadBadJSON(t *testing.T) {
	var o read.Options
	for text, column := range map[string]int{`{"locals": {"a": "${x"}}`: 18, `{"locals": 1}`: 12, `{"locals": {"a": }}`: 18, `{"local": {}}`: 2} {
		_, err := o.ReadFiles(nil, []module.File{{Name: "x.tf.json", Code: []byte(text)}}, nil)
		refused, ok := err.(*read.Error)
		if !ok || refused.Code != "INVALID_CODE" || refused.Position == nil || refused.Position.File != "x.tf.json" || refused.Position.Column != column {
			t.Errorf("%s: %v", text, err)
		}
	}
}
