// Package openapi contains the contract of the service in machine-readable form: an OpenAPI 3.1
// document, and the JSON Schemas (2020-12) of a request's edits, one for each dialect
// (docs/contract.md). The module in openapi/check generates them, and its tests compare them with
// the behaviour of the server. Callers must not modify the variables of this package. The package
// imports only embed.
package openapi

import _ "embed"

//go:generate go -C check run ./generate

// YAML is the OpenAPI document in YAML.
//
//go:embed openapi.yaml
var YAML []byte

// JSON is the OpenAPI document in JSON.
//
//go:embed openapi.json
var JSON []byte

// EditsSchema is the JSON Schema of the edits of a request in the dialect terraform.
//
//go:embed edits.schema.json
var EditsSchema []byte

// EditsSchemaHCL is the JSON Schema of the edits of a request in the dialect hcl.
//
//go:embed edits.hcl.schema.json
var EditsSchemaHCL []byte
