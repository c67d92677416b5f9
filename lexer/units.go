package lexer

import (
	"math/bits"
	"unicode/utf8"
)

// window is the number of bytes of source that are split into units at once.
const window = 4096

// units are the words in a window of source, and the bytes there that are neither blanks nor part
// of a word. A word consists of ASCII letters, digits, "_" and "-". With units, the start of a
// token, and usually its kind, can be found without a scan of the tokens before it.
type units struct {
	base  int // the offset in the source at which the window starts
	limit int // the offset at which the window ends, which is not inside a word
	count int

	starts [window + 2]uint16            // the start of each unit, counted from base; as long as kinds, so that the compiler sees that an index is in range of both
	ends   [window + unitBlockLen]uint16 // the end of each unit, counted from base
	kinds  [window + 2]Kind              // the kind of the token that each unit starts, or EOF if the unit does not decide the kind; kinds[count] is EOF
	blocks [window / unitBlockLen]unitBlock
}

// noUnit is an index that no unit has. The entry of units.kinds at this index is always EOF.
const noUnit = window + 1

// unitBlockLen is the number of bytes that a unitBlock describes.
const unitBlockLen = 64

// A unitBlock describes unitBlockLen bytes of the window. Each bit of the masks represents one
// byte.
type unitBlock struct {
	starts uint64 // the bytes that start units
	stops  uint64 // the bytes that end a run of plain text in a quoted template
	first  int    // the number of the first unit that starts in this block or later
}

// noUnits is used if the source is not split into units (see byUnits), or if it is too short.
var noUnits units

// another returns units that do not describe any source yet. It reuses the memory of u, unless u is
// nil.
func (u *units) another() *units {
	switch {
	case !byUnits:
		return &noUnits
	case u == nil || u == &noUnits:
		return new(units)
	}
	u.base, u.limit = 0, 0
	return u
}

// fill sets u to the window of src that starts at pos, which must not be inside a word.
func (u *units) fill(src []byte, pos int) {
	n := min(window, len(src)-pos)
	u.base, u.limit, u.count = pos, pos+n, 0
	high := false
	if n > 0 {
		u.count, high = split(u, &src[pos], n)
	}
	if divides(src, u.limit) {
		u.count--
		u.limit = pos + int(u.starts[u.count])
	}
	u.kinds[u.count] = EOF
	from := u.count - 1
	if high {
		from = 0
	}
	for i := max(from, 0); i < u.count; i++ {
		if end := pos + int(u.ends[i]); u.kinds[i] == Ident && end < len(src) && src[end] >= utf8.RuneSelf {
			u.kinds[i] = EOF // the identifier may continue after the unit
		}
	}
}

// divides reports whether pos is inside a word.
func divides(src []byte, pos int) bool {
	return pos > 0 && pos < len(src) && class[src[pos-1]]&class[src[pos]]&identPart != 0
}

// from returns the number of the first unit that starts at pos or later. The offset pos must be in
// the window.
func (u *units) from(pos int) int {
	b := &u.blocks[uint(pos-u.base)/unitBlockLen]
	return b.first + bits.OnesCount64(b.starts&(1<<(uint(pos-u.base)%unitBlockLen)-1))
}

// at returns the number of the first unit at or after pos, or noUnit if pos is outside the window
// or inside a word.
func (u *units) at(src []byte, pos int) int {
	if pos < u.base || pos >= u.limit || divides(src, pos) {
		return noUnit
	}
	return u.from(pos)
}

// seek returns the number of the first unit at or after pos, or noUnit if pos is inside a word.
// If pos is outside the window, seek moves the window to pos. It must not be called on noUnits.
func (u *units) seek(src []byte, pos int) int {
	i := u.at(src, pos)
	if i == noUnit && !divides(src, pos) {
		u.fill(src, pos)
		i = 0
	}
	return i
}

// names returns the end of the ".name" sequence directly after an identifier, and the number of
// the unit after the sequence. The identifier ends at the offset end, before the unit i.
func (u *units) names(src []byte, i, end int) (next, to int) {
	for u.kinds[i] == Dot && u.base+int(u.starts[i]) == end && u.kinds[i+1] == Ident && u.base+int(u.starts[i+1]) == end+1 {
		end = u.base + int(u.ends[i+1])
		i += 2
	}
	if kind := u.kinds[i]; kind == Dot || kind == EOF { // for other kinds, no dot follows
		if to = namesEnd(src, end); to > end {
			return noUnit, to
		}
	}
	return i, end
}

// plain is like the function plainEnd, but also returns the number of the first unit at or after
// the end of the string, or noUnit.
func (u *units) plain(src []byte, pos int) (next, end int) {
	if end = u.plainEnd(src, pos); end < 0 {
		return noUnit, plainEnd(src, pos)
	}
	if end == 0 || end >= u.limit {
		return noUnit, end
	}
	return u.from(end), end // end is not inside a word, because it is after a quote
}

// plainEnd returns the result of the function plainEnd, or -1 if the window ends before the
// string does.
func (u *units) plainEnd(src []byte, pos int) int {
	from, n := uint(pos-u.base), uint(u.limit-u.base)
	if from >= n {
		return -1
	}
	stops := u.blocks[from/unitBlockLen].stops >> (from % unitBlockLen) << (from % unitBlockLen)
	at := from / unitBlockLen * unitBlockLen
	for ; stops == 0; stops = u.blocks[at/unitBlockLen].stops {
		if at += unitBlockLen; at >= n {
			return -1
		}
	}
	end := u.base + int(at) + bits.TrailingZeros64(stops)
	if src[end] != '"' {
		return 0
	}
	return end + 1
}
