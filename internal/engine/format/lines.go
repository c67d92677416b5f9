package format

import (
	"unsafe"

	"iacedit/internal/base/budget"
	"iacedit/internal/base/grow"
	"iacedit/lexer"
)

// A layout is the formatter's analysis of a range of source. Its terms:
//
//   - The gap of a token is the text between the previous token and this token:
//     only spaces and tabs, because comments and line ends are tokens.
//     Formatting changes only gaps.
//   - Every line end outside literal text and block comments ends a line. A heredoc does not end
//     its line, but a line end in a template's "${ }" does.
//   - A line may have cells, which are aligned with the cells of adjacent lines:
//     the part from its first "=" on, if this part closes all brackets that it
//     opens; and its trailing comment.
//   - A group is a run of adjacent lines whose cells of one kind are aligned.
//
// A layout can be used for several ranges, one after the other. It then reuses its memory.
type layout struct {
	src    []byte
	toks   []tok // the tokens; toks[0] is not a token, but ends at the start of the range; the last is lexer.EOF
	lines  []line
	levels []int32 // for each line whose brackets are not all closed: the number of its open brackets
	budget *budget.Budget

	perToken int // the number of steps that are charged for a token; 0 if tokens are not charged
	paid     int // the number of tokens that have been charged
	payAt    int // the number of tokens at which the next charge is due

	scan     lexer.Scanner
	whole    bool
	widths   []int32
	wideGaps map[int]int32 // by token with gapWide: the wanted number of blanks
}

// tok is a token with its gap. A tok has only twelve bytes, because tokens take most of the memory
// of a large region.
type tok struct {
	start, end int32
	gap        uint16 // the wanted number of spaces before it (see blanks)
	kind       lexer.Kind
	marks      marks
}

// asWritten, as a number of blanks, means that the gap stays unchanged.
const asWritten = -1

// Special values of tok.gap.
const (
	gapAsWritten = 1<<16 - 1
	gapWide      = 1<<16 - 2 // the number of blanks is too large for a tok; layout.wideGaps has it
)

// blanks returns the wanted number of spaces before token i, or asWritten.
func (l *layout) blanks(i int) int32 {
	if n := l.toks[i].gap; n < gapWide {
		return int32(n)
	}
	return l.rareBlanks(i)
}

func (l *layout) rareBlanks(i int) int32 {
	if l.toks[i].gap == gapAsWritten {
		return asWritten
	}
	return l.wideGaps[i]
}

// setBlanks sets the wanted number of spaces before token i.
func (l *layout) setBlanks(i int, n int32) {
	if 0 <= n && n < gapWide {
		l.toks[i].gap = uint16(n)
		return
	}
	l.setRareBlanks(i, n)
}

func (l *layout) setRareBlanks(i int, n int32) {
	if n == asWritten {
		l.toks[i].gap = gapAsWritten
		return
	}
	l.toks[i].gap = gapWide
	if l.wideGaps == nil {
		l.wideGaps = map[int]int32{}
	}
	l.wideGaps[i] = n
}

type marks uint8

const (
	lineFirst marks = 1 << iota // the first token of its line
	wellSet                     // the gap was formatted in the old region
	fromOld                     // the token is from the text before the edit
	gapOld                      // the gap is from the text before the edit
)

// line has the number of a line's first token and, for each cell, the number of the cell's first
// token, or 0 if the line lacks the cell.
type line struct {
	first int32
	cells [2]int32
}

// cell is a part of a line that is aligned with the adjacent lines.
type cell int

const (
	assignCell  cell = iota // the part from "=" on
	commentCell             // a trailing comment
)

// read analyses src from the offset pos on, which must be outside brackets and templates. The
// argument level is the nesting depth of blocks at pos. The method read sets all gaps except those
// of cells, which depend on other lines. If the flag whole is set, it reads tokens with
// Scanner.NextWhole: a plain string or a name with dots is one token, so the gaps inside it stay
// unset.
func (l *layout) read(src []byte, pos, level int, whole bool) {
	l.src, l.whole = src, whole
	l.toks = append(l.toks[:0], tok{end: int32(pos)})
	l.wideGaps = nil // to clear it takes as long as the longest text did
	l.lines = l.lines[:0]
	l.levels = l.levels[:0]
	for range level {
		l.levels = append(l.levels, 1)
	}
	l.scan.Reset(src, pos)
	l.paid = len(l.toks)
	l.planPayment()
	for l.readLine() {
	}
	l.pay()
}

// maxKept is the greatest number of tokens, or lines, for which a layout keeps memory.
const maxKept = 1 << 18

// release drops the source, so that an unused layout does not keep it in memory.
func (l *layout) release() {
	l.budget.Drop(l.size())
	if cap(l.toks) > maxKept {
		*l = layout{}
	}
	l.src, l.budget = nil, nil
	l.scan.Reset(nil, 0)
}

// setBudget sets the budget of l, which stays set until release is called. The budget bounds the
// time of the work, and is charged for the memory.
func (l *layout) setBudget(b *budget.Budget) {
	l.budget = b
	b.Hold(l.size())
}

// size returns the approximate number of bytes of memory that l uses.
func (l *layout) size() int {
	return cap(l.toks)*int(unsafe.Sizeof(tok{})) + cap(l.lines)*int(unsafe.Sizeof(line{}))
}

// tally counts brackets while a line is read.
type tally struct {
	first        int   // the line's first token
	equal        int   // the first "=" that is not the line's first token, or 0
	openBrackets int32 // opened minus closed brackets, without those after the start of a heredoc
	leading      int32 // the value of openBrackets before "="
	value        int32 // opened minus closed brackets from "=" on
	heredoc      bool
}

func (n *tally) count(i int, kind lexer.Kind) {
	switch d := int32(kind.Nesting()); {
	case d != 0:
		if !n.heredoc {
			n.openBrackets += d
		}
		if n.equal > 0 {
			n.value += d
		}
	case kind == lexer.OHeredoc:
		n.heredoc = true
	case kind == lexer.Equal && n.equal == 0 && i > n.first:
		n.equal, n.leading = i, n.openBrackets
	}
}

// readLine adds the next line of the source to the layout. It returns false at the end of the
// source. The EOF token belongs to no line and keeps its gap.
func (l *layout) readLine() bool {
	n := tally{first: len(l.toks)}
	before, left := lexer.EOF, lexer.Token{}
	for {
		var t lexer.Token
		if l.whole {
			t = l.scan.NextWhole()
		} else {
			t = l.scan.Next()
		}
		at := len(l.toks)
		if at == l.payAt {
			l.payAndMakeRoom(t.Start)
		}
		if t.Kind == lexer.EOF {
			l.endLine(&n)
			l.add(t, 0)
			l.setBlanks(at, t.Start-l.toks[at-1].end)
			return false
		}
		blanks := uint16(0)
		if at > n.first {
			blanks = blanksBetween(before, left.Kind, l.src[left.Start:left.End], t.Kind)
		}
		l.add(t, blanks)
		n.count(at, t.Kind)
		if t.Kind == lexer.Newline || t.Kind == lexer.Comment && l.src[t.End-1] == '\n' {
			l.endLine(&n)
			return true
		}
		before, left = left.Kind, t
		if t.Kind == lexer.OQuote && t.End > t.Start+1 {
			left.Kind = lexer.CQuote // the token is a whole string
		}
	}
}

// add appends a token, and the wanted number of blanks before it, to l.toks. There must be room for
// the token.
func (l *layout) add(t lexer.Token, blanks uint16) {
	n := len(l.toks)
	l.toks = l.toks[:n+1]
	at := &l.toks[n] // setting the fields separately is faster than copying a record
	at.start, at.end, at.gap, at.kind, at.marks = t.Start, t.End, blanks, t.Kind, 0
}

// pay charges the budget for the tokens that were added since the last charge.
func (l *layout) pay() {
	n := len(l.toks) - l.paid
	l.paid = len(l.toks)
	if l.perToken > 0 {
		l.budget.Step(n * l.perToken)
	} else {
		l.budget.Pass(n)
	}
}

// tokensPerPayment is the number of tokens that are charged at a time.
const tokensPerPayment = 256

// payAndMakeRoom charges the new tokens and makes room for more. The argument is the offset of
// the next token.
func (l *layout) payAndMakeRoom(at int32) {
	l.pay()
	if len(l.toks) == cap(l.toks) {
		l.makeRoom(int(at))
	}
	l.planPayment()
}

// planPayment sets the number of tokens at which payAndMakeRoom is called next.
func (l *layout) planPayment() { l.payAt = min(cap(l.toks), len(l.toks)+tokensPerPayment) }

// makeRoom makes room for more tokens: as many as are expected, but no more than the remaining
// steps allow.
func (l *layout) makeRoom(at int) {
	from := int(l.toks[0].end)
	if l.perToken > 0 {
		if left := l.budget.StepsLeft() / int64(l.perToken); left < int64(len(l.src)) { // a token has at least one byte
			l.toks = grow.Reserve(l.budget, l.toks, min(grow.Foreseen(len(l.toks), at-from, len(l.src)-from), int(left)+1))
			return
		}
	}
	l.toks = grow.Foresee(l.budget, l.toks, 0, at-from, len(l.src)-from)
}

// endLine adds a line that ends with the last token. It adds nothing if the line has no tokens.
func (l *layout) endLine(n *tally) {
	last := len(l.toks) - 1
	if last < n.first {
		return
	}
	at := len(l.lines)
	if at == cap(l.lines) {
		from := int(l.toks[0].end)
		l.lines = grow.Foresee(l.budget, l.lines, 0, int(l.toks[last].end)-from, len(l.src)-from)
	}
	l.lines = l.lines[:at+1]
	ln := &l.lines[at]
	*ln = line{first: int32(n.first)}
	if l.toks[last].kind == lexer.Comment && last > n.first {
		ln.cells[commentCell] = int32(last)
	}
	open := n.openBrackets
	if n.equal > 0 && n.value == 0 {
		ln.cells[assignCell] = int32(n.equal)
		open = n.leading
	}
	first := &l.toks[n.first]
	first.marks = lineFirst
	if first.kind != lexer.Newline {
		l.setBlanks(n.first, l.indent(open))
	}
}

// indent returns the indentation of the next line, which opens n brackets more than it closes. If n
// is positive, the following lines are one level deeper, however great n is, until n brackets are
// closed.
func (l *layout) indent(n int32) int32 {
	if n > 0 {
		l.levels = append(l.levels, n)
		return 2 * int32(len(l.levels)-1)
	}
	for top := len(l.levels) - 1; n < 0 && top >= 0; top-- {
		l.levels[top] += n
		n = l.levels[top]
		if n > 0 {
			break
		}
		l.levels = l.levels[:top]
	}
	return 2 * int32(len(l.levels))
}

// fits reports whether token i already has the wanted number of spaces before it.
func (l *layout) fits(i int, blanks int32) bool {
	from, to := l.toks[i-1].end, l.toks[i].start
	if to-from != blanks {
		return false
	}
	for _, c := range l.src[from:to] {
		if c != ' ' {
			return false
		}
	}
	return true
}
