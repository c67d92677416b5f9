package syntax

import (
	"bytes"

	"iacedit/lexer"
)

// AppendComment appends the text of comments. From each line it removes the comment signs, one
// blank after them, and the blanks at the end. Lines end in "\n". The last line has no line end
// unless it is empty, because edits ignore one line end at the end of a text. The argument source
// must consist of comments, such as the text of the span that File.Comments returns.
func AppendComment(dst, source []byte) []byte {
	start, first := len(dst), true
	for pos := 0; pos < len(source); {
		kind, from, end := lexer.Next(source, pos)
		pos = end
		if kind != lexer.Comment {
			continue
		}
		text := bytes.TrimRight(source[from:end], "\r\n")
		if !first {
			dst = append(dst, '\n')
		}
		first = false
		switch {
		case bytes.HasPrefix(text, []byte("/*")):
			dst = appendBlockComment(dst, bytes.TrimSuffix(text[len("/*"):], []byte("*/")))
		case text[0] == '#':
			dst = append(dst, withoutBlank(text[1:])...)
		default:
			dst = append(dst, withoutBlank(text[len("//"):])...)
		}
	}
	if len(dst) > start && dst[len(dst)-1] == '\n' {
		dst = append(dst, '\n') // edits ignore one line end at the end of a text
	}
	return dst
}

// appendBlockComment appends the lines of a "/* */" comment, without the "*" with which lines
// after the first may start, and without an empty first and last line.
func appendBlockComment(dst, text []byte) []byte {
	lines := bytes.Split(text, []byte{'\n'})
	if len(lines) > 1 && len(bytes.TrimSpace(lines[len(lines)-1])) == 0 {
		lines = lines[:len(lines)-1]
	}
	if len(lines) > 1 && len(bytes.TrimSpace(lines[0])) == 0 {
		lines = lines[1:]
	}
	for i, line := range lines {
		if i > 0 {
			dst = append(dst, '\n')
		}
		if trimmed := bytes.TrimLeft(line, " \t"); len(trimmed) > 0 && trimmed[0] == '*' {
			line = trimmed[1:]
		}
		dst = append(dst, withoutBlank(line)...)
	}
	return dst
}

// withoutBlank removes at most one blank from the start of a line, and all blanks from its end.
func withoutBlank(line []byte) []byte {
	if len(line) > 0 && (line[0] == ' ' || line[0] == '\t') {
		line = line[1:]
	}
	return bytes.TrimRight(line, " \t\r")
}
