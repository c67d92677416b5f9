package sorting

import (
	"cmp"
	"iacedit/edit/internal/draft"
	"iacedit/internal/base/sequence"
	"iacedit/internal/engine/rules"
	"iacedit/syntax"
	"slices"
)

// isSpared reports whether a comment above a block or attribute says that it must not be sorted.
func isSpared(b draft.Block) bool { return rules.Spares(b.Draft.At(b.Draft.Comments(b.ID))) }

// sortByKeys returns items in the order of their keys. Items with equal keys keep their order.
func sortByKeys[K cmp.Ordered](run []syntax.ItemID, keys map[syntax.ItemID]K) []syntax.ItemID {
	sorted := slices.Clone(run)
	sequence.SortStable(sorted, func(a, b syntax.ItemID) int { return cmp.Compare(keys[a], keys[b]) })
	return sorted
}

// arrange puts the items of a run in order, and returns the items that moved. The argument sorted
// contains the same items in the new order. For each item that moves, arrange calls the function
// move, which puts the item directly below the item prev. If prev is NoItem, move puts the item
// directly above the first item of the run.
func (s *sorter) arrange(at int, f *draft.File, run, sorted []syntax.ItemID, move func(id, prev, first syntax.ItemID) error) (moved map[syntax.ItemID]bool, err error) {
	places := make(map[syntax.ItemID]int, len(run))
	for i, id := range run {
		places[id] = i
	}
	from := make([]int, len(sorted))
	for i, id := range sorted {
		from[i] = places[id]
	}
	kept := make(map[syntax.ItemID]bool, len(run))
	for _, i := range s.finder.Increasing(from) {
		kept[sorted[i]] = true
	}
	moved = map[syntax.ItemID]bool{}
	prev := syntax.NoItem
	for _, id := range sorted {
		if !kept[id] {
			f.Budget.Step(stepsPerItem)
			if err := move(id, prev, run[0]); err != nil {
				return moved, err
			}
			moved[id] = true
		}
		prev = id
	}
	s.o.WarnKept(at, f, false)
	return moved, nil
}
