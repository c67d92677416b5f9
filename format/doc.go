// Package format sets the blanks of HCL2 code: of whole files as "terraform fmt" does,
// and of the region around an edit.
//
// Format sets the blanks of a whole file, by the rules of hclwrite.Format, quirks
// included. FormatTerraform does the rewrites of "terraform fmt", too: it unwraps
// "${…}", quotes labels and brings the types of variables up to date; but it loses
// nothing, and its result is final. A Region is what edits
// changed: its blanks are set as the formatter would, where they were so before: it is the formatter's own
// analysis of lines and groups, run on the region before the edits and after.
//
// The names of what is formatted:
//
//   - gap: the blanks before a token.
//   - line: the tokens up to a line end, or a comment that takes its line end along.
//   - cell: the part of a line that is aligned: from the first "=", or from the
//     comment at the end.
//   - group: consecutive lines that have such a cell.
package format
