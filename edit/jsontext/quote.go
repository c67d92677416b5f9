package jsontext

import (
	"encoding/binary"
	"math/bits"
	"slices"
	"unicode/utf8"
)

// AppendQuote appends s to dst as a JSON string, quotes and all. A quote, a
// backslash and control characters are escaped, and nothing else: not "<", not
// U+2028. A byte that is no part of UTF-8 becomes "\ufffd".
func AppendQuote(dst, s []byte) []byte {
	start := len(dst)
	buf, n := room(dst, start, len(s)+len(s)/8)
	buf[n] = '"'
	n++
	var seen uint64
	for i := 0; ; {
		// Eight bytes are copied before they are looked at: most are plain.
		stop := uint64(0)
		for stop == 0 && i+8 <= len(s) {
			w := binary.LittleEndian.Uint64(s[i:])
			binary.LittleEndian.PutUint64(buf[n:], w)
			seen |= w
			stop = stops(w)
			step := bits.TrailingZeros64(stop) / 8 // 8 where there is no stop
			i, n = i+step, n+step
		}
		for stop == 0 && i < len(s) && !isStop(s[i]) {
			buf[n] = s[i]
			seen |= uint64(s[i])
			i, n = i+1, n+1
		}
		if i == len(s) {
			break
		}
		n += escape(buf[n:], s[i])
		i++
		if len(buf)-n < len(s)-i+slack {
			buf, n = room(buf[:n], n, len(s)-i+len(s)/4)
		}
	}
	if seen&highBits != 0 && !utf8.Valid(s) {
		return appendQuoteInvalid(buf[:start], s)
	}
	buf[n] = '"'
	return buf[:n+1]
}

// slack is the room that AppendQuote keeps beyond the bytes still to be copied:
// for quotes, an escape and a word of which one byte counts.
const slack = 16

// room returns dst with room for more bytes after its first n, and all its
// capacity as its length.
func room(dst []byte, n, more int) ([]byte, int) {
	dst = slices.Grow(dst[:n], more+slack)
	return dst[:cap(dst)], n
}

// escape writes the escape of c to the start of buf and returns its length.
func escape(buf []byte, c byte) int {
	buf[0], buf[1] = '\\', escapes[c]
	if buf[1] != 'u' {
		return 2
	}
	const digits = "0123456789abcdef"
	buf[2], buf[3], buf[4], buf[5] = '0', '0', digits[c>>4], digits[c&15]
	return 6
}

// escapes holds what follows the backslash in a byte's escape.
var escapes = func() (t [256]byte) {
	for c := range byte(' ') {
		t[c] = 'u'
	}
	t['\b'], t['\f'], t['\n'], t['\r'], t['\t'] = 'b', 'f', 'n', 'r', 't'
	t['"'], t['\\'] = '"', '\\'
	return t
}()

// appendQuoteInvalid is AppendQuote for text that is not all UTF-8.
func appendQuoteInvalid(dst, s []byte) []byte {
	var buf [6]byte
	dst = append(dst, '"')
	for len(s) > 0 {
		c, n := utf8.DecodeRune(s)
		switch {
		case c == utf8.RuneError && n == 1:
			dst = append(dst, `\ufffd`...)
		case n == 1 && isStop(s[0]):
			dst = append(dst, buf[:escape(buf[:], s[0])]...)
		default:
			dst = append(dst, s[:n]...)
		}
		s = s[n:]
	}
	return append(dst, '"')
}
