package sorting

import (
	"slices"
	"strings"

	"iacedit/address"
	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/plan"
	"iacedit/edit/internal/report"
	"iacedit/internal/base/sequence"
	"iacedit/internal/engine/render"
	"iacedit/internal/languages/terraform"
	"iacedit/syntax"
)

// sortBody sorts the items of a body in the order that an entry asks for: the attributes by name,
// or attributes and nested blocks by a list of names. It does nothing for an entry that asks for
// neither.
func (s *sorter) sortBody(b draft.Block, order *plan.Sorting, special *terraform.Body, blockAddress address.Address, at int) {
	if !order.SortsBody() {
		return
	}
	effect := report.Unchanged
	if s.arrangeBody(b, order, special, at) {
		effect = report.Changed
	}
	s.o.RecordOutcome(at, b.File, blockAddress, "", effect)
}

// Body puts the attributes and nested blocks of a block in the order of names that an entry under
// "sort" could have, across paragraphs. If a blank line is below the items above the attribute
// known, the attribute goes below that line. Body reports whether any item has moved. The files must
// not have been edited after they were parsed.
func Body(m *draft.Module, o *report.Observer, b draft.Block, names []string, known string, at int) (moved bool) {
	s := sorter{m: m, o: o, known: known}
	return s.arrangeBody(b, &plan.Sorting{Order: names, Joined: true}, nil, at)
}

// arrangeBody does what sortBody does, and reports whether any item has moved.
func (s *sorter) arrangeBody(b draft.Block, order *plan.Sorting, special *terraform.Body, at int) (changed bool) {
	d := b.Draft
	d.Expand(b.ID)
	next, takes, sorted := d.Below, b.IsAttribute, func(run []syntax.ItemID) []syntax.ItemID { return sortedAttributes(d, run, special) }
	if order.Order != nil {
		ranks := newRanks(order.Order)
		takes = func(id syntax.ItemID) bool { return id != syntax.NoItem }
		sorted = func(run []syntax.ItemID) []syntax.ItemID {
			keys := make(map[syntax.ItemID]int, len(run))
			for _, id := range run {
				keys[id] = ranks.of(string(d.Name(id)), b.Budget)
			}
			return sortByKeys(run, keys)
		}
		if order.Joined {
			next = d.NextItem
		}
	}
	for id := d.FirstItem(b.ID); id != syntax.NoItem; id = d.NextItem(id) {
		var run []syntax.ItemID
		headed := startHeaded(d, id)
		for item := id; takes(item) && !isSpared(draft.Block{File: b.File, ID: item}) && (item == id || headed.continues(item)); item = next(item) {
			b.Budget.Step(stepsPerItem)
			run = append(run, item)
		}
		if len(run) < 2 {
			continue
		}
		spacing := spacings(d, run)
		inOrder := sorted(run)
		moved, _ := s.arrange(at, b.File, run, inOrder, func(id, prev, first syntax.ItemID) error {
			switch {
			case prev == syntax.NoItem:
				return d.MoveTo(id, render.Place{Before: first, Spacing: spacing(id)})
			case string(d.Name(id)) == s.known && d.Below(prev) == syntax.NoItem && d.NextItem(prev) != syntax.NoItem:
				return d.MoveTo(id, render.Place{Before: d.NextItem(prev)})
			}
			return d.MoveTo(id, render.Place{After: prev, Spacing: spacing(id)})
		})
		changed = changed || len(moved) > 0
		id = inOrder[len(inOrder)-1]
	}
	return changed
}

// sortedAttributes returns the attributes of a run sorted by name, except that each meta-argument
// keeps its index.
func sortedAttributes(d *render.Draft, run []syntax.ItemID, special *terraform.Body) []syntax.ItemID {
	isMeta := func(id syntax.ItemID) bool {
		name := string(d.Name(id))
		return special != nil && (slices.Contains(special.First, name) || slices.Contains(special.Last, name))
	}
	rest := slices.DeleteFunc(slices.Clone(run), isMeta)
	sequence.SortStable(rest, func(a, b syntax.ItemID) int { return strings.Compare(string(d.Name(a)), string(d.Name(b))) })
	sorted := slices.Clone(run)
	for i, id := range sorted {
		if !isMeta(id) {
			sorted[i], rest = rest[0], rest[1:]
		}
	}
	return sorted
}
