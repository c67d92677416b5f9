package bodies

import (
	"math/rand/v2"
	"slices"
	"testing"

	"iacedit/syntax"
)

// A ranking numbers what a slice would.
func TestRanking(t *testing.T) {
	r := ranking{places: map[syntax.ItemID]int{}}
	var want []syntax.ItemID
	random := rand.New(rand.NewPCG(1, 1))
	for next := syntax.ItemID(1); next < 2000; next++ {
		if random.IntN(3) > 0 {
			r.append(next)
			want = append(want, next)
		} else if len(want) > 0 {
			i := random.IntN(len(want))
			r.remove(want[i])
			want = slices.Delete(want, i, i+1)
		}
		if i := random.IntN(len(want) + 1); i == len(want) {
			if got := r.elementAt(i); got != syntax.NoItem {
				t.Fatalf("one after the last is %d", got)
			}
		} else if got := r.elementAt(i); got != want[i] {
			t.Fatalf("number %d of %d is %d, want %d", i, len(want), got, want[i])
		}
	}
	if r.left != len(want) {
		t.Errorf("%d left, want %d", r.left, len(want))
	}
}
