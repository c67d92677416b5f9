package syntax

import "fmt"

// An Error describes where and why a text is not valid HCL2 native syntax. The function Position
// returns the line and column of its Offset. Parsing stops at the first error. But if the text
// contains a character that valid code cannot contain, the Error is about that character, wherever
// it is.
type Error struct {
	Offset  int    // the offset in the text, in bytes
	Message string // what was expected and what was found
}

// Error returns the message. The message does not contain the line and column of the Offset,
// because only the caller has the text from which they are computed (see Position).
func (e *Error) Error() string { return e.Message }

func errorf(offset int, format string, args ...any) *Error {
	return &Error{Offset: offset, Message: fmt.Sprintf(format, args...)}
}
