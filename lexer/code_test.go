package lexer

import (
	"math/rand/v2"
	"runtime/debug"
	"strings"
	"testing"
)

// Tokens whose extent is not plain; "kind(text)" as scanAll writes it.
func TestScan(t *testing.T) {
	var s Scanner
	for _, c := range []struct{ name, src, want string }{
		{"operators of one and two bytes", "= == => ! != < <= > >= && || + - * / % ? : :: , . ...", `= == => ! != < <= > >= && || + - * / % ? : :: , . ...`},
		{"glued operators", "===>!==<==.....:::", `== => != = <= = ... . . :: :`},
		{"half operators", "& | ~ ^", `invalid character("&") invalid character("|") invalid character("~") invalid character("^")`},
		{"names", "a-b_1 é日-2 _ a--", `identifier("a-b_1") identifier("é日-2") identifier("_") identifier("a--")`},
		{"names do not start so", "-a 1a \u0301a", `- identifier("a") number("1") identifier("a") invalid character("́") identifier("a")`},
		{"numbers", "1 007 1.5 1.5.6 1e5 1E+5 1.5e-5", `number("1") number("007") number("1.5") number("1.5.6") number("1e5") number("1E+5") number("1.5e-5")`},
		{"a dot at a number's end", "1. 1.e5 1.x 1...", `number("1") . number("1.e5") number("1") . identifier("x") number("1") ...`},
		{"no exponent", "1e 1e+ 1ex 1e5.5", `number("1") identifier("e") number("1") identifier("e") + number("1") identifier("ex") number("1e5.5")`},
		{"comments", "#a\n//b\r\n/*c\n*/#", `comment("#a\n") comment("//b\r\n") comment("/*c\n*/") comment("#")`},
		{"comment not closed", "/*a", `/ * identifier("a")`},
		{"comment of one star", "/*/ */", `comment("/*/ */")`},
		{"line ends", "\n\r\n\r\r\n", `line end("\n") line end("\r\n") invalid character("\r") line end("\r\n")`},
		{"blanks", " \t\u00a0\f", `invalid character("\u00a0") invalid character("\f")`},
		{"bad UTF-8", "\xff\xe9\xa0", `invalid UTF-8("\xff") invalid UTF-8("\xe9") invalid UTF-8("\xa0")`},
		{"heredoc openings", "<<E\n<<-E\r\n", `heredoc("<<E\n") heredoc text("<<-E\r\n")`},
		{"no heredoc openings", "<< E <<E <<1\n<<-\n", `< < identifier("E") < < identifier("E") < < number("1") line end("\n") < < - line end("\n")`},
		{"escapes", `"\"\\" "\u00e9\x"`, `opening quote("\"") quoted text("\\\"\\\\") closing quote("\"") opening quote("\"") quoted text("\\u00e9\\x") closing quote("\"")`},
		{"dollars", `"$$${x}%"`, `opening quote("\"") quoted text("$") quoted text("$${") quoted text("x}") quoted text("%") closing quote("\"")`},
		{"a line end in quotes", "\"a\n\r\nb\"", `opening quote("\"") quoted text("a") line end in a quoted string("\n\r\n") quoted text("b") closing quote("\"")`},
		{"bytes in quotes", "\"\x00\xc0\x80\xff\"", "opening quote(\"\\\"\") quoted text(\"\\x00\\xc0\\x80\") invalid UTF-8(\"\\xff\") closing quote(\"\\\"\")"},
		{"blanks around a marker", "<<E\nE.\n\t\u00a0E \r\n", `heredoc("<<E\n") heredoc text("E.\n") heredoc marker("\t\u00a0E ") line end("\r\n")`},
		{"a marker at the end of the file", "<<E\nE", `heredoc("<<E\n") heredoc text("E")`},
	} {
		if got := scanAll(&s, c.src); got != c.want {
			t.Errorf("%s: %q is\n %s, want\n %s", c.name, c.src, got, c.want)
		}
	}
}

// However long a token, it is scanned with little stack.
func TestScanNeedsLittleStack(t *testing.T) {
	defer debug.SetMaxStack(debug.SetMaxStack(1 << 20))
	for _, part := range []string{"é", "a", "aé", "1", "1.", "/", "#"} {
		src := []byte(strings.Repeat(part, 1<<20))
		done := make(chan int)
		go func() {
			_, _, end := Next(src, 0)
			done <- end
		}()
		if end := <-done; end < 1 {
			t.Errorf("a token of many %q ends at %d", part, end)
		}
	}
}

func TestHeredocMarker(t *testing.T) {
	for _, c := range []struct {
		opening, marker string
		flush           bool
	}{{"<<E\n", "E", false}, {"<<-E-1\r\n", "E-1", true}, {"<<é\n", "é", false}, {"<<-", "", true}, {"<<", "", false}, {"<", "<", false}, {"", "", false}} {
		if marker, flush := HeredocMarker([]byte(c.opening)); string(marker) != c.marker || flush != c.flush {
			t.Errorf("%q has the marker %q, flush %v", c.opening, marker, flush)
		}
	}
}

func TestKindString(t *testing.T) {
	seen := map[string]Kind{}
	for k := range kindCount {
		name := k.String()
		if other, ok := seen[name]; ok || name == "" {
			t.Errorf("kinds %d and %d are both %q", other, k, name)
		}
		seen[name] = k
	}
	if got := kindCount.String(); got != "unknown token" {
		t.Error(got)
	}
}

// TestSkipBlanks compares skipBlanks with a loop over bytes, for all neighbours of blanks.
func TestSkipBlanks(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	src := make([]byte, 40)
	for range 200_000 {
		n := r.IntN(len(src))
		for i := range src[:n] {
			src[i] = " \t"[r.IntN(2)]
		}
		for i := range src[n:] {
			src[n+i] = byte(r.Uint32())
		}
		want := 0
		for want < len(src) && (src[want] == ' ' || src[want] == '\t') {
			want++
		}
		if got := skipBlanks(src, 0); got != want {
			t.Fatalf("%q: got %d, want %d", src, got, want)
		}
	}
}
