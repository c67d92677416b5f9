//go:build !amd64

package jsontext

// byBlocks is false, because this architecture has only portable code.
const byBlocks = false

func unescapeBlocks(dst, src *byte, blocks int) (read, written int, high bool) { panic("unreachable") }

func escapeBlocks(dst, src *byte, room, blocks int) (read, written int, high bool) {
	panic("unreachable")
}
