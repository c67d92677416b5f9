package edit_test

import (
	"bytes"
	"testing"

	"iacedit/edit"
)

// No way in writes to the memory of its caller, not behind what it was given either:
// files are often slices of one text.
func TestMemoryOfCallers(t *testing.T) {
	const (
		code  = "variable \"a\" {}\n"
		edits = `{"set": {"variable": {"a": {"attributes": {"default": "long enough to be added"}}}}}`
		body  = `{"code": "variable \"a\" {}\n", "edits": ` + edits + `}`
		files = `{"files": {"a.tf": "variable \"a\" {}\n"}, "edits": ` + edits + `}`
	)
	var o edit.Options
	op := edit.Set(edit.Block("variable", "a"), edit.Attr("default", "long enough to be added"))
	for name, c := range map[string]struct {
		given []string
		do    func(given ...[]byte) error
	}{
		"Apply":           {[]string{code, edits}, func(g ...[]byte) error { _, err := o.Apply(nil, g[0], g[1]); return err }},
		"ApplyOperations": {[]string{code}, func(g ...[]byte) error { _, err := o.ApplyOperations(nil, g[0], op); return err }},
		"Do":              {[]string{body}, func(g ...[]byte) error { _, err := o.Do(nil, g[0]); return err }},
		"DoJSON":          {[]string{body}, func(g ...[]byte) error { _, err := o.DoJSON(nil, g[0]); return err }},
		"DoJSON, files":   {[]string{files}, func(g ...[]byte) error { _, err := o.DoJSON(nil, g[0]); return err }},
		"ApplyFiles": {[]string{code, edits}, func(g ...[]byte) error {
			_, err := o.ApplyFiles([]edit.File{{Name: "a.tf", Code: g[0]}}, g[1])
			return err
		}},
		"ApplyOperationsToFiles": {[]string{code}, func(g ...[]byte) error {
			_, err := o.ApplyOperationsToFiles([]edit.File{{Name: "a.tf", Code: g[0]}}, op)
			return err
		}},
		"Edit": {[]string{code, edits}, func(g ...[]byte) error {
			_, err := o.Edit([]edit.File{{Name: "a.tf", Code: g[0]}}, g[1], edit.ReturnCode|edit.ReturnDiff|edit.ReturnReport)
			return err
		}},
		"Edit, one file": {[]string{code, edits}, func(g ...[]byte) error {
			_, err := o.Edit([]edit.File{{Code: g[0]}}, g[1], edit.ReturnCode)
			return err
		}},
	} {
		t.Run(name, func(t *testing.T) {
			behind := bytes.Repeat([]byte{'#'}, 4096)
			var given [][]byte
			for _, text := range c.given {
				given = append(given, append([]byte(text), behind...)[:len(text)])
			}
			if err := c.do(given...); err != nil {
				t.Fatal(err)
			}
			for i, text := range c.given {
				if whole := given[i][:len(text)+len(behind)]; string(whole) != text+string(behind) {
					t.Errorf("what was given is now %.200q", bytes.TrimRight(whole, "#"))
				}
			}
		})
	}
}
