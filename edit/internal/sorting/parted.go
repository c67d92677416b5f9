package sorting

import (
	"iacedit/edit/internal/draft"
	"iacedit/internal/render"
	"iacedit/syntax"
)

// runsAbove are the runs of blocks above the current one, in the same file.
type runsAbove struct {
	file *draft.File
	last string // the greatest key
	told bool   // parts has returned true for the file
}

// parts adds a run, given the keys of its blocks. It returns true, at most once for each file,
// if a block of the run would be further up in a file with only one run.
func (r *runsAbove) parts(f *draft.File, keys map[syntax.ItemID]string) bool {
	if r.file != f {
		*r = runsAbove{file: f}
	}
	parted := false
	last := r.last
	for _, key := range keys {
		parted = parted || key < r.last
		last = max(last, key)
	}
	r.last = last
	if r.told {
		return false
	}
	r.told = parted
	return parted
}

// spacings returns a func that returns the spacing above a moved block of a run. The spacing is a
// blank line if a blank line is above the block now. There is no blank line if no block of the
// run has a blank line above it. Otherwise the block gets the spacing at its new place.
func spacings(d *render.Draft, run []draft.Block) func(syntax.ItemID) render.Spacing {
	loose := make(map[syntax.ItemID]bool, len(run))
	for i := 1; i < len(run); i++ {
		if d.Below(run[i-1].ID) != run[i].ID {
			loose[run[i].ID] = true
			loose[run[0].ID] = loose[run[0].ID] || i == 1
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
