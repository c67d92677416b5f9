package operations

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"iacedit/edit"
	"iacedit/internal/base/fault"
)

func TestFailure(t *testing.T) {
	for _, c := range []struct {
		failure Failure
		want    string
	}{
		{Failure{Code: "A", Message: `b "c" <d>`, Location: "iac-edit"},
			`{"success":false,"error":{"code":"A","message":"b \"c\" <d>","location":"iac-edit"},"message":"b \"c\" <d>"}`},
		{Failure{Code: "A", Message: "b", Location: "iac-read", Pointer: "/edits", Position: &fault.Position{File: "a.tf", Line: 1, Column: 2}},
			`{"success":false,"error":{"code":"A","message":"b","location":"iac-read","pointer":"/edits","position":{"file":"a.tf","line":1,"column":2}},"message":"b"}`},
	} {
		got := string(c.failure.Append(nil))
		if diff := cmp.Diff(c.want, got); diff != "" || !json.Valid([]byte(got)) {
			t.Error(diff)
		}
	}
}

// Each operation has paths and a location of its own, and answers a body.
func TestTable(t *testing.T) {
	seen := map[string]bool{}
	for _, op := range Table(new(edit.Options), nil) {
		for _, of := range []string{op.Name, op.Location, op.Path, op.Short} {
			if of == "" || seen[of] {
				t.Errorf("%s: %q is empty, or another operation's", op.Name, of)
			}
			seen[of] = true
		}
		_, err := op.Apply(nil, []byte(`{"to": "json", "find": [{"text": "a"}]}`), nil)
		if refused, ok := err.(*edit.Error); !ok || refused.Code != edit.MissingCode {
			t.Errorf("%s: an empty request is answered by %v", op.Name, err)
		}
		if !strings.Contains(op.After(), op.Location) {
			t.Errorf("%s: %s", op.Name, op.After())
		}
	}
}
