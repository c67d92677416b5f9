package syntax

import "strconv"

// A Span is a range of bytes of a text, From inclusive, To exclusive.
type Span struct{ From, To int32 }

func span(from, to int) Span { return Span{int32(from), int32(to)} }

// Len returns the number of bytes.
func (s Span) Len() int { return int(s.To - s.From) }

func (s Span) of(text []byte) []byte { return text[s.From:s.To:s.To] }

// quoteForMessage quotes a piece of code for an error message.
func quoteForMessage(b []byte) string { return strconv.Quote(string(b)) }
