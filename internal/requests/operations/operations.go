// Package operations contains the table of the service's operations, which all transports use:
// HTTP, and WebAssembly in a browser or in Node.
package operations

import (
	"iacedit/convert"
	"iacedit/edit"
	"iacedit/find"
	"iacedit/internal/base/budget"
	"iacedit/read"
)

// An Operation handles the requests of one kind: it reads the body and appends the data of the
// answer.
type Operation struct {
	Name     string // the operation's name in metrics and logs
	Location string // the "location" in error bodies
	Path     string // the operation's path, which may follow any prefix
	Short    string // the operation's short path

	// Apply appends the member "data" of the answer to dst. It keeps no reference to body. The error
	// is an *edit.Error, and dst is then returned unchanged. The argument caller may be nil.
	Apply func(dst, body []byte, caller *budget.Caller) ([]byte, error)
}

// EditLocation is the member "location" of error bodies about editing. It is also used if no
// operation has the path of the request.
const EditLocation = "iac-edit"

// Table returns the operations; the first is editing. The schemas of providers may be nil.
func Table(options *edit.Options, schemas *convert.Schemas) []Operation {
	reading := read.Options{Dialect: options.Dialect, SettingsBlock: options.SettingsBlock, Timeout: options.Timeout, Done: options.Done}
	finding := find.Options{Dialect: options.Dialect, SettingsBlock: options.SettingsBlock, Timeout: options.Timeout, Done: options.Done}
	editing := *options
	editing.Schemas = schemas
	converting := convert.Options{Schemas: schemas, Timeout: options.Timeout, Done: options.Done}
	return []Operation{
		{Name: "edit", Location: EditLocation, Path: "/v1/iac/edit", Short: "/edit", Apply: editing.ServeJSON},
		{Name: "read", Location: "iac-read", Path: "/v1/iac/read", Short: "/read", Apply: reading.ServeJSON},
		{Name: "find", Location: "iac-find", Path: "/v1/iac/find", Short: "/find", Apply: finding.ServeJSON},
		{Name: "convert", Location: "iac-convert", Path: "/v1/iac/convert", Short: "/convert", Apply: converting.ServeJSON},
	}
}
