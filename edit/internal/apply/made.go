package apply

import (
	"errors"

	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/plan"
	"iacedit/internal/fault"
	"iacedit/internal/selection"
	"iacedit/value"
)

// Made applies edits that a stage makes for an edit of the request, which is at an offset of
// the JSON. Members is an object of operations, as in a request. Errors are about the edit.
func Made(m *draft.Module, at int, operations value.Value) error {
	d := plan.Decoder{Decoder: selection.Decoder{Language: m.Language, Files: m.Named, Budget: m.Budget}}
	ops, _, err := d.Decode([]value.Item{{Value: operations}})
	if err == nil {
		err = Apply(m, nil, ops)
	}
	if refused, ok := errors.AsType[*fault.Error](err); ok {
		refused.At = at
	}
	return err
}
