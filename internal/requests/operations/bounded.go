package operations

import (
	"errors"

	"iacedit/edit"
	"iacedit/internal/base/budget"
	"iacedit/internal/base/fault"
)

// bytesPerByte is the number of bytes of memory that Bounded reserves for each byte of a body: for the
// trees of the files, and for one edit of them.
const bytesPerByte = 100

// Bounded calls f with the budget of a request that parses files and edits them. The error is an
// *edit.Error. The argument caller may be nil.
func Bounded(options *edit.Options, body []byte, caller *budget.Caller, f func(*budget.Budget) ([]byte, error)) (data []byte, err error) {
	limits := budget.Of(len(body))
	limits.Time, limits.Gone, limits.Caller = options.Timeout, options.Done, caller
	b := budget.New(limits)
	err = fault.Within(func() (err error) {
		b.Hold(bytesPerByte * len(body))
		data, err = f(b)
		return err
	})
	switch e, is := errors.AsType[*edit.Error](err); {
	case is:
		return nil, e
	case err != nil:
		return nil, fault.At(-1, fault.InvalidRequest, "%s", err)
	}
	return data, nil
}
