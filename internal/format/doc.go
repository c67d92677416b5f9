// Package format sets the blanks of HCL2 code: of whole files as "terraform fmt" does,
// and of the region around an edit. The package of that name outside shows what embedders
// need of it.
//
// A Region is what edits changed. Its blanks are set as the formatter would set them, if they
// were so before: the formatter's analysis of lines and groups runs on the region as it was
// and as it is.
//
// The words:
//
//   - gap: the blanks before a token.
//   - line: the tokens up to a line end, or a comment that takes its line end along.
//   - cell: the part of a line that is aligned: from the first "=", or from the
//     comment at the end.
//   - group: consecutive lines that have such a cell.
package format
