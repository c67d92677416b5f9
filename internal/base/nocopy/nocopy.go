// Package nocopy converts between strings and bytes without a copy.
package nocopy

import "unsafe"

// Bytes returns the bytes of s, which share its memory. The caller must not change them.
func Bytes(s string) []byte { return unsafe.Slice(unsafe.StringData(s), len(s)) }

// String returns b as a string, which shares its memory. The string changes if b does.
func String(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }
