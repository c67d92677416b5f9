package draft

import (
	"iacedit/internal/render"
	"iacedit/syntax"
)

// A votes counts how blocks of a kind stand: whether a blank line is between two of them and
// above the first in its body, and whether they are on one line.
type votes struct {
	between, first tally
	oneLine        tally // of those with contents
}

// A tally counts what has something, and what could.
type tally struct{ yes, all int }

func (t *tally) add(is bool) {
	t.all++
	if is {
		t.yes++
	}
}

// always and never report whether all of them, or none, have it.
func (t *tally) always() bool { return t.all > 0 && t.yes == t.all }
func (t *tally) never() bool  { return t.all > 0 && t.yes == 0 }

// bodyKind is a kind of nested blocks in a body: their type, or that of what a dynamic block
// makes.
type bodyKind struct {
	body syntax.ItemID
	kind string
}

// A NestedStyle is how a new nested block stands.
type NestedStyle struct {
	Siblings bool           // there are others of its kind in the body
	After    syntax.ItemID  // the last of them, if dynamic blocks are among them
	Spacing  render.Spacing // what parts it from what is above
	OneLine  bool           // it is on one line, if it has one argument
	own      *votes         // of its siblings
}

// KindOf returns the kind of nested blocks of a type with labels.
func KindOf(typ string, labels []string) string {
	if typ == "dynamic" && len(labels) == 1 {
		return labels[0]
	}
	return typ
}

// kindOf returns the kind of a nested block.
func (f Looks) kindOf(id syntax.ItemID) string {
	typ := string(f.Draft.Name(id))
	if typ != "dynamic" {
		return typ
	}
	return KindOf(typ, Block{f.File, id}.firstLabels())
}

// NestedStyle returns how a new block of a kind stands in a body: as its siblings there, else
// as those in other bodies of the file, then of the module's other files.
func (f Looks) NestedStyle(body syntax.ItemID, kind string) *NestedStyle {
	key := bodyKind{body, kind}
	if s := f.nested[key]; s != nil && (s.After == syntax.NoItem || f.Draft.InFile(s.After)) {
		return s
	}
	var own votes
	siblings, last, mixed := f.voteIn(body, kind, &own)
	v := own
	if siblings == 0 || own.between.all == 0 {
		v = *f.votesOf(kind)
		if v.first.all+v.between.all+v.oneLine.all == 0 {
			v = f.votesElsewhere(kind)
		}
	}
	gaps := v.first
	if siblings > 0 {
		gaps = v.between
	}
	s := &NestedStyle{Siblings: siblings > 0, own: &own}
	if mixed {
		s.After = last
	}
	switch {
	case gaps.always():
		s.Spacing = render.Blank
	case gaps.never():
		s.Spacing = render.Tight
	}
	lines := own.oneLine
	if siblings == 0 {
		lines = v.oneLine
	}
	s.OneLine = lines.all > 1 && lines.always()
	if f.nested == nil {
		f.nested = map[bodyKind]*NestedStyle{}
	}
	f.nested[key] = s
	return s
}

// votesElsewhere returns the votes of the module's other files.
func (f Looks) votesElsewhere(kind string) (all votes) {
	for _, other := range f.Module.FilesIn(f.Folder) {
		f.Budget.Step(stepsPerFile)
		if other == f.File || !other.Searched() {
			continue
		}
		v := other.Looks().votesOf(kind)
		for _, sum := range [...]struct {
			to   *tally
			from tally
		}{{&all.between, v.between}, {&all.first, v.first}, {&all.oneLine, v.oneLine}} {
			sum.to.yes += sum.from.yes
			sum.to.all += sum.from.all
		}
	}
	return all
}

// votesOf returns the votes of all nested blocks of a kind in the file.
func (f Looks) votesOf(kind string) *votes {
	if v := f.kinds[kind]; v != nil {
		return v
	}
	v := &votes{}
	d := f.Draft
	for id := d.FirstItem(syntax.Root); id != syntax.NoItem; id = d.NextItem(id) {
		f.Budget.Step(2)
		f.voteBelow(id, kind, v)
	}
	if f.kinds == nil {
		f.kinds = map[string]*votes{}
	}
	f.kinds[kind] = v
	return v
}

// voteBelow adds the votes of the blocks of a kind in a block, at every depth. Only blocks
// that have the word in their text are looked into.
func (f Looks) voteBelow(block syntax.ItemID, kind string, v *votes) {
	d := f.Draft
	if d.Kind(block) != syntax.KindBlock {
		return
	}
	if !d.Expanded(block) || !d.EditedInside(block) {
		text := d.At(d.Item(block).Content)
		f.Budget.Step(1 + len(text)/64)
		if !contains(text, kind) {
			return
		}
	}
	f.Expand(block)
	f.voteIn(block, kind, v)
	for id := d.FirstItem(block); id != syntax.NoItem; id = d.NextItem(id) {
		f.Budget.Step(1)
		f.voteBelow(id, kind, v)
	}
}

// voteIn adds the votes of the blocks of a kind in one body. It returns how many there are, the
// last, and whether some are dynamic.
func (f Looks) voteIn(body syntax.ItemID, kind string, v *votes) (n int, last syntax.ItemID, mixed bool) {
	d := f.Draft
	f.Expand(body)
	above, beside := syntax.NoItem, false
	for id := d.FirstItem(body); id != syntax.NoItem; above, id = id, d.NextItem(id) {
		f.Budget.Step(2)
		if d.Kind(id) != syntax.KindBlock || f.kindOf(id) != kind {
			beside = false
			continue
		}
		blank := d.Above(id) == syntax.NoItem
		switch {
		case n == 0 && above != syntax.NoItem:
			v.first.add(blank)
		case n > 0 && beside:
			v.between.add(blank)
		}
		if !d.IsEmpty(id) {
			v.oneLine.add(d.OneLine(id))
		}
		n, beside, last = n+1, true, id
		mixed = mixed || string(d.Name(id)) == "dynamic"
	}
	return n, last, mixed
}

// gains notes that the entry at hand makes an item, which counts for the next entry.
func (f *File) gains(id syntax.ItemID) {
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
			if beside != syntax.NoItem && d.Kind(beside) == syntax.KindBlock && (Looks{f}).kindOf(beside) != (Looks{f}).kindOf(id) {
				f.forgetVotes(beside)
			}
		}
		f.fresh = append(f.fresh, id)
		f.Module.changes(f)
	}
}

// loses forgets the votes of a block that goes, moves or gets another name, and of what is
// in it.
func (f *File) loses(id syntax.ItemID) {
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
		f.kinds, f.nested, f.named = nil, nil, nil
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
func (f *File) forgetVotes(id syntax.ItemID) {
	kind := Looks{f}.kindOf(id)
	delete(f.kinds, kind)
	delete(f.nested, bodyKind{f.Draft.Item(id).Parent, kind})
}

// recountVotes makes the votes true for the nested blocks that an entry has made. Votes that
// are all alike stay so if the new one is like them, and votes that differ do so with any.
func (f *File) recountVotes() {
	for _, id := range f.fresh {
		f.Budget.Step(stepsPerName)
		if (f.kinds != nil || f.nested != nil) && f.Draft.InFile(id) && !f.votesAsOthers(id) {
			f.forgetVotes(id)
		}
	}
	f.fresh = f.fresh[:0]
}

// votesAsOthers reports whether what is known of the votes of a nested block's kind is true
// with the block, too.
func (f *File) votesAsOthers(id syntax.ItemID) bool {
	d := f.Draft
	kind := Looks{f}.kindOf(id)
	prev := d.PrevItem(id)
	blank := d.Above(id) == syntax.NoItem
	alike := func(t *tally, is bool) bool { return t.all > 0 && (t.yes > 0 || !is) && (t.yes < t.all || is) }
	agrees := func(v *votes) bool {
		gaps := &v.first
		if prev != syntax.NoItem && d.Kind(prev) == syntax.KindBlock && (Looks{f}).kindOf(prev) == kind {
			gaps = &v.between
		}
		return alike(gaps, blank) && v.oneLine.all > 1 && alike(&v.oneLine, d.OneLine(id))
	}
	if v := f.kinds[kind]; v != nil && !agrees(v) {
		return false
	}
	s := f.nested[bodyKind{d.Item(id).Parent, kind}]
	return s == nil || s.own != nil && agrees(s.own)
}

// StandsOnOneLine reports whether a new block stands on one line, if it has one argument: as
// all others of its kind do.
func (f Looks) StandsOnOneLine(id syntax.ItemID) bool {
	body := f.Draft.Item(id).Parent
	if body != syntax.Root {
		s := f.nested[bodyKind{body, f.kindOf(id)}]
		return s != nil && s.OneLine
	}
	_, key := familyKeys(string(f.Draft.Name(id)), Block{f.File, id}.firstLabels())
	m := f.families().of[key]
	if m == nil || m.parted || m.count < 3 {
		return false
	}
	lines := tally{}
	for other, n := m.first, 0; other != syntax.NoItem && n < 2*mostExamples; other, n = f.Draft.NextItem(other), n+1 {
		f.Budget.Step(2)
		if other != id && !f.Draft.IsEmpty(other) {
			lines.add(f.Draft.OneLine(other))
			if !lines.always() {
				return false
			}
		}
		if other == m.last {
			break
		}
	}
	return lines.all > 1
}
