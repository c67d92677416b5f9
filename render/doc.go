// Package render writes HCL2 code: an edited tree as text, JSON values as
// expressions, and whole files as "terraform fmt" formats them.
//
// # Drafts
//
// A Draft is a file being edited. It knows where new items go, how they are
// indented, what becomes of blank lines, commas and comments when items come and go
// (EDITS.md section 7), and in what style the file is written: its line ends, its
// indentation, its commas. It makes new text as simple as can be, one blank around
// "=", and leaves the blanks to the writer.
//
// Append writes a draft: runs of spans that stand together in the text are copied in
// one go. Around what changed, the writer cuts out a region: the changed items and
// those next to them, up to where nothing is aligned any more, which is a blank
// line, a comment line, or a brace. The restyler sets the blanks in it as the
// formatter would, where they were so before. It is the formatter's own analysis of
// lines and groups, run on the region before the edits and after.
//
// # Formatting
//
// Format sets the blanks of a whole file, by the rules of hclwrite.Format, quirks
// included. FormatTerraform does the rewrites of "terraform fmt", too: it unwraps
// "${…}", quotes labels and brings the types of variables up to date; but it loses
// nothing, and its result is final. The names of what is formatted:
//
//   - gap: the blanks before a token.
//   - line: the tokens up to a line end, or a comment that takes its line end along.
//   - cell: the part of a line that is aligned: from the first "=", or from the
//     comment at the end.
//   - group: consecutive lines that have such a cell.
//
// # Values
//
// AppendValue writes a JSON value as the expression that it means in its Place,
// AppendString literal text as a quoted string. What they write parses, whatever
// comes in: no string of a client can add syntax.
package render
