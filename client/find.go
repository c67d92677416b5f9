package client

import (
	"context"
	"encoding/json"
)

// A FindRequest contains code, in one of the fields Code and Files, and rules for the search.
type FindRequest struct {
	Code  string            // UTF-8
	Files map[string]string // the files of a module or of a tree of modules, by name

	// SkipInvalid makes the server ignore files that do not parse. The answer lists these files.
	SkipInvalid bool

	// Find is an array of rules (docs/find.md), in one of the forms that EditRequest.Edits can have.
	Find any

	// Dialect is "terraform", "terragrunt", "packer", "nomad", "bake", or "hcl" for any other
	// HCL2 language; "" means the default of the server.
	Dialect string
}

// A FindAnswer contains the places that match the rules.
type FindAnswer struct {
	Found   []Found   `json:"found"`   // in the order of the files, and of the code in each file
	Skipped []Skipped `json:"skipped"` // with SkipInvalid, the files that do not parse
}

// A Found is one place in the code that matches a rule.
type Found struct {
	Rule      int                `json:"rule"`           // the index of the rule
	File      string             `json:"file,omitempty"` // the key in Files, if the request has Files
	Address   string             `json:"address"`        // the block's address: resource.aws_instance.web
	Attribute string             `json:"attribute"`      // the attribute's path: tags.Name
	Range     Range              `json:"range"`
	Text      string             `json:"text"`            // as written
	Names     map[string]Capture `json:"names,omitempty"` // metavariables, by name without "$"
}

// A Capture is the code that a metavariable of a rule stands for at one place.
type Capture struct {
	Texts []string // one for $name, any number for $$name
	Many  bool     // the metavariable is a $$name
}

// UnmarshalJSON reads a string or an array of strings.
func (c *Capture) UnmarshalJSON(text []byte) error {
	if c.Many = len(text) > 0 && text[0] == '['; c.Many {
		return json.Unmarshal(text, &c.Texts)
	}
	c.Texts = make([]string, 1)
	return json.Unmarshal(text, &c.Texts[0])
}

// MarshalJSON writes the form that UnmarshalJSON reads.
func (c Capture) MarshalJSON() ([]byte, error) {
	if c.Many || len(c.Texts) != 1 {
		return json.Marshal(append([]string{}, c.Texts...))
	}
	return json.Marshal(c.Texts[0])
}

// findBody is a FindRequest as it is sent.
type findBody struct {
	code
	Invalid string `json:"invalid,omitempty"`
	Find    any    `json:"find"`
	Dialect string `json:"dialect,omitempty"`
}

// Find finds expressions and text in code. It returns the same errors as Edit.
func (c *Client) Find(ctx context.Context, r *FindRequest) (*FindAnswer, error) {
	if r == nil {
		return nil, errNoRequest
	}
	code, err := codeOf(r.Code, r.Files)
	if err != nil {
		return nil, err
	}
	return ask[FindAnswer](ctx, c, "/v1/iac/find", &findBody{code, invalid(r.SkipInvalid), jsonOf(r.Find), r.Dialect})
}
