package reshape

import (
	"bytes"
	"strings"

	"iacedit/edit/internal/draft"
	"iacedit/internal/engine/render"
	"iacedit/syntax"
)

// lastLine returns the text after the last line end.
func lastLine(text []byte) []byte { return text[bytes.LastIndexByte(text, '\n')+1:] }

// joinTails returns the tail of the last block: its own comment, or the comment behind the
// attribute.
func (w *writer) joinTails(own, attribute syntax.Span, l *layout) syntax.Span {
	d := w.f.Draft
	comment := strings.TrimSpace(string(d.At(own)))
	switch {
	case comment == "":
		return attribute
	case strings.TrimSpace(string(d.At(attribute))) == "":
		return own
	}
	text := strings.TrimRight(string(d.At(attribute)), "\r\n")
	return d.Compose(render.New(" /* "+strings.TrimLeft(comment, "#/* ")+" */"), render.New(text+l.newline))
}

// isSpaced reports whether blank lines go between the new blocks: as in the body around the
// attribute or, if the attribute is the first item there, as between other blocks of the type.
func (w *writer) isSpaced(body, id syntax.ItemID, typ string, made []madeBlock) bool {
	d := w.f.Draft
	oneLine := true
	for i := range made {
		oneLine = oneLine && bytes.IndexByte(d.At(made[i].body), '\n') < 0
	}
	switch {
	case oneLine:
		return false
	case d.PrevItem(id) != syntax.NoItem:
		return d.Above(id) == syntax.NoItem
	}
	return draft.Styler{File: w.f}.NestedStyle(body, typ).Spacing != render.Tight
}
