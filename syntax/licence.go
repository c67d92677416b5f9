package syntax

import (
	"bytes"

	"iacedit/lexer"
)

// licence returns the end of the licence of a file, or pos if the file has no licence. The offset
// pos is the start of the file or, if the file starts with a byte order mark, the end of the mark.
// The licence consists of comment lines without blank lines between them, above the first item of
// the file. item is the offset of the first token of that item.
func licence(src []byte, pos, item int) int {
	end := pos
	for at := pos; at < item; {
		_, _, at = lexer.Next(src, at)
		if at <= item && src[at-1] == '\n' {
			end = at
		}
	}
	if IsLicence(src[pos:end]) {
		return end
	}
	return pos
}

// IsLicence reports whether comment lines at the start of a file are a licence. The lines are a
// licence if one of them is typical of licences (docs/layout.md, "Removing").
func IsLicence(comment []byte) bool {
	for line := range bytes.Lines(comment) {
		if isLicence(line) {
			return true
		}
	}
	return false
}

// isLicence reports whether a comment line is typical of licences and rare in lead comments
// (docs/layout.md, "Removing").
func isLicence(line []byte) bool {
	text := bytes.TrimLeft(line, " \t#/*")
	for _, word := range [...]string{"copyright", "spdx-", "licensed"} {
		if len(text) >= len(word) && bytes.EqualFold(text[:len(word)], []byte(word)) {
			return true
		}
	}
	text = bytes.TrimRight(text, " \t\r\n*/")
	return bytes.EqualFold(text, []byte("license")) || bytes.EqualFold(text, []byte("licence"))
}
