package oracle

import (
	"math/rand/v2"

	"iacedit/lexer"
)

// anywhere changes src in a few places without regard to what stands there:
// bytes go, come, change places, and so do tokens.
func anywhere(rnd *rand.Rand, src []byte) []byte {
	out := append([]byte(nil), src...)
	for range 1 + rnd.IntN(4) {
		at := rnd.IntN(len(out) + 1)
		switch rnd.IntN(5) {
		case 0:
			out = replace(out, at, min(at+1+rnd.IntN(3), len(out)), "")
		case 1, 2:
			out = replace(out, at, at, fragments[rnd.IntN(len(fragments))])
		case 3:
			if len(out) > 1 {
				i, j := rnd.IntN(len(out)), rnd.IntN(len(out))
				out[i], out[j] = out[j], out[i]
			}
		default:
			out = swapTokens(rnd, out)
		}
	}
	return out
}

var fragments = []string{
	"{", "}", "~}", "${", "${~", "%{", "$${", "%%{", "$", "%", "$$", "\"", "\\", "\\\"", "\\u00e9", "(", ")", "[", "]",
	"<<E\n", "<<-E\n", "<<E\r\n", "E\n", " E \n", "E", "<<", "\n", "\r\n", "\r", "\x00", "\xff", "\xc3", "é", "e\u0301", "日",
	"#", "# c\n", "//", "/*", "*/", "/**/", "=", "==", "=>", ".", "...", "..", "::", ":", "&", "&&", "|", "!", "!=", "-", "->",
	"1.", "1e5", "1e", "1..2", ";", "'", "`", "~", "^", "?", ",", " ", "\t", "\v", "\u00a0", "\ufeff", "in", "for", "_", "a-",
	"\xed\xa0\x80", "\xf7\xbf\xbf\xbf", "\xc0\x80", "\"${x}\"", "\"$${x}\"", "${\"\n\"}", "%{if x}", "%{~ endif ~}",
}

// swapTokens lets two neighbouring tokens change places.
func swapTokens(rnd *rand.Rand, src []byte) []byte {
	toks := scan(src)
	if len(toks) < 3 {
		return src
	}
	i := rnd.IntN(len(toks) - 2)
	a, b := toks[i], toks[i+1]
	out := append([]byte(nil), src[:a.Start]...)
	out = append(out, src[b.Start:b.End]...)
	out = append(out, src[a.End:b.Start]...)
	out = append(out, src[a.Start:a.End]...)
	return append(out, src[b.End:]...)
}

// atEdges changes what stands between tokens, in n places: blanks go and come,
// tabs, comments, line ends. The result may parse no more.
func atEdges(rnd *rand.Rand, src []byte, n int) []byte {
	out := append([]byte(nil), src...)
	for range n {
		toks := scan(out)
		i := rnd.IntN(len(toks))
		from, to := 0, int(toks[i].Start)
		if i > 0 {
			from = int(toks[i-1].End)
		}
		if rnd.IntN(3) > 0 {
			from = to
		}
		out = replace(out, from, to, between[rnd.IntN(len(between))])
	}
	return out
}

var between = []string{
	"", "", " ", " ", "  ", "   ", "\t", " \t ", "\t\t", "/* c */", " /* é */ ", "/*\xff\xc3\r\x00👩‍👩‍👧*/", "/* a\n b */", "/* a\r\n b */", "# c\n", " // 日本\n", " #e\u0301\r\n", "\n", "\n\n",
	" \n", "\r\n", "\t\r\n  ", "\n  \t", "(", ")", "{ a = 1 }", "k = 1\n", "\n kk = [\n", "-", "!", ", ", "in ", "<<E\n x\nE\n", "\"${x}\"", "\"${{}}\"", "[0]", ".b",
}

func replace(src []byte, from, to int, with string) []byte {
	out := append([]byte(nil), src[:from]...)
	out = append(out, with...)
	return append(out, src[to:]...)
}

// scan returns the tokens of src, EOF included.
func scan(src []byte) (toks []lexer.Token) {
	var s lexer.Scanner
	s.Reset(src, 0)
	for {
		tok := s.Next()
		toks = append(toks, tok)
		if tok.Kind == lexer.EOF {
			return toks
		}
	}
}
