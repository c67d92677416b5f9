package edit

import (
	"encoding/json"
	"testing"
)

// An answer is JSON, whichever parts are requested.
func TestAnswerOfNoParts(t *testing.T) {
	for _, files := range []string{`{"main.tf": ""}`, `{"main.tf": "", "b.tf": "="}`} {
		for _, parts := range []string{`[]`, `["diff"]`, `["code", "changes", "diff"]`} {
			for _, report := range []string{"true", "false"} {
				request := `{"files": ` + files + `, "invalid": "skip", "return": ` + parts + `, "report": ` + report + `, "edits": {"add": {"moved": {}}}}`
				data, err := new(Options).DoJSON(nil, []byte(request))
				if err != nil {
					t.Errorf("%s: %v", request, err)
				}
				if !json.Valid(data) {
					t.Errorf("%s: %s", request, data)
				}
			}
		}
	}
}
