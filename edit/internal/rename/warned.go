package rename

import (
	"iacedit/edit/internal/report"
	"iacedit/internal/base/excerpt"
)

// mostPlaces is the largest number of places of one kind that each get a warning of their own.
const mostPlaces = 100

// warnedPlaces counts the places of one kind that a rename does not change.
type warnedPlaces struct {
	count int
	at    int // the offset, in the edits, of the rename of the last place
}

// next counts a place, and reports whether it gets a warning. The rename is at the given offset in
// the edits.
func (w *warnedPlaces) next(at int) bool {
	w.count, w.at = w.count+1, at
	return w.count <= mostPlaces
}

// warnOfMore adds one warning about the places that got none of their own. about is added to the
// text of the warning.
func (w *warnedPlaces) warnOfMore(o *report.Observer, about string) {
	if w.count > mostPlaces {
		o.Warn(w.at, report.NotSearched, "not followed: "+excerpt.Count(w.count-mostPlaces, "more place")+about)
	}
}
