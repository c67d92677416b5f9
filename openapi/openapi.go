// Package openapi holds the contract of the service in the forms that programs read: the
// JSON Schemas (2020-12) of a request's edits, one for each dialect. They are made from the
// tables of the edit language by the module in openapi/check, whose tests hold them
// against what the server takes and refuses. This package imports nothing.
package openapi

import _ "embed"

//go:generate go -C check run ./generate

// EditsSchema is the JSON Schema of the edits of a request in the dialect terraform.
//
//go:embed edits.schema.json
var EditsSchema []byte

// EditsSchemaHCL is the JSON Schema of the edits of a request in the dialect hcl.
//
//go:embed edits.hcl.schema.json
var EditsSchemaHCL []byte
