// Package selection is the language by which requests say which blocks they mean: the tree of
// block types and labels, the selectors of an entry, and attribute paths (docs/edits.md,
// "Addresses", "Selectors" and "Paths").
//
// A Decoder decodes it from JSON, for every operation alike: what an operation allows is in
// its Rules. Messages begin with the name of the operation, the block type and the labels.
// Offsets named At are offsets in the JSON text; errors carry them.
//
// # Files
//
//	selection.go  what is decoded: Rules, Scope, Entry, Attribute
//	decoder.go    Decoder: block types, labels, arrays of entries
//	selector.go   the selectors of an entry
//	matches.go    the selector "matches": regular expressions over the text of values
//	path.go       attribute paths
package selection
