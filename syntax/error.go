package syntax

import (
	"bytes"
	"fmt"

	"github.com/apparentlymart/go-textseg/v15/textseg"

	"iacedit/lexer"
)

// Error is why a text is not valid HCL2 native syntax.
type Error struct {
	Offset  int    // where in the text, in bytes
	Message string // what was expected there, and what was found
}

// Error returns the message. It names no position: only the caller has the text
// that line and column are worked out from (see Position).
func (e *Error) Error() string { return e.Message }

// Position returns the line and column of a byte offset in src, both counted
// from 1. A column is a grapheme cluster, as HashiCorp's parser counts them; a
// byte order mark at the start counts nothing.
func Position(src []byte, offset int) (line, column int) {
	offset = min(offset, len(src))
	before := src[:offset]
	line = bytes.Count(before, []byte{'\n'}) + 1
	before = before[bytes.LastIndexByte(before, '\n')+1:]
	if line == 1 {
		before = before[lexer.BOMLen(before):]
	}
	n, _ := textseg.TokenCount(before, textseg.ScanGraphemeClusters)
	return line, n + 1
}

func errorf(offset int, format string, args ...any) *Error {
	return &Error{Offset: offset, Message: fmt.Sprintf(format, args...)}
}
