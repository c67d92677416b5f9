package lexer

import (
	"math/rand/v2"
	"testing"
)

// TestSkipBlanks compares skipBlanks with a loop over bytes, for all neighbours of blanks.
func TestSkipBlanks(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	src := make([]byte, 40)
	for range 200_000 {
		n := r.IntN(len(src))
		for i := range src[:n] {
			src[i] = " \t"[r.IntN(2)]
		}
		for i := range src[n:] {
			src[n+i] = byte(r.Uint32())
		}
		want := 0
		for want < len(src) && (src[want] == ' ' || src[want] == '\t') {
			want++
		}
		if got := skipBlanks(src, 0); got != want {
			t.Fatalf("%q: got %d, want %d", src, got, want)
		}
	}
}
