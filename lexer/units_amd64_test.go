package lexer

import (
	"testing"
	"unicode/utf8"
	"unsafe"

	"iacedit/internal/base/vector"
	"iacedit/internal/testkit/corpus"

	"github.com/google/go-cmp/cmp"
)

// byBytes makes cursors scan byte by byte until the test ends.
func byBytes(t *testing.T) {
	was := byUnits
	byUnits = false
	t.Cleanup(func() { byUnits = was })
}

// bySlowUnits makes cursors scan unit by unit until the test ends. Units are split by slowSplit.
func bySlowUnits(t *testing.T) {
	was := byUnits
	byUnits, splitSlowly = true, slowSplit
	t.Cleanup(func() { byUnits, splitSlowly = was, nil })
}

// slowSplit does in Go what splitBy does in assembly.
func slowSplit(u *units, first *byte, n int) (count int, high bool) {
	src := unsafe.Slice(first, n)
	*u = units{base: u.base, limit: u.limit, count: u.count}
	word := false
	joins := func(i int) bool { return i >= 0 && i < n && src[i] < utf8.RuneSelf && unitClass[src[i]]&mayJoin != 0 }
	for i, c := range src {
		b := &u.blocks[i/unitBlockLen]
		if i%unitBlockLen == 0 {
			b.first = count
		}
		bits, kind := uint8(isStop), EOF
		if high = high || c >= utf8.RuneSelf; c < utf8.RuneSelf {
			bits, kind = unitClass[c], unitKind[c]
		}
		if bits&isStop != 0 {
			b.stops |= 1 << (i % unitBlockLen)
		}
		switch {
		case bits&isBlank != 0:
			word = false
			continue
		case bits&inWord != 0 && word:
			u.ends[count-1]++
			continue
		case joins(i) && (joins(i-1) || joins(i+1) || i == n-1):
			kind = EOF
		}
		word = bits&inWord != 0
		b.starts |= 1 << (i % unitBlockLen)
		u.starts[count], u.ends[count], u.kinds[count] = uint16(i), uint16(i+1), kind
		count++
	}
	return count, high
}

// Where cursors scan unit by unit, their tokens are the same, whatever splits the source.
func TestCursorBySlowUnits(t *testing.T) {
	bySlowUnits(t)
	for _, src := range cursorSources() {
		checkCursor(t, new(Cursor), []byte(src), true)
		checkCursor(t, new(Cursor), []byte(src), false)
	}
	TestCursorAgain(t)
}

// splitBy splits as slowSplit does.
func TestSplit(t *testing.T) {
	if !vector.Bytes {
		t.Skip("this processor has no AVX-512 VBMI2")
	}
	for _, src := range append(cursorSources(), string(corpus.Module(window-1))) {
		if len(src) == 0 {
			continue
		}
		var fast, slow units
		n := min(len(src), window)
		count, high := splitBy(&unitClass, &unitKind, &fast, unsafe.StringData(src), n)
		wantCount, wantHigh := slowSplit(&slow, unsafe.StringData(src), n)
		if count != wantCount || high != wantHigh {
			t.Errorf("%d units of %q (%v), want %d (%v)", count, src, high, wantCount, wantHigh)
			continue
		}
		if diff := cmp.Diff(slow.starts[:count], fast.starts[:count]); diff != "" {
			t.Error(diff)
		}
		if diff := cmp.Diff(slow.ends[:count], fast.ends[:count]); diff != "" {
			t.Error(diff)
		}
	}
}
