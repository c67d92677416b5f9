package client

import "context"

// An EditRequest contains code, in one of the fields Code and Files, and the edits to make. Both
// fields may be empty if the edits add all the code.
type EditRequest struct {
	// Code is the code, in UTF-8.
	Code string

	// Files are the files of one module or, with folders in their names, of a tree of modules
	// (docs/trees.md).
	Files map[string]string

	// SkipInvalid makes the server ignore files that do not parse. The answer lists these files. If
	// SkipInvalid is false, a file that does not parse is an error.
	SkipInvalid bool

	// Edits are the edits (docs/edits.md): JSON as a json.RawMessage, []byte or string, or a Go value
	// that encoding/json encodes in this form. Go maps are encoded in the order of their keys, so new
	// attributes appear in that order.
	Edits any

	// Return lists the forms in which to return the result. The default is ReturnCode.
	Return []Return

	// Report asks for the outcome of each edit.
	Report bool

	// Dialect is "terraform", "terragrunt", "packer", "nomad", "bake", or "hcl" for any other
	// HCL2 language; "" means the default of the server.
	Dialect string
}

// Return is a form in which an answer can contain the result of edits, such as a diff.
type Return string

// The values of Return. ReturnChanges is the fastest for small changes in large code.
const (
	ReturnCode    Return = "code"    // EditAnswer.Code, or Files
	ReturnChanges Return = "changes" // EditAnswer.Changes
	ReturnDiff    Return = "diff"    // EditAnswer.Diff
)

// An EditAnswer is the result of edits. Members that were not requested are empty.
type EditAnswer struct {
	Code    string            `json:"edited_code"`  // the edited code
	Files   map[string]string `json:"edited_files"` // the complete text of changed and new files
	Changes []Change          `json:"changes"`      // see Apply and ApplyFiles
	Diff    string            `json:"diff"`         // a unified diff, "" if nothing changed
	Report  *Report           `json:"report"`
	Skipped []Skipped         `json:"skipped"` // with SkipInvalid, the files that do not parse
}

// A Skipped is a file that was ignored because it does not parse.
type Skipped struct {
	File     string   `json:"file"`
	Message  string   `json:"message"`
	Position Position `json:"position"` // the position of the syntax error
}

// A Report contains the outcomes of edits, and warnings.
type Report struct {
	Changes  []Outcome `json:"changes"`
	Warnings []Warning `json:"warnings"`
}

// An Outcome is what happened to one block, or to one attribute that an edit names.
type Outcome struct {
	Pointer   string `json:"pointer"`             // the JSON Pointer of the edit in the request
	Address   string `json:"address"`             // the block's address: resource.aws_instance.web
	File      string `json:"file,omitempty"`      // the key in Files, if the request has Files
	Attribute string `json:"attribute,omitempty"` // the path as sent, "" if the outcome is about the block
	Result    Effect `json:"result"`
}

// Effect is what an edit did to a block or an attribute.
type Effect string

// The values of Effect.
const (
	Created   Effect = "created"
	Changed   Effect = "changed"
	Unchanged Effect = "unchanged"
	Deleted   Effect = "deleted"
	Disabled  Effect = "disabled"
	Enabled   Effect = "enabled"
	Renamed   Effect = "renamed"
	Moved     Effect = "moved"
	Absent    Effect = "absent" // the block or attribute does not exist, which "optional" allows

	Unreachable Effect = "unreachable" // the path leads into a computed value, which "optional" allows
)

// A Warning is about an edit that was made as requested but is probably a mistake.
type Warning struct {
	Pointer string      `json:"pointer"`
	Code    WarningCode `json:"code"`
	Message string      `json:"message"`

	// The following fields are set if the edit affects several places and the warning is about one
	// of them.
	Address  string    `json:"address"`  // of the block, or ""
	File     string    `json:"file"`     // of Files, or ""
	Position *Position `json:"position"` // in the code as sent, or nil
}

// WarningCode is the kind of a Warning (docs/edits.md, "Other answers").
type WarningCode string

// The kinds of warnings.
const (
	LooksLikeAReference WarningCode = "LOOKS_LIKE_A_REFERENCE"
	NewAttributeNearly  WarningCode = "NEW_ATTRIBUTE_NEARLY"
	UsuallyABlock       WarningCode = "USUALLY_A_BLOCK"
	ProbablyABlock      WarningCode = "PROBABLY_A_BLOCK"
	NotInSchema         WarningCode = "NOT_IN_SCHEMA"
	MadeByDynamic       WarningCode = "MADE_BY_DYNAMIC"
	ComputedElsewhere   WarningCode = "COMPUTED_ELSEWHERE"
	NotSearched         WarningCode = "NOT_SEARCHED"
	StillReferenced     WarningCode = "STILL_REFERENCED"
	TextLeft            WarningCode = "TEXT_LEFT"
	NotSorted           WarningCode = "NOT_SORTED"
	KeyNotLiteral       WarningCode = "KEY_NOT_LITERAL"
	NoDescription       WarningCode = "NO_DESCRIPTION"
	ShapeChanged        WarningCode = "SHAPE_CHANGED"
	ValueChanged        WarningCode = "VALUE_CHANGED"
	ValueNotMapped      WarningCode = "VALUE_NOT_MAPPED"
	IDNotUnique         WarningCode = "ID_NOT_UNIQUE"
	Circle              WarningCode = "CIRCLE"
	NoCount             WarningCode = "NO_COUNT"
	NoForEach           WarningCode = "NO_FOR_EACH"
	CountAndForEach     WarningCode = "COUNT_AND_FOR_EACH"
	NotAType            WarningCode = "NOT_A_TYPE"
	NotAllowedHere      WarningCode = "NOT_ALLOWED_HERE"
	WholeModuleWaits    WarningCode = "WHOLE_MODULE_WAITS"
	ModuleNeedsItself   WarningCode = "MODULE_NEEDS_ITSELF"
	CommentKept         WarningCode = "COMMENT_KEPT"
	VersionTooLow       WarningCode = "VERSION_TOO_LOW"
)

// editBody is an EditRequest as it is sent.
type editBody struct {
	code
	Invalid string   `json:"invalid,omitempty"`
	Edits   any      `json:"edits"`
	Return  []Return `json:"return,omitempty"`
	Report  bool     `json:"report,omitempty"`
	Dialect string   `json:"dialect,omitempty"`
}

// Edit applies edits to code, all of them or none. If the server refuses the request or keeps
// failing, the error is an [*Error]. Other errors are the context's error, ErrAnswerTooLarge, and
// the error of the last attempt to send the request.
func (c *Client) Edit(ctx context.Context, r *EditRequest) (*EditAnswer, error) {
	if r == nil {
		return nil, errNoRequest
	}
	code, err := codeOf(r.Code, r.Files)
	if err != nil {
		return nil, err
	}
	return ask[EditAnswer](ctx, c, "/v1/iac/edit", &editBody{code, invalid(r.SkipInvalid), jsonOf(r.Edits), r.Return, r.Report, r.Dialect})
}

// invalid returns the value of a request's member "invalid": "skip" if the argument skip is true.
// Otherwise the value is "", and the request omits the member.
func invalid(skip bool) string {
	if skip {
		return "skip"
	}
	return ""
}
