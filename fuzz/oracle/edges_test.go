package oracle

import (
	"iter"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// insertions are the texts that may come in between any two tokens.
var insertions = []string{
	" ", "\t", "\n", "\r\n", "\r", "\n\n", "# c\n", "// c\r\n", "#", "/* c */", "/* c\n */", "/*",
	"+", "-", "*", "/", "%", "==", "!=", "<", ">", "<=", ">=", "&&", "||", "!", "?", ":", "::", "=", "=>", ".", "..", "...", ",", "~", "^", "&", "|",
	"(", ")", "[", "]", "{", "}", "[*]", ".*", "[0]", ".0", ".0.1", "()", "[]", "{}",
	"\"", "\"x\"", "\"${x}\"", "${", "${~", "~}", "$${", "%%{", "$", "%", "\\", "\\n", "\\x", "\\u00e9", "\\ud800",
	"%{", "%{ if x }", "%{ else }", "%{ endif }", "%{ for x in y }", "%{~ for k, v in y ~}", "%{ endfor }",
	"<<E\n", "<<-E\n", "<<E\nx\nE\n", "<<-E\r\n x\r\n E\r\n", "E\n", "E", "\nE\n", "<<", "<<-", "<< E\n",
	"0", "1", "1.5", "1.e5", "1e5", "1e", "1.2.3", "1e-5", "007", ".5", "1e999999999999",
	"x", "x.y", "f(x)", "f(x...)", "a::b(x)", "a::", "for", "in", "if", "else", "true", "null", " for x in y : ", " if x ", " x ? y : z ", "é", "_", "-", "a-b", "x=1\n", "b {}\n", "b { x = 1 }\n",
	"'", "`", ";", "@", "“", "\ufeff", "\x00", "\xff", "\xc3", "\xe9\xa0", "\xed\xa0\x80", "\u00a0", "\u200b", "\u2028", "\f", "\v",
}

// A mutation puts text in the place of what stands from from to to.
type mutation struct {
	from, to int
	text     string
}

func (m mutation) apply(src []byte) []byte { return replace(src, m.from, m.to, m.text) }

// mutations yields every change of src at the edges of its tokens: each insertion
// before each token, and each token deleted, doubled, swapped with the next one,
// or replaced by each insertion that is not blank.
func mutations(src []byte) iter.Seq[mutation] {
	return func(yield func(mutation) bool) {
		toks, _ := hclsyntax.LexConfig(src, "", hcl.InitialPos)
		for i, tok := range toks {
			start, end := tok.Range.Start.Byte, tok.Range.End.Byte
			for _, text := range insertions {
				if !yield(mutation{start, start, text}) || !yield(mutation{start, end, text}) {
					return
				}
			}
			text := string(src[start:end])
			if !yield(mutation{start, end, ""}) || !yield(mutation{start, start, text}) {
				return
			}
			if i+1 < len(toks) {
				next := toks[i+1].Range
				gap, second := string(src[end:next.Start.Byte]), string(src[next.Start.Byte:next.End.Byte])
				if !yield(mutation{start, next.End.Byte, second + gap + text}) || !yield(mutation{end, next.Start.Byte, ""}) {
					return
				}
			}
		}
	}
}
