// Package format formats the blanks of HCL2 code: in whole files as "terraform fmt" does, and in
// the region around an edit. The public package format has the functions for embedders.
//
// A Region is the part of a file that edits changed. The formatter analyses the lines and groups of
// the region before and after the edits, and formats the new blanks only in those places where the
// old blanks were formatted.
//
// The terms are:
//
//   - gap: the blanks before a token.
//   - line: the tokens up to a line end, or a comment that includes its line end.
//   - cell: a part of a line that is aligned: from the first "=" on, or the comment at the end.
//   - group: consecutive lines that all have the same cell.
//
// The files are:
//
//   - format.go: Format, for whole files; restyle.go: the region around an edit
//   - lines.go: lines and their cells, and the indentation; align.go: groups, and the columns of cells
//   - spaces.go: the blanks between two tokens
//   - rewrite.go: what "terraform fmt" rewrites; rewrite_unwrap.go: values in "${…}"
package format
