// Package render holds a file while it is edited, and writes it.
//
// # Drafts
//
// A Draft is a file being edited. It knows where new items go, how they are
// indented, what becomes of blank lines, commas and comments when items come and go
// (docs/layout.md), and in what style the file is written: its line ends, its
// indentation, its commas. It makes new text as simple as can be, one blank around
// "=", and leaves the blanks to the writer.
//
// Append writes a draft: runs of spans that stand together in the text are copied in
// one go. Around what changed, the writer cuts out a region: the changed items and
// those next to them, up to where nothing is aligned any more, which is a blank
// line, a comment line, or a brace. A format.Region sets the blanks in it as the
// formatter would, where they were so before.
package render
