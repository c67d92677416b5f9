// Package plan has the decoded operations of a request, and one table of them.
//
// The table has a row for each operation: its key in a request, what its entries hold, and
// what it looks for, makes and removes. Decoding and applying ask the row, by the methods of
// Action, and compare no actions. A new operation is a row here, its stage in package edit,
// and what its entries hold beside selectors.
//
// A Decoder turns the JSON of "edits" into operations and checks all that can be checked
// without the code. docs/edits.md is the rule for what it accepts. Offsets named At are
// offsets in the JSON text of the edits; errors carry them.
//
// # Files
//
//	table.go           actions, and the table of them
//	entry.go           operations, entries and changes as decoded
//	decoder.go         Decoder: the value of "edits"
//	decode_entry.go    entries and their changes
//	decode_comment.go  "comment" and "comments"
//	decode_place.go    "place" and "places"
//	decode_move.go     entries under "move"
//	decode_naming.go   entries under "rename"
//
// Addresses, selectors and attribute paths are decoded by package selection.
package plan
