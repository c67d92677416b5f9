package edit

import (
	"strings"
	"testing"
)

// What is placed beside a block goes into that block's file.
func TestPlacesInFiles(t *testing.T) {
	const files = `"files": {"a.tf": "variable \"a\" {}\n", "b.tf": "variable \"b\" {}\n\nvariable \"c\" {}\n", "terraform.tfvars": "x = 1\n", "z.auto.tfvars": "y = 1\nz = 2\n"}`
	for _, c := range []struct{ name, edits, want, not string }{
		{"beside", `{"add": {"variable": {"n": [{"place": {"before": {"variable": {"c": {}}}}}]}}}`,
			`"b.tf":"variable \"b\" {}\n\nvariable \"n\" {}\n\nvariable \"c\" {}\n"`, `"a.tf"`},
		{"first in a file", `{"add": {"variable": {"n": [{"place": "first", "file": "a.tf"}]}}}`, `"a.tf":"variable \"n\" {}\n\nvariable \"a\" {}\n"`, `"b.tf"`},
		{"in another file", `{"add": {"variable": {"n": [{"place": {"before": {"variable": {"c": {}}}}, "file": "a.tf"}]}}}`, "BLOCK_NOT_FOUND: place: the block to place it beside is in \"b.tf\", not in \"a.tf\"", ""},
		{"moved", `{"move": {"variable": {"c": [{"place": "first"}]}}}`, `"b.tf":"variable \"c\" {}\n\nvariable \"b\" {}\n"`, `"a.tf"`},
		{"comments of values", `{"set": {"iacvars": [{"attributes": {"x": 2}, "comments": {"x": "X.", "z": "Z."}}]}}`, `"terraform.tfvars":"# X.\nx = 2\n","z.auto.tfvars":"y = 1\n# Z.\nz = 2\n"`, `"a.tf"`},
		{"places of values", `{"set": {"iacvars": [{"attributes": {"w": 2}, "places": {"w": "first"}}]}}`, `"terraform.tfvars":"w = 2\nx = 1\n"`, `"z.auto`},
		{"moved values", `{"move": {"iacvars": [{"attributes": {"z": "first"}}]}}`, `"z.auto.tfvars":"z = 2\ny = 1\n"`, `"terraform.tfvars"`},
	} {
		out, err := new(Options).DoJSON(nil, []byte(`{`+files+`, "edits": `+c.edits+`}`))
		got := string(out)
		if err != nil {
			got = string(err.(*Error).Code) + ": " + err.Error()
		}
		if !strings.Contains(got, c.want) || c.not != "" && strings.Contains(got, c.not) {
			t.Errorf("%s: got %s", c.name, got)
		}
	}
}
