package edit

import "testing"

// A module without files is one in which nothing is found, and to which files can be added.
func TestNoFiles(t *testing.T) {
	for _, c := range []struct {
		body string
		want string // the answer, or else
		code Code   // what it is refused with
	}{
		{body: `{"dialect":"hcl","files":{},"edits":{"delete":{"a":[{}]}}}`, code: BlockNotFound},
		{body: `{"dialect":"hcl","files":{},"edits":{"delete":{"a":[{"index":1}]}}}`, code: BlockNotFound},
		{body: `{"dialect":"hcl","files":{},"edits":{"rename":{"a":{"b":[{"to":"c"}]}}}}`, code: BlockNotFound},
		{body: `{"files":{},"edits":{"add":{"variable":{"a":[{"place":{"before":{"provider":{"aws":{}}}}}]}}}}`, code: BlockNotFound},
		{body: `{"files":{},"edits":{"add":{"variable":{"a":[{"place":"first"}]}}}}`, want: `{"edited_files":{"main.tf":"variable \"a\" {}\n"}}`},
		{body: `{"files":{},"edits":{"delete":{"variable":{"a":[{"optional":true}]}}}}`, want: `{"edited_files":{}}`},
		{body: `{"files":{},"edits":{"set":{"tfvars":[{"attributes":{"a":1}}]}}}`, want: `{"edited_files":{"terraform.tfvars":"a = 1\n"}}`},
		{body: `{"files":{},"edits":{"update":{"tfvars":[{"attributes":{"a":1}}]}}}`, code: AttributeNotFound},
		{body: `{"files":{},"edits":{"move":{"variable":{"a":[{"place":"last"}]}}}}`, code: BlockNotFound},
		{body: `{"files":{},"edits":{"rename":{"variable":{"a":[{"to":"b"}]}}}}`, code: BlockNotFound},
		{body: `{"files":{},"report":true,"return":["code","changes","diff"],"edits":{"delete":{"tfvars":[{"attributes":["a"],"optional":true}]}}}`},
	} {
		t.Run(c.body, func(t *testing.T) {
			got, err := new(Options).DoJSON(nil, []byte(c.body))
			if e, ok := err.(*Error); c.code != "" && (!ok || e.Code != c.code) {
				t.Fatalf("%s, %v: want %s", got, err, c.code)
			}
			if c.code == "" && err != nil || c.want != "" && string(got) != c.want {
				t.Errorf("got %s, %v; want %s", got, err, c.want)
			}
		})
	}
}
