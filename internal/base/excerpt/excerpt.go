// Package excerpt shortens code, and text from clients, for messages.
package excerpt

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	longestQuoted = 80
	longestLine   = 40
)

// Quote returns a text in quotes, with escapes. It shortens a long text to its start and "…".
func Quote[T ~string | ~[]byte](text T) string {
	if start, cut := shorten(text, longestQuoted); cut {
		return strconv.Quote(start) + "…"
	}
	return strconv.Quote(string(text))
}

// Line returns code unchanged if the code is one short line. It shortens a long line, or several
// lines, to the start of the first line and "…".
func Line[T ~string | ~[]byte](code T) string {
	start, cut := shorten(code, longestLine)
	line, _, more := strings.Cut(start, "\n")
	if cut || more {
		return line + "…"
	}
	return line
}

// shorten shortens a text to at most the given number of bytes, without cutting a character in two.
// It reports whether the text was longer.
func shorten[T ~string | ~[]byte](text T, longest int) (string, bool) {
	if len(text) <= longest {
		return string(text), false
	}
	cut := longest
	for cut > longest-utf8.UTFMax && !utf8.RuneStart(text[cut]) {
		cut--
	}
	return string(text[:cut]), true
}

// Printable returns text with U+FFFD in place of characters that cannot be shown. It removes byte
// order marks.
func Printable(text []byte) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\t':
			return r
		case r == '\uFEFF':
			return -1
		case !unicode.IsPrint(r):
			return '\uFFFD'
		}
		return r
	}, string(text))
}

// Header returns a block's type and labels as messages write them: resource "a" "b".
func Header(typ string, labels []string) string {
	words := make([]string, 1, 1+len(labels))
	words[0] = typ
	for _, l := range labels {
		words = append(words, Quote(l))
	}
	return strings.Join(words, " ")
}

// Count returns a number with a noun, in the singular for 1: "1 file", "2 files".
func Count(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return strconv.Itoa(n) + " " + noun
}
