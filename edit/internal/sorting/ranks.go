package sorting

import (
	"slices"

	"iacedit/address"
	"iacedit/internal/base/budget"
)

// ranks are the places of names in the order of an entry. A name has the place of the same name in
// the order, otherwise of the first pattern that it matches, otherwise of "*".
type ranks struct {
	places   map[string]int
	patterns []string // the patterns besides "*", in order
	rest     int      // the place of "*"
}

// newRanks returns the ranks for an order. Without "*", the names that the order lacks come last.
func newRanks(order []string) *ranks {
	r := &ranks{places: make(map[string]int, len(order)), rest: len(order)}
	for i, name := range order {
		r.places[name] = i
		if name == address.AnyLabel {
			r.rest = i
		} else if address.IsPattern(name) {
			r.patterns = append(r.patterns, name)
		}
	}
	return r
}

// of returns the place of a name.
func (r *ranks) of(name string, b *budget.Budget) int {
	if at, known := r.places[name]; known {
		return at
	}
	at := r.rest
	i := slices.IndexFunc(r.patterns, func(pattern string) bool {
		b.Step(1 + len(pattern)/2 + len(name)/8)
		return address.MatchLabel(pattern, name)
	})
	if i >= 0 {
		at = r.places[r.patterns[i]]
	}
	r.places[name] = at
	return at
}
