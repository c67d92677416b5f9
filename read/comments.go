package read

import (
	"bytes"
	"unicode/utf8"

	"iacedit/address"
	"iacedit/internal/base/jsontext"
	"iacedit/syntax"
)

// lead writes the member "comment": the text of the lead comment, which is above the item.
func (w *writer) lead(f *syntax.File, id syntax.ItemID, first *bool) {
	if text, ok := w.comment(f, id); ok {
		w.out.name("comment", first)
		w.out.Quote(text)
	}
}

// comment returns the text of an item's lead comment, valid until the next call. It returns
// false if there is no comment, and for a comment that is not UTF-8, which JSON cannot represent.
func (w *writer) comment(f *syntax.File, id syntax.ItemID) (text []byte, ok bool) {
	return w.textOf(f.At(f.Comments(id)))
}

// textOf returns the text of a comment, as the method comment does.
func (w *writer) textOf(comment []byte) (text []byte, ok bool) {
	if len(comment) == 0 || !utf8.Valid(comment) {
		return nil, false
	}
	w.text = syntax.AppendComment(w.text[:0], comment)
	return w.text, true
}

// commentsOf collects the lead comment of an item, with a path as its key. If the item's value was
// read as an object or list, it also collects the lead comments of the items in the value. read is
// the JSON text of the value.
func (w *writer) commentsOf(f *syntax.File, id syntax.ItemID, path, read []byte) {
	w.addComment(f, id, path)
	if len(read) == 0 || read[0] != '{' && read[0] != '[' || !bytes.ContainsAny(f.At(f.Value(id)), "#/") {
		return
	}
	w.budget.Step(len(read) >> 2)
	var r jsontext.Reader
	r.Reset(read)
	w.commentsIn(f, id, bytes.Clone(path), &r)
}

// addComment adds an item's comments, above it and behind it, under its path.
func (w *writer) addComment(f *syntax.File, id syntax.ItemID, path []byte) {
	if w.comments {
		w.addCommentTo(&w.extra.comments, f.At(f.Comments(id)), path)
	}
	if w.behind {
		tail := f.At(f.Item(id).Tail)
		w.budget.Step(len(tail) >> 2)
		w.addCommentTo(&w.extra.lineComments, syntax.LineComment(tail), path)
	}
}

// addCommentTo adds the text of a comment under a path to the text of a member.
func (w *writer) addCommentTo(to *output, comment, path []byte) {
	text, ok := w.textOf(comment)
	if !ok {
		return
	}
	to.Quote(path)
	to.Byte(':')
	to.Quote(text)
	to.Byte(',')
}

// commentsIn collects the lead comments of the pairs and elements of a value, at every depth. It
// reads the JSON text of the value at the same time, because it must skip the values that were
// read as strings: no path leads into them.
func (w *writer) commentsIn(f *syntax.File, id syntax.ItemID, path []byte, read *jsontext.Reader) {
	closing := byte('}')
	switch read.Peek() {
	case '{':
	case '[':
		closing = ']'
	default:
		read.Skip()
		return
	}
	for f.Inside(id) == syntax.InsideParens {
		for inner := range f.Elements(id) {
			id = inner
		}
	}
	more, err := read.Open(0, closing)
	n := 0
	for c := range f.Children(id) {
		if kind := f.Kind(c); kind != syntax.KindPair && kind != syntax.KindElement {
			continue
		}
		if !more || err != nil {
			return
		}
		if closing == '}' {
			read.Key()
		}
		w.budget.Step(2 + len(path)>>4)
		if inner, ok := appendStep(path, f, c, n); ok {
			w.addComment(f, c, inner)
			w.commentsIn(f, c, inner, read)
		} else {
			read.Skip()
		}
		more, err = read.More(closing)
		n++
	}
}

// appendStep appends a step to a path: the key of a pair, or the index n of an element in a list.
// It returns false for a pair whose key is an expression, because no path leads there.
func appendStep(path []byte, f *syntax.File, id syntax.ItemID, n int) ([]byte, bool) {
	step := address.Step{Kind: address.StepIndex, Index: n}
	if f.Kind(id) == syntax.KindPair {
		key, ok := f.Key(id)
		if !ok {
			return path, false
		}
		step = address.Step{Kind: address.StepKey, Key: key}
	}
	return address.Path{Steps: []address.Step{step}}.Append(path), true
}

// addRange adds the range of an attribute, with the path as its key, to the text of the member
// "ranges".
func (w *writer) addRange(f *syntax.File, attribute syntax.ItemID, path []byte) {
	to := &w.extra.ranges
	to.Quote(path)
	to.Byte(':')
	w.rangeOf(to, f, attribute)
	to.Byte(',')
}

// rangeOf writes the range of an item in the code: from the start of its name to the end of
// its value.
func (w *writer) rangeOf(to *output, f *syntax.File, id syntax.ItemID) {
	w.spanOf(to, f, syntax.Span{From: f.Item(id).Name.From, To: f.Value(id).To})
}

// spanOf writes the range of a span of the code.
func (w *writer) spanOf(to *output, f *syntax.File, span syntax.Span) {
	line, column := f.Position(span.From)
	to.Raw(`{"start":`)
	to.Point(line, column, int(f.Origin(span.From)))
	line, column = f.Position(span.To)
	to.Raw(`,"end":`)
	to.Point(line, column, int(f.Origin(span.To)))
	to.Byte('}')
}
