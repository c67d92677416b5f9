package client

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"
)

// An Error is an answer whose status is not 200.
type Error struct {
	Status    int    // the HTTP status
	Code      Code   // "" if the answer is not iacedit's
	Message   string // the text for people
	Location  string // "iac-edit", "iac-read", "iac-find", "iac-convert" or "iac-upgrade"
	Pointer   string // JSON Pointer to the fault in the request, or ""
	Position  *Position
	RequestID string // identifies the request in the server's log

	// RetryAfter is how long the server asks to wait, or 0.
	RetryAfter time.Duration
}

// A Position is the place of a fault in code.
type Position struct {
	File   string `json:"file,omitempty"` // the key in Files, if the request has Files
	Line   int    `json:"line"`           // from 1
	Column int    `json:"column"`         // from 1, in characters
}

// Error returns the message with its position and code: "main.tf:3:7: … (INVALID_CODE)".
func (e *Error) Error() string {
	text := "iacedit: "
	if at := e.Position; at != nil {
		if at.File != "" {
			text += at.File + ":"
		}
		text += fmt.Sprintf("%d:%d: ", at.Line, at.Column)
	}
	text += e.Message
	switch {
	case e.Code == "":
		return text + fmt.Sprintf(" (status %d)", e.Status)
	case e.Pointer == "":
		return text + fmt.Sprintf(" (%s)", e.Code)
	}
	return text + fmt.Sprintf(" (%s at %s)", e.Code, e.Pointer)
}

// Code is the kind of an error. More kinds may be added: treat an unknown kind according to
// Error.Status.
type Code string

// The codes (docs/edits.md, "Answers and errors").
const (
	MissingCode             Code = "MISSING_CODE"
	InvalidRequest          Code = "INVALID_REQUEST"
	InvalidCode             Code = "INVALID_CODE"
	AmbiguousMatch          Code = "AMBIGUOUS_MATCH"
	BlockNotFound           Code = "BLOCK_NOT_FOUND"
	BlockAlreadyExists      Code = "BLOCK_ALREADY_EXISTS"
	AttributeNotFound       Code = "ATTRIBUTE_NOT_FOUND"
	AttributeAlreadyExists  Code = "ATTRIBUTE_ALREADY_EXISTS"
	TooExpensive            Code = "TOO_EXPENSIVE"
	Unauthorized            Code = "UNAUTHORIZED"
	NotFound                Code = "NOT_FOUND"
	MethodNotAllowed        Code = "METHOD_NOT_ALLOWED"
	RequestTimeout          Code = "REQUEST_TIMEOUT"
	PayloadTooLarge         Code = "PAYLOAD_TOO_LARGE"
	ExpectationFailed       Code = "EXPECTATION_FAILED"
	HeadersTooLarge         Code = "HEADERS_TOO_LARGE"
	InternalError           Code = "INTERNAL_ERROR"
	Overloaded              Code = "OVERLOADED"
	HTTPVersionNotSupported Code = "HTTP_VERSION_NOT_SUPPORTED"
)

var (
	// ErrAnswerTooLarge is the error for an answer of more than Client.MaxAnswer bytes.
	ErrAnswerTooLarge = errors.New("the answer is longer than MaxAnswer")

	// ErrNotIacedit is the error for an answer with status 200 that does not come from iacedit.
	ErrNotIacedit = errors.New("the answer is not from iacedit")

	errNoRequest = errors.New("there is no request")
	errNoData    = errors.New("it has no data")
	errNotUTF8   = errors.New("not UTF-8, which JSON cannot represent")
)

// mostForeign is how many bytes a message quotes of an answer that is not from iacedit.
const mostForeign = 200

// refusal converts an unsuccessful answer to an Error.
func refusal(response *http.Response, text []byte) *Error {
	var body struct {
		Error struct {
			Code     Code
			Message  string
			Location string
			Pointer  string
			Position *Position
		}
	}
	e := &Error{Status: response.StatusCode, RequestID: response.Header.Get("X-Request-Id"),
		RetryAfter: retryAfter(response.Header.Get("Retry-After"), time.Now())}
	if err := json.Unmarshal(text, &body); err == nil && body.Error.Code != "" {
		b := &body.Error
		e.Code, e.Message, e.Location, e.Pointer, e.Position = b.Code, b.Message, b.Location, b.Pointer, b.Position
		return e
	}
	e.Message = fmt.Sprintf("the answer is not from iacedit: %.*q", mostForeign, text)
	return e
}
