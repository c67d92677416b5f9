package edit

import (
	"bytes"

	"iacedit/edit/internal/draft"
	"iacedit/internal/envelope"
	"iacedit/internal/jsontext"
)

// appendCode appends the edited code of a request with one file.
func (r *request) appendCode(dst []byte) []byte {
	before := len(dst)
	dst = r.files[0].Draft.Append(dst)
	r.budget.Write(len(dst)-before, 0)
	return dst
}

// appendData appends the requested answers as a JSON object.
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
		if w.Last() != '{' {
			w.Byte(',')
		}
		part.write(r, w)
	}
	if r.options.SkipInvalid {
		envelope.WriteSkipped(w, r.skipped)
	}
	w.Byte('}')
	return w.Finish()
}

// writeEdited writes the member with the edited code.
func (r *request) writeEdited(w *jsontext.Writer) {
	if !r.module {
		w.Raw(`"edited_code":"`)
		f := r.files[0]
		r.encoder = encoder{f, w}
		f.Draft.Encode(&r.encoder)
		w.Byte('"')
		return
	}
	w.Raw(`"edited_files":{`)
	for f, code := range r.changed {
		if w.Last() != '{' {
			w.Byte(',')
		}
		w.Quote([]byte(f.Name))
		w.Byte(':')
		w.Quote(code)
	}
	w.Byte('}')
}

// writeDiff writes the member "diff".
func (r *request) writeDiff(w *jsontext.Writer) {
	w.Raw(`"diff":`)
	w.Quote(r.appendDiff(nil))
}

// changed yields the files that changed or are new, with their whole code, which is valid until
// the next call.
func (r *request) changed(yield func(f *draft.File, code []byte) bool) {
	var code []byte
	for _, f := range r.draft.InOrder() {
		if !f.Made && !f.Settled && !f.Draft.Changed() {
			continue
		}
		code = appendEdited(code[:0], f)
		if (f.Made || !bytes.Equal(code, sent(f))) && !yield(f, code) {
			return
		}
	}
}

// changedFiles returns the files that changed or are new, with their whole code.
func (r *request) changedFiles() (changed []File) {
	for f, code := range r.changed {
		r.budget.Write(len(code), 0)
		changed = append(changed, File{Name: f.Name, Code: bytes.Clone(code)})
	}
	return changed
}

// An encoder writes a file's code as JSON text.
type encoder struct {
	*draft.File
	w *jsontext.Writer
}

// Source implements render.Encoder.
func (e *encoder) Source(from, to int) {
	if e.Raw == nil {
		e.w.Escaped(e.Tree.Text()[from:to])
	} else {
		e.w.Part(e.Raw, e.Code, from, to)
	}
}

// Text implements render.Encoder.
func (e *encoder) Text(text []byte) { e.w.Escaped(text) }
