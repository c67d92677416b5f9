package draft

import (
	"slices"

	"iacedit/internal/language"
	"iacedit/syntax"
)

// A follower keeps true, while a file is edited, what is known of how its blocks stand and
// how values of a name are written. What an entry makes counts for the entries after it, as
// if they were other requests.
type follower struct{ *File }

// changes notes that the entry at hand changes something that is known of the file.
func (f follower) changes() {
	if !f.changing {
		f.changing = true
		f.Module.habits.changed = append(f.Module.habits.changed, f.File)
	}
}

// EndEntry lets what an entry has made in one block count for the next.
func (m *Module) EndEntry() {
	m.ended++
	m.countMade()
	for _, f := range m.habits.changed {
		follower{f}.recountCustoms()
		follower{f}.recountVotes()
		f.changing = false
	}
	m.habits.changed = m.habits.changed[:0]
}

// begins notes the first item that the entry at hand makes in the file.
func (f follower) begins(id syntax.ItemID) {
	if entry := f.Module.ended + 1; f.entry != entry {
		f.entry, f.from = entry, f.Draft.Item(id).Name.From
	}
}

// staleLooks are what is known of a file and is not true any more once an entry is done.
type staleLooks struct {
	all   bool
	kinds []bodyKind
	named []namedValues
}

// gains notes that the entry at hand makes an item, which counts for the next entry.
func (f follower) gains(id syntax.ItemID) {
	if f.kinds == nil && f.nested == nil && f.named == nil {
		return
	}
	switch d := f.Draft; {
	case d.Kind(id) == syntax.KindAttribute:
		f.revalues(id)
	case d.Kind(id) != syntax.KindBlock:
	case !d.IsEmpty(id): // it comes with what is in it
		f.loses(id)
	case d.Item(id).Parent != syntax.Root:
		for _, beside := range [...]syntax.ItemID{d.PrevItem(id), d.NextItem(id)} {
			if beside != syntax.NoItem && d.Kind(beside) == syntax.KindBlock && f.Looks().kindOf(beside) != f.Looks().kindOf(id) {
				f.forgetVotes(beside)
			}
		}
		f.fresh = append(f.fresh, id)
		f.changes()
	}
}

// loses forgets the votes of a block that goes, moves or gets another name, and of what is
// in it.
func (f follower) loses(id syntax.ItemID) {
	d := f.Draft
	if f.kinds == nil && f.nested == nil && f.named == nil {
		return
	}
	switch {
	case d.Kind(id) == syntax.KindAttribute:
		f.revalues(id)
	case d.Kind(id) != syntax.KindBlock:
	case d.Item(id).Parent == syntax.Root && d.IsEmpty(id):
	case d.Item(id).Parent == syntax.Root || !d.IsEmpty(id):
		f.stale.all = true
		f.changes()
	default:
		f.forgetVotes(id)
		for _, beside := range [...]syntax.ItemID{d.PrevItem(id), d.NextItem(id)} {
			if beside != syntax.NoItem && d.Kind(beside) == syntax.KindBlock {
				f.forgetVotes(beside)
			}
		}
	}
}

// forgetVotes forgets the votes that a nested block has one of.
func (f follower) forgetVotes(id syntax.ItemID) {
	f.stale.kinds = append(f.stale.kinds, bodyKind{f.Draft.Item(id).Parent, f.Looks().kindOf(id)})
	f.changes()
}

// recountVotes makes votes and values true for what an entry has made. Votes that
// are all alike stay so if the new one is like them, and votes that differ do so with any.
func (f follower) recountVotes() {
	for _, id := range f.fresh {
		f.Budget.Step(stepsPerName)
		if (f.kinds != nil || f.nested != nil) && f.Draft.InFile(id) && !f.votesAsOthers(id) {
			f.forgetVotes(id)
		}
	}
	f.fresh = f.fresh[:0]
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

// votesAsOthers reports whether what is known of the votes of a nested block's kind is true
// with the block, too.
func (f follower) votesAsOthers(id syntax.ItemID) bool {
	d := f.Draft
	kind := f.Looks().kindOf(id)
	prev := d.PrevItem(id)
	blank := d.Above(id) == syntax.NoItem
	alike := func(t *tally, is bool) bool { return t.all > 0 && (t.yes > 0 || !is) && (t.yes < t.all || is) }
	agrees := func(v *votes) bool {
		gaps := &v.first
		if prev != syntax.NoItem && d.Kind(prev) == syntax.KindBlock && f.Looks().kindOf(prev) == kind {
			gaps = &v.between
		}
		return alike(gaps, blank) && (d.IsEmpty(id) || v.oneLine.all > 1 && alike(&v.oneLine, d.OneLine(id)))
	}
	if v := f.kinds[kind]; v != nil && !agrees(v) {
		return false
	}
	s := f.nested[bodyKind{d.Item(id).Parent, kind}]
	return s == nil || s.own != nil && agrees(s.own)
}

// revalues forgets the values of an attribute's name in blocks of its block's type, since
// the attribute gets or loses one.
func (f follower) revalues(id syntax.ItemID) {
	d := f.Draft
	if len(f.named) == 0 || d.Kind(id) != syntax.KindAttribute || d.Item(id).Parent == syntax.Root {
		return
	}
	key := namedValues{string(d.Name(d.Item(id).Parent)), string(d.Name(id))}
	if _, known := f.named[key]; known {
		f.stale.named = append(f.stale.named, key)
		f.changes()
	}
}

// changesCustoms notes that an item comes or goes that may show a custom: a block, or a
// meta-argument, or what stands beside one.
func (f follower) changesCustoms(id syntax.ItemID) {
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
		parts := f.Draft.Kind(id) == syntax.KindBlock && (prev == syntax.NoItem || f.IsAttribute(prev)) // the nested blocks from the arguments
		if !parts && !isMeta(id) && !isMeta(prev) && !isMeta(next) {
			return
		}
	}
	if n := len(f.custom.changed); n == 0 || f.custom.changed[n-1] != block {
		f.custom.changed = append(f.custom.changed, block)
	}
	f.changes()
}

// recountCustoms counts the customs of the blocks that an entry has changed.
func (f follower) recountCustoms() {
	if f.custom == nil {
		return
	}
	for _, block := range f.custom.changed {
		f.Budget.Step(stepsPerName)
		if of, counted := f.custom.of[block]; counted {
			delete(f.custom.of, block)
			f.custom.add(&of, -1)
		}
		if f.Draft.InFile(block) {
			f.countCustoms(block)
		}
	}
	f.custom.changed = f.custom.changed[:0]
}
