package draft

import (
	"errors"

	"iacedit/internal/base/excerpt"
	"iacedit/internal/base/fault"
	"iacedit/internal/engine/pattern"
	"iacedit/internal/engine/render"
	"iacedit/syntax"
)

// Rewrite replaces ranges of a file's code. The ranges must be inside the values of attributes, and
// sorted.
func Rewrite[E ~struct {
	At   syntax.Span
	Text string
}](f *File, edits []E) error {
	if len(edits) == 0 {
		return nil
	}
	replacements := make([]render.Replacement, len(edits))
	for i, edit := range edits {
		replacements[i] = render.Replacement(edit)
	}
	return f.Draft.Replace(replacements)
}

// NotRewritten converts an error about code that must not be rewritten to an error about the
// operation that tried to rewrite the code. offset is the offset of the operation in the JSON.
// Errors other than *pattern.Refusal are returned unchanged.
func NotRewritten(f *File, offset int, operation string, err error) error {
	if refusal, ok := errors.AsType[*pattern.Refusal](err); ok {
		return RefusedAt(f, offset, int32(refusal.Offset), operation, refusal.Message)
	}
	return err
}

// RefusedAt returns the error for an operation that is not allowed because of the code at an offset
// in the file. edit is the offset of the operation in the JSON.
func RefusedAt(f *File, edit int, offset int32, operation, message string) error {
	if !f.Draft.InSource(syntax.Span{From: offset, To: offset + 1}) { // an earlier edit wrote it
		return fault.At(edit, fault.InvalidRequest, "%s: %s", operation, message)
	}
	line, column := f.Tree.Position(offset)
	in := ""
	if f.Name != "" {
		in = " of " + excerpt.Quote(f.Name)
	}
	err := fault.At(edit, fault.InvalidRequest, "%s: on line %d, column %d%s: %s", operation, line, column, in, message)
	if !f.Settled {
		err.Position = &fault.Position{File: f.Name, Line: line, Column: column}
	}
	return err
}
