package lexer

import (
	"fmt"
	"strings"
	"testing"

	"iacedit/internal/testkit/corpus"
)

// scanAll renders the tokens of src as "kind(text)", EOF left out, a bare
// kind where the kind's name is the text.
func scanAll(s *Scanner, src string) string {
	var out []string
	s.Reset([]byte(src), 0)
	for tok := s.Next(); tok.Kind != EOF; tok = s.Next() {
		text := src[tok.Start:tok.End]
		if name := tok.Kind.String(); name != text {
			text = fmt.Sprintf("%s(%q)", name, text)
		}
		out = append(out, text)
	}
	return strings.Join(out, " ")
}

func TestScannerFollowsNesting(t *testing.T) {
	var s Scanner // one for all cases: each starts afresh
	for _, c := range []struct{ name, src, want string }{
		{"no tokens", " \t ", ``},
		{"mark at the start", "\xEF\xBB\xBF(", `(`},
		{"braces", `{{}}`, `{ { } }`},
		{"brace too many", `}{}`, `} { }`},
		{
			"object in an interpolation", `"${{}}"`,
			`opening quote("\"") ${ { } end of a template sequence("}") closing quote("\"")`,
		},
		{
			"quotes in quotes", `"a${"b"}c"`,
			`opening quote("\"") quoted text("a") ${ opening quote("\"") quoted text("b") closing quote("\"") end of a template sequence("}") quoted text("c") closing quote("\"")`,
		},
		{
			"strip markers", `"%{~if x~}"`,
			`opening quote("\"") %{("%{~") identifier("if") identifier("x") end of a template sequence("~}") closing quote("\"")`,
		},
		{
			"strip marker for a brace", `{~}`,
			`{ end of a template sequence("~}")`,
		},
		{
			"heredoc", "<<E\na\n E \n)",
			`heredoc("<<E\n") heredoc text("a\n") heredoc marker(" E ") line end("\n") )`,
		},
		{
			"marker after text is text", "<<E\n${1}E\nE\n",
			`heredoc("<<E\n") ${ number("1") end of a template sequence("}") heredoc text("E\n") heredoc marker("E") line end("\n")`,
		},
		{
			"heredoc in a heredoc", "<<E\n${<<E\nE\n}\nE\n",
			`heredoc("<<E\n") ${ heredoc("<<E\n") heredoc marker("E") line end("\n") end of a template sequence("}") heredoc text("\n") heredoc marker("E") line end("\n")`,
		},
		{
			"escapes in a heredoc", "<<E\n$${\n$x\n$x.\n",
			`heredoc("<<E\n") heredoc text("$${\n") heredoc text("$x") heredoc text("\n") heredoc text("$") heredoc text("x.\n")`,
		},
		{
			"stray CR in a heredoc", "<<E\na\rb\nE\n",
			`heredoc("<<E\n") heredoc text("a") invalid character("\rb\nE\n")`,
		},
		{"open template", `"a${`, `opening quote("\"") quoted text("a") ${`},
	} {
		if got := scanAll(&s, c.src); got != c.want {
			t.Errorf("%s: %q is\n %s, want\n %s", c.name, c.src, got, c.want)
		}
	}
}

// EOF stands at the end of the source and comes again.
func TestScannerAtEnd(t *testing.T) {
	var s Scanner
	s.Reset([]byte("a  "), 1)
	for range 2 {
		if tok := s.Next(); tok != (Token{EOF, 3, 3}) {
			t.Errorf("got %+v", tok)
		}
	}
}

// A mark is skipped only where a source starts.
func TestScannerFromTheMiddle(t *testing.T) {
	var s Scanner
	s.Reset([]byte("a \xEF\xBB\xBFb"), 2)
	if tok := s.Next(); tok.Kind == EOF || tok.Start != 2 {
		t.Errorf("got %+v", tok)
	}
}

func TestScannerAllocatesNothingWhenReused(t *testing.T) {
	src := []byte(strings.Repeat("a = [\"${x[\"k\"]}\", <<E\n${<<F\nF\n}\nE\n]\n", 20))
	var s Scanner
	allocs := testing.AllocsPerRun(20, func() {
		s.Reset(src, 0)
		for s.Next().Kind != EOF {
		}
	})
	if allocs > 0 {
		t.Errorf("%v allocations", allocs)
	}
}

// NextWhole returns the tokens of Next, except that a whole string, or a dotted name without
// blanks, is one token.
func FuzzNextWhole(f *testing.F) {
	for _, src := range []string{"a.b.c = \"x\" # c\n", `["", "a${"b"}c", "é", "\n", a . b, x.0.y, "a` + "\n", "<<E\n${a.b} \"x\"\nE\n", "a.b", `"open`, "}\"x\"{"} {
		f.Add([]byte(src))
	}
	f.Add(corpus.Module(2 * window))
	f.Fuzz(func(t *testing.T, src []byte) {
		var fine, whole Scanner
		fine.Reset(src, 0)
		whole.Reset(src, 0)
		if len(src)%3 > 0 {
			whole.units = whole.units.another() // short as it is
		}
		for {
			want, got := fine.Next(), whole.NextWhole()
			if got.Kind != want.Kind || got.Start != want.Start {
				t.Fatalf("%v at %d, want %v at %d", got.Kind, got.Start, want.Kind, want.Start)
			}
			for last := want; last.End < got.End; {
				next := fine.Next()
				if next.Start != last.End || got.Kind != Ident && got.Kind != OQuote {
					t.Fatalf("%v from %d to %d holds what is apart", got.Kind, got.Start, got.End)
				}
				last, want.End = next, next.End
			}
			if got.End != want.End {
				t.Fatalf("%v from %d ends at %d, want %d", got.Kind, got.Start, got.End, want.End)
			}
			if got.Kind == EOF {
				return
			}
		}
	})
}
