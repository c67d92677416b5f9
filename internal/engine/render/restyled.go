package render

import (
	"bytes"

	"iacedit/internal/engine/tree"
	"iacedit/lexer"
	"iacedit/syntax"
)

// needsFormatting reports whether the formatter must look at a whole child, because the child has
// changed. In a block it is usually enough to look at the changed children.
func (w *writer) needsFormatting(id syntax.ItemID) bool {
	it := w.d.item(id)
	switch {
	case !it.Touched || !isItem(it.Kind):
		return false
	case it.Changed || it.Kind != syntax.KindBlock:
		return true
	}
	// A comment on the header or on the last line may be aligned with a comment inside the block.
	open := w.d.item(it.First)
	return open.Kind != syntax.KindOpen || hasComment(w.d.At(open.Head)) || hasComment(w.d.At(it.Tail))
}

// restyleAll disables the shortcuts that restyled.go implements. Only tests set it.
var restyleAll = false

// isSettled reports whether the formatter need not look at a child: the child is an attribute in
// which only names or simple values, such as "a" or 5, are new. The caller has checked that no
// aligned text can move.
func (w *writer) isSettled(id syntax.ItemID) bool {
	it := w.d.item(id)
	if restyleAll || it.Kind != syntax.KindAttribute {
		return false
	}
	return it.Renamed || it.Revalued && isToken(w.d.At(it.Content)) || w.onlyScalars(id)
}

// onlyNames reports whether each replacement puts one name in place of another, so that the value
// has the same syntax tree as before. Keywords are not names here. The result is false for a value
// with a heredoc. It is also false if "=" or a comment follows a replacement on the same line.
func (d *names) onlyNames(value syntax.Span, new []Replacement) bool {
	if restyleAll || bytes.Contains(d.At(value), []byte("<<")) {
		return false
	}
	for i, r := range new {
		if !isPlainName(d.At(r.At)) || !isPlainName([]byte(r.Text)) || d.isNamePart(r.At.From-1) || d.isNamePart(r.At.To) {
			return false
		}
		rest := d.Text()[r.At.To:value.To]
		if i+1 < len(new) {
			rest = d.Text()[r.At.To:min(new[i+1].At.From, value.To)]
		}
		if end := bytes.IndexByte(rest, '\n'); end >= 0 {
			rest = rest[:end]
		}
		if bytes.ContainsAny(rest, "=#/") {
			return false
		}
	}
	return true
}

// isPlainName reports whether a text is an identifier that consists of ASCII letters, digits and
// "_", and is not a keyword.
func isPlainName(text []byte) bool {
	for i, c := range text {
		if !(c == '_' || 'a' <= c|0x20 && c|0x20 <= 'z' || i > 0 && '0' <= c && c <= '9') {
			return false
		}
	}
	switch string(text) {
	case "", "true", "false", "null", "for", "in", "if", "else", "endif", "endfor":
		return false
	}
	return true
}

// isNamePart reports whether the byte at an offset of the text may belong to an identifier or
// number.
func (d *names) isNamePart(at int32) bool {
	if int(at) >= len(d.Text()) {
		return false
	}
	c := d.Text()[at]
	return c == '_' || c == '-' || c >= 0x80 || 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || c == '\\'
}

// isToken reports whether a text is a single number, name or string.
func isToken(text []byte) bool {
	if lexer.IsPlainString(text) {
		return true
	}
	var scanner lexer.Scanner
	scanner.Reset(text, 0)
	switch t := scanner.NextWhole(); t.Kind {
	case lexer.Number, lexer.Ident, lexer.OQuote:
		return int(t.End) == len(text)
	}
	return false
}

// onlyScalars reports whether the only changes in a child are new values of pairs and elements.
// Such changes do not move other text. The result is false if a new value is not a number, a name
// or a string, or has a comment after it.
func (w *writer) onlyScalars(id syntax.ItemID) bool {
	if it := w.d.item(id); it.Changed || !it.Touched || !it.Expanded() || it.Inside() >= syntax.InsideChoice {
		return false // the parts' heads may contain comments
	}
	for c := w.d.item(id).First; c != syntax.NoItem; {
		w.d.budget.Step(1)
		it := w.d.item(c)
		if it.Touched && !w.onlyScalars(c) && !(it.Revalued && isToken(w.d.At(it.Content)) && !hasComment(bytes.Trim(w.d.At(it.Tail), ", \t\r\n"))) {
			return false
		}
		c = it.Next
	}
	return true
}

// cannotAlign reports whether the last line of a child cannot be aligned with the first line of the
// next child. They cannot be aligned if a blank line or a comment line is between the two lines, if
// the upper line has only closing brackets, or if the lower line ends with an opening bracket. The
// result is true only if the two lines could not be aligned before the edits either.
func (w *writer) cannotAlign(id, next syntax.ItemID) bool {
	it, to := w.d.item(id), w.d.item(next)
	if !isItem(it.Kind) || !isItem(to.Kind) {
		return true
	}
	if w.d.cache.remade[id] || w.d.cache.remade[next] {
		return false
	}
	if !it.Touched && w.endsInBracket(it) || !to.Touched && w.startsInBracket(to) {
		return true
	}
	if it.Kind == syntax.KindBlock && !hasComment(w.d.At(it.Tail)) {
		return true
	}
	if w.d.cache.commented[next] {
		return false
	}
	kind, _, end := lexer.Next(w.d.At(to.Head), 0)
	return kind == lexer.Comment && bytes.IndexByte(w.d.At(to.Head)[:end], '\n') >= 0
}

// endsInBracket reports whether an item has several lines, and the last one contains only closing
// brackets.
func (w *writer) endsInBracket(it *tree.Item) bool {
	content := w.d.At(it.Content)
	line := bytes.LastIndexByte(content, '\n') + 1
	return line > 0 && len(bytes.Trim(content[line:], " \t)]}")) == 0 && !hasComment(w.d.At(it.Tail))
}

// startsInBracket reports whether an item has several lines, and the first one ends with an opening
// bracket, without a comment.
func (w *writer) startsInBracket(it *tree.Item) bool {
	content := w.d.At(it.Content)
	line := bytes.TrimRight(content[:max(bytes.IndexByte(content, '\n'), 0)], " \t\r")
	return len(line) > 0 && bytes.IndexByte([]byte("([{"), line[len(line)-1]) >= 0 && !bytes.ContainsAny(line, "#/")
}

// hasComment reports whether a text contains a comment. The text must consist of blanks and
// comments.
func hasComment(b []byte) bool { return len(bytes.TrimSpace(b)) > 0 }
