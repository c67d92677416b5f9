// Package edit applies edits in JSON to HCL2 code.
package edit

// Dialect says which languages' rules the edits follow.
type Dialect uint8

// The dialects.
const (
	Terraform Dialect = iota // Terraform and OpenTofu: known block types, special places
	HCL                      // any HCL2 language: any block type, no special places
)

// Options are the choices of a deployment. The zero value is Terraform's.
type Options struct {
	Dialect       Dialect
	SettingsBlock string // what the address "iac" creates; "" means "terraform"
	MaxEdits      int    // most entries and attributes in one request; 0 means DefaultMaxEdits
}

// DefaultMaxEdits bounds the edits of one request where Options does not.
const DefaultMaxEdits = 100_000

// Do decodes a request body ({"code": …, "edits": …}), applies its edits and
// appends the edited code to dst. It keeps no reference to body or dst. Where the
// request is refused the error is an *Error, and dst comes back as it was.
func (o *Options) Do(dst, body []byte) ([]byte, error) {
	return dst, errorAt(-1, InvalidRequest, "not built yet")
}
