package oldcode

import (
	"bytes"
	"iter"
	"sync"

	"iacedit/internal/base/budget"
	"iacedit/lexer"
	"iacedit/syntax"
)

// A group is a run of comment lines that begin with "#" or "//", without other lines between them.
type group struct {
	from  []int      // the offset of each line, and of the end of the last one
	texts [2]written // the lines without their signs: with the blank after the sign, and without it
	apart []bool     // by line: a blank or a line end follows the sign
}

// A written is the text of the lines of a group, with the offset of each line and of the end.
type written struct {
	text []byte
	from []int
}

// groups has the memory of groups that are no longer used: the same comments may be read for each
// path of a request.
var groups = sync.Pool{New: func() any { return new(group) }}

// reset removes all lines.
func (g *group) reset() {
	g.from, g.apart = g.from[:0], g.apart[:0]
	for i := range g.texts {
		g.texts[i].text, g.texts[i].from = g.texts[i].text[:0], g.texts[i].from[:0]
	}
}

// commentLines yields the groups in a text that consists of comments and blank lines. A group is
// valid until the next.
func commentLines(text []byte, b *budget.Budget) iter.Seq[*group] {
	return func(yield func(*group) bool) {
		if bytes.IndexByte(text, '#') < 0 && !bytes.Contains(text, []byte("//")) {
			return
		}
		b.Parse(len(text))
		var scanner lexer.Scanner
		scanner.Reset(text, 0)
		g, end := groups.Get().(*group), 0
		defer func() { groups.Put(g) }()
		g.reset()
		for tok := scanner.Next(); ; tok = scanner.Next() {
			line := tok.Kind == lexer.Comment && text[tok.Start] != '/' || tok.Kind == lexer.Comment && text[tok.Start+1] == '/'
			if line && len(bytes.TrimLeft(text[end:tok.Start], " \t")) == 0 && (end == 0 || text[end-1] == '\n') {
				g.add(text, end, int(tok.Start), int(tok.End))
			} else if len(g.apart) > 0 {
				if !yield(g) {
					return
				}
				g.reset()
			}
			if end = int(tok.End); tok.Kind == lexer.EOF {
				return
			}
		}
	}
}

// add adds the line between two offsets of a text, given the offset of its sign.
func (g *group) add(text []byte, from, sign, to int) {
	if len(g.from) == 0 {
		g.from = append(g.from, from)
	}
	g.from = append(g.from, to)
	indent, rest := text[from:sign], text[sign+1:to]
	if text[sign] == '/' {
		rest = rest[1:]
	}
	less, blank := bytes.CutPrefix(rest, []byte{' '})
	g.apart = append(g.apart, blank || len(bytes.TrimRight(rest, "\r\n")) == 0)
	g.texts[0].add(indent, rest, false)
	g.texts[1].add(indent, less, blank)
}

// add adds a line with an indentation. A line that is empty but for its end has none, unless it
// keeps it.
func (w *written) add(indent, rest []byte, keeps bool) {
	if len(w.from) == 0 {
		w.from = append(w.from, 0)
	}
	if keeps || len(bytes.TrimRight(rest, "\r\n")) > 0 {
		w.text = append(w.text, indent...)
	}
	w.text = append(w.text, rest...)
	if !bytes.HasSuffix(rest, []byte{'\n'}) { // at the end of the file
		w.text = append(w.text, '\n')
	}
	w.from = append(w.from, len(w.text))
}

// each calls a function for each code in the group, and returns false if the function did.
func (g *group) each(inside syntax.Inside, b *budget.Budget, yield func(*Code) bool) bool {
	for i := 0; i < len(g.apart); {
		w := &g.texts[0]
		if g.apart[i] {
			w = &g.texts[1]
		}
		n := linesOfItem(w, i, inside, b)
		if n == 0 {
			i++
			continue
		}
		c := parse(w.text[w.from[i]:w.from[i+n]], inside, b)
		if c == nil {
			i++
			continue
		}
		c.Lines = syntax.Span{From: int32(g.from[i]), To: int32(g.from[i+n])}
		if !yield(c) {
			return false
		}
		i += n
	}
	return true
}
