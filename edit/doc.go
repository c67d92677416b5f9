// Package edit applies edits, given as JSON, to Terraform, OpenTofu and other HCL2 code, and leaves
// every byte that no edit touches as it was.
//
//	options := edit.Options{}
//	edited, err := options.Apply(nil, code, []byte(`
//		{"update": {"resource": {"aws_instance": {"web": [
//			{"attributes": {"instance_type": "t3.large"}}]}}}}`))
//
// Apply takes the code and the edits. Do and DoJSON take the body of an HTTP request that contains
// both. ApplyFiles takes the files of a module. ApplyOperations takes edits that are built in Go:
//
//	edited, err := options.ApplyOperations(nil, code,
//		edit.Update(edit.Block("resource", "aws_instance", "web"),
//			edit.Attr("instance_type", "t3.large"),
//			edit.Attr("tags.Owner", "me")))
//
// Either all edits are applied or none is, and an *Error describes why. An *Error has a code, a
// pointer to the edit at fault, and the position in the code if the code is at fault. All functions
// are safe for concurrent use and for untrusted input. The package limits the nesting of the input
// and the number of edits; the caller must limit the size of the input. docs/edits.md is the
// reference for the edit language.
//
// # How
//
// The JSON is decoded into operations, which are checked as far as possible without the code. Then
// package syntax parses the code. The operations change the tree one by one through a
// render.Draft, which decides where new code goes and how it is indented and aligned. Finally the
// draft writes the edited code. The terms:
//
//   - operation: an action, such as add or rename, on the blocks at an address.
//   - address: a block type and labels.
//   - entry: selectors, which choose among the blocks at the address, and changes.
//   - change: an action on the attributes and nested blocks of a selected block.
//   - path: the name of an attribute, and steps into its value: tags.Name, ports[0].
//   - schema: how the strings of a value are read (docs/values.md): as templates nearly
//     everywhere; as literal text, references or expressions in a few places.
//
// # Files
//
//	editor.go          Options; Do, Apply and ApplyFiles; the budget and the stages of a request
//	parse.go           the code of a request, parsed
//	build.go           operations built in Go, and destinations; build_place.go: comments and places
//	build_address.go   dotted addresses
//	build_refactor.go  refactorings: rewrite, inline, extract, for_each, sort; build_reshape.go: reshape; build_disable.go: disable, enable; build_tidy.go: tidy; build_rename.go: the parts of Rename
//	build_value.go     Expr and Template; the strings of Go values, placed
//	operation.go       Operation, Decode and ApplyOperations
//	error.go           Error and its codes
//	decode.go          a request's body; request.go: a decoded request
//	answers.go         the kinds of answers; answer.go: as JSON; result.go: as Go values
//	changes.go         the changes of text
//	report.go          the outcomes of edits
//
// Below internal, package plan has the decoded operations and the table that describes them, draft
// has the files while they are edited, and report records what the stages do. The stages are apply,
// rename, rewrite, extract (with modules and typing), sorting, enable, tidy and reshape; moved adds
// "moved" blocks, and declare adds declarations.
//
// docs/choices.md explains decisions for which there were good alternatives.
package edit
