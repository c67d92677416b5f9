// Package render represents a file while it is edited, and writes it.
//
// # Drafts
//
// A Draft is a file being edited. It decides where new items go, how they are indented, and what
// happens to blank lines, commas and comments when items are added and removed (docs/layout.md).
// It follows the style of the file: its line ends, its indentation, its commas. It writes new
// text with one blank around "=", and leaves alignment to the writer.
//
// Append writes a draft. It copies each unchanged stretch of the source in one piece. Around a
// change, the writer cuts out a region: the changed items and their neighbours that may be aligned
// with them. A region ends at a blank line, a comment line, or a brace. A format.Region formats
// the blanks in the region, but keeps the author's layout where the source was not formatted.
//
// # Files
//
// A Draft is built in layers. Each layer is a type that embeds the layer below and uses no layer
// above. So the files can be read in this order:
//
//	items.go      items: records and text; cache.go: results of past searches; text.go:
//	              text that is added; value.go: the current text of a value
//	style.go      style: indentation, one line or several
//	gap.go        gaps: blank lines between items
//	checks.go     checks: the arguments of methods
//	separated.go  commas: the items of objects, lists and calls, and the text between them
//	whose.go      keeper: comments that stay when an item goes; heading.go, oldcode.go: what a
//	              comment is about
//	remove.go     remover: items removed
//	insert.go     inserter: attributes and blocks made; place.go, places.go: their places;
//	              order.go: places in groups that are in order; graft.go: blocks of other files
//	spacing.go    spacer: blank lines beside items over several lines
//	comment.go    commenter: comments set and removed; separate_comment.go: comments with blank
//	              lines around them
//	move.go       mover: pairs and elements moved
//	adopt.go      mover: an item takes the value or body of another
//	rename.go     renamer: names, labels and references replaced
//	remake.go     remaker: items replaced by items of another kind, with the old code in them
//	draft.go      Draft
//	output.go     the writer: regions and copies; restyled.go: changes that need no region;
//	              toplevel.go: a changed item of the top level;
//	              disorder.go: bodies with moved items; edits.go: changes of lines
package render
