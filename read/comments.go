package read

import (
	"bytes"
	"strconv"
	"unicode/utf8"

	"iacedit/address"
	"iacedit/internal/jsontext"
	"iacedit/syntax"
	"iacedit/value"
)

// lead writes an item's lead comment as the member "comment".
func (w *writer) lead(id syntax.ItemID, first *bool) {
	if text, ok := w.comment(id); ok {
		w.name([]byte("comment"), first)
		w.dst = jsontext.AppendQuote(w.dst, text)
	}
}

// comment returns what an item's lead comment says, valid until the next call. It returns
// false where there is none, and for one that is not UTF-8, which JSON cannot say.
func (w *writer) comment(id syntax.ItemID) (text []byte, ok bool) {
	comment := w.f.At(w.f.Comments(id))
	if len(comment) == 0 || !utf8.Valid(comment) {
		return nil, false
	}
	w.text = syntax.AppendComment(w.text[:0], comment)
	return w.text, true
}

// commentsOf gathers the lead comments of an attribute and, where its value was read as
// an object or list, of what is in there. read is the JSON text of the value.
func (w *writer) commentsOf(id syntax.ItemID, name, read []byte) {
	w.addComment(id, name)
	code := w.f.At(w.f.Value(id))
	if len(read) == 0 || read[0] != '{' && read[0] != '[' || !bytes.ContainsAny(code, "#/") {
		return
	}
	var r value.Reader
	r.Reset(read)
	if v, err := r.Value(); err == nil {
		w.commentsIn(id, bytes.Clone(name), &v)
	}
}

// itemAt returns the item inside an attribute's value whose own value starts at an offset.
func (w *writer) itemAt(id syntax.ItemID, offset int32) (found syntax.ItemID, ok bool) {
	for {
		inner := syntax.NoItem
		for c := range w.f.Children(id) {
			w.budget.Step(1)
			if at := w.f.Value(c); at.From <= offset && offset < at.To {
				inner = c
				break
			}
		}
		if inner == syntax.NoItem {
			return id, false
		}
		if id = inner; w.f.Value(id).From == offset {
			return id, true
		}
	}
}

// addComment gathers an item's lead comment, under a path.
func (w *writer) addComment(id syntax.ItemID, path []byte) {
	if text, ok := w.comment(id); ok {
		w.extras = append(jsontext.AppendQuote(w.extras, path), ':')
		w.extras = append(jsontext.AppendQuote(w.extras, text), ',')
	}
}

// commentsIn gathers the lead comments of the pairs and elements of a value that was read
// as v, and of those inside them.
func (w *writer) commentsIn(id syntax.ItemID, path []byte, v *value.Value) {
	if v.Kind < value.Array {
		return
	}
	for w.f.Inside(id) == syntax.InsideParens {
		for inner := range w.f.Elements(id) {
			id = inner
		}
	}
	i := 0
	for c := range w.f.Children(id) {
		kind := w.f.Kind(c)
		if kind != syntax.KindPair && kind != syntax.KindElement || i == len(v.Items) {
			continue
		}
		w.budget.Step(2 + len(path)>>4)
		var inner []byte
		if kind == syntax.KindElement {
			inner = append(strconv.AppendInt(append(path, '['), int64(i), 10), ']')
		} else if key, ok := w.f.Key(c); ok {
			inner = address.Path{Steps: []address.Step{{Kind: address.StepKey, Key: key}}}.Append(path)
		} else {
			i++
			continue // an expression: no path leads there
		}
		w.addComment(c, inner)
		w.commentsIn(c, inner, &v.Items[i].Value)
		i++
	}
}

// appendRange appends where an item is in the code: from the start of its name to the end
// of its value.
func (w *writer) appendRange(dst []byte, id syntax.ItemID) []byte {
	dst = w.appendPosition(append(dst, `{"start":`...), w.f.Item(id).Name.From)
	dst = w.appendPosition(append(dst, `,"end":`...), w.f.Value(id).To)
	return append(dst, '}')
}

func (w *writer) appendPosition(dst []byte, offset int32) []byte {
	line, column := w.f.Position(offset)
	dst = strconv.AppendInt(append(dst, `{"line":`...), int64(line), 10)
	dst = strconv.AppendInt(append(dst, `,"column":`...), int64(column), 10)
	dst = strconv.AppendInt(append(dst, `,"offset":`...), int64(offset), 10)
	return append(dst, '}')
}
