package lexer

import (
	"testing"

	"iacedit/internal/corpus"
)

// A Cursor's tokens are those of Next, but for comments and the line ends that do not
// count. What it says of names and strings holds of them.
func FuzzCursor(f *testing.F) {
	for _, src := range []string{
		"", " \t", "a = 1 # c\n\n\t        b // d\r\n", "/* x\n */ y /* z */\n", "# at the end", "//", "/* open",
		"a.b.c.d", "a.0.b", "a.*.c", "é.b", "a.é", "a.bé.c", "a...", "a.b.", "x . y", "1.5e3.a",
		`"plain" "pl\n" "a${b}" "é" "open`, "\"a\nb\"", "<<E\n x\nE\n", "==>=<=!=&&||::...=>~}?", "\r \r\n\x00\xff$",
	} {
		f.Add([]byte(src), true)
		f.Add([]byte(src), false)
	}
	f.Add(corpus.Module(3000), true)
	f.Fuzz(func(t *testing.T, src []byte, newlines bool) {
		c := Cursor{Src: src, Newlines: newlines}
		for {
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
				checkNames(t, c)
				checkAssign(t, c)
			case OQuote:
				checkPlain(t, c)
			case Newline:
				line, want := c, c
				line.NextLine()
				for want.Kind == Newline {
					want.Next()
				}
				if line.Kind != want.Kind || line.Start != want.Start || line.End != want.End {
					t.Fatalf("at %d: NextLine is at %d, want %d", start, line.Start, want.Start)
				}
			}
		}
	})
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

func checkNames(t *testing.T, c Cursor) {
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

func checkAssign(t *testing.T, c Cursor) {
	want := c
	want.Next()
	equal := want.Kind == Equal
	if equal {
		want.Next()
	}
	if c.Assign() != equal || c.Kind != want.Kind || c.Start != want.Start || c.End != want.End || c.Prev != want.Prev {
		t.Fatalf("after a name: %v at %d after %d, want %v at %d after %d", c.Kind, c.Start, c.Prev, want.Kind, want.Start, want.Prev)
	}
}

func checkPlain(t *testing.T, c Cursor) {
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
