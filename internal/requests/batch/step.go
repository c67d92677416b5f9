// Package batch describes edits that are applied one after the other, and edits that are combined
// into one request.
package batch

import "iacedit/edit"

// A Step is one request for edits. It is applied to the result of the earlier steps.
type Step struct {
	Edits []byte
	// If For is not nil, the step applies the edits that For returns, instead of Edits. For returns
	// the edits for the current files, or nil for no edits. If the argument inModule is true, the
	// files have names; otherwise the edits are for the code of one file. The returned edits may
	// contain only operations that Edits also contains.
	For func(files []edit.File, inModule bool) ([]byte, error)
	// If Do is not nil, the step calls it instead of applying edits. Its arguments are the current
	// files, the directory that the names of the files are relative to, and the options for edits.
	// Its result has the changed files, and may have a report.
	Do func(files []edit.File, dir string, o *edit.Options) (*edit.Result, error)
}

// On returns the edits of the step for the given files. If the function For is set, On returns the
// result of that function; otherwise it returns s.Edits. The result is nil if there are no edits.
func (s *Step) On(files []edit.File, inModule bool) ([]byte, error) {
	if s.For == nil {
		return s.Edits, nil
	}
	return s.For(files, inModule)
}
