package lexer

import "testing"

func TestSpanOf(t *testing.T) {
	text := []byte("abc")
	for _, c := range []struct {
		span Span
		want string
	}{
		{Span{0, 3}, "abc"}, {Span{1, 2}, "b"}, {Span{3, 3}, ""}, {Span{}, ""},
		{Span{-1, 1}, ""}, {Span{2, 1}, ""}, {Span{1, 4}, ""}, {Span{4, 4}, ""},
	} {
		got := c.span.Of(text)
		if string(got) != c.want {
			t.Errorf("%v of %q is %q, want %q", c.span, text, got, c.want)
		}
		if got != nil && (len(got) != c.span.Len() || cap(got) != len(got)) {
			t.Errorf("%v of %q has %d bytes, and room for %d", c.span, text, len(got), cap(got))
		}
	}
}

// A source that offsets cannot count is refused, not scanned with other offsets.
func TestSourceTooLong(t *testing.T) {
	defer func(n int) { longest = n }(longest)
	longest = 5
	src := []byte("a = 1\n")
	var s Scanner
	for _, want := range []Token{{Invalid, 0, 5}, {EOF, 5, 5}, {EOF, 5, 5}} {
		if want.Kind == Invalid {
			s.Reset(src, 0)
		}
		if got := s.Next(); got != want {
			t.Errorf("got %+v, want %+v", got, want)
		}
	}
	s.Reset(src[:5], 0)
	if got := s.Next(); got != (Token{Ident, 0, 1}) {
		t.Errorf("a source as long as may be starts with %+v", got)
	}
}
