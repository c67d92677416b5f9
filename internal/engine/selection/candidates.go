package selection

import (
	"iacedit/internal/languages/terraform"
	"iacedit/value"
)

// ManyEntries is the least number of entries for which it is worthwhile to index the values of
// Candidates.
const ManyEntries = 16

// Candidates are the blocks of one type that entries may select. Candidates are collected before
// any entry is applied.
type Candidates struct {
	Blocks  []Block
	Special *terraform.Body // describes the bodies of the blocks
	Many    bool            // there are many entries
	lookup  lookup
}

// Reset empties c for reuse.
func (c *Candidates) Reset() {
	clear(c.Blocks)
	*c = Candidates{Blocks: c.Blocks[:0]}
}

// Filter appends the indexes of the candidates that have all the given values and satisfy the
// selectors "matches", "has" and "lacks" of an entry. The indexes are in ascending order.
func (c *Candidates) Filter(dst []int, classes *value.Classes, where []Attribute, e *Entry) []int {
	if len(c.Blocks) == 0 {
		return dst
	}
	from, some := []int(nil), false
	if c.Many {
		from, some = c.smallestSet(classes, where, e.Has)
		if some && len(where) == 1 && len(e.Has)+len(e.Lacks)+len(e.Matches) == 0 {
			return append(dst, from...)
		}
	}
	matchers := make([]value.Matcher, len(where))
	for i := range where {
		matchers[i] = classes.Matcher(&where[i].Value, SchemaAt(c.Special, &where[i]))
	}
	n := len(c.Blocks)
	if some {
		n = len(from)
	}
	for i := range n {
		at := i
		if some {
			at = from[i]
		}
		b := c.Blocks[at]
		b.Budget.Step(1)
		if b.HasValues(b.ID, where, matchers, c.Special) && b.hasEach(b.ID, e.Has, true, c.Special) && b.hasEach(b.ID, e.Lacks, false, c.Special) && b.Matches(b.ID, e.Matches, c.Special) {
			dst = append(dst, at)
		}
	}
	return dst
}

// Labelled appends the indexes of the candidates that have the labels of an entry.
func (c *Candidates) Labelled(dst []int, e *Entry) []int {
	if c.Many && !e.Patterns {
		return append(dst, c.withLabels(e.Labels)...)
	}
	for i, b := range c.Blocks {
		if b.Index.HasLabels(b.ID, e.Labels, e.Patterns) {
			dst = append(dst, i)
		}
	}
	return dst
}
