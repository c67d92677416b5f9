package oracle

import (
	"math/rand/v2"
	"strings"
)

// A generator writes random code that is nearly always valid, and exercises every
// production of the expression grammar.
type generator struct{ *rand.Rand }

// file returns a file of a few attributes.
func (g generator) file(depth int) string {
	var b strings.Builder
	for i := range 1 + g.IntN(3) {
		b.WriteString("abc"[i:i+1] + g.blank() + "=" + g.blank() + g.expr(depth) + "\n")
	}
	return b.String()
}

// pick returns one of some texts.
func (g generator) pick(texts ...string) string { return texts[g.IntN(len(texts))] }

// blank returns what may stand between two tokens of a line.
func (g generator) blank() string {
	if g.IntN(8) == 0 {
		return g.pick("", "  ", "\t", "/* c */", " /* ${ */ ")
	}
	return " "
}

// space returns what may stand between two tokens inside brackets.
func (g generator) space() string {
	if g.IntN(8) == 0 {
		return g.pick("\n", "\r\n", " # c\n", "//\n", "/*\n*/", "\n\n  ")
	}
	return g.blank()
}

func (g generator) expr(depth int) string {
	if depth <= 0 {
		return g.leaf()
	}
	depth--
	switch g.IntN(9) {
	case 0:
		return g.expr(depth) + g.blank() + "?" + g.blank() + g.expr(depth) + " :" + g.blank() + g.expr(depth)
	case 1, 2, 3:
		op := g.pick("||", "&&", "==", "!=", "<", "<=", ">", ">=", "+", " -", "*", "/", "%")
		return g.expr(depth) + g.blank() + op + g.blank() + g.expr(depth)
	case 4:
		return g.pick("!", "-", "- ", "! ") + g.expr(depth)
	default:
		return g.term(depth) + g.accesses(depth)
	}
}

func (g generator) leaf() string {
	return g.pick("a", "b.c", "true", "false", "null", "0", "1.5", "2e3", "1.e2", "for", "in", "if", "é", "a-b", `"x"`, `""`, "each.value", "[]", "{}")
}

func (g generator) term(depth int) string {
	switch g.IntN(9) {
	case 0:
		return "(" + g.space() + g.expr(depth) + g.space() + ")"
	case 1:
		return "[" + g.space() + g.separated(depth) + "]"
	case 2:
		return g.object(depth)
	case 3:
		name := g.pick("f", "f ", "a::b", "a :: b::c ")
		args := g.separated(depth)
		if args != "" && !strings.HasSuffix(strings.TrimSpace(args), ",") && g.IntN(3) == 0 {
			args += "..."
		}
		return name + "(" + g.space() + args + g.space() + ")"
	case 4:
		return g.forExpr(depth)
	case 5, 6:
		return `"` + g.template(depth, quotedText) + `"`
	case 7:
		return g.heredoc(depth)
	default:
		return g.leaf()
	}
}

func (g generator) separated(depth int) string {
	var items []string
	for range g.IntN(3) {
		items = append(items, g.expr(depth)+g.space())
	}
	list := strings.Join(items, ","+g.space())
	if list != "" && g.IntN(3) == 0 {
		list += "," + g.space()
	}
	return list
}

func (g generator) object(depth int) string {
	b := "{" + g.space()
	for range g.IntN(4) {
		key := g.pick("k", `"k"`, "(k)", "k.l", `"${k}"`, "1", "null", "(k)[0]", "f(k)")
		b += key + g.blank() + g.pick("=", ":") + g.blank() + g.expr(depth) + g.pick("\n", ",", " , ", "\r\n", "# c\n", ",\n\n")
	}
	return b + "}"
}

func (g generator) forExpr(depth int) string {
	intro := "for" + g.pick(" ", "\n", "/**/") + g.pick("x", "k, v", "for,in", "in") + g.pick(" in ", "\nin\n") + g.expr(depth) + g.space() + ":" + g.space()
	condition := ""
	if g.IntN(2) == 0 {
		condition = " if " + g.expr(depth)
	}
	if g.IntN(2) == 0 {
		return "[" + g.space() + intro + g.expr(depth) + g.space() + condition + g.space() + "]"
	}
	return "{" + g.space() + intro + g.expr(depth) + g.space() + "=>" + g.space() + g.expr(depth) + g.pick("", "...", " ...") + condition + g.space() + "}"
}

func (g generator) accesses(depth int) (out string) {
	for g.IntN(3) == 0 {
		switch g.IntN(3) {
		case 0:
			out += "[" + g.space() + g.expr(depth) + g.space() + "]"
		default:
			out += g.pick(".x", ".*", "[*]", ".0", ".007", "[0]", `["k"]`, `[""]`, "[true]", "[null]", "[-1]", " . y", ". for", "[ * ]", ".*.z", "[*].z[0]")
		}
	}
	return out
}

// Pieces of literal text.
var (
	anyText     = []string{"x", " ", "  ", "\t", "$", "%", "$$", "%%", "$${", "%%{", "$$${", "%%%{", "$${~", "~", "{", "}", "~}", "é", "e\u0301", "日", "\u00a0", "\u2003", "👩\u200d👩", "\u0085", "\v", "#", "//", "/*"}
	quotedText  = append([]string{`\n`, `\t`, `\r`, `\"`, `\\`, `\u00e9`, `\u0020`, `\U0001F469`, `\u0301`, `\u000a`, `$\"`, `\\${x}`, `$\u007b`}, anyText...)
	heredocText = append([]string{"\n", "\n", "\r\n", "\n  ", "\n    ", "\n\t", "\n \n", "\n\n", "\n \t \n", "\n    y\n", "\"", "\\", "\\n", "<<E", "E", "END", "\r\n \r\n"}, anyText...)
)

// template returns the inside of a template of pieces of text and sequences.
func (g generator) template(depth int, text []string) (out string) {
	for range g.IntN(5) {
		switch g.IntN(6) {
		case 0:
			out += g.pick("${", "${~") + g.space() + g.expr(depth-1) + g.space() + g.pick("}", "~}")
		case 1:
			if depth > 0 {
				out += g.directive(depth-1, text)
			}
		default:
			out += text[g.IntN(len(text))]
		}
	}
	return out
}

func (g generator) directive(depth int, text []string) string {
	wrap := func(inside string) string {
		return g.pick("%{", "%{~") + g.space() + inside + g.space() + g.pick("}", "~}")
	}
	body := g.template(depth, text)
	if g.IntN(2) == 0 {
		return wrap(g.pick("for x in ", "for k , v in ")+g.expr(depth)) + body + wrap("endfor")
	}
	if g.IntN(2) == 0 {
		body += wrap("else") + g.template(depth, text)
	}
	return wrap("if "+g.expr(depth)) + body + wrap("endif")
}

// heredoc returns a heredoc in parentheses, which it may stand in anywhere.
func (g generator) heredoc(depth int) string {
	text := g.pick("", "  ", "\t", "    ") + g.template(depth, heredocText)
	return "(" + g.pick("<<E", "<<-E", "<<-E") + g.pick("\n", "\n", "\r\n") + text + g.pick("\n", "\n", "\n  ", "\r\n", "\n\n") + g.pick("E", "  E", "\tE") + g.pick("\n", "\r\n") + ")"
}
