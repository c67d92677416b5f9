package jsontext

import "iacedit/internal/base/vector"

// byBlocks reports whether the functions below are used. Only tests change it.
var byBlocks = vector.Bytes

// unescapeBlocks reads one or more blocks of 64 bytes of a string's text from src, and writes the
// unescaped bytes to dst. It stops early at the closing quote, at a control character, and at an
// escape that is long or that AppendQuote would not write; portable code handles these. It returns
// how many bytes it has read and written. The result high is true if a byte in or near the text
// that was read is not ASCII. unescapeBlocks may write up to 64 bytes at a time, so dst needs room
// after the end of the result.
//
//go:noescape
func unescapeBlocks(dst, src *byte, blocks int) (read, written int, high bool)

// escapeBlocks reads one or more blocks of 32 bytes from src, and writes them to dst as parts of
// a JSON string. It stops early at a character that has a long escape, and when fewer than 64
// bytes of room are left. Its results have the same meaning as those of unescapeBlocks.
//
//go:noescape
func escapeBlocks(dst, src *byte, room, blocks int) (read, written int, high bool)
