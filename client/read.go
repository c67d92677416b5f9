package client

import (
	"bytes"
	"context"
	"encoding/json"
)

// A ReadRequest contains code, in one of the fields Code and Files, and the selection of the parts
// to read.
type ReadRequest struct {
	Code  string            // UTF-8
	Files map[string]string // the files of a module or of a tree of modules, by name

	// SkipInvalid makes the server ignore files that do not parse. The answer lists these files.
	SkipInvalid bool

	// Select lists what to read (docs/read.md, "Select"), in one of the forms that EditRequest.Edits
	// can have; nil means everything.
	Select any

	// Include lists additions to the content.
	Include []Include

	// List makes the answer have Values in the place of Content.
	List bool

	// Dialect is "terraform", "terragrunt", "packer", "nomad", "bake", or "hcl" for any other
	// HCL2 language; "" means the default of the server.
	Dialect string
}

// An Include is an optional part of the answer to a ReadRequest.
type Include string

// The values of Include.
const (
	Comments     Include = "comments"     // the comments above blocks and attributes
	LineComments Include = "lineComments" // the comments behind attributes, keys and elements
	Ranges       Include = "ranges"       // the ranges of blocks and attributes in the code
)

// A ReadAnswer is the answer to a ReadRequest.
type ReadAnswer struct {
	// Content is the content in the form of edits (docs/read.md, "Content"). It can be changed and
	// sent back as the value of an operation.
	Content json.RawMessage `json:"content"`

	// Values lists what the selection names, in its order (docs/read.md, "A list of values").
	Values []Value `json:"values"`

	Skipped []Skipped `json:"skipped"` // with SkipInvalid, the files that do not parse
}

// A Value is a block or value in the answer to a ReadRequest with List. One of Entry, Value and Source
// is set.
type Value struct {
	Address string          `json:"address"`
	File    string          `json:"file"`
	Range   Range           `json:"range"`
	Entry   json.RawMessage `json:"entry"`  // a block
	Value   json.RawMessage `json:"value"`  // a value, as edits would write it
	Source  *string         `json:"source"` // the code of a value that JSON cannot express
}

// Decode decodes the content into v. A number that is decoded into a value of type any becomes a
// json.Number, which keeps its digits.
func (a *ReadAnswer) Decode(v any) error {
	d := json.NewDecoder(bytes.NewReader(a.Content))
	d.UseNumber()
	return d.Decode(v)
}

// readBody is a ReadRequest as it is sent.
type readBody struct {
	code
	Invalid string    `json:"invalid,omitempty"`
	Select  any       `json:"select,omitempty"`
	Include []Include `json:"include,omitempty"`
	Return  string    `json:"return,omitempty"`
	Dialect string    `json:"dialect,omitempty"`
}

// Read returns the blocks and attributes of code as JSON, in the form of edits (docs/read.md). If
// r.Select is set, Read returns only the selected parts. It returns the same errors as Edit.
func (c *Client) Read(ctx context.Context, r *ReadRequest) (*ReadAnswer, error) {
	if r == nil {
		return nil, errNoRequest
	}
	code, err := codeOf(r.Code, r.Files)
	if err != nil {
		return nil, err
	}
	returns := ""
	if r.List {
		returns = "values"
	}
	return ask[ReadAnswer](ctx, c, "/v1/iac/read", &readBody{code, invalid(r.SkipInvalid), jsonOf(r.Select), r.Include, returns, r.Dialect})
}
