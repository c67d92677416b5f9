package sequence

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
)

// inOrder reports whether the bits of a mask choose elements of a that stand in b in order.
func inOrder(mask uint, a, b []int) bool {
	for i := range a {
		if mask>>i&1 == 0 {
			continue
		}
		j := slices.Index(b, a[i])
		if j < 0 {
			return false
		}
		b = b[j+1:]
	}
	return true
}

// longest returns the length of a longest common subsequence, by trying all.
func longest(a, b []int) (n int) {
	for mask := range uint(1) << len(a) {
		if k := bits.OnesCount(mask); k > n && inOrder(mask, a, b) {
			n = k
		}
	}
	return n
}

func TestCommonIsLongest(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var f Finder
	for range 2000 {
		a, b := random(r, 4), random(r, 4)
		n, lastI, lastJ := 0, -1, -1
		Common(&f, a, b, func(i, j int) {
			if i <= lastI || j <= lastJ || a[i] != b[j] {
				t.Fatalf("%v, %v: takes %d, %d after %d, %d", a, b, i, j, lastI, lastJ)
			}
			n, lastI, lastJ = n+1, i, j
		})
		if want := longest(a, b); n != want {
			t.Fatalf("%v, %v: %d in common, want %d", a, b, n, want)
		}
	}
}

func TestIncreasingIsLongest(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	var f Finder
	for range 2000 {
		of := r.Perm(r.IntN(9))
		got := f.Increasing(of)
		for k := 1; k < len(got); k++ {
			if got[k] <= got[k-1] || of[got[k]] <= of[got[k-1]] {
				t.Fatalf("%v: %v does not increase", of, got)
			}
		}
		sorted := slices.Sorted(slices.Values(of))
		if want := longest(of, sorted); len(got) != want {
			t.Fatalf("%v: %v, want %d of them", of, got, want)
		}
	}
}

func random(r *rand.Rand, values int) []int {
	all := make([]int, r.IntN(9))
	for i := range all {
		all[i] = r.IntN(values)
	}
	return all
}

// TestSort compares with package slices.
func TestSort(t *testing.T) {
	type pair struct{ key, at int }
	byKey := func(a, b pair) int { return a.key - b.key }
	r := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		all := make([]pair, r.IntN(40))
		for i := range all {
			all[i] = pair{r.IntN(10), i}
		}
		want := slices.Clone(all)
		slices.SortStableFunc(want, byKey)
		got := slices.Clone(all)
		SortStable(got, byKey)
		if !slices.Equal(got, want) {
			t.Fatalf("SortStable: %v, want %v", got, want)
		}
		Sort(got, func(a, b pair) int { return b.at - a.at })
		if !slices.IsSortedFunc(got, func(a, b pair) int { return b.at - a.at }) {
			t.Fatalf("Sort: %v", got)
		}
	}
}

// TestSortedAllocatesNothing: a slice that is in order is left as it is, because most slices are.
func TestSortedAllocatesNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIPPED: the race detector allocates")
	}
	byTens := func(a, b int) int { return a/10 - b/10 }
	sorted := []int{3, 12, 11, 21}
	n := testing.AllocsPerRun(10, func() {
		SortStable(sorted, byTens)
		Sort(sorted, byTens)
	})
	if want := []int{3, 12, 11, 21}; n > 0 || !slices.Equal(sorted, want) {
		t.Errorf("sorting %v makes %v, and allocates %v times", want, sorted, n)
	}
}
