package jsontext

import "iacedit/internal/vector"

// byBlocks reports whether blocks are read and written by what follows. Only tests change
// it.
var byBlocks = vector.Bytes

// unescapeBlocks reads blocks of 64 bytes of a string's text from src, at least one, and
// writes what they stand for to dst. It stops early at the closing quote, at a control
// character, and at an escape that is long or that AppendQuote would not write: these are
// for the portable code. It returns how much it read and wrote, and whether some byte near
// that is not ASCII. Up to 64 bytes at a time are written, of which not all count.
//
//go:noescape
func unescapeBlocks(dst, src *byte, blocks int) (read, written int, high bool)

// escapeBlocks reads blocks of 32 bytes from src, at least one, and writes them to dst as
// they stand in a JSON string. It stops early at a character that has a long escape, and
// where less than 64 bytes of the room are left. It returns what unescapeBlocks does.
//
//go:noescape
func escapeBlocks(dst, src *byte, room, blocks int) (read, written int, high bool)
