package edit_test

import (
	"strings"
	"testing"

	"iacedit/edit"
)

const jsonModule = `{"resource": {"aws_instance": {
    "web": {"ami": "${var.image}", "tags": {"Name": "a-\u0061${var.image}"}, "depends_on": ["aws_instance.db"]},
    "db":  {"count": "${length(var.image)}"}
}}}
`

// jsonFiles are the files of a module of which one is in JSON syntax.
func jsonFiles() []edit.File {
	return []edit.File{
		{Name: "main.tf", Code: []byte("variable \"image\" {}\n\noutput \"x\" {\n  value = aws_instance.web.id\n}\n")},
		{Name: "gen.tf.json", Code: []byte(jsonModule)},
		{Name: "x.auto.tfvars.json", Code: []byte(`{"image": "ami-1"}`)},
	}
}

// TestJSONFollows renames what files in JSON syntax declare and refer to: only the bytes of
// the names change.
func TestJSONFollows(t *testing.T) {
	for _, test := range []struct {
		name, edits string
		want        map[string][]string // by file: old, new, …
	}{
		{"a variable", `{"rename": {"variable": {"image": {"to": "ami"}}}}`, map[string][]string{
			"main.tf": {`"image"`, `"ami"`}, "gen.tf.json": {"var.image", "var.ami"}, "x.auto.tfvars.json": {`"image"`, `"ami"`},
		}},
		{"a resource that native code refers to", `{"rename": {"resource": {"aws_instance": {"web": {"to": "site", "moved": false}}}}}`, map[string][]string{
			"main.tf": {"aws_instance.web", "aws_instance.site"}, "gen.tf.json": {`"web": {`, `"site": {`},
		}},
		{"a resource in depends_on", `{"rename": {"resource": {"aws_instance": {"db": {"to": "main", "moved": false}}}}}`, map[string][]string{
			"gen.tf.json": {`"db":`, `"main":`, `aws_instance.db`, `aws_instance.main`},
		}},
		{"an argument", `{"rename": {"resource": {"aws_instance": {"web": {"attributes": {"ami": "image"}}}}}}`, map[string][]string{
			"gen.tf.json": {`"ami":`, `"image":`},
		}},
		{"a key", `{"rename": {"resource": {"aws_instance": {"web": {"attributes": {"tags.Name": "Label"}}}}}}`, map[string][]string{
			"gen.tf.json": {`"Name":`, `"Label":`},
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			var o edit.Options
			changed, err := o.ApplyFiles(jsonFiles(), []byte(test.edits))
			if err != nil {
				t.Fatal(err)
			}
			got := map[string]string{}
			for _, f := range changed {
				got[f.Name] = string(f.Code)
			}
			for _, f := range jsonFiles() {
				want, ok := test.want[f.Name]
				code, is := got[f.Name]
				if ok != is {
					t.Errorf("%s: changed %v, want %v", f.Name, is, ok)
				} else if ok && code != strings.NewReplacer(want...).Replace(string(f.Code)) {
					t.Errorf("%s:\n%s", f.Name, code)
				}
			}
		})
	}
}

// TestJSONMoved puts the "moved" block of a resource in JSON syntax into native code.
func TestJSONMoved(t *testing.T) {
	var o edit.Options
	changed, err := o.ApplyFiles(jsonFiles(), []byte(`{"rename": {"resource": {"aws_instance": {"web": {"to": "site"}}}}}`))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range changed {
		names = append(names, f.Name)
		if f.Name == "moved.tf" && string(f.Code) != "moved {\n  from = aws_instance.web\n  to   = aws_instance.site\n}\n" {
			t.Errorf("%s", f.Code)
		}
	}
	if got := strings.Join(names, " "); got != "gen.tf.json main.tf moved.tf" {
		t.Error(got)
	}
}

// TestJSONRefused refuses what no rename does in JSON syntax.
func TestJSONRefused(t *testing.T) {
	for _, edits := range []string{
		`{"update": {"resource": {"aws_instance": {"web": {"attributes": {"ami": "x"}}}}}}`,
		`{"set": {"resource": {"aws_instance": {"web": {"attributes": {"new": "x"}}}}}}`,
		`{"delete": {"resource": {"aws_instance": {"web": {}}}}}`,
		`{"add": {"locals": {"file": "gen.tf.json", "attributes": {"a": 1}}}}`,
		`{"add": {"locals": {"file": "new.tf.json", "attributes": {"a": 1}}}}`,
		`{"move": {"output": {"x": {"file": "new.tf.json"}}}}`,
		`{"move": {"output": {"x": {"file": "gen.tf.json"}}}}`,
		`{"move": {"resource": {"aws_instance": {"web": {"file": "main.tf"}}}}}`,
	} {
		var o edit.Options
		_, err := o.ApplyFiles(jsonFiles(), []byte(edits))
		refused, ok := err.(*edit.Error)
		if !ok || refused.Code != "INVALID_REQUEST" || !strings.Contains(refused.Message, "JSON") || refused.Pointer == "" {
			t.Errorf("%s: %v", edits, err)
		}
	}
}

// TestJSONBeside puts new code beside files in JSON syntax.
func TestJSONBeside(t *testing.T) {
	var o edit.Options
	changed, err := o.ApplyFiles(jsonFiles(), []byte(`{"add": {"resource": {"aws_instance": {"new": {"attributes": {"ami": "x"}}}}}}`))
	if err != nil || len(changed) != 1 || changed[0].Name != "main.tf" {
		t.Error(changed, err)
	}
	_, err = o.ApplyFiles(jsonFiles(), []byte(`{"add": {"resource": {"aws_instance": {"web": {"attributes": {"ami": "x"}}}}}}`))
	if refused, ok := err.(*edit.Error); !ok || refused.Code != "BLOCK_ALREADY_EXISTS" {
		t.Error(err)
	}
}

// TestJSONKeepsReferences refuses refactorings that would change references in JSON syntax, and
// puts no native code into a file with the name of one in JSON syntax.
func TestJSONKeepsReferences(t *testing.T) {
	const native = "locals {\n  a = \"x\"\n  b = \"y\"\n}\n\nresource \"aws_vpc\" \"main\" {\n  cidr = local.a\n  zone = local.b\n}\n\noutput \"id\" {\n  value = aws_vpc.main.id\n}\n"
	apply := func(json, edits string) ([]edit.File, error) {
		var o edit.Options
		return o.ApplyFiles([]edit.File{{Name: "main.tf", Code: []byte(native)}, {Name: "out.tf.json", Code: []byte(json)}}, []byte(edits))
	}
	for _, test := range []struct{ json, edits string }{
		{`{"output": {"j": {"value": "${aws_vpc.main.id}"}}}`, `{"extract": [{"blocks": ["aws_vpc.main"], "to": "net", "tidy": true}]}`},
		{`{"output": {"j": {"value": "${local.a}"}}}`, `{"inline": ["local.a", "local.b"]}`},
		{`{"output": {"j": {"value": "${local.a}-${local.b}"}}}`, `{"inline": ["local.*"]}`},
		{`{"output": {"j": {"value": "x"}}}`, `{"extract": [{"value": "local.a", "to": "local.c", "everywhere": true}, {"value": "local.b", "to": "local.d"}]}`},
	} {
		files, err := apply(test.json, test.edits)
		refused, ok := err.(*edit.Error)
		if !ok || refused.Code != "INVALID_REQUEST" || !strings.Contains(refused.Message, `line 1 of "out.tf.json"`) || refused.Pointer == "" {
			t.Errorf("%s of %s: %v %s", test.edits, test.json, err, files)
		}
	}

	files, err := apply(`{"output": {"j": {"value": 1}}}`, `{"extract": [{"blocks": ["aws_vpc.main"], "to": "net", "tidy": true}]}`)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if strings.HasSuffix(f.Name, ".json") {
			t.Errorf("%s: %s", f.Name, f.Code)
		}
	}
}
