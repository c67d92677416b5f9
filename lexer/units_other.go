//go:build !amd64

package lexer

// byUnits is false: on this architecture, the source is scanned byte by byte.
const byUnits = false

func split(u *units, src *byte, n int) (count int, high bool) { panic("unreachable") }
