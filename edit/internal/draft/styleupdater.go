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
	all   bool
	kinds []bodyKind
	named []namedValues
}

// itemMade is called with each item that the current entry creates. The item counts as an example
// from the next entry on.
func (f styleUpdater) itemMade(id syntax.ItemID) {
	if f.kinds == nil && f.nested == nil && f.named == nil {
		return
	}
	switch d := f.Draft; {
	case d.Kind(id) == syntax.KindAttribute:
		f.valueChanged(id)
	case d.Kind(id) != syntax.KindBlock:
	case !d.IsEmpty(id): // a block with contents
		f.blockRemoved(id)
	case d.Item(id).Parent != syntax.Root:
		for _, beside := range [...]syntax.ItemID{d.PrevItem(id), d.NextItem(id)} {
			if beside != syntax.NoItem && d.Kind(beside) == syntax.KindBlock && f.Styler().kindOf(beside) != f.Styler().kindOf(id) {
				f.forgetVotes(beside)
			}
		}
		f.newBlocks = append(f.newBlocks, id)
		f.markStale()
	}
}

// blockRemoved is called with a block or attribute that is deleted, moved or renamed. It drops the votes
// of a block and of the blocks in it.
func (f styleUpdater) blockRemoved(id syntax.ItemID) {
	d := f.Draft
	if f.kinds == nil && f.nested == nil && f.named == nil {
		return
	}
	switch {
	case d.Kind(id) == syntax.KindAttribute:
		f.valueChanged(id)
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
		f.forgetVotes(id)
		for _, beside := range [...]syntax.ItemID{d.PrevItem(id), d.NextItem(id)} {
			if beside != syntax.NoItem && d.Kind(beside) == syntax.KindBlock {
				f.forgetVotes(beside)
			}
		}
	}
}

// forgetVotes marks the votes for the kind of a nested block as outdated. These votes are dropped
// at the end of the current entry.
func (f styleUpdater) forgetVotes(id syntax.ItemID) {
	f.stale.kinds = append(f.stale.kinds, bodyKind{f.Draft.Item(id).Parent, f.Styler().kindOf(id)})
	f.markStale()
}

// recountVotes drops the votes and examples that the current entry has made outdated. The votes
// stay valid if a new block agrees with all other blocks, or if the other blocks already disagree
// with each other.
func (f styleUpdater) recountVotes() {
	for _, id := range f.newBlocks {
		f.Budget.Step(stepsPerName)
		if (f.kinds != nil || f.nested != nil) && f.Draft.InFile(id) {
			f.countVotes(id)
		}
	}
	f.newBlocks = f.newBlocks[:0]
	if f.stale.all {
		f.kinds, f.nested, f.named = nil, nil, nil
	}
	for _, of := range f.stale.kinds {
		delete(f.kinds, of.kind)
		delete(f.nested, of)
	}
	for _, key := range f.stale.named {
		delete(f.named, key)
	}
	f.stale.all, f.stale.kinds, f.stale.named = false, f.stale.kinds[:0], f.stale.named[:0]
}

// countVotes drops the votes that would give another layout with a new block than without it: those
// for its kind, and those of its siblings.
func (f styleUpdater) countVotes(id syntax.ItemID) {
	d := f.Draft
	kind := f.Styler().kindOf(id)
	prev := d.PrevItem(id)
	blank := d.Above(id) == syntax.NoItem
	alike := func(t *tally, is bool) bool { return t.all > 0 && (t.yes > 0 || !is) && (t.yes < t.all || is) }
	agrees := func(v *votes) bool {
		gaps := &v.first
		if prev != syntax.NoItem && d.Kind(prev) == syntax.KindBlock && f.Styler().kindOf(prev) == kind {
			gaps = &v.between
		}
		return alike(gaps, blank) && (d.IsEmpty(id) || v.oneLine.all > 1 && alike(&v.oneLine, d.OneLine(id)))
	}
	of := bodyKind{d.Item(id).Parent, kind}
	if v := f.kinds[kind]; v != nil && !agrees(v) {
		delete(f.kinds, kind)
		delete(f.nested, of)
	}
	if s := f.nested[of]; s != nil && (s.own == nil || !agrees(s.own)) {
		delete(f.nested, of)
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
