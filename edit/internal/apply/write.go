package apply

import (
	"bytes"
	"slices"
	"unicode/utf8"

	"iacedit/internal/base/fault"
	"iacedit/syntax"
	"iacedit/value"
)

// endsInHeredoc reports whether an expression may end in the marker of a heredoc.
func endsInHeredoc(text []byte) bool {
	return bytes.HasPrefix(text, []byte("<<")) || bytes.Contains(text, []byte("<<")) && !bytes.HasSuffix(text, []byte{')'}) && bytes.IndexByte(text, '\n') >= 0
}

// setValue sets the text of an item's value. offset is the offset of the new value in the request.
func (w *writer) setValue(id syntax.ItemID, text []byte, offset int) error {
	if parent := w.Draft.Item(id).Parent; w.Draft.Inside(parent) == syntax.InsideChoice && w.Draft.FirstItem(parent) == id && isConditional(text) {
		text = slices.Concat([]byte{'('}, text, []byte{')'})
	}
	if err := w.Draft.SetValue(id, text); err != nil {
		return fault.At(offset, fault.InvalidRequest, "%s", err)
	}
	return nil
}

// isConditional reports whether an expression is a conditional. A conditional that becomes the
// condition of another conditional needs parentheses.
func isConditional(text []byte) bool {
	if bytes.IndexByte(text, '?') < 0 {
		return false
	}
	e, err := syntax.ParseCode(text)
	return err == nil && e.Node(e.Root).Kind == syntax.NodeConditional
}

// splitIfWide is called after an element has been added to a list. It splits a list on one line
// into several lines if the new element has made the line too long and Styler.SplitsWide returns
// true. added is the width of the new element in columns.
func (w *writer) splitIfWide(list syntax.ItemID, added int) {
	d := w.Draft
	if d.Inside(list) != syntax.InsideList || d.Kind(list) == syntax.KindElement || !d.OneLine(list) {
		return
	}
	width := len(d.Indent(list)) + d.Item(list).Name.Len() + len(" = []")
	n := 0
	for id := d.FirstItem(list); id != syntax.NoItem && n <= mostOnLine; id = d.NextItem(id) {
		w.Budget.Step(1)
		if n++; d.EditedInside(id) || d.Item(id).Content.Len() > value.LineWidth {
			return
		}
		width += utf8.RuneCount(d.At(d.Item(id).Content)) + len(", ")
	}
	if width -= len(", "); n > mostOnLine || width <= value.LineWidth || width-added-len(", ") > value.LineWidth {
		return
	}
	if w.Styler().SplitsWide(list) {
		d.PutElementsOnLines(list, w.Styler().Usual().Bare)
	}
}

// elementAfter returns the element of a list that follows the element prev, or the first element if
// prev is NoItem.
func (w *writer) elementAfter(list, prev syntax.ItemID) syntax.ItemID {
	if prev == syntax.NoItem {
		return w.Draft.FirstItem(list)
	}
	return w.Draft.NextItem(prev)
}

// expression returns the code of a value with the given schema and layout.
func (w *writer) expression(v *value.Value, p *value.Schema, l *value.Layout) ([]byte, error) {
	w.o.RecordTexts(v, p, w.body.spot())
	return w.Module.Expression(v, p, l)
}

// mostOnLine is the largest number of elements that fit on a line.
const mostOnLine = value.LineWidth / 3

// hasParts reports whether an expression may have parts, such as operands or arguments. Most values
// have no parts, which hasParts finds without parsing them.
func hasParts(text []byte) bool {
	if len(text) > 0 && text[0] == '"' && bytes.IndexByte(text, '\n') < 0 && !bytes.Contains(text, []byte(`" `)) {
		// In a string on one line, the only thing that an update might keep is the blanks after "${".
		return bytes.Contains(text, []byte("${ "))
	}
	return bytes.ContainsAny(text, "({?&|=<>+-*/%")
}

// children returns the parts of an item.
func (p *partUpdater) children(id syntax.ItemID) (all []syntax.ItemID) {
	for c := p.Draft.FirstItem(id); c != syntax.NoItem; c = p.Draft.NextItem(c) {
		p.Budget.Step(1)
		all = append(all, c)
	}
	return all
}
