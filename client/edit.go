package client

import "context"

// An EditRequest is code and what to do to it. Either Code or Files is the code; Code may
// be empty, for making code from nothing.
type EditRequest struct {
	// Code is the code. It must be UTF-8.
	Code string

	// Files are the files of one module, or with folders in their names of a tree of modules
	// (docs/trees.md).
	Files map[string]string

	// SkipInvalid leaves files alone that do not parse, and has the answer name them; else the
	// first such file is an error.
	SkipInvalid bool

	// Edits are the edits (docs/edits.md): JSON as a json.RawMessage, []byte or string, or
	// anything that encoding/json makes into that. What is made of Go maps comes in
	// the order of their keys: new attributes appear so, too.
	Edits any

	// Return says what the answer is to hold; none means ReturnCode.
	Return []Return

	// Report asks for what each edit did.
	Report bool

	// Dialect is "terraform" or "hcl"; "" means the server's own.
	Dialect string
}

// Return is a form of the answer to an edit.
type Return string

// The forms. For large code of which little changes, ReturnChanges is the quick one.
const (
	ReturnCode    Return = "code"    // EditAnswer.Code, or Files
	ReturnChanges Return = "changes" // EditAnswer.Changes
	ReturnDiff    Return = "diff"    // EditAnswer.Diff
)

// An EditAnswer is what the edits made. What was not asked for is empty.
type EditAnswer struct {
	Code    string            `json:"edited_code"`  // the edited code
	Files   map[string]string `json:"edited_files"` // of files, those that changed or are new, whole
	Changes []Change          `json:"changes"`      // see Apply and ApplyFiles
	Diff    string            `json:"diff"`         // a unified diff, "" where nothing changed
	Report  *Report           `json:"report"`
	Skipped []Skipped         `json:"skipped"` // with SkipInvalid, the files that do not parse
}

// Skipped is a file that was left alone because it does not parse.
type Skipped struct {
	File     string   `json:"file"`
	Message  string   `json:"message"`
	Position Position `json:"position"` // where it is wrong
}

// A Report says what edits did.
type Report struct {
	Changes  []Outcome `json:"changes"`
	Warnings []Warning `json:"warnings"`
}

// An Outcome is what became of a block, or of an attribute that an edit names.
type Outcome struct {
	Pointer   string `json:"pointer"`             // JSON Pointer to the edit in the request
	Address   string `json:"address"`             // of the block: resource.aws_instance.web
	File      string `json:"file,omitempty"`      // of Files
	Attribute string `json:"attribute,omitempty"` // the path as sent, "" where it is about the block
	Result    Effect `json:"result"`
}

// Effect is what became of something.
type Effect string

// The effects.
const (
	Created   Effect = "created"
	Changed   Effect = "changed"
	Unchanged Effect = "unchanged"
	Deleted   Effect = "deleted"
	Renamed   Effect = "renamed"
	Moved     Effect = "moved"
	Absent    Effect = "absent" // it is not there, which "optional" passes over

	Unreachable Effect = "unreachable" // its path leads into what is computed elsewhere, which "optional" passes over
)

// A Warning is about what is written as asked but is likely not meant.
type Warning struct {
	Pointer string      `json:"pointer"`
	Code    WarningCode `json:"code"`
	Message string      `json:"message"`

	// Of a warning about one of several places:
	Address  string    `json:"address"`  // of the block, or ""
	File     string    `json:"file"`     // of Files, or ""
	Position *Position `json:"position"` // in the code as sent, or nil
}

// WarningCode is a kind of warning (docs/edits.md, "Other answers").
type WarningCode string

// The kinds of warnings.
const (
	LooksLikeAReference WarningCode = "LOOKS_LIKE_A_REFERENCE"
	NewAttributeNearly  WarningCode = "NEW_ATTRIBUTE_NEARLY"
	UsuallyABlock       WarningCode = "USUALLY_A_BLOCK"
	MadeByDynamic       WarningCode = "MADE_BY_DYNAMIC"
	ComputedElsewhere   WarningCode = "COMPUTED_ELSEWHERE"
	NotSearched         WarningCode = "NOT_SEARCHED"
	StillReferenced     WarningCode = "STILL_REFERENCED"
	NotSorted           WarningCode = "NOT_SORTED"
	KeyNotLiteral       WarningCode = "KEY_NOT_LITERAL"
	NoCount             WarningCode = "NO_COUNT"
	NotAllowedHere      WarningCode = "NOT_ALLOWED_HERE"
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

// Edit applies edits to code, all of them or none. Its error is an [*Error] where the server
// refuses the request, or fails however often it is asked; the context's; ErrAnswerTooLarge;
// or the last attempt's.
func (c *Client) Edit(ctx context.Context, r *EditRequest) (*EditAnswer, error) {
	if r == nil {
		return nil, errNoRequest
	}
	code, err := codeOf(r.Code, r.Files)
	if err != nil {
		return nil, err
	}
	answer := new(EditAnswer)
	if err := c.do(ctx, "/v1/iac/edit", &editBody{code, invalid(r.SkipInvalid), jsonOf(r.Edits), r.Return, r.Report, r.Dialect}, answer); err != nil {
		return nil, err
	}
	return answer, nil
}

// invalid returns the member "invalid" of a request.
func invalid(skip bool) string {
	if skip {
		return "skip"
	}
	return ""
}
