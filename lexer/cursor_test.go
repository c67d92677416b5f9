package lexer

import (
	"math"
	"strings"
	"testing"

	"iacedit/internal/testkit/corpus"
)

// cursorSources returns sources whose tokens are hard to find.
func cursorSources() []string {
	return []string{
		"", " \t", "a = 1 # c\n\n\t        b // d\r\n", "/* x\n */ y /* z */\n", "# at the end", "//", "/* open",
		"a.b.c.d", "a.0.b", "a.*.c", "é.b", "a.é", "a.bé.c", "a...", "a.b.", "x . y", "1.5e3.a",
		`"plain" "pl\n" "a${b}" "é" "open`, "\"a\nb\"", "<<E\n x\nE\n", "==>=<=!=&&||::...=>~}?", "\r \r\n\x00\xff$",
		string(corpus.Module(3000)), string(corpus.Module(2 * window)),
		"a = " + strings.Repeat("long-name_", window/5) + ".b.c \"" + strings.Repeat("x ", window) + "\"\n",
		strings.Repeat("-1 12ab 1-2 1.5e-3 _x é", window/10),
	}
}

// A Cursor's tokens are those of Next, but for comments and the line ends that do not
// count. What it says of names and strings holds of them.
func FuzzCursor(f *testing.F) {
	for _, src := range cursorSources() {
		f.Add([]byte(src), true)
		f.Add([]byte(src), false)
	}
	f.Fuzz(func(t *testing.T, src []byte, newlines bool) {
		checkCursor(t, new(Cursor), src, newlines)
	})
}

// The same holds where the processor handles one byte after the other.
func TestCursorByBytes(t *testing.T) {
	if !byUnits {
		t.Skip("no units here: that is what FuzzCursor tests")
	}
	byBytes(t)
	for _, src := range []string{string(corpus.Module(3000)), "a.b = \"c\" # d\n\n= é.f 1.5 <<E\n"} {
		checkCursor(t, new(Cursor), []byte(src), true)
		checkCursor(t, new(Cursor), []byte(src), false)
	}
}

// A Cursor that was used before is as good as another.
func TestCursorAgain(t *testing.T) {
	c := new(Cursor)
	for _, size := range []int{3 * window, 100, window, 10_000} {
		src := corpus.Module(size)
		checkCursor(t, c, src, true)
		checkCursor(t, c, src[:size/2], false)
		checkCursor(t, c, nil, true)
	}
}

// checkCursor checks each token that c finds in a source, and what it says of it.
func checkCursor(t *testing.T, c *Cursor, src []byte, newlines bool) {
	t.Helper()
	var one, two Cursor // others, at the same token
	for c.Reset(src, 0, newlines); ; {
		end := c.End
		c.Next()
		kind, start, to := slowNext(src, end, newlines)
		if c.Kind != kind || c.Start != start || c.End != to || c.Prev != end {
			t.Fatalf("at %d: %v from %d to %d after %d, want %v from %d to %d", end, c.Kind, c.Start, c.End, c.Prev, kind, start, to)
		}
		switch kind {
		case EOF:
			return
		case Ident:
			checkAssign(t, at(t, &one, c), at(t, &two, c))
			checkNames(t, at(t, &one, c))
			if start%2 == 0 {
				c.Names() // and on from there
			}
		case OQuote:
			checkPlain(t, at(t, &one, c))
			if start%2 == 0 {
				c.Plain()
			}
		case Newline:
			checkNextLine(t, at(t, &one, c), at(t, &two, c))
		}
		if start%7 == 0 {
			c.GoOn(c.End)
		}
	}
}

// at moves another cursor to the token that c is at.
func at(t *testing.T, other, c *Cursor) *Cursor {
	if other.Src == nil {
		other.Reset(c.Src, c.Start, c.Newlines)
	}
	other.Newlines = c.Newlines
	other.GoOn(c.Start)
	other.Next()
	if other.Kind != c.Kind || other.Start != c.Start || other.End != c.End {
		t.Fatalf("at %d: %v from %d to %d, want %v from %d to %d", c.Start, other.Kind, other.Start, other.End, c.Kind, c.Start, c.End)
	}
	other.Prev = c.Prev
	return other
}

// slowNext is what Cursor.Next goes to, by the function Next.
func slowNext(src []byte, pos int, newlines bool) (kind Kind, start, end int) {
	for {
		kind, start, end = Next(src, pos)
		pos = end
		switch {
		case kind != Newline && kind != Comment:
			return kind, start, end
		case newlines && src[end-1] == '\n':
			return Newline, start, end
		}
	}
}

func checkNames(t *testing.T, c *Cursor) {
	from, to := c.End, c.End
	for {
		dot, _, end := Next(c.Src, to)
		name, start, after := Next(c.Src, end)
		if dot != Dot || end != to+1 || name != Ident || start != end || c.Src[start] >= 0x80 {
			break
		}
		to = after
	}
	if more := c.Names(); c.End != to || more != (to > from) {
		t.Fatalf("at %d: the names end at %d, want %d", from, c.End, to)
	}
}

func checkAssign(t *testing.T, c, want *Cursor) {
	want.Next()
	equal := want.Kind == Equal
	if equal {
		want.Next()
	}
	if c.Assign() != equal || c.Kind != want.Kind || c.Start != want.Start || c.End != want.End || c.Prev != want.Prev {
		t.Fatalf("after a name: %v at %d after %d, want %v at %d after %d", c.Kind, c.Start, c.Prev, want.Kind, want.Start, want.Prev)
	}
}

func checkNextLine(t *testing.T, c, want *Cursor) {
	c.NextLine()
	for lines := 0; want.Kind == Newline; lines++ {
		if lines == 100 {
			return // to try them all from each takes long
		}
		want.Next()
	}
	if c.Kind != want.Kind || c.Start != want.Start || c.End != want.End {
		t.Fatalf("after a line end: NextLine is at %d, want %d", c.Start, want.Start)
	}
}

func checkPlain(t *testing.T, c *Cursor) {
	from := c.End
	if !c.Plain() {
		if c.End != from {
			t.Fatalf("at %d: it moved", from)
		}
		return
	}
	kind, end := NextQuoted(c.Src, from)
	if kind == QuotedLit {
		kind, end = NextQuoted(c.Src, end)
	}
	if kind != CQuote || end != c.End {
		t.Fatalf("at %d: the string ends at %d, want %v at %d", from, c.End, kind, end)
	}
}

// TestCursorOutsideTheSource: a Cursor with any offset does not panic, although Reset was not called.
func TestCursorOutsideTheSource(t *testing.T) {
	for _, src := range []string{"", "a", "a  = 1 + 2 # three"} {
		for _, end := range []int{math.MinInt, -9, -1, len(src), len(src) + 1, math.MaxInt - 7, math.MaxInt} {
			for _, move := range []func(*Cursor){
				(*Cursor).Next, (*Cursor).NextLine, func(c *Cursor) { c.Assign() }, func(c *Cursor) { c.Names() }, func(c *Cursor) { c.Plain() },
			} {
				c := Cursor{Src: []byte(src), End: end}
				move(&c)
			}
		}
	}
}
