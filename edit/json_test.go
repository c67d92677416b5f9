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

// TestJSONMovesBlocks moves blocks between files in JSON and native syntax, and makes new files.
func TestJSONMovesBlocks(t *testing.T) {
	for _, test := range []struct{ edits, file, want string }{
		{`{"add": {"locals": {"file": "new.tf.json", "attributes": {"a": 1}}}}`, "new.tf.json", "{\n  \"locals\": {\n    \"a\": 1\n  }\n}\n"},
		{`{"move": {"output": {"x": {"file": "new.tf.json"}}}}`, "new.tf.json", "{\n  \"output\": {\n    \"x\": {\n      \"value\": \"${aws_instance.web.id}\"\n    }\n  }\n}\n"},
		{`{"move": {"output": {"x": {"file": "gen.tf.json"}}}}`, "gen.tf.json", strings.TrimSuffix(jsonModule, "}\n") + `, "output": {"x": {"value": "${aws_instance.web.id}"}}}` + "\n"},
		{`{"move": {"resource": {"aws_instance": {"db": {"file": "main.tf"}}}}}`, "main.tf", "variable \"image\" {}\n\noutput \"x\" {\n  value = aws_instance.web.id\n}\n\nresource \"aws_instance\" \"db\" {\n  count = length(var.image)\n}\n"},
	} {
		var o edit.Options
		changed, err := o.ApplyFiles(jsonFiles(), []byte(test.edits))
		if err != nil {
			t.Errorf("%s: %v", test.edits, err)
			continue
		}
		found := false
		for _, f := range changed {
			if f.Name == test.file {
				found = true
				if string(f.Code) != test.want {
					t.Errorf("%s: got\n%s\nwant\n%s", test.edits, f.Code, test.want)
				}
			}
		}
		if !found {
			t.Errorf("%s: %s is as it was", test.edits, test.file)
		}
	}
}

// TestJSONLines keeps the line ends of files in JSON syntax, and the end of the last line.
func TestJSONLines(t *testing.T) {
	const code = "{\r\n\t\"locals\": {\r\n\t\t\"a\": 1\r\n\t}\r\n}"
	want := strings.Replace(code, "1\r\n", "1,\r\n\t\t\"b\": [\r\n\t\t\t2\r\n\t\t]\r\n", 1)
	var o edit.Options
	changed, err := o.ApplyFiles([]edit.File{{Name: "x.tf.json", Code: []byte(code)}}, []byte(`{"set": {"locals": {"attributes": {"b": [2]}}}}`))
	if err != nil || len(changed) != 1 || string(changed[0].Code) != want {
		t.Errorf("%v %q", err, changed)
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

// TestJSONFollowsRefactorings refactors native code, and changes the references to it in files in
// JSON syntax. It puts no native code into a file with the name of one in JSON syntax.
func TestJSONFollowsRefactorings(t *testing.T) {
	const native = "locals {\n  a = \"x\"\n  b = \"y\"\n}\n\nresource \"aws_vpc\" \"main\" {\n  cidr = local.a\n  zone = local.b\n}\n\noutput \"id\" {\n  value = aws_vpc.main.id\n}\n"
	for _, test := range []struct{ json, edits, want string }{
		{`{"output": {"j": {"value": "${aws_vpc.main.id}"}}}`, `{"extract": [{"blocks": ["aws_vpc.main"], "to": "net", "tidy": true}]}`, `{"output": {"j": {"value": "${module.net.main_id}"}}}`},
		{`{"output": {"j": {"value": "${local.a}"}}}`, `{"inline": ["local.a", "local.b"]}`, `{"output": {"j": {"value": "x"}}}`},
		{`{"output": {"j": {"value": "${local.a}-${local.b}"}}}`, `{"inline": ["local.*"]}`, `{"output": {"j": {"value": "x-y"}}}`},
		{`{"output": {"j": {"value": "x"}}}`, `{"extract": [{"value": "local.a", "to": "local.c", "everywhere": true}, {"value": "local.b", "to": "local.d"}]}`, `{"output": {"j": {"value": "${local.c}"}}}`},
		{`{"output": {"j": {"value": 1}}}`, `{"extract": [{"blocks": ["aws_vpc.main"], "to": "net", "tidy": true}]}`, `{"output": {"j": {"value": 1}}}`},
	} {
		var o edit.Options
		files, err := o.ApplyFiles([]edit.File{{Name: "main.tf", Code: []byte(native)}, {Name: "out.tf.json", Code: []byte(test.json)}}, []byte(test.edits))
		if err != nil {
			t.Errorf("%s of %s: %v", test.edits, test.json, err)
		}
		got := test.json
		for _, f := range files {
			if f.Name == "out.tf.json" {
				got = string(f.Code)
			} else if strings.HasSuffix(f.Name, ".json") {
				t.Errorf("%s: %s", f.Name, f.Code)
			}
		}
		if got != test.want {
			t.Errorf("%s of %s: %s", test.edits, test.json, got)
		}
	}
}
