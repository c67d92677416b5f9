package lexer

import "iacedit/internal/base/vector"

// byUnits reports whether the source is split into units before it is scanned. Only tests change
// it.
var byUnits = vector.Bytes

// splitSlowly, if not nil, replaces splitBy. Only tests set it, so that they can test the use of
// units on a processor that cannot run splitBy.
var splitSlowly func(u *units, src *byte, n int) (count int, high bool)

// split splits the n bytes at src into units; n is at least 1 and at most window. It fills in the
// starts, ends, kinds and blocks, and returns the number of units. It also reports whether any
// byte is not ASCII.
func split(u *units, src *byte, n int) (count int, high bool) {
	if splitSlowly != nil {
		return splitSlowly(u, src, n)
	}
	return splitBy(&unitClass, &unitKind, u, src, n)
}

// splitBy implements split in assembly. Its first table maps an ASCII character to the character's
// classes. Its second table maps the character to the kind of the token that it starts, or to EOF
// if the character alone does not decide the kind.
//
//go:noescape
func splitBy(class *[128]uint8, kind *[128]Kind, u *units, src *byte, n int) (count int, high bool)

// The classes that splitBy distinguishes, as bits of a table entry.
const (
	inWord  = 1 << iota // part of an identifier or a number
	isBlank             // a space or a tab
	isStop              // a byte that ends a run of plain text in a quoted template
	mayJoin             // a byte that may form one token with the next byte
)

// The tables of splitBy.
var (
	unitClass = func() (t [128]uint8) {
		for c := range t {
			if class[c]&identPart != 0 {
				t[c] |= inWord
			}
			if class[c]&quotedStop != 0 {
				t[c] |= isStop
			}
		}
		t[' '], t['\t'] = isBlank, isBlank
		for _, c := range "=>.:" {
			t[c] |= mayJoin
		}
		return t
	}()
	unitKind = func() (t [128]Kind) {
		copy(t[:], kindOf[:])
		for c, k := range t {
			if k == Number || k == Minus {
				t[c] = EOF // the word, or the minus in it, may be only a part of a token
			}
		}
		t[':'] = Colon
		return t
	}()
)
