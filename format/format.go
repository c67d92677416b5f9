// Package format sets the blanks of HCL2 code as "terraform fmt" does.
//
// Format sets the blanks of a whole file, by the rules of hclwrite.Format, quirks
// included. FormatTerraform does the rewrites of "terraform fmt", too: it unwraps
// "${…}", quotes labels and brings the types of variables up to date; but it loses
// nothing, and its result is final.
package format

import "iacedit/internal/format"

// Format appends src to dst with the spacing of "terraform fmt": byte for byte the result of
// hcl/v2's hclwrite.Format, quirks included, except that it keeps a byte order mark. It
// changes only blanks before tokens; FormatTerraform makes the other changes of terraform fmt.
// For source that does not parse, the error is a *syntax.Error and dst is unchanged. dst must
// not share memory with src.
func Format(dst, src []byte) ([]byte, error) { return format.Format(dst, src) }

// FormatTerraform appends to dst what "terraform fmt" makes of src: Format, after
// Terraform's old spellings were rewritten. The error, for source that does not
// parse, is a *syntax.Error; dst then comes back as it was. dst must not share
// memory with src.
//
// These are the rewrites:
//
//   - An attribute's value that is nothing but one interpolation loses its wrapping:
//     "${a.b}" becomes a.b. This goes on until no wrapping is left. Parentheses come
//     around what has line ends, unless it has its own.
//   - A block's labels are quoted: resource a b becomes resource "a" "b". Escapes in
//     them are written where needed, and only there.
//   - The type of a variable is written in full: list becomes list(any), "list"
//     becomes list(string).
//
// It differs from terraform fmt where that destroys something: labels with a "$" or
// "%" in them, comments between labels and the key in a[true] stay; what could be
// unwrapped only to code that does not parse, or that has a comment elsewhere, stays
// wrapped; and formatting the result again changes nothing.
func FormatTerraform(dst, src []byte) ([]byte, error) { return format.FormatTerraform(dst, src) }
