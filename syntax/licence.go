package syntax

import (
	"bytes"

	"iacedit/lexer"
)

// licence returns the end of the comment lines at pos, the start of a file, if they are its
// licence, else pos. The lines reach up to the line that an item starts on, without a blank
// line between.
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

// IsLicence reports whether comment lines at the very start of a file are a licence: whether
// one of them is a line typical of licences (docs/layout.md, "Removing").
func IsLicence(comment []byte) bool {
	for line := range bytes.Lines(comment) {
		if isLicence(line) {
			return true
		}
	}
	return false
}

// isLicence reports whether a comment line is one that licences have and lead comments rarely
// have (docs/layout.md, "Removing").
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
