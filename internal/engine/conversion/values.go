package conversion

import (
	"bytes"

	"iacedit/internal/base/jsontext"
	"iacedit/internal/languages/terraform"
	"iacedit/syntax"
	"iacedit/value"
)

// writeAttribute writes an argument as a member.
func (w *jsonWriter) writeAttribute(id syntax.ItemID, b *body, first *bool) error {
	name := string(w.f.Name(id))
	w.startMember(name, first)
	w.noteStart(id)
	at := w.f.Value(id)
	w.Budget.Grow(at.Len())
	schema := b.language.Attribute(name)
	code := w.f.At(at)
	if out, ok := value.AppendSimple(w.dst, code, schema); ok {
		w.dst = out
		return nil
	}
	e := w.f.ValueExpr(id)
	text, ok := w.values.Append(w.scratch[:0], e, e.Root, schema)
	w.scratch = text
	if !ok {
		return w.refuse(id, "the value of %s has no form in JSON here: %s", name, at.Of(w.f.Text()))
	}
	if (text[0] == '{' || text[0] == '[') && w.wouldBeBlocks(b, name, text) {
		w.scratch = append(append(append(w.scratch[:0], "${"...), e.Source(e.Root)...), '}')
		w.dst = jsontext.AppendQuote(w.dst, w.scratch)
		w.keptSpans = append(w.keptSpans, at)
		return nil
	}
	if bytes.ContainsAny(code, "#/") {
		w.keepComments(e, e.Root, text[0] == '{' || text[0] == '[')
	}
	w.writeIndented(text)
	return nil
}

// wouldBeBlocks reports whether ToNative would write the value of an argument as nested blocks.
func (w *jsonWriter) wouldBeBlocks(b *body, name string, text []byte) bool {
	if !b.language.Open() || b.language.IsArgument(name) {
		return false
	}
	if _, ok := b.schema.Find(name); ok {
		return false
	}
	if w.inPlace { // the file is read with the same evidence
		if k, ok := w.evidence.find(b, name); ok {
			return k != attribute
		}
	}
	var r value.Reader
	r.Reset(text)
	v, err := r.Value()
	return err == nil && terraform.LooksLikeBlocks(name, &v)
}

// writeIndented writes compact JSON text, which has no white space between its tokens, as text with
// line breaks and indentation.
func (w *jsonWriter) writeIndented(text []byte) {
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case '{', '[':
			w.open(c)
			if text[i+1] == c+2 { // c+2 is the closing bracket
				w.depth--
				w.dst = append(w.dst, text[i+1])
				i++
				continue
			}
			w.newLine()
		case '}', ']':
			w.close(c, false)
		case ',':
			w.dst = append(w.dst, c)
			w.newLine()
		case ':':
			w.dst = append(w.dst, ": "...)
		case '"':
			end := stringEnd(text, i)
			w.dst = append(w.dst, text[i:end]...)
			i = end - 1
		default:
			w.dst = append(w.dst, c)
		}
	}
}

// stringEnd returns the offset after the JSON string whose opening quote is at the offset i.
func stringEnd(text []byte, i int) int {
	for i++; text[i] != '"'; i++ {
		if text[i] == '\\' {
			i++
		}
	}
	return i + 1
}
