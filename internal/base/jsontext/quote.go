package jsontext

import (
	"encoding/binary"
	"math/bits"
	"slices"
	"unicode/utf8"
)

// AppendQuote appends s to dst as a JSON string, including the quotes. It escapes only quotes,
// backslashes and control characters, not "<" or U+2028. A byte that is not valid UTF-8 becomes
// "\ufffd".
func AppendQuote(dst, s []byte) []byte {
	return append(AppendEscaped(append(dst, '"'), s), '"')
}

// AppendEscaped is like AppendQuote, but does not write the quotes.
func AppendEscaped(dst, s []byte) []byte {
	start := len(dst)
	buf, n := room(dst, start, len(s)+len(s)/8)
	var seen uint64
	for i := 0; ; {
		if byBlocks && len(s)-i >= 32 {
			read, written, high := escapeBlocks(&buf[n], &s[i], len(buf)-n, (len(s)-i)/32)
			i, n = i+read, n+written
			if high {
				seen = highBits
			}
			if len(buf)-n < len(s)-i+slack {
				buf, n = room(buf[:n], n, len(s)-i+len(s)/4)
			}
		}
		// Eight bytes are copied before they are checked, because most bytes are plain.
		for ; i+8 <= len(s); i, n = i+8, n+8 {
			w := binary.LittleEndian.Uint64(s[i:])
			binary.LittleEndian.PutUint64(buf[n:], w)
			seen |= w
			if m := stops(w); m != 0 {
				plain := bits.TrailingZeros64(m) / 8
				i, n = i+plain, n+plain
				break
			}
		}
		for ; i < len(s) && !isStop(s[i]); i, n = i+1, n+1 {
			buf[n] = s[i]
			seen |= uint64(s[i])
		}
		if i == len(s) {
			break
		}
		if e := escapes[s[i]]; e != 'u' {
			buf[n], buf[n+1] = '\\', e
			n += 2
		} else {
			n += copy(buf[n:], control(s[i]))
		}
		i++
		if len(buf)-n < len(s)-i+slack {
			buf, n = room(buf[:n], n, len(s)-i+len(s)/4)
		}
	}
	if seen&highBits != 0 && !utf8.Valid(s) {
		return appendEscapedInvalid(buf[:start], s)
	}
	return buf[:n]
}

// slack is the number of spare bytes that AppendEscaped reserves in addition to the remaining bytes
// of the input. The spare bytes are enough for an escape, or for writing eight bytes at once when
// only one of them is kept.
const slack = 16

// room makes room in dst for at least the given number of bytes after the first n bytes. It returns
// dst with its whole capacity as its length. It also returns n, so that a caller can assign the
// slice and n together.
func room(dst []byte, n, more int) ([]byte, int) {
	dst = slices.Grow(dst[:n], more+slack)
	return dst[:cap(dst)], n
}

// control returns the long escape of a control character, such as "\u0001".
func control(c byte) string {
	const all = `\u0000\u0001\u0002\u0003\u0004\u0005\u0006\u0007\u0008\u0009\u000a\u000b\u000c\u000d\u000e\u000f` +
		`\u0010\u0011\u0012\u0013\u0014\u0015\u0016\u0017\u0018\u0019\u001a\u001b\u001c\u001d\u001e\u001f`
	return all[6*int(c):][:6]
}

// escapes maps a byte to the character after the backslash in its escape: 'u' for bytes with a long
// escape (see the function control), 0 for bytes without an escape.
var escapes = func() (t [256]byte) {
	for c := range byte(' ') {
		t[c] = 'u'
	}
	t['\b'], t['\f'], t['\n'], t['\r'], t['\t'] = 'b', 'f', 'n', 'r', 't'
	t['"'], t['\\'] = '"', '\\'
	return t
}()

// appendEscapedInvalid is AppendEscaped for text that may not be valid UTF-8.
func appendEscapedInvalid(dst, s []byte) []byte {
	for len(s) > 0 {
		c, n := utf8.DecodeRune(s)
		switch {
		case c == utf8.RuneError && n == 1:
			dst = append(dst, `\ufffd`...)
		case n == 1 && escapes[s[0]] == 'u':
			dst = append(dst, control(s[0])...)
		case n == 1 && escapes[s[0]] != 0:
			dst = append(dst, '\\', escapes[s[0]])
		default:
			dst = append(dst, s[:n]...)
		}
		s = s[n:]
	}
	return dst
}
