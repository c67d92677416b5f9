package edit

import (
	"strings"

	"iacedit/module"
)

// A File is one file of a module or of a tree of modules.
type File = module.File

// A Result contains the answers that the caller of Edit asked for. The other answers are empty.
type Result struct {
	Files   []File       // ReturnCode: the files that changed or are new, in the order in which Terraform loads them
	Changes []TextChange // ReturnChanges: the changes, sorted by file and then by position
	Diff    []byte       // ReturnDiff: a unified diff, empty if nothing changed
	Report  *Report      // ReturnReport
	Skipped []*Error     // with Options.SkipInvalid: the errors of the ignored files, each with its Position

	Unreachable []*Error // with Options.SkipUnreachable: the errors of the ignored edits, with a Position if there is one
}

// Edit applies edits, a JSON object such as {"set": {"locals": {…}}}, to files and returns the
// answers that wanted names, such as ReturnDiff|ReturnReport. If wanted is 0, Edit only checks that
// the edits can be applied. The files are those of a module, or a single File without a name. Edit
// does not modify files or edits, and its result shares no memory with them. The error is an
// *Error.
func (o *Options) Edit(files []File, edits []byte, wanted Answers) (*Result, error) {
	var result *Result
	_, err := o.serve(nil, len(edits)+sizeOf(files), nil, func(r *request) error {
		r.answers = wanted
		if len(files) == 1 && files[0].Name == "" {
			r.setCode(files[0].Code)
		} else if err := r.setFiles(files); err != nil {
			return err
		}
		return r.decodeEdits(edits)
	}, func(r *request, dst []byte) []byte {
		result = r.result()
		return dst
	})
	return result, err
}

// result returns the answers in r.answers as Go values.
func (r *request) result() *Result {
	result := Result{Skipped: r.skipped, Unreachable: r.draft.Unreachable}
	for _, err := range result.Unreachable {
		r.locate(err)
	}
	if r.answers&ReturnCode != 0 {
		result.Files = r.changedFiles()
	}
	if r.answers&ReturnChanges != 0 {
		result.Changes = r.changesOf()
	}
	if r.answers&ReturnDiff != 0 {
		result.Diff = r.appendDiff(nil)
	}
	if r.answers&ReturnReport != 0 {
		result.Report = r.report()
		for i := range result.Report.Changes {
			o := &result.Report.Changes[i]
			o.Attribute = strings.Clone(o.Attribute) // the string is in the request's memory
		}
	}
	return &result
}
