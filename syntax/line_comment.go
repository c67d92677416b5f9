package syntax

import (
	"bytes"

	"iacedit/lexer"
)

// LineComment returns the last comment in the Tail of an Item, without its line end, or nil.
func LineComment(tail []byte) (comment []byte) {
	for at := 0; at < len(tail); {
		kind, from, to := lexer.Next(tail, at)
		if kind == lexer.EOF {
			break
		}
		if kind == lexer.Comment {
			comment = bytes.TrimRight(tail[from:to], "\r\n")
		}
		at = to
	}
	return comment
}
