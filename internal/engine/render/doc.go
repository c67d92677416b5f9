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
// # Parts
//
// A Draft (draft.go) consists of parts, which share the items of the file. Each part has its own data, and uses
// only parts that stand above it in this list:
//
//	items     records and text: items.go; text.go, text that is added; value.go, the current text
//	          of a value; cache.go, results of past searches
//	checks    the arguments of methods: checks.go
//	lines     indentation and blank lines: lines.go; open.go, blocks on one line; gap.go, blank
//	          lines between items; spacing.go, blank lines beside items over several lines
//	members   the items of objects, lists and calls: members.go; commas.go
//	comments  whose.go, comments that stay when an item goes; heading.go and oldcode.go, what a
//	          comment is about; comment.go, line_comment.go, comments set and removed; separate_comment.go, comments
//	          with blank lines around them
//	editor    items added: insert.go, with place.go, places.go for their places and order.go for
//	          groups that are in order; graft.go, blocks of other files; remove.go; move.go;
//	          adopt.go, an item takes the value or body of another; remake.go, items replaced by
//	          items of another kind, with the old code in them; disable.go, items commented out,
//	          and made code again
//	names     names, labels and references replaced: names.go
//	writer    output.go, regions and copies; restyled.go, changes that need no region; toplevel.go,
//	          a changed item of the top level; disorder.go, bodies with moved items; edits.go,
//	          changes of lines
package render
