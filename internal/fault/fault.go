// Package fault defines the error of a refused request: its code, its message, and the place of
// the fault in the request or in the code.
package fault

import (
	"errors"
	"fmt"

	"iacedit/internal/budget"
	"iacedit/internal/jsontext"
)

// Code is an error code of docs/edits.md, "Answers and errors".
type Code string

// The codes of the errors of requests about code.
const (
	MissingCode            Code = "MISSING_CODE"
	InvalidRequest         Code = "INVALID_REQUEST"
	InvalidCode            Code = "INVALID_CODE"
	AmbiguousMatch         Code = "AMBIGUOUS_MATCH"
	BlockNotFound          Code = "BLOCK_NOT_FOUND"
	BlockAlreadyExists     Code = "BLOCK_ALREADY_EXISTS"
	AttributeNotFound      Code = "ATTRIBUTE_NOT_FOUND"
	AttributeAlreadyExists Code = "ATTRIBUTE_ALREADY_EXISTS"
	TooExpensive           Code = "TOO_EXPENSIVE" // more work or text than a request of this size may cause
	Overloaded             Code = "OVERLOADED"    // no time or memory is left, or the caller no longer waits
)

// Position is a place in the code, counted from 1; columns are in characters
// (grapheme clusters), as Terraform counts them.
type Position struct {
	File   string `json:"file,omitempty"` // the name of the file, if there are several
	Line   int    `json:"line"`
	Column int    `json:"column"`
}

// Error is the error of a refused request.
type Error struct {
	Code     Code
	Message  string    // what was expected, and what was found
	Pointer  string    // RFC 6901 pointer to the faulty part of the request, or ""
	Position *Position // the position of the fault in the code, or nil

	at        int    // the offset in the JSON text from which Pointer is computed; -1 if there is none
	suggested string // the expression that Message suggests as a value, or ""
}

// Error returns the message.
func (e *Error) Error() string { return e.Message }

// Offset returns the offset of the fault in the request's JSON text, or -1 if it is unknown. If
// code and edits are separate arguments, as in edit.Options.Apply, it is an offset in the edits.
func (e *Error) Offset() int { return e.at }

// At returns an error about an offset in a request's JSON text; -1 for no offset.
func At(at int, code Code, format string, args ...any) *Error {
	return &Error{Code: code, Message: fmt.Sprintf(format, args...), at: at}
}

// Suggesting records the expression that the message of an error suggests as a value, and returns
// the error. The message must contain the result of Template for the expression. "" means no
// suggestion.
func Suggesting(expression string, e *Error) *Error {
	e.suggested = expression
	return e
}

// Suggested returns the expression that the message of an error suggests as a value, or "".
func Suggested(e *Error) string { return e.suggested }

// Template returns the JSON string that means an expression in a request: a template.
func Template(expression string) string { return `"${` + expression + `}"` }

// OfBudget returns the error of a request that exceeded its budget.
func OfBudget(e *budget.Exceeded) *Error {
	switch e.Resource {
	case budget.Patience:
		return At(-1, Overloaded, "%s", e)
	case budget.Time, budget.Memory:
		return At(-1, Overloaded, "%s; try again later, or ask for less at once", e)
	}
	return At(-1, TooExpensive, "%s, the limit for a request of this size", e)
}

// Within calls f and returns its error. If f exceeds a budget, it returns the error of OfBudget.
func Within(f func() error) (err error) {
	defer func() {
		if e, ok := errors.AsType[*budget.Exceeded](err); ok {
			err = OfBudget(e)
		}
	}()
	defer budget.Catch(&err)
	return f()
}

// Locate sets the pointer of an error that At made, unless the pointer is set already. The pointer
// is prefix, followed by the JSON pointer in text to the offset of the error. It does not change
// other errors.
func Locate(err error, prefix string, text []byte) error {
	if e, ok := err.(*Error); ok && e.at >= 0 && e.Pointer == "" {
		e.Pointer = prefix + jsontext.Pointer(text, e.at)
	}
	return err
}
