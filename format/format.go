// Package format sets the spacing of HCL2 code as "terraform fmt" does.
//
// Format sets the spacing of a whole file, by the rules of hclwrite.Format, quirks included.
// FormatTerraform also applies the rewrites of "terraform fmt": it unwraps "${…}", quotes labels
// and brings the types of variables up to date. Unlike "terraform fmt" it loses no text, and
// formatting its result again changes nothing.
package format

import "iacedit/internal/engine/format"

// Format appends src to dst with the spacing of "terraform fmt": byte for byte the result of
// hcl/v2's hclwrite.Format, quirks included, except that it keeps a byte order mark. It
// changes only blanks before tokens; FormatTerraform makes the other changes of terraform fmt.
// For source that does not parse, the error is a *syntax.Error and dst is unchanged. dst must
// not share memory with src.
func Format(dst, src []byte) ([]byte, error) { return format.Format(dst, src) }

// FormatTerraform appends src to dst as "terraform fmt" formats it: it replaces Terraform's old
// spellings, and then does the same as Format. For source that does not parse, the error is a
// *syntax.Error and dst is unchanged. dst must not share memory with src.
//
// These are the rewrites:
//
//   - An attribute's value that is only an interpolation loses its wrapping: "${a.b}" becomes
//     a.b, and so on until no wrapping is left. Code of several lines is put into
//     parentheses, unless it is in parentheses already.
//   - A block's labels are quoted: resource a b becomes resource "a" "b". Only necessary
//     escapes are written.
//   - The type of a variable is written in full: list becomes list(any), "list"
//     becomes list(string).
//
// A byte order mark is removed. FormatTerraform differs from terraform fmt where terraform fmt
// destroys something: it keeps labels with a "$" or "%" in them, comments between labels, and the
// key in a[true]. Code stays wrapped if it would not parse unwrapped, or if a comment would move.
// Formatting the result again changes nothing.
func FormatTerraform(dst, src []byte) ([]byte, error) { return format.FormatTerraform(dst, src) }
