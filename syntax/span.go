package syntax

import (
	"strconv"
	"unicode/utf8"
)

func span(from, to int) Span { return Span{From: int32(from), To: int32(to)} }

// quoteForMessage quotes a piece of code for an error message, the start of it if it
// is long.
func quoteForMessage(b []byte) string {
	const longest = 40
	if len(b) <= longest {
		return strconv.Quote(string(b))
	}
	end := longest
	for end > 0 && !utf8.RuneStart(b[end]) {
		end--
	}
	return strconv.Quote(string(b[:end])) + "…"
}
