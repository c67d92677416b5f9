package jsontext

import (
	"encoding/binary"
	"math"
	"math/bits"
	"unicode/utf16"
	"unicode/utf8"

	"iacedit/internal/base/grow"
	"iacedit/internal/base/nocopy"
)

// In this file, a word is eight bytes of text. Each of these constants repeats one byte eight
// times.
const (
	ones     = 0x0101010101010101
	highBits = 0x80 * ones
	slashes  = '\\' * ones
)

// stops finds the lowest byte of w that ends a run of plain text: a quote, a backslash or a
// control character. In the result, the lowest set bit is the high bit of that byte; the higher
// bits may be wrong. The result is 0 if w has no such byte.
func stops(w uint64) uint64 {
	// If bit 1 of each byte is flipped, the quote becomes a space, the control characters still come
	// before the space, and no other character becomes one of these. So one subtraction finds all
	// these bytes.
	const turned, afterBlank = 2 * ones, (' ' + 1) * ones
	q, s := w^turned, w^slashes
	return ((q-afterBlank)&^w | (s-ones)&^s) & highBits
}

// isStop reports whether a byte ends a run of plain text.
func isStop(c byte) bool { return c == '"' || c == '\\' || c < ' ' }

// plainEnd returns the end of the plain text that starts at pos. The result high is true if that
// text, or some byte close to it, is not ASCII.
func plainEnd(text []byte, pos int) (end int, high bool) {
	var seen uint64
	for ; pos+8 <= len(text); pos += 8 {
		w := binary.LittleEndian.Uint64(text[pos:])
		seen |= w
		if m := stops(w); m != 0 {
			return pos + bits.TrailingZeros64(m)/8, seen&highBits != 0
		}
	}
	for ; pos < len(text) && !isStop(text[pos]); pos++ {
		seen |= uint64(text[pos])
	}
	return pos, seen&highBits != 0
}

// string reads the string whose opening quote is at pos. The result aliases the text if there are
// no escapes, else r.scratch.
func (r *Reader) string() (s string, err error) {
	start := r.pos + 1
	end, high := plainEnd(r.text, start)
	if end < len(r.text) && r.text[end] == '"' {
		if high {
			err = r.checkUTF8(start, end)
		}
		r.pos = end + 1
		return nocopy.String(r.text[start:end]), err
	}
	// No string is longer than its JSON text. So r.scratch need not grow if it has room for the
	// rest of the text.
	if need := len(r.text) - start + 8; cap(r.scratch)-len(r.scratch) < need {
		r.scratch = grow.Make[[]byte](r.within, need, 0)
	}
	mark := len(r.scratch)
	r.scratch, err = r.AppendUnquoted(r.scratch, nil)
	return nocopy.String(r.scratch[mark:]), err
}

// bytesPerPass is the approximate number of bytes of a string that are read in the time of one step
// of a budget.
const bytesPerPass = 16

// AppendUnquoted reads the next value, which must be a string, and appends the unescaped string to
// dst. It may overwrite the unused capacity of dst. If raw is not nil, AppendUnquoted fills in
// *raw.
func (r *Reader) AppendUnquoted(dst []byte, raw *Raw) ([]byte, error) {
	if r.next() != '"' {
		return dst, r.expected("a string")
	}
	r.pos++
	start, text, pos := r.pos, r.text, r.pos
	buf := grow.Reserve(r.within, dst, len(text)-pos+8)
	r.within.Pass((len(text) - pos) / bytesPerPass)
	first := len(buf)
	n := first
	buf = buf[:cap(buf)]
	nextMark := math.MaxInt
	if raw != nil {
		raw.reset(text[start:])
		nextMark = first + markEvery
	}
	var seen uint64
	for {
		if byBlocks {
			read, written, high := unescapeAll(buf[n:], text[pos:], raw, n-first, pos-start)
			pos, n = pos+read, n+written
			if high {
				seen = highBits
			}
		}
		// Eight bytes are copied before they are checked, because most bytes are plain. The offset
		// of the next eight bytes does not depend on the check, so the processor need not wait for
		// the check.
		for ; pos+8 <= len(text); pos, n = pos+8, n+8 {
			w := binary.LittleEndian.Uint64(text[pos:])
			binary.LittleEndian.PutUint64(buf[n:], w)
			seen |= w
			if m := stops(w); m != 0 {
				plain := bits.TrailingZeros64(m) / 8
				pos, n = pos+plain, n+plain
				break
			}
		}
		for ; pos < len(text) && !isStop(text[pos]); pos, n = pos+1, n+1 {
			buf[n] = text[pos]
			seen |= uint64(text[pos])
		}
		if pos+1 < len(text) && text[pos] == '\\' {
			if c := shortEscape[text[pos+1]]; c != 0 {
				if n >= nextMark {
					raw.marks = append(raw.marks, mark{at: n - first, text: pos - start})
					nextMark = n + markEvery
				}
				if c == '/' && raw != nil {
					raw.copied = false
				}
				buf[n] = c
				pos, n = pos+2, n+1
				continue
			}
		}
		r.pos = pos
		if pos < len(text) && text[pos] == '"' {
			break
		}
		c, err := r.longEscape()
		if err != nil {
			return dst, err
		}
		if raw != nil {
			raw.copied = false
		}
		n += utf8.EncodeRune(buf[n:], c)
		pos = r.pos
	}
	r.pos++
	if seen&highBits != 0 {
		if err := r.checkUTF8(start, pos); err != nil {
			return dst, err
		}
	}
	return buf[:n], nil
}

// unescapeAll calls unescapeBlocks for as many whole blocks of src as possible. If raw is not nil,
// unescapeAll adds marks to it: pairs of an offset in the unescaped string and the corresponding
// offset in the JSON text. The last two arguments are the offset of dst in the string and the
// offset of src in the JSON text.
func unescapeAll(dst, src []byte, raw *Raw, at, text int) (read, written int, high bool) {
	const size = 64
	for blocks := len(src) / size; blocks > 0; {
		some := blocks
		if raw != nil && raw.copied {
			some = min(blocks, markEvery/size)
			raw.marks = append(raw.marks, mark{at: at + written, text: text + read})
		}
		r, w, h := unescapeBlocks(&dst[written], &src[read], some)
		read, written, high = read+r, written+w, high || h
		if r < some*size-1 {
			break // unescapeBlocks has stopped early
		}
		blocks = (len(src) - read) / size
	}
	return read, written, high
}

// shortEscape maps the byte after a backslash to the character that the escape means, or 0 if the
// byte starts no short escape.
var shortEscape = [256]byte{
	'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t',
}

// longEscape reads "\uXXXX", or two such escapes that are a surrogate pair. It is called where the
// text is neither plain nor a short escape. If the text is not "\uXXXX" either, it returns an
// error.
func (r *Reader) longEscape() (rune, error) {
	switch c := r.byte(); {
	case r.pos >= len(r.text):
		return 0, r.Refuse("the string has no closing quote")
	case c < ' ':
		return 0, r.Refuse("the control character %q in a string has to be escaped", c)
	case r.pos+1 >= len(r.text):
		return 0, r.Refuse("the string has no closing quote")
	case r.text[r.pos+1] != 'u':
		return 0, r.Refuse("no escape starts with %q", r.text[r.pos:r.pos+2])
	}
	c, ok := hex4(r.text[r.pos+2:])
	if !ok {
		return 0, r.Refuse(`"\u" needs four hexadecimal digits`)
	}
	if !utf16.IsSurrogate(c) {
		r.pos += 6
		return c, nil
	}
	if rest := r.text[r.pos+6:]; len(rest) >= 6 && rest[0] == '\\' && rest[1] == 'u' {
		low, _ := hex4(rest[2:])
		if pair := utf16.DecodeRune(c, low); pair != utf8.RuneError {
			r.pos += 12
			return pair, nil
		}
	}
	return 0, r.Refuse(`"\u%04x" is half of a surrogate pair and stands alone`, c)
}

// hex4 returns the value of the four hexadecimal digits at the start of b.
func hex4(b []byte) (n rune, ok bool) {
	if len(b) < 4 {
		return 0, false
	}
	for _, c := range b[:4] {
		switch {
		case '0' <= c && c <= '9':
			c -= '0'
		case 'a' <= c && c <= 'f':
			c -= 'a' - 10
		case 'A' <= c && c <= 'F':
			c -= 'A' - 10
		default:
			return 0, false
		}
		n = n<<4 | rune(c)
	}
	return n, true
}

// checkUTF8 returns an error if text[start:end] of the reader is not valid UTF-8.
func (r *Reader) checkUTF8(start, end int) error {
	if utf8.Valid(r.text[start:end]) {
		return nil
	}
	for start < end {
		c, n := utf8.DecodeRune(r.text[start:end])
		if c == utf8.RuneError && n == 1 {
			break
		}
		start += n
	}
	r.pos = start
	return r.Refuse("the byte 0x%02x in a string is not UTF-8", r.text[start])
}
