package oracle

import (
	"bytes"

	"github.com/hashicorp/hcl/v2/hclwrite"

	"iacedit/lexer"
)

// A dress is another form of a file: every edit is made of files in all of them.
type dress struct {
	name string
	put  func([]byte) []byte
}

var dresses = []dress{
	{"as it is", func(src []byte) []byte { return src }},
	{"formatted", tidied},
	{"formatted, CRLF", func(src []byte) []byte { return crlf(tidied(src)) }},
	{"CRLF", crlf},
	{"tabs", func(src []byte) []byte { return reindent(src, "\t") }},
	{"four blanks", func(src []byte) []byte { return reindent(src, "    ") }},
	{"no line end at the end", func(src []byte) []byte { return bytes.TrimRight(src, "\r\n") }},
	{"byte order mark", func(src []byte) []byte { return append([]byte("\xEF\xBB\xBF"), src[lexer.BOMLen(src):]...) }},
}

func tidied(src []byte) []byte {
	mark := lexer.BOMLen(src)
	return append(bytes.Clone(src[:mark]), hclwrite.Format(src[mark:])...)
}

func crlf(src []byte) []byte {
	return bytes.ReplaceAll(bytes.ReplaceAll(src, []byte("\r\n"), []byte("\n")), []byte("\n"), []byte("\r\n"))
}

// reindent replaces every two blanks that a line of the formatted file starts with.
func reindent(src []byte, step string) []byte {
	var out []byte
	for line := range bytes.Lines(tidied(src)) {
		for bytes.HasPrefix(line, []byte("  ")) {
			out, line = append(out, step...), line[2:]
		}
		out = append(out, line...)
	}
	return out
}

// dressed returns a file in all the dresses in which hcl/v2 accepts it.
func dressed(src []byte) (codes []*code) {
	for _, d := range dresses {
		if c := readCode(d.put(src)); c != nil {
			codes = append(codes, c)
		}
	}
	return codes
}
