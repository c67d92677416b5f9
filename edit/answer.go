package edit

import (
	"bytes"

	"iacedit/edit/internal/draft"
	"iacedit/internal/base/jsontext"
	"iacedit/internal/engine/envelope"
)

// appendCode appends the edited code to dst. The request must have one file.
func (r *request) appendCode(dst []byte) []byte {
	before := len(dst)
	dst = r.files[0].Draft.Append(dst)
	r.budget.Write(len(dst)-before, 0)
	return dst
}

// appendData appends the answers in r.answers to dst, as a JSON object such as {"diff": "…"}.
func (r *request) appendData(dst []byte) []byte {
	w := &r.writer
	w.Reset(dst, r.budget)
	if r.answers&ReturnCode != 0 {
		w.Reserve(r.size + room)
	}
	w.Byte('{')
	for _, part := range [...]struct {
		answer Answers
		write  func(*request, *jsontext.Writer)
	}{
		{ReturnCode, (*request).writeEdited},
		{ReturnChanges, (*request).writeChanges},
		{ReturnDiff, (*request).writeDiff},
		{ReturnReport, (*request).writeReport},
	} {
		if r.answers&part.answer == 0 {
			continue
		}
		w.Separate()
		part.write(r, w)
	}
	if r.options.SkipInvalid {
		envelope.WriteSkipped(w, r.skipped)
	}
	w.Byte('}')
	return w.Finish()
}

// writeEdited writes the member "edited_code" or, if the request has files, "edited_files".
func (r *request) writeEdited(w *jsontext.Writer) {
	if !r.module {
		w.Raw(`"edited_code":"`)
		f := r.files[0]
		r.encoder = encoder{File: f, w: w}
		f.Draft.Encode(&r.encoder)
		w.Byte('"')
		return
	}
	w.Raw(`"edited_files":{`)
	for f := range r.editedFiles {
		before := w.Len()
		w.Separate()
		w.Quote([]byte(f.Name))
		w.Byte(':')
		if !r.encoder.write(w, f) && !f.Made {
			w.Truncate(before)
		}
	}
	w.Byte('}')
}

// writeDiff writes the member "diff".
func (r *request) writeDiff(w *jsontext.Writer) {
	w.Raw(`"diff":`)
	w.Quote(r.appendDiff(nil))
}

// editedFiles yields the new files, and the other files whose code the edits may have changed.
func (r *request) editedFiles(yield func(f *draft.File) bool) {
	for _, f := range r.draft.InOrder() {
		if (isNew(f) || f.Settled || f.Draft.Changed()) && !yield(f) {
			return
		}
	}
}

// changedFiles returns the files that changed or are new, with their edited code.
func (r *request) changedFiles() (changed []File) {
	var code []byte
	for f := range r.editedFiles {
		if code = appendEdited(code[:0], f); f.Made || !bytes.Equal(code, sentText(f)) {
			r.budget.Write(len(code), 0)
			changed = append(changed, File{Name: f.Name, Code: bytes.Clone(code)})
		}
	}
	return changed
}

// An encoder writes the edited code of a file as a JSON string. While it writes, it compares the
// edited code with the original code.
type encoder struct {
	*draft.File
	w       *jsontext.Writer
	rest    []byte // the part of the original code that has not been compared yet
	differs bool
}

// write writes the edited code of a file as a JSON string, and reports whether this code differs
// from the original code.
func (e *encoder) write(w *jsontext.Writer, f *draft.File) (differs bool) {
	if f.JSON != nil {
		code := appendEdited(nil, f)
		w.Quote(code)
		return !bytes.Equal(code, sentText(f))
	}
	w.Byte('"')
	*e = encoder{File: f, w: w, rest: f.Code}
	f.Draft.Encode(e)
	w.Byte('"')
	return e.differs || len(e.rest) > 0
}

// Source implements render.Encoder.
func (e *encoder) Source(from, to int) {
	e.compare(e.Tree.Text()[from:to])
	if e.Raw == nil {
		e.w.Escaped(e.Tree.Text()[from:to])
	} else {
		e.w.Part(e.Raw, e.Code, from, to)
	}
}

// Text implements render.Encoder.
func (e *encoder) Text(text []byte) {
	e.compare(text)
	e.w.Escaped(text)
}

// compare compares the next part of the edited code with the start of e.rest. If the two differ, it
// sets e.differs.
func (e *encoder) compare(text []byte) {
	if !e.differs {
		if e.differs = !bytes.HasPrefix(e.rest, text); !e.differs {
			e.rest = e.rest[len(text):]
		}
	}
}
