package render

import (
	"bytes"
	"slices"
	"strings"

	"iacedit/internal/budget"
	"iacedit/internal/format"
	"iacedit/internal/tree"
	"iacedit/lexer"
	"iacedit/syntax"
)

// parted reports whether the formatter aligns nothing on one child's last line with
// anything on the next child's first, neither as they are nor as they were before the
// edits: something blank or a comment line is between, or a line of brackets.
func (w *writer) parted(id, next syntax.ItemID) bool {
	it, to := w.d.item(id), w.d.item(next)
	if !isItem(it.Kind) || !isItem(to.Kind) {
		return true
	}
	if !it.Touched && w.endsInBracket(it) || !to.Touched && w.startsInBracket(to) {
		return true
	}
	if it.Kind == syntax.KindBlock && !hasComment(w.d.At(it.Tail)) {
		return true
	}
	if w.d.known.commented[next] {
		return false
	}
	kind, _, end := lexer.Next(w.d.At(to.Head), 0)
	return kind == lexer.Comment && bytes.IndexByte(w.d.At(to.Head)[:end], '\n') >= 0
}

// endsInBracket reports whether the last line of an item over several lines has nothing
// on it but closing brackets.
func (w *writer) endsInBracket(it *tree.Item) bool {
	content := w.d.At(it.Content)
	line := bytes.LastIndexByte(content, '\n') + 1
	return line > 0 && len(bytes.Trim(content[line:], " \t)]}")) == 0 && !hasComment(w.d.At(it.Tail))
}

// startsInBracket reports whether the first line of an item over several lines ends with
// an opening bracket, and so without a comment.
func (w *writer) startsInBracket(it *tree.Item) bool {
	content := w.d.At(it.Content)
	line := bytes.TrimRight(content[:max(bytes.IndexByte(content, '\n'), 0)], " \t\r")
	return len(line) > 0 && bytes.IndexByte([]byte("([{"), line[len(line)-1]) >= 0 && !bytes.ContainsAny(line, "#/")
}

// region writes the children of a body from first to last anew.
func (w *writer) region(body, first, last syntax.ItemID, level int) {
	w.flush()
	w.pieces = w.pieces[:0]
	old := syntax.Span{From: w.seen}
	for id := first; ; id = w.d.item(id).Next {
		w.spans(id)
		if id == last {
			break
		}
	}
	for _, p := range w.pieces {
		w.pass(p)
	}
	old.To = w.sourceAfter(body, last)
	region := format.Region{Text: w.d.Text(), Old: old, Pieces: w.pieces, Level: level, OwnIndent: w.ownIndent(body, level), Budget: w.d.budget}
	isNew := !slices.ContainsFunc(w.pieces, func(p syntax.Span) bool { return int(p.To) <= w.d.store.SourceLen() })
	if isNew && w.gone.Old == old && w.gone.Level == level { // looked at already
		region.Old.From = old.To
		region.OwnIndent = region.OwnIndent || w.gone.Unindented
	}
	from := len(w.made)
	w.made = region.Append(w.made)
	if len(w.made) > tree.Limit {
		budget.Refuse(budget.Bytes, int64(tree.Limit))
	}
	w.length += len(w.made) - from
	w.runs = append(w.runs, run{at: syntax.Span{From: int32(from), To: int32(len(w.made))}, made: true})
	if isNew && region.Old == old {
		w.gone = region
	}
}

// ownIndent reports whether what is in a body is indented otherwise than the formatter
// would.
func (w *writer) ownIndent(body syntax.ItemID, level int) bool {
	if body == syntax.Root && w.d.fileStep() == "\t" {
		return true
	}
	indent := w.d.ChildIndent(body)
	return len(indent) != 2*level || strings.Trim(indent, " ") != ""
}
