// Package fault defines the error of a refused request: its code, its message, and the place of
// the fault in the request or in the code.
package fault

import (
	"errors"
	"fmt"
	"strings"

	"iacedit/internal/base/budget"
	"iacedit/internal/base/jsontext"
)

// Code is an error code for clients, such as "BLOCK_NOT_FOUND". docs/edits.md lists the codes under
// "Answers and errors".
type Code string

// The codes with which requests are refused. Package httpd defines a few more codes.
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

// Error says why a request was refused.
type Error struct {
	Code     Code
	Message  string    // what was expected, and what was found
	Pointer  string    // RFC 6901 pointer to the faulty part of the request, or ""
	Position *Position // the position of the fault in the code, or nil

	at        int    // the offset in the JSON text from which Pointer is computed; -1 if there is none
	suggested string // the expression that Message suggests as a value, or ""
	mark      Mark   // what else is known of the fault, for callers
	several   *Several
}

// Error returns the message.
func (e *Error) Error() string { return e.Message }

// Offset returns the offset of the fault in the request's JSON text, or -1 if it is unknown. If
// code and edits are separate arguments, as in edit.Options.Apply, it is an offset in the edits.
func (e *Error) Offset() int { return e.at }

// At returns an error with a code and a message, which is formatted as by fmt.Sprintf. at is the
// offset of the fault in the request's JSON text, or -1 for none.
func At(at int, code Code, format string, args ...any) *Error {
	return &Error{Code: code, Message: fmt.Sprintf(format, args...), at: at}
}

// CodeOf returns the code of an error that is an *Error, and InvalidRequest for others.
func CodeOf(err error) Code {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Code
	}
	return InvalidRequest
}

// Suggesting records which expression the message of e suggests as a value, and returns e. The
// message must contain the expression in the form that Template returns. If the expression is "",
// the message suggests nothing.
func Suggesting(expression string, e *Error) *Error {
	e.suggested = expression
	return e
}

// Suggested returns the expression that was passed to Suggesting for an error, or "".
func Suggested(e *Error) string { return e.suggested }

// Choice returns an AmbiguousMatch as At does, for a request that selects several blocks where it may
// select one: another address can choose one of them.
func Choice(at int, format string, args ...any) *Error {
	e := At(at, AmbiguousMatch, format, args...)
	e.mark = choice
	return e
}

// IsChoice reports whether Choice returned an error.
func IsChoice(e *Error) bool { return e.mark == choice }

// Several says which files have what a request may mean only once.
type Several struct {
	What    string // an address
	Files   []string
	Choices [][]string // for each file with several blocks, the addresses of the blocks
	All     string     // an address that means all, or ""
}

// Message returns the message of an error about s.
func (s *Several) Message() string {
	text := fmt.Sprintf("several files have %s; name one of them: ", s.What)
	for i, file := range s.Files {
		if i > 0 {
			text += ", "
		}
		if text += file; len(s.Choices[i]) > 0 {
			text += " (with " + strings.Join(s.Choices[i], " or ") + ")"
		}
	}
	if s.All != "" {
		text += "; for all write " + s.All
	}
	return text
}

// InSeveral makes the error e one about several files.
func InSeveral(e *Error, s *Several) {
	e.Message, e.several = s.Message(), s
}

// SeveralOf returns the files of an error that InSeveral changed, or nil.
func SeveralOf(e *Error) *Several { return e.several }

// A Mark says more about a fault than its code, so that a caller can give advice.
type Mark uint8

const (
	choice        Mark = iota + 1 // several blocks are selected, and the request may select one
	OtherLanguage                 // the code may be in another language
	NoneOfType                    // no file has a block of the type
	NoFile                        // a file is missing, so that the fault is in none
)

// Marked sets the mark of an error, and returns the error.
func Marked(e *Error, m Mark) *Error {
	e.mark = m
	return e
}

// Has reports whether an error has a mark.
func Has(e *Error, m Mark) bool { return e.mark == m }

// Template returns the JSON string with which a request sets a value to an expression. For
// var.region, the string is "${var.region}", in quotes.
func Template(expression string) string { return `"${` + expression + `}"` }

// OfBudget converts the error of an exceeded budget to the error for the client, with a code such
// as TooExpensive.
func OfBudget(e *budget.Exceeded) *Error {
	switch e.Resource {
	case budget.Patience:
		return At(-1, Overloaded, "%s", e)
	case budget.Time, budget.Memory:
		return At(-1, Overloaded, "%s; try again later, or ask for less at once", e)
	}
	return At(-1, TooExpensive, "%s, the limit for a request of this size", e)
}

// Within calls f and returns its error. If f is stopped because it has exceeded a budget, Within
// returns the result of OfBudget.
func Within(f func() error) (err error) {
	defer func() {
		if e, ok := errors.AsType[*budget.Exceeded](err); ok {
			err = OfBudget(e)
		}
	}()
	defer budget.Catch(&err)
	return f()
}

// Locate sets the field Pointer of an error that At returned, unless the field is set already. The
// pointer consists of the given prefix and the JSON pointer to the error's offset in the text.
// Locate does not change other errors.
func Locate(err error, prefix string, text []byte) error {
	if e, ok := err.(*Error); ok && e.at >= 0 && e.Pointer == "" {
		e.Pointer = prefix + jsontext.Pointer(text, e.at)
	}
	return err
}
