package conversion

import (
	"strings"
	"testing"

	"iacedit/internal/engine/mirror"
	"iacedit/module"
	"iacedit/syntax"
)

const mirrored = `{
  "//": "made by a program",
  "variable": {"region": {"type": "string", "default": "eu"}},
  "resource": {
    "aws_instance": {
      "web": [{
        "//": "the web",
        "count": "${var.n}",
        "ami": "${var.\u0061mi}-\"x\"\n${upper("a")}",
        "provider": "aws.east",
        "tags": {"Name": "a\\b ${var.region} $${no}", "${var.key}": 1, "n": null},
        "ebs": [{"size": 1}, {"size": "${aws_instance.db[0].size}"}],
        "lifecycle": {"ignore_changes": ["tags", "ami"]},
        "depends_on": ["aws_instance.db"]
      }],
      "db": {"count": 2}
    }
  },
  "output": {"x": {"value": ["${aws_instance.web[0].id}", "${ [ for k in var.l :\n k ] }", true, -1.50]}}
}
`

func mirrorOf(t *testing.T, name, text string) *mirror.Mirror {
	t.Helper()
	text = strings.ReplaceAll(text, `upper("a")`, `upper(\"a\")`)
	m, err := mirror.NewMaker(learn, nil).Of(module.File{Name: name, Code: []byte(text)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := syntax.Check(m.Code); err != nil {
		t.Fatalf("%s\n%s", err, m.Code)
	}
	return m
}

func TestMirror(t *testing.T) {
	m := mirrorOf(t, "x.tf.json", mirrored)
	t.Logf("%s", m.Code)
	for _, test := range []struct{ code, json string }{
		{"var.n", "var.n"}, {"upper", "upper"}, {"aws.east", "aws.east"}, {"aws_instance.db[0].size", "aws_instance.db[0].size"},
		{"true", "true"}, {"-1.50", "-1.50"}, {`"web"`, "web"},
	} {
		at := strings.Index(string(m.Code), test.code)
		if at < 0 {
			t.Errorf("%s is not in the code", test.code)
			continue
		}
		from, to := at, at+len(test.code)
		if strings.HasPrefix(test.code, `"`) {
			from, to = from+1, to-1
		}
		if got := string(m.JSON[m.Offset(from):m.Offset(to)]); got != test.json {
			t.Errorf("%s: %q, want %q", test.code, got, test.json)
		}
	}
}

func TestMirrorPatch(t *testing.T) {
	m := mirrorOf(t, "x.tf.json", mirrored)
	for _, test := range []struct{ old, new, was, is string }{
		{"var.n", "var.m", "${var.n}", "${var.m}"},
		{`var.ami`, "var.image", `var.\u0061mi`, `var.image`},
		{`"web"`, `"site"`, `"web": [`, `"site": [`},
		{`"Name"`, `Label`, `"Name":`, `"Label":`},
		{`"n"`, `"a b"`, `"n":`, `"a b":`},
		{"aws_instance.db\n", "aws_instance.main\n", `["aws_instance.db"]`, `["aws_instance.main"]`},
		{"web[0]", `web["k"]`, "web[0]", `web[\"k\"]`},
		{"ignore_changes", "ignored", `"ignore_changes": ["tags", "ami"]`, `"ignored": ["${tags}", "${ami}"]`},
		{"count = 2\n", "", `"db": {"count": 2}`, `"db": {}`},
		{"true", "[2]", `true, -1.50`, `[2], -1.50`},
	} {
		at := strings.Index(string(m.Code), test.old)
		if at < 0 {
			t.Errorf("%s is not in the code", test.old)
			continue
		}
		got, err := m.Patch([]byte(strings.Replace(string(m.Code), test.old, test.new, 1)), nil, nil)
		if err != nil {
			t.Errorf("%s: %s", test.old, err)
			continue
		}
		if want := strings.Replace(string(m.JSON), test.was, test.is, 1); string(got.JSON) != want {
			t.Errorf("%s: got %s", test.old, got.JSON)
		}
	}
	for old, bad := range map[string]string{"true": "x = 1", "count = 2\n": "count = 2 # two\n", "ebs {": "ebs = 1\nebs {"} {
		if got, err := m.Patch([]byte(strings.Replace(string(m.Code), old, bad, 1)), nil, nil); err == nil {
			t.Errorf("%s: %s", bad, got.JSON)
		}
	}
}
