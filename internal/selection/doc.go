// Package selection is the language by which requests say which blocks they mean: the tree of
// block types and labels, the selectors of an entry, and attribute paths (docs/edits.md,
// "Addresses", "Selectors" and "Paths").
//
// A Decoder decodes it from JSON, for every operation alike: what an operation allows is in
// its Rules. Messages begin with the name of the operation, the block type and the labels.
// Offsets named At are offsets in the JSON text; errors carry them.
//
// Candidates are the blocks among which the entries of one array select. A View is a
// file as it was parsed, or as it is edited: both are a *syntax.File, in which an index of
// package bodies finds what is asked for. Many entries look up which candidates have
// a value, so that the time does not grow with entries times blocks.
//
// # Files
//
//	selection.go   what is decoded: Rules, Scope, Entry, Attribute
//	decoder.go     Decoder: block types, labels, arrays of entries
//	selector.go    the selectors of an entry
//	pick.go        Target and Pick: entries that say what of blocks is meant
//	addressed.go   the blocks that an address selects; written.go: addresses as people write them
//	matches.go     the selector "matches": regular expressions over the text of values
//	path.go        attribute paths
//	view.go        View and Block: where blocks are looked for
//	follow.go      where a path leads
//	compare.go     the classes of values as they stand
//	has.go         whether a block is one that "where", "has" and "lacks" keep
//	candidates.go  Candidates, and which of them an entry keeps
//	lookup.go      the same for many entries
//	meant.go       the name that was probably meant
package selection
