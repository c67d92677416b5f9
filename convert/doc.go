// Package convert writes Terraform's native syntax as JSON, and JSON as native syntax.
//
//	var o convert.Options
//	code, notes, err := o.ToNative(nil, json)
//	json, notes, err = o.ToJSON(nil, code)
//
// Both say the same to Terraform and OpenTofu. JSON does not tell whether a member of a body
// is an argument or a nested block; package convert asks, in this order, the schemas of the
// providers if there are some, what Terraform defines itself, other code of the module, and
// then guesses. A Note tells of each guess, and of what is lost.
//
// # Words
//
//   - member: a key and a value in a JSON object.
//   - body: the arguments and nested blocks of a block, or of a file.
//   - open body: one that a provider reads, so that it may hold anything.
//   - labelled: of a value in JSON, that its members' keys are labels of blocks.
//
// # Files
//
//	convert.go   Options, and the ways in for programs
//	request.go   the way in for requests in JSON
//	files.go     the files of a module, and what their names become
//	job.go       one conversion: its budget, notes and errors
//	kinds.go     whether a member is an argument or a block; guess.go: the guess
//	evidence.go  what other code of the module tells
//	native.go    JSON to native syntax: a file and its blocks; body.go: a body
//	comments.go  "//" to comments
//	objects.go   arguments that old code writes as blocks
//	json.go      native syntax to JSON: a file and its blocks; values.go: values
//	order.go     nested blocks by type, in an order that means the same
//	lost.go      the comments that JSON has no place for
//	mirror.go    the code of a mirror, which the engine searches; mirror_text.go: its strings
package convert
