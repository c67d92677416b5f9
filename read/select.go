package read

import (
	"strings"

	"iacedit/internal/engine/selection"
	"iacedit/value"
)

// rules are the rules that package selection applies to the member "select".
var rules = selection.Rules{Name: "select", Finds: true, Reads: true, Compares: true, EmptyIsOne: true}

// decodeSelect decodes the member "select", an object of selections by block type. It returns an
// error if nothing is selected.
func decodeSelect(d *selection.Decoder, v *value.Value) ([]selection.Target, error) {
	targets, err := d.Targets(&rules, v)
	if err == nil && len(targets) == 0 && !d.Deferred {
		scope := selection.Scope{Rules: &rules}
		err = scope.Refuse(v.At, `nothing is selected; leave out "select" to read everything`)
	}
	return targets, err
}

// list joins the first few names for a message.
func list(names func(func(string) bool)) string {
	const mostListed = 5
	var listed []string
	for name := range names {
		if len(listed) == mostListed {
			listed = append(listed, "…")
			break
		}
		listed = append(listed, name)
	}
	return strings.Join(listed, ", ")
}
