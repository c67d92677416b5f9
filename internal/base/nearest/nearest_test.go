package nearest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"iacedit/internal/testkit/measure"
)

func TestName(t *testing.T) {
	for _, c := range []struct {
		name, names, want string
	}{
		{"subnet", "vpc subnets cidr", "subnets"},
		{"sbnets", "vpc subnets", "subnets"},
		{"subents", "vpc subnets", "subnets"},
		{"sbunest", "vpc subnets", "subnets"},
		{"stubs", "vpc subnets", ""},
		{"wbe", "app web", "web"},
		{"we", "app web", "web"},
		{"bew", "web", ""},
		{"resouce", "data resource module", "resource"},
		{"ab", "aa bb ac", ""},
		{"abcd", "abce abcf", "abce"},
		{"abcdef", "abcxef abcdxf abcdef1", "abcxef"},
		{"abcdef", "abxxef abcdeg", "abcdeg"},
		{"größe", "groesse größen", "größen"},
		{"subnets", "subnets", ""},
		{"", "a b", ""},
		{"a", "", ""},
		{strings.Repeat("a", 63), strings.Repeat("a", 64), strings.Repeat("a", 64)},
		{strings.Repeat("a", 65), strings.Repeat("a", 64), ""},
		{strings.Repeat("a", 64), strings.Repeat("a", 65), ""},
	} {
		if got := Name(c.name, slices.Values(strings.Fields(c.names))); got != c.want {
			t.Errorf("%q among %q: got %q, want %q", c.name, c.names, got, c.want)
		}
	}
	if got := DidYouMean("subnet", slices.Values([]string{"subnets"})); got != `; did you mean "subnets"?` {
		t.Error(got)
	}
}

// The band gives what comparing all letters with all gives.
func TestEdits(t *testing.T) {
	words := []string{"", "a", "b", "ab", "ba", "abc", "acb", "bca", "abcabc", "abacbc", "cabcab", "aabbcc", "ccbbaa"}
	for _, a := range words {
		for _, b := range words {
			want := all([]rune(a), []rune(b))
			for most := range 7 {
				if max(len(a)-len(b), len(b)-len(a)) > most {
					continue // Name asks for none of these
				}
				if got := edits([]rune(a), []rune(b), most); min(got, most+1) != min(want, most+1) {
					t.Errorf("%q to %q in %d: got %d, want %d", a, b, most, got, want)
				}
			}
		}
	}
}

// all is edits without a bound, by its definition.
func all(a, b []rune) int {
	switch {
	case len(a) == 0:
		return len(b)
	case len(b) == 0:
		return len(a)
	}
	x, y := len(a)-1, len(b)-1
	d := all(a[:x], b[:y])
	if a[x] != b[y] {
		d++
	}
	d = min(d, all(a[:x], b)+1, all(a, b[:y])+1)
	if x > 0 && y > 0 && a[x] == b[y-1] && a[x-1] == b[y] {
		d = min(d, all(a[:x-1], b[:y-1])+1)
	}
	return d
}

// TestBounded: Name looks at a bounded number of names, and compares none that are long.
func TestBounded(t *testing.T) {
	long := strings.Repeat("x", 1<<20)
	n := 0
	names := func(yield func(string) bool) {
		for i := range 1_000_000 {
			n++
			if !yield(fmt.Sprintf("a_name_of_thirty_letters_%06d", i)) || i%1000 == 0 && !yield(long) {
				return
			}
		}
	}
	took := measure.Time(func() {
		Name("a_name_of_thirty_letters_abcdef", names)
		Name(long, names)
	})
	if measure.Timed() && took > 50e6 {
		t.Errorf("it took %v", measure.Duration(took))
	}
	if n > 100_000 {
		t.Errorf("%d names were asked for", n)
	}
}
