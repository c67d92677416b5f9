package lexer

// A Span is a range of bytes of a text: From is the offset of its first byte, To the
// offset after its last. The zero Span is empty.
type Span struct{ From, To int32 }

// Len returns the number of bytes.
func (s Span) Len() int { return int(s.To - s.From) }

// Of returns the bytes of text in the span: a slice of text whose capacity is its length. It
// returns nil if the span is not within the text.
func (s Span) Of(text []byte) []byte {
	if s.From < 0 || s.From > s.To || int(s.To) > len(text) {
		return nil
	}
	return text[s.From:s.To:s.To]
}
