package client

import "context"

// A ConvertRequest contains code, in one of the fields Code and Files, and the wanted syntax.
type ConvertRequest struct {
	Code  string            // UTF-8; JSON as text
	Files map[string]string // the files of one module, by name; files in the wanted syntax are not converted

	To Syntax
}

// A Syntax is one of the two syntaxes of Terraform's language.
type Syntax string

// The values of Syntax.
const (
	HCL  Syntax = "hcl"  // native: *.tf
	JSON Syntax = "json" // *.tf.json
)

// A ConvertAnswer contains the converted code, and notes about it.
type ConvertAnswer struct {
	Code  string            `json:"converted_code"`
	Files map[string]string `json:"converted_files"` // by their new names
	Notes []Note            `json:"notes"`
}

// A Note describes something that was guessed, changed in form, or lost (docs/convert.md).
type Note struct {
	Code    string `json:"code"` // GUESSED, COMMENTS_LOST, METADATA_LEFT_OUT, NOT_IN_SCHEMA; more may come
	File    string `json:"file"`
	Address string `json:"address"`
	Message string `json:"message"`
}

// convertBody is a ConvertRequest as it is sent.
type convertBody struct {
	code
	To Syntax `json:"to"`
}

// Convert converts code to the other syntax. It returns the same errors as Edit.
func (c *Client) Convert(ctx context.Context, r *ConvertRequest) (*ConvertAnswer, error) {
	if r == nil {
		return nil, errNoRequest
	}
	code, err := codeOf(r.Code, r.Files)
	if err != nil {
		return nil, err
	}
	return ask[ConvertAnswer](ctx, c, "/v1/iac/convert", &convertBody{code, r.To})
}
