package edit

import (
	"testing"

	"iacedit/internal/corpus"
)

// A request that sets an attribute allocates a few objects, however large its code is:
// what else it needs, it takes over from a request before it.
func TestAnEditAllocatesLittle(t *testing.T) {
	const most = 2
	if testing.Short() {
		t.Skip("SKIPPED: the race detector drops pooled memory, and allocates")
	}
	for _, in := range []corpus.Input{corpus.Small(), corpus.Generated(31_000), corpus.Generated(61_000)} {
		var options Options
		body := in.Body()
		dst, err := options.DoJSON(nil, body)
		if err != nil {
			t.Fatal(err)
		}
		if n := testing.AllocsPerRun(50, func() { dst, _ = options.DoJSON(dst[:0], body) }); n > most {
			t.Errorf("%s: %v allocations, more than %d", in.Name, n, most)
		}
	}
}
