package render

import (
	"bytes"
	"sort"

	"iacedit/internal/base/grow"
	"iacedit/lexer"
	"iacedit/syntax"
)

// add appends texts to the file's text and returns their span. The texts become part of the code
// only when the span is assigned to an item. Only the methods add, addBytes and addStrings append
// to the file's text, and they charge the budget first.
func (d *items) add(text ...[]byte) syntax.Span {
	n := 0
	for _, t := range text {
		n += len(t)
	}
	d.budget.Grow(n) // before memory is allocated
	return d.store.Add(text...)
}

// addBytes adds n bytes to the file's text. It charges the budget and then calls f, which must
// append n bytes to its argument.
func (d *items) addBytes(n int, f func(dst []byte) []byte) syntax.Span {
	d.budget.Grow(n)
	return d.store.Write(n, f)
}

// addStrings adds strings to the file's text and returns their span.
func (d *items) addStrings(parts ...string) syntax.Span {
	n := 0
	for _, p := range parts {
		n += len(p)
	}
	d.budget.Grow(n)
	return d.store.AddStrings(n, parts...)
}

// A textCopy records that new text is a copy of older text. The writer treats the copy like the
// older text, so that the author's layout is kept. The older text is not a copy itself.
type textCopy struct {
	at       syntax.Span
	original syntax.Span
}

// join adds a text that is composed of older texts, and returns its span.
func (d *items) join(parts ...syntax.Span) syntax.Span {
	all := d.add()
	d.copies = grow.Reserve(d.budget, d.copies, len(parts))
	for _, part := range parts {
		at := d.add(d.At(part))
		all.To = at.To
		d.origins(part, func(of syntax.Span) {
			at.To = at.From + int32(of.Len())
			d.noteCopy(textCopy{at, of})
			at.From = at.To
		})
	}
	return all
}

// noteCopy records that the text added last is a copy.
func (d *items) noteCopy(c textCopy) {
	if c.original.Len() == 0 {
		return
	}
	n := len(d.copies) - 1
	if n >= 0 && d.copies[n].at.To == c.at.From && d.copies[n].original.To == c.original.From && int(c.original.From) != d.store.SourceLen() {
		d.copies[n].at.To, d.copies[n].original.To = c.at.To, c.original.To
		return
	}
	d.copies = append(d.copies, c)
}

// origins calls the function yield for each part of a span, in order. If a part is a copy of older
// text, yield receives the span of that text. The function may add text to the file.
func (d *items) origins(s syntax.Span, yield func(syntax.Span)) {
	i := len(d.copies)
	if int(s.To) > d.store.SourceLen() {
		i = sort.Search(len(d.copies), func(i int) bool { return d.copies[i].at.To > s.From })
	}
	for end := len(d.copies); i < end && d.copies[i].at.From < s.To; i++ {
		c := d.copies[i]
		yield(syntax.Span{From: s.From, To: max(s.From, c.at.From)})
		from, to := max(s.From, c.at.From), min(s.To, c.at.To)
		yield(syntax.Span{From: c.original.From + from - c.at.From, To: c.original.From + to - c.at.From})
		s.From = to
	}
	yield(s)
}

// endsInHeredoc reports whether a value ends in a heredoc.
func (d *items) endsInHeredoc(value syntax.Span) bool {
	text := d.At(value)
	if !bytes.Contains(text, []byte("<<")) {
		return false
	}
	d.budget.Step(len(text) / 4)
	var s lexer.Scanner
	s.Reset(append(bytes.Clone(text), '\n'), 0) // the marker needs a line end
	last := lexer.EOF
	for tok := s.Next(); tok.Kind != lexer.EOF; tok = s.Next() {
		if tok.Kind != lexer.Newline {
			last = tok.Kind
		}
	}
	return last == lexer.CHeredoc
}
