package sorting

import (
	"iacedit/edit/internal/draft"
	"iacedit/syntax"
)

// runsAbove are the runs of blocks above the current one, in the same file.
type runsAbove struct {
	file *draft.File
	last string // the greatest key
	told bool   // parts has returned true for the file
}

// parts adds a run, by the keys of its blocks. It returns true once for each file, if a block of
// the run would be further up if the file had only one run.
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
