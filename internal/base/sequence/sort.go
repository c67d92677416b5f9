package sequence

import (
	"slices"
	"sort"
)

// Sort sorts a slice as slices.SortFunc does. Its code serves all types of elements, so that a
// program that sorts many types is smaller. It is slower than slices.SortFunc, and allocates, unless
// the slice is in order already.
func Sort[E any](s []E, compare func(a, b E) int) {
	if !slices.IsSortedFunc(s, compare) {
		sort.Sort(&sorter[E]{s, compare})
	}
}

// SortStable is like Sort, but keeps the order of equal elements, as slices.SortStableFunc does.
func SortStable[E any](s []E, compare func(a, b E) int) {
	if !slices.IsSortedFunc(s, compare) {
		sort.Stable(&sorter[E]{s, compare})
	}
}

// sorter implements sort.Interface.
type sorter[E any] struct {
	all     []E
	compare func(a, b E) int
}

func (s *sorter[E]) Len() int           { return len(s.all) }
func (s *sorter[E]) Less(i, j int) bool { return s.compare(s.all[i], s.all[j]) < 0 }
func (s *sorter[E]) Swap(i, j int)      { s.all[i], s.all[j] = s.all[j], s.all[i] }
