// Package convert writes Terraform's native syntax as JSON, and JSON as native syntax.
//
//	var o convert.Options
//	code, notes, err := o.ToNative(nil, json)
//	json, notes, err = o.ToJSON(nil, code)
//
// For Terraform and OpenTofu, the result means the same as the original. JSON does not show whether
// a member of a body is an argument or a nested block. To decide this, package convert uses, in
// this order, the schemas of the providers if given, Terraform's own definitions, and other code of
// the module; otherwise it guesses. A Note describes each guess and each loss.
//
// # Files
//
//	convert.go   Options, and the functions for programs
//	request.go   requests in JSON
//
// The conversion itself is in internal/engine/conversion.
package convert
