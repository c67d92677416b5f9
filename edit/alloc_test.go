package edit

import (
	"testing"

	"iacedit/internal/testkit/corpus"
)

// A request that sets an attribute takes over its memory from a request before it. It allocates
// nothing if its code is short, and otherwise only what participle needs for the file.
func TestAnEditAllocatesLittle(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIPPED: the race detector drops pooled memory, and allocates")
	}
	for _, test := range []struct {
		corpus.Input
		most float64
	}{
		{corpus.Small(), 0},
		{corpus.Generated(31_000), 2},
		{corpus.Generated(61_000), 2},
	} {
		var options Options
		body := test.Body()
		dst, err := options.DoJSON(nil, body)
		if err != nil {
			t.Fatal(err)
		}
		if n := testing.AllocsPerRun(50, func() { dst, _ = options.DoJSON(dst[:0], body) }); n > test.most {
			t.Errorf("%s: %v allocations, more than %v", test.Name, n, test.most)
		}
	}
}
