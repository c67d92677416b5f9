package edit

import "iacedit/internal/fault"

// Code is one of the error codes in docs/edits.md, "Answers and errors".
type Code = fault.Code

// The codes of refused edits.
const (
	MissingCode            = fault.MissingCode
	InvalidRequest         = fault.InvalidRequest
	InvalidCode            = fault.InvalidCode
	AmbiguousMatch         = fault.AmbiguousMatch
	BlockNotFound          = fault.BlockNotFound
	BlockAlreadyExists     = fault.BlockAlreadyExists
	AttributeNotFound      = fault.AttributeNotFound
	AttributeAlreadyExists = fault.AttributeAlreadyExists
	TooExpensive           = fault.TooExpensive
	Overloaded             = fault.Overloaded
)

// Position is a line and a column in the code, both counted from 1. Columns count characters
// (grapheme clusters), as in Terraform.
type Position = fault.Position

// Error is the error of a refused request. It has a Code, and a Message that names the expected and
// the found item. Pointer (RFC 6901) leads to the edit at fault in the request, or is "". Position
// is the place in the code at fault, or nil.
type Error = fault.Error
