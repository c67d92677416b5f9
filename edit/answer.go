package edit

import (
	"bytes"

	"iacedit/edit/internal/draft"
	"iacedit/internal/jsontext"
)

// appendCode appends the edited code of a request with one file.
func (r *request) appendCode(dst []byte) []byte { return r.files[0].Draft.Append(dst) }

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
		f := r.files[0]
		dst = f.Draft.AppendEncoded(append(dst, `"edited_code":"`...), encoder{f})
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

// changedFiles returns the files that changed or are new, whole.
func (r *request) changedFiles() (changed []File) {
	for _, f := range r.draft.InOrder() {
		if !f.Made && !f.Settled && !f.Draft.Changed() {
			continue
		}
		if code := f.Draft.Append(nil); f.Made || !bytes.Equal(code, f.Code) {
			changed = append(changed, File{Name: f.Name, Code: code})
		}
	}
	return changed
}

// An encoder writes a file as JSON text.
type encoder struct{ *draft.File }

// AppendSource implements render.Encoder: it appends part of the code.
func (f encoder) AppendSource(dst []byte, from, to int) []byte {
	if f.Raw == nil {
		return jsontext.AppendEscaped(dst, f.Tree.Text()[from:to])
	}
	return f.Raw.AppendEscaped(dst, f.Code, from, to)
}

// AppendText implements render.Encoder.
func (f encoder) AppendText(dst, text []byte) []byte { return jsontext.AppendEscaped(dst, text) }
