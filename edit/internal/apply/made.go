package apply

import (
	"errors"

	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/plan"
	"iacedit/internal/fault"
	"iacedit/internal/selection"
	"iacedit/value"
)

// Made applies operations, an object of them as in a request, which a stage makes for an edit
// of the request. That is at an offset of the JSON; errors are about it.
func Made(m *draft.Module, at int, operations value.Value) error {
	d := plan.Decoder{Decoder: selection.Decoder{Language: m.Language, Files: m.Named, Budget: m.Budget}}
	ops, _, err := d.Decode([]value.Item{{Value: operations}})
	if err == nil {
		err = Apply(m, nil, ops)
	}
	if refused, ok := errors.AsType[*fault.Error](err); ok {
		return fault.At(at, refused.Code, "%s", refused.Message)
	}
	return err
}
