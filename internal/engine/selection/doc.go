// Package selection decodes the parts of requests that select blocks: the tree of block types and
// labels, the selectors of an entry, and attribute paths (docs/edits.md, "Addresses", "Selectors"
// and "Paths"). Package selection also finds the blocks.
//
// A Decoder decodes the JSON in the same way for every operation; Rules are the options of an
// operation. Messages begin with the name of the operation, the block type and the labels. Offsets
// named At are offsets in the JSON text; errors contain them.
//
// Candidates are the blocks that the entries of one array may select. A View is a file, with or
// without edits, that is searched for blocks. If there are many entries, an index finds the
// candidates that have a given value, so that the time is not proportional to the number of entries
// times the number of blocks.
//
// # Files
//
//	selection.go   the decoded types: Rules, Scope, Entry, Attribute
//	decoder.go     Decoder: block types, labels, arrays of entries
//	selector.go    the selectors of an entry
//	pick.go        Target and Pick: entries that name items in blocks
//	addresses.go   entries with dotted addresses, and the trees that mean the same; files.go:
//	               the files that an address means; levels.go: the
//	               selectors of one level of an address; absent.go: errors that speak of the
//	               address; ambiguous.go: how to address one of several blocks; doubt.go: addresses
//	               whose first name is unknown; labels.go: addresses that omit labels
//	holders.go     the files that have the block of an address
//	beside.go      addresses in places
//	nesting.go     whether a name at an address that the code lacks is a nested block
//	addressed.go   the blocks that an address selects; written.go: parsing addresses
//	disabled.go    code that is commented out, with its addresses; enabled.go: addresses of such code
//	matches.go     the selector "matches": regular expressions for the text of values
//	path.go        attribute paths
//	view.go        View and Block: the files and blocks to search
//	follow.go      the values that paths lead to
//	compare.go     the classes of current values
//	has.go         whether a block satisfies "where", "has" and "lacks"
//	candidates.go  Candidates, and which of them an entry keeps
//	lookup.go      the same for many entries
//	meant.go       the name that was probably meant; describe.go: selectors, and the values that
//	               blocks have instead, for messages
package selection
