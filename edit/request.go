package edit

import (
	"slices"

	"iacedit/address"
	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/plan"
	"iacedit/edit/internal/report"
	"iacedit/internal/base/budget"
	"iacedit/internal/base/diff"
	"iacedit/internal/base/fault"
	"iacedit/internal/base/jsontext"
	"iacedit/internal/engine/envelope"
	"iacedit/internal/engine/mirror"
	"iacedit/internal/engine/render"
	"iacedit/value"
)

// A request is the state of one call of a function such as Apply: the code, the operations in the
// order in which they apply, and buffers, which are reused by later calls. Its strings and slices
// may alias the request body.
type request struct {
	envelope   envelope.Request // the code or files as decoded, and their memory
	Operations []plan.Operation

	options     Options        // the caller's options, changed by the request
	bounds      budget.Budget  // the field budget points to bounds, unless there is no limit
	budget      *budget.Budget // nil without a limit
	size        int            // the size of the request in bytes
	writer      jsontext.Writer
	encoder     encoder                     // memory for the encoder of an answer
	module      bool                        // the request has files with names
	answers     Answers                     // the requested answers
	observer    *report.Observer            // collects the report; nil if no report is requested
	single      draft.File                  // the only file, if the code has no name
	mirrors     *mirror.Maker               // converts files in JSON syntax to native code; nil if there are no such files
	files       []*draft.File               // in load order, then the files that edits created
	skipped     []*fault.Error              // the errors of the files that do not parse
	lines       map[*draft.File][]diff.Edit // the changes of the files, if requested
	singleDraft render.Draft                // the draft of the file in the field single
	draft       draft.Module
	decoder     plan.Decoder
	count       int    // the number of entries and attributes
	edits       []byte // the JSON text of "edits"; the fields At of operations are offsets in it
	unquoted    []byte // a buffer for the text of the edits, if the text is a string in the body or an argument of a function such as Apply
	reader      value.Reader
	body        bodyReader
	editsValue  [1]value.Item // the value of "edits"
	editsSent   []value.Item  // the values from which the operations are decoded
}

// addFiles adds files to the request. The files must be in load order. addFiles clips the capacity
// of each file's code, so that an edit cannot write into the memory of another file or of the
// caller.
func (r *request) addFiles(files []envelope.File) {
	r.budget.Hold(len(files) * bytesPerFile)
	all := make([]draft.File, len(files)) // one allocation is faster than many
	for i := range files {
		f := &files[i]
		all[i] = draft.File{File: File{Name: f.Name, Code: slices.Clip(f.Code)}, Raw: f.Raw}
		r.files = append(r.files, &all[i])
	}
}

func (o *Options) language() address.Language {
	return address.Language{Dialect: o.Dialect, SettingsBlock: o.SettingsBlock}
}
