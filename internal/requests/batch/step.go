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
	// If In is not nil, the step applies only to the files that In chooses from the current files.
	In func(files []edit.File) ([]edit.File, error)
	// If Do is not nil, the step calls it instead of applying edits. Its arguments are the current
	// files, the directory that the names of the files are relative to, and the options for edits.
	// Its result has the changed files, and may have a report.
	Do func(files []edit.File, dir string, o *edit.Options) (*edit.Result, error)
}

// On returns the edits of the step for the given files, and the files to which they apply. If the
// function For is set, the edits are the result of that function; otherwise they are s.Edits. They
// are nil if there is nothing to do.
func (s *Step) On(files []edit.File, inModule bool) (edits []byte, in []edit.File, err error) {
	if s.In != nil {
		if files, err = s.In(files); err != nil || len(files) == 0 {
			return nil, nil, err
		}
	}
	if edits = s.Edits; s.For != nil {
		edits, err = s.For(files, inModule)
	}
	return edits, files, err
}
