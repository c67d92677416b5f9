package sorting

import (
	"iacedit/edit/internal/draft"
	"iacedit/internal/engine/render"
	"iacedit/syntax"
)

// sortedRuns describes the runs of blocks that have been sorted in a file.
type sortedRuns struct {
	file     *draft.File
	last     string // the greatest sort key in these runs
	reported bool   // addRun has returned true for the file
}

// addRun adds a run with the given sort keys. It returns true if sorting all blocks of the file
// together would put a block of this run into an earlier run. After it has returned true for a
// file, it returns false for the other runs of that file.
func (r *sortedRuns) addRun(f *draft.File, keys map[syntax.ItemID]string) bool {
	if r.file != f {
		*r = sortedRuns{file: f}
	}
	parted := false
	last := r.last
	for _, key := range keys {
		parted = parted || key < r.last
		last = max(last, key)
	}
	r.last = last
	if r.reported {
		return false
	}
	r.reported = parted
	return parted
}

// spacings returns a function that decides whether a blank line goes above a moved item. The
// function returns Tight if no item of the run has a blank line above it, Blank if the moved item
// has a blank line above it, and otherwise AsAround.
func spacings(d *render.Draft, run []syntax.ItemID) func(syntax.ItemID) render.Spacing {
	loose := make(map[syntax.ItemID]bool, len(run))
	for i := 1; i < len(run); i++ {
		if d.Below(run[i-1]) != run[i] {
			loose[run[i]] = true
			loose[run[0]] = loose[run[0]] || i == 1
		}
	}
	return func(id syntax.ItemID) render.Spacing {
		switch {
		case len(loose) == 0:
			return render.Tight
		case loose[id]:
			return render.Blank
		}
		return render.AsAround
	}
}

// A headed follows the items below a heading, the comment above the first item of a run. A run
// consists either of items that one heading is about, or of items without a heading, so that no
// item comes below a heading that is about others.
type headed struct {
	d       *render.Draft
	heading syntax.ItemID // the item below the heading; NoItem if the run has no heading
}

// startHeaded returns the headed of the run that starts with the given item.
func startHeaded(d *render.Draft, first syntax.ItemID) headed {
	if d.Heads(first) {
		return headed{d, first}
	}
	return headed{d, syntax.NoItem}
}

// continues reports whether an item belongs to the run of the items above it.
func (h headed) continues(id syntax.ItemID) bool {
	if h.heading == syntax.NoItem {
		return !h.d.Heads(id)
	}
	return h.d.IsHeaded(h.heading, id)
}
