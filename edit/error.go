package edit

import "iacedit/internal/base/fault"

// A Code is the reason why a request was refused, such as "BLOCK_NOT_FOUND" (docs/edits.md,
// "Answers and errors").
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

// An Error describes why a request was refused. Code is for programs. Message is for people, and
// describes what was expected and what was found. Pointer is the JSON pointer (RFC 6901) to the
// edit at fault, or "". Position is the position of the fault in the code, or nil.
type Error = fault.Error
