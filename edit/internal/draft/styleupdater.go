package draft

import (
	"slices"

	"iacedit/internal/languages/language"
	"iacedit/syntax"
)

// A styleUpdater updates, while a file is edited, the data that decide where new blocks go and how
// new values are laid out. Later entries see the changes of earlier entries, as if they were
// separate requests.
type styleUpdater struct{ *File }

// markStale is called when data about this file become outdated. The data are updated at the end of
// the current entry.
func (f styleUpdater) markStale() {
	if !f.derivedChanged {
		f.derivedChanged = true
		f.Module.habits.changed = append(f.Module.habits.changed, f.File)
	}
}

// FinishEntry must be called after an entry has been applied to a block. Until the call, the layout
// of further code ignores the changes of the entry.
func (m *Module) FinishEntry() {
	m.ended++
	m.countMade()
	for _, f := range m.habits.changed {
		styleUpdater{f}.recountCustoms()
		styleUpdater{f}.recountVotes()
		f.derivedChanged = false
	}
	m.habits.changed = m.habits.changed[:0]
}

// noteFirstItem is called with each item that is put into the file. If it is the first item of the
// current entry, noteFirstItem records its position.
func (f styleUpdater) noteFirstItem(id syntax.ItemID) {
	if entry := f.Module.ended + 1; f.entry != entry {
		f.entry, f.entryStart = entry, f.Draft.Item(id).Name.From
	}
}

// staleStyles lists the data about the style of a file that the current entry has made outdated.
// These data are dropped at the end of the entry.
type staleStyles struct {
	all    bool
	nested []bodyKind
	named  []namedValues
}

// itemMade is called with each item that the current entry creates. The item counts as an example
// from the next entry on.
func (f styleUpdater) itemMade(id syntax.ItemID) {
	if f.kinds == nil && f.nested == nil && f.named == nil {
		return
	}
	f.itemChanged(id)
	d := f.Draft
	if d.Kind(id) == syntax.KindBlock && !d.IsEmpty(id) {
		f.blockRemoved(id)
	}
}

// blockRemoved is called with a block or attribute that is deleted, moved or renamed. The votes of a
// block, and of the blocks in it, count no more.
func (f styleUpdater) blockRemoved(id syntax.ItemID) {
	d := f.Draft
	if f.kinds == nil && f.nested == nil && f.named == nil {
		return
	}
	f.itemChanged(id)
	switch {
	case d.Kind(id) != syntax.KindBlock:
	case d.Item(id).Parent == syntax.Root && d.IsEmpty(id):
	case d.Item(id).Parent == syntax.Root:
		f.stale.all = true
		f.markStale()
	default:
		f.Expand(id)
		for inside := d.FirstItem(id); inside != syntax.NoItem; inside = d.NextItem(inside) {
			f.Budget.Step(1)
			f.blockRemoved(inside)
		}
		for _, of := range [...]syntax.ItemID{id, d.PrevItem(id), d.NextItem(id)} {
			if of != syntax.NoItem && d.Kind(of) == syntax.KindBlock {
				f.stale.nested = append(f.stale.nested, bodyKind{d.Item(of).Parent, f.Styler().kindOf(of)})
			}
		}
	}
}

// itemChanged is called with each item that is added, deleted, moved or renamed, or gets another
// value. It takes back the votes that may change: of the item, of the item below it, and of the block
// that it is in.
func (f styleUpdater) itemChanged(id syntax.ItemID) {
	d := f.Draft
	f.valueChanged(id)
	if f.kinds == nil && f.nested == nil || d.Item(id).Parent == syntax.Root {
		return
	}
	for _, of := range [...]syntax.ItemID{id, d.NextItem(id), d.Item(id).Parent} {
		if of == syntax.NoItem || d.Kind(of) != syntax.KindBlock || d.Item(of).Parent == syntax.Root {
			continue
		}
		f.dropVote(of)
		if n := len(f.revoted); n == 0 || f.revoted[n-1] != of {
			f.Budget.Step(1)
			f.revoted = append(f.revoted, of)
		}
		f.markStale()
	}
}

// recountVotes counts the votes that the current entry has changed, and drops the examples and
// styles that it has made outdated.
func (f styleUpdater) recountVotes() {
	if f.stale.all {
		f.kinds, f.votes, f.nested, f.named = nil, nil, nil, nil
	}
	for _, id := range f.revoted {
		f.Budget.Step(stepsPerName)
		if _, counted := f.votes[id]; !counted && f.Draft.InFile(id) {
			f.countVote(id)
		}
	}
	for _, of := range f.stale.nested {
		delete(f.nested, of)
	}
	for _, key := range f.stale.named {
		delete(f.named, key)
	}
	f.revoted = f.revoted[:0]
	f.stale = staleStyles{nested: f.stale.nested[:0], named: f.stale.named[:0]}
}

// countVote counts the vote of a block. It drops the style of further blocks beside it that would be
// another one with this vote.
func (f styleUpdater) countVote(id syntax.ItemID) {
	d := f.Draft
	kind := f.Styler().kindOf(id)
	prev := d.PrevItem(id)
	beside := prev != syntax.NoItem && d.Kind(prev) == syntax.KindBlock && f.Styler().kindOf(prev) == kind
	agrees := true
	if v := f.kinds[kind]; v != nil {
		w := f.Styler().vote(id, prev, beside, v)
		agrees = w.agrees()
		w.add(1)
		f.recordVote(id, w)
	}
	of := bodyKind{d.Item(id).Parent, kind}
	if s := f.nested[of]; s != nil {
		own := f.Styler().vote(id, prev, beside, s.own)
		if !agrees || !s.Siblings || !own.agrees() {
			delete(f.nested, of)
		}
	}
}

// valueChanged must be called for each attribute that is added or deleted, or whose value changes.
// It drops the examples taken from attributes of the same name in blocks of the same type.
func (f styleUpdater) valueChanged(id syntax.ItemID) {
	d := f.Draft
	if len(f.named) == 0 || d.Kind(id) != syntax.KindAttribute || d.Item(id).Parent == syntax.Root {
		return
	}
	key := namedValues{string(d.Name(d.Item(id).Parent)), string(d.Name(id))}
	if _, known := f.named[key]; known {
		f.stale.named = append(f.stale.named, key)
		f.markStale()
	}
}

// customsChanged must be called for each item that is added or deleted. If the item is a block, a
// meta-argument, or directly beside a meta-argument, the customs of its top-level block are counted
// again at the end of the current entry.
func (f styleUpdater) customsChanged(id syntax.ItemID) {
	if f.custom == nil {
		return
	}
	block := id
	if parent := f.Draft.Item(id).Parent; parent != syntax.Root {
		if f.Draft.Item(parent).Parent != syntax.Root || f.Draft.Kind(parent) != syntax.KindBlock {
			return
		}
		block = parent
		special := language.Body(f.Module.Language, string(f.Draft.Name(block)))
		if special == nil {
			return
		}
		prev, next := f.Draft.PrevItem(id), f.Draft.NextItem(id)
		isMeta := func(id syntax.ItemID) bool {
			if !f.IsAttribute(id) {
				return false
			}
			name := string(f.Draft.Name(id))
			return special.Repeats(name) || special.IsEarly(name) || slices.Contains(special.First, name) || slices.Contains(special.Last, name)
		}
		parts := f.Draft.Kind(id) == syntax.KindBlock && (prev == syntax.NoItem || f.IsAttribute(prev)) // it separates the nested blocks from the arguments
		if !parts && !isMeta(id) && !isMeta(prev) && !isMeta(next) {
			return
		}
	}
	if n := len(f.custom.changed); n == 0 || f.custom.changed[n-1] != block {
		f.custom.changed = append(f.custom.changed, block)
	}
	f.markStale()
}

// recountCustoms recounts the customs of the blocks that the current entry has changed.
func (f styleUpdater) recountCustoms() {
	if f.custom == nil {
		return
	}
	for _, block := range f.custom.changed {
		f.Budget.Step(stepsPerName)
		if of, counted := f.custom.byBlock[block]; counted {
			delete(f.custom.byBlock, block)
			f.custom.add(&of, -1)
		}
		if f.Draft.InFile(block) {
			f.countCustoms(block)
		}
	}
	f.custom.changed = f.custom.changed[:0]
}
