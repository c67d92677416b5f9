package edit

import (
	"bytes"
	"slices"

	"iacedit/internal/jsontext"
)

// appendCode appends the edited code of a request with one file.
func (r *request) appendCode(dst []byte) []byte {
	before := len(dst)
	dst = r.docs[0].d.Append(dst)
	r.budget.Write(len(dst)-before, 0)
	return dst
}

// appendData appends what the request asks for, as a JSON object.
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
	w.Byte('}')
	return w.Finish()
}

// writeEdited writes the member with the edited code.
func (r *request) writeEdited(w *jsontext.Writer) {
	if !r.module {
		w.Raw(`"edited_code":"`)
		doc := r.docs[0]
		doc.d.Encode(encoder{doc, w})
		w.Byte('"')
		return
	}
	w.Raw(`"edited_files":{`)
	for doc, code := range r.changed {
		if w.Last() != '{' {
			w.Byte(',')
		}
		w.Quote([]byte(doc.Name))
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

// inOrder returns the documents in the order in which a module is loaded: those that the
// edits made stand behind the others in r.docs.
func (r *request) inOrder() []*document {
	if len(r.docs) == 0 || !r.docs[len(r.docs)-1].made {
		return r.docs
	}
	docs := slices.Clone(r.docs)
	slices.SortFunc(docs, func(a, b *document) int { return byName(a, b.Name) })
	return docs
}

// changed yields the files that changed or are new, with all their code, which is valid
// until the next one.
func (r *request) changed(yield func(doc *document, code []byte) bool) {
	var code []byte
	for _, doc := range r.inOrder() {
		if !doc.made && !doc.settled && !doc.d.Changed() {
			continue
		}
		code = doc.d.Append(code[:0])
		if (doc.made || !bytes.Equal(code, doc.Code)) && !yield(doc, code) {
			return
		}
	}
}

// changedFiles returns the files that changed or are new, whole.
func (r *request) changedFiles() (changed []File) {
	for doc, code := range r.changed {
		r.budget.Write(len(code), 0)
		changed = append(changed, File{Name: doc.Name, Code: bytes.Clone(code)})
	}
	return changed
}

// An encoder writes a document's code as JSON text.
type encoder struct {
	doc *document
	w   *jsontext.Writer
}

// Source implements render.Encoder.
func (e encoder) Source(from, to int) {
	if e.doc.raw == nil {
		e.w.Escaped(e.doc.tree.Text()[from:to])
	} else {
		e.w.Part(e.doc.raw, e.doc.Code, from, to)
	}
}

// Text implements render.Encoder.
func (e encoder) Text(text []byte) { e.w.Escaped(text) }
