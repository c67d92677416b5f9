package render

import (
	"bytes"
	"errors"

	"iacedit/internal/base/grow"
	"iacedit/internal/engine/oldcode"
	"iacedit/syntax"
)

// oldCode returns the length of the lines at the start of a comment that are commented-out code:
// without the comment signs they are items of the given parent. If another comment follows on the
// same lines, the result is 0.
func (d *comments) oldCode(parent syntax.ItemID, comment []byte) int {
	text := syntax.AppendComment(nil, comment)
	n := d.itemsIn(parent, text)
	switch {
	case len(bytes.TrimSpace(text[n:])) == 0 && n > 0:
		return len(comment)
	case bytes.Contains(comment, []byte("/*")):
		return 0
	}
	length := 0
	for line := range bytes.Lines(comment) {
		if n <= 0 {
			break
		}
		length += len(line)
		n -= len(syntax.AppendComment(nil, line)) + 1
	}
	return length
}

// itemsIn returns the length of the lines at the start of a text that are items of a parent.
func (d *comments) itemsIn(parent syntax.ItemID, text []byte) int {
	d.budget.Parse(len(text))
	ok, at := d.areItems(parent, text)
	if ok {
		return len(text)
	}
	n := bytes.LastIndexByte(text[:min(max(at, 0), len(text))], '\n') + 1
	d.budget.Parse(n)
	if ok, _ = d.areItems(parent, text[:n]); !ok {
		return 0
	}
	return n
}

// areItems reports whether a text consists of one or several items of a parent. If not, it returns
// the offset of the first text that is no item.
func (d *comments) areItems(parent syntax.ItemID, text []byte) (ok bool, offset int) {
	opening, closing := "{\n", "\n}"
	switch d.item(parent).Inside() {
	case syntax.InsideBody:
		f, err := syntax.Parse(grow.Text(d.budget, grow.Text(d.budget, nil, text), "\n"))
		if err != nil {
			return false, offsetOf(err)
		}
		for id := range f.Children(syntax.Root) {
			isCode := f.Kind(id) != syntax.KindGap
			if isCode && parent == syntax.Root && f.Kind(id) != syntax.KindBlock && !d.index.HasRootAttributes() {
				return false, int(f.Item(id).Head.From)
			}
			ok = ok || isCode
		}
		return ok, 0
	case syntax.InsideObject:
	default:
		opening, closing = "[\n", "\n]"
	}
	code := grow.Text(d.budget, grow.Text(d.budget, grow.Text(d.budget, nil, opening), text), closing)
	e, err := syntax.ParseCode(code)
	if err != nil {
		return false, offsetOf(err) - len(opening)
	}
	for n := e.Node(e.Root).First; n != 0; n = e.Node(n).Next {
		if !oldcode.IsCode(e, n) {
			return false, int(e.Node(n).Start) - len(opening)
		}
		ok = true
	}
	return ok, 0
}

// offsetOf returns the offset of a parser's error.
func offsetOf(err error) int {
	if e, ok := errors.AsType[*syntax.Error](err); ok {
		return e.Offset
	}
	return 0
}
