package edit

import (
	"slices"

	"iacedit/address"
	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/plan"
	"iacedit/edit/internal/report"
	"iacedit/internal/budget"
	"iacedit/internal/diff"
	"iacedit/internal/envelope"
	"iacedit/internal/fault"
	"iacedit/internal/jsontext"
	"iacedit/internal/mirror"
	"iacedit/internal/render"
	"iacedit/value"
)

// A request is a decoded request: the code, and the operations in the order in which they apply.
// Its strings and slices may alias the body from which it was decoded.
type request struct {
	envelope   envelope.Request // the code or files as decoded, and their memory
	Operations []plan.Operation

	options  Options        // the caller's options, changed by the request
	bounds   budget.Budget  // memory for budget
	budget   *budget.Budget // nil without a limit
	size     int            // the size of the request in bytes
	writer   jsontext.Writer
	encoder  encoder                     // memory for the encoder of an answer
	module   bool                        // the request has files, not code without a name
	answers  Answers                     // the requested answers
	told     *report.Observer            // observes the edits; nil if no report is requested
	single   draft.File                  // memory for the file of code without a name
	mirrors  *mirror.Maker               // makes native code of the files in JSON syntax; nil if there are none
	files    []*draft.File               // in the order in which a module is loaded; files made by edits follow
	skipped  []*fault.Error              // the errors of the files that do not parse
	lines    map[*draft.File][]diff.Edit // the changes of the files, if requested
	memory   render.Draft                // memory for single
	draft    draft.Module
	decoder  plan.Decoder
	count    int    // the number of entries and attributes
	edits    []byte // the JSON text of "edits", in which every At is an offset
	unquoted []byte // memory for edits; holds the text of edits that are not an object inside a body
	reader   value.Reader
	body     bodyReader
	top      [1]value.Item // the value of "edits"
}

// addFiles adds files, which are in load order, to the request. It clips the capacity of each
// file's code, so that an edit cannot write into the memory of another file or of the caller.
func (r *request) addFiles(files []envelope.File) {
	r.budget.Hold(len(files) * bytesPerFile)
	all := make([]draft.File, len(files)) // one allocation is faster than many
	for i := range files {
		f := &files[i]
		all[i] = draft.File{File: File{Name: f.Name, Code: slices.Clip(f.Code)}, Raw: f.Raw}
		r.files = append(r.files, &all[i])
	}
}

// language returns the language of the code.
func (o *Options) language() address.Language {
	return address.Language{Dialect: o.Dialect, SettingsBlock: o.SettingsBlock}
}
