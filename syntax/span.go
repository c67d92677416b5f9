package syntax

import (
	"strconv"
	"unicode/utf8"
)

// A Span is a range of bytes of a text, From inclusive, To exclusive.
type Span struct{ From, To int32 }

func span(from, to int) Span { return Span{int32(from), int32(to)} }

// Len returns the number of bytes.
func (s Span) Len() int { return int(s.To - s.From) }

func (s Span) of(text []byte) []byte { return text[s.From:s.To:s.To] }

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
