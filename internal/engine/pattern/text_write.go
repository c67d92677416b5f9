package pattern

import (
	"bytes"
	"fmt"
	"slices"
	"sort"
	"strings"

	"iacedit/internal/base/nocopy"
	"iacedit/lexer"
	"iacedit/syntax"
	"iacedit/value"
)

// RewriteText is like Rewrite, but replaces text: the occurrences in the strings, templates and
// heredocs of an attribute's value. It calls the function ask once for each string, template or
// heredoc with an occurrence, and passes nil as new, because there is no single new code.
func (r *Rewriter) RewriteText(dst []Edit, e *syntax.Expr, hidden []string, find Finder, to *Text, ask Asker) ([]Edit, error) {
	r.begin(e, hidden)
	for id := range e.All() {
		r.tree.shapes[id] = r.tree.shape(id)
		if e.Node(id).Kind != syntax.NodeTemplate || !r.isPlace(id) {
			continue
		}
		w := textWriter{Rewriter: r, to: to, id: id, heredoc: e.Node(id).Flags&syntax.FlagHeredoc != 0}
		if !w.find(find) || ask != nil && !ask(id, nil) {
			continue
		}
		if err := w.write(); err != nil {
			return dst, err
		}
	}
	return r.edits(dst), nil
}

// A textWriter replaces the occurrences in one template.
type textWriter struct {
	*Rewriter
	to       *Text
	id       syntax.NodeID
	heredoc  bool
	runs     []run
	found    [][][]int // by run: the occurrences in it
	newBytes int       // the number of bytes of new literal text
}

// find records the occurrences in all runs, and reports whether any exist.
func (w *textWriter) find(find Finder) (any bool) {
	w.runs = w.Rewriter.runs(w.id)
	for i := range w.runs {
		r := &w.runs[i]
		all := find(r.text)
		if len(all) > 0 {
			w.locate(w.id, r)
		}
		w.found = append(w.found, all)
		any = any || len(all) > 0
	}
	return any
}

func (w *textWriter) write() error {
	n := w.expr.Node(w.id)
	for _, name := range w.to.free {
		if w.locals.Bound(n.Start, name) || w.isHidden([]byte(name)) {
			return &Refusal{Offset: int(n.Start), Message: fmt.Sprintf("the name %s of %q would be taken for a local name here", name, w.to.sent)}
		}
	}
	if w.to.sole != nil && len(w.runs) == 1 && len(w.found[0]) == 1 && isText(w.expr, w.id) {
		if o := w.found[0][0]; o[1]-o[0] == len(w.runs[0].text) {
			sole := writer{Rewriter: w.Rewriter, to: w.to.sole, match: &Match{At: w.id}}
			w.addReplacement(w.id, sole.write())
			return nil
		}
	}
	inner := append([]replacedNode(nil), w.regions[w.firstRegion(n.Start):]...) // the replacements inside the sequences of the template
	w.regions = w.regions[:w.firstRegion(n.Start)]
	for i := range w.runs {
		if len(w.found[i]) == 0 {
			continue
		}
		r := &w.runs[i]
		at := syntax.Span{From: r.spans[0].From, To: r.spans[len(r.spans)-1].To}
		for len(inner) > 0 && inner[0].at.From < at.From {
			w.regions, inner = append(w.regions, inner[0]), inner[1:]
		}
		f := w.fragment(shape{})
		f.addAll(w.join(w.units(r, w.found[i]), w.signAt(at.To)))
		w.regions = append(w.regions, replacedNode{node: w.id, at: at, new: f, inTemplate: true})
	}
	w.regions = append(w.regions, inner...)
	return nil
}

// signAt returns the byte at an offset of the code if it is the "$" or "%" of a sequence, and
// otherwise 0.
func (w *textWriter) signAt(offset int32) byte {
	rest := w.expr.Text[offset:w.expr.Node(w.id).End]
	if lexer.Sequence(rest, 0) == len("${") {
		return rest[0]
	}
	return 0
}

// A unit is a part of the new content of a run: old text, new text, or a sequence.
type unit struct {
	piece
	sequence bool
}

// stepsPerOccurrence is the price of finding and replacing an occurrence. The work takes about a
// microsecond.
const stepsPerOccurrence = 100

// stepsPerLiteral is the price of making the literal text between two interpolations, not counting
// the price of its bytes.
const stepsPerLiteral = 32

// units returns the new content of a run, in which each occurrence is replaced.
func (w *textWriter) units(r *run, occurrences [][]int) (units []unit) {
	from := r.spans[0].From
	for _, o := range occurrences {
		w.Budget.Step(stepsPerOccurrence + len(w.to.parts))
		at := r.spanOf(o)
		if from < at.From {
			units = append(units, unit{piece: piece{at: syntax.Span{From: from, To: at.From}}})
		}
		from = at.To
		for parts := w.to.parts; ; parts = parts[1:] {
			text, n := w.literalOf(r, o, parts)
			if text != "" || len(w.to.parts) == 0 {
				units = append(units, w.literal(r, occurrences, text, at))
			}
			if parts = parts[n:]; len(parts) == 0 {
				break
			}
			units = append(units, unit{piece{text: parts[0].code}, true})
		}
	}
	if to := r.spans[len(r.spans)-1].To; from < to {
		units = append(units, unit{piece: piece{at: syntax.Span{From: from, To: to}}})
	}
	return units
}

// literalOf returns the literal text for one occurrence. It joins the parts up to the first
// sequence, and also returns the number of these parts. It charges the budget before it creates the
// text.
func (w *textWriter) literalOf(r *run, o []int, parts []textPart) (text string, n int) {
	size := 0
	for n < len(parts) && parts[n].code == "" {
		size += len(parts[n].literal(r, o))
		n++
	}
	if size == 0 {
		return "", n
	}
	w.Budget.Step(stepsPerLiteral + size)
	w.newBytes += size
	w.Budget.Afford(w.newBytes)
	all := make([]byte, 0, size)
	for i := range parts[:n] {
		all = append(all, parts[i].literal(r, o)...)
	}
	return nocopy.String(all), n
}

// literal returns the text of a part for one occurrence: literal text, or the text of a group. The
// part must not be a sequence.
func (p *textPart) literal(r *run, o []int) string {
	switch {
	case p.group == 0:
		return p.text
	case o[2*p.group] < 0:
		return ""
	}
	return nocopy.String(r.text[o[2*p.group]:o[2*p.group+1]])
}

// literal returns the unit for literal text that replaces an occurrence. If the template cannot
// contain the text as it is (a heredoc, for example, has no escapes for control characters), the
// unit is an interpolation "${"…"}". occurrences are all occurrences in the run.
func (w *textWriter) literal(r *run, occurrences [][]int, text string, at syntax.Span) unit {
	alone := len(occurrences) == 1 && !slices.ContainsFunc(w.to.parts, func(p textPart) bool { return p.code != "" })
	quoted := nocopy.String(value.AppendString(make([]byte, 0, len(text)+2), text))
	switch {
	case strings.TrimSpace(text) != text && marked(w.expr, w.id): // a "~" might strip the blanks at the ends of the text
	case w.heredoc && alone && strings.Contains(text, "\n") && !marked(w.expr, w.id):
		if lines, ok := w.splitLines(r, text, at); ok {
			return unit{piece: piece{text: escapeHeredoc(lines)}}
		}
	case w.heredoc && (strings.ContainsFunc(text, isControl) || strings.TrimLeft(text, " \t") != text || w.mayBeMarker(r, occurrences, text, at)):
	case w.heredoc:
		return unit{piece: piece{text: escapeHeredoc(text)}}
	default:
		return unit{piece: piece{text: quoted[1 : len(quoted)-1]}}
	}
	return unit{piece{text: "${" + quoted + "}"}, true}
}

// join returns the pieces of all units. It changes text that, together with the next piece, would
// begin a sequence or an escape: "$" before "{" becomes "$$". next is the "$" or "%" of the
// sequence after the last unit, or 0.
func (w *textWriter) join(units []unit, next byte) []piece {
	var back []piece // from the last to the first
	brace := false   // the text that follows begins with "{"
	src := w.expr.Text
	for i := len(units) - 1; i >= 0; i-- {
		u := units[i]
		first, last := u.edges(src)
		if first == 0 {
			continue
		}
		if u.sequence {
			back, next, brace = append(back, u.piece), first, false
			continue
		}
		switch {
		case last != '$' && last != '%':
		case brace:
			back = append(back, piece{text: string(last)}) // a doubled sign before "{" is an escape
		case next == last:
			rest, n := u.withoutLast(src, last)
			back = append(back, piece{text: "${\"" + strings.Repeat(string(last), n) + "\"}"})
			if first, _ = rest.edges(src); first == 0 {
				next, brace = '$', false
				continue
			}
			u.piece = rest
		}
		back, next, brace = append(back, u.piece), 0, first == '{'
	}
	for i, j := 0, len(back)-1; i < j; i, j = i+1, j-1 {
		back[i], back[j] = back[j], back[i]
	}
	return back
}

// withoutLast removes all copies of a byte from the end of a piece. It returns the rest of the
// piece, and the number of removed bytes.
func (p piece) withoutLast(src []byte, sign byte) (rest piece, n int) {
	for p.text != "" && p.text[len(p.text)-1] == sign {
		p.text = p.text[:len(p.text)-1]
		n++
	}
	for p.at.Len() > 0 && src[p.at.To-1] == sign {
		p.at.To--
		n++
	}
	return p, n
}

// mayBeMarker reports whether a line of a heredoc might become blank, or look like the heredoc's
// marker, if the text replaces a span of the line, and other text the other occurrences. It does not
// if the rest of the line has a character that the marker does not have.
func (w *textWriter) mayBeMarker(r *run, occurrences [][]int, text string, at syntax.Span) bool {
	source := w.expr.Source(w.id)
	marker, _ := lexer.HeredocMarker(source[:bytes.IndexByte(source, '\n')+1])
	if !bytes.Contains(marker, []byte(strings.TrimSpace(text))) {
		return false
	}
	start := w.expr.Node(w.id).Start
	from := start + int32(bytes.LastIndexByte(w.expr.Text[start:at.From], '\n')) + 1
	line := w.expr.Text[from:]
	line = line[:bytes.IndexByte(line, '\n')]
	next := sort.Search(len(occurrences), func(i int) bool { return r.spanOf(occurrences[i]).To > from })
	for i, c := range line {
		offset := from + int32(i)
		for next < len(occurrences) && r.spanOf(occurrences[next]).To <= offset {
			next++
		}
		inside := next < len(occurrences) && r.spanOf(occurrences[next]).From <= offset
		if !inside && c != ' ' && c != '\t' && c != '\r' && bytes.IndexByte(marker, c) < 0 {
			w.Budget.Step(i / 16)
			return false
		}
	}
	w.Budget.Step(len(line) / 16)
	return true
}
