// Package conversion is the engine of package convert: it writes native syntax as JSON, and JSON as
// native syntax. It also makes mirrors, the native code that is searched and edited in place of a
// file in JSON syntax.
//
// # Words
//
//   - member: a key and a value in a JSON object.
//   - body: the arguments and nested blocks of a block, or of a file.
//   - open body: a body that a provider defines, so that any name may occur in it.
//   - labelled value: a JSON value whose keys are labels of blocks.
//
// # Files
//
//	note.go      the two syntaxes, and notes
//	files.go     the files of a module, and their new names
//	job.go       one conversion: its budget, notes and errors
//	kinds.go     whether a member is an argument or a block
//	evidence.go  evidence about names in other code of the module
//	native.go    JSON to native syntax: a file and its blocks; body.go: a body
//	comments.go  "//" to comments
//	objects.go   arguments that old code writes as blocks
//	json.go      native syntax to JSON: a file and its blocks; values.go: values
//	order.go     nested blocks by type, in an order that means the same
//	lost.go      comments that JSON cannot contain
//	mirror.go    native code for a file in JSON syntax, which the engine searches; mirror_text.go: its strings
package conversion
