package edit

import (
	"bytes"
	"slices"

	"iacedit/internal/jsontext"
)

// appendCode appends the edited code of a request with one file.
func (r *request) appendCode(dst []byte) []byte { return r.docs[0].d.Append(dst) }

// appendData appends what the request asks for, as a JSON object.
func (r *request) appendData(dst []byte) []byte {
	dst = append(dst, '{')
	for _, part := range [...]struct {
		answer Answers
		append func(*request, []byte) []byte
	}{
		{ReturnCode, (*request).appendEdited},
		{ReturnChanges, (*request).appendChanges},
		{ReturnDiff, (*request).appendQuotedDiff},
		{ReturnReport, (*request).appendReport},
	} {
		if r.answers&part.answer == 0 {
			continue
		}
		if dst[len(dst)-1] != '{' {
			dst = append(dst, ',')
		}
		dst = part.append(r, dst)
	}
	return append(dst, '}')
}

// appendEdited appends the member with the edited code.
func (r *request) appendEdited(dst []byte) []byte {
	if !r.module {
		doc := r.docs[0]
		dst = doc.d.AppendEncoded(append(dst, `"edited_code":"`...), doc)
		return append(dst, '"')
	}
	dst = append(dst, `"edited_files":{`...)
	for i, f := range r.changedFiles() {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(jsontext.AppendQuote(dst, []byte(f.Name)), ':')
		dst = jsontext.AppendQuote(dst, f.Code)
	}
	return append(dst, '}')
}

// appendQuotedDiff appends the member "diff".
func (r *request) appendQuotedDiff(dst []byte) []byte {
	return jsontext.AppendQuote(append(dst, `"diff":`...), r.appendDiff(nil))
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

// changedFiles returns the files that changed or are new, whole.
func (r *request) changedFiles() (changed []File) {
	for _, doc := range r.inOrder() {
		if !doc.made && !doc.settled && !doc.d.Changed() {
			continue
		}
		if code := doc.d.Append(nil); doc.made || !bytes.Equal(code, doc.Code) {
			changed = append(changed, File{Name: doc.Name, Code: code})
		}
	}
	return changed
}

// AppendSource implements render.Encoder: it appends part of the code as JSON text.
func (doc *document) AppendSource(dst []byte, from, to int) []byte {
	if doc.raw == nil {
		return jsontext.AppendEscaped(dst, doc.tree.Text()[from:to])
	}
	return doc.raw.AppendEscaped(dst, doc.Code, from, to)
}

// AppendText implements render.Encoder.
func (doc *document) AppendText(dst, text []byte) []byte { return jsontext.AppendEscaped(dst, text) }
