package edit

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What a call returns shares no memory with the edits that it was sent, nor with those of
// calls after it.
func TestResultsStayAsTheyAre(t *testing.T) {
	files := []File{{Name: "main.tf", Code: []byte("resource \"a_b\" \"c\" {\n  x = 1\n  tags = merge(var.t, {\n    Owner = \"me\"\n  })\n}\nvariable \"v\" {}\n")}}
	requests := []string{
		`{"move": {"resource": {"a_b": {"c": [{"file": "there.tf"}]}}}}`,
		`{"add": {"resource": {"a_b": {"d": [{"file": "there.tf", "attributes": {"xx": "var.v"}, "comment": "One."}]}}}}`,
		`{"set": {"resource": {"a_b": {"*": [{"attributes": {"tags.Owner": "var.v", "new": 2}, "comments": {"x": "Said."}, "places": {"new": "first"}}]}}}}`,
		`{"rename": {"resource": {"a_b": {"c": [{"to": "other", "attributes": {"x": "y"}}]}}, "variable": {"v": {"to": "w"}}}}`,
		`{"update": {"resource": {"a_b": {"c": [{"attributes": {"xy": 1}, "optional": true}]}}}, "set": {"tfvars": {"attributes": {"v": "text"}}}}`,
	}
	say := func(got *Result) string {
		text, err := json.Marshal(got)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	for _, request := range requests {
		got, err := new(Options).Edit(files, []byte(request), ReturnCode|ReturnChanges|ReturnDiff|ReturnReport)
		if err != nil {
			t.Fatalf("%s: %v", request, err)
		}
		before := say(got)
		other := strings.Map(func(r rune) rune {
			if 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' {
				return 'z'
			}
			return r
		}, request)
		for range 20 { // one of which gets the memory of the first
			if _, err := new(Options).Edit([]File{{Name: "zzzz.tf", Code: []byte(strings.Repeat("# zzzz\n", 40))}}, []byte(other), ReturnCode); err == nil {
				t.Fatal(other)
			}
		}
		if diff := cmp.Diff(before, say(got)); diff != "" {
			t.Errorf("%s:\n%s", request, diff)
		}
	}
}
