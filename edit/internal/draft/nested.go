package draft

import (
	"iacedit/internal/engine/render"
	"iacedit/syntax"
)

// votes are counts that show how nested blocks of one kind are laid out: whether a blank line is
// between two of them, whether there is a blank line between the first of them and an item of
// another kind above it, and whether a block is on one line.
type votes struct {
	between, first tally
	oneLine        tally // counts only blocks with contents
}

// A vote is what one block adds to the votes for its kind.
type vote struct {
	of              *votes
	gap             *tally // of.between or of.first; nil if the block is the first item of its body
	blank           bool   // a blank line is above the block
	full, isOneLine bool   // the block has contents, and is on one line
}

// add adds a vote or, if times is -1, subtracts it.
func (w *vote) add(times int) {
	if w.gap != nil {
		w.gap.add(w.blank, times)
	}
	if w.full {
		w.of.oneLine.add(w.isOneLine, times)
	}
}

// agrees reports whether the votes would tell the same with one more vote, for one of their own
// blocks. Votes that already contradict each other stay that way.
func (w *vote) agrees() bool {
	alike := func(t *tally, is bool) bool { return t.all > 0 && (t.yes > 0 || !is) && (t.yes < t.all || is) }
	return (w.gap == nil || alike(w.gap, w.blank)) && (!w.full || w.of.oneLine.all > 1 && alike(&w.of.oneLine, w.isOneLine))
}

// A tally counts all blocks, and the blocks for which something is true.
type tally struct{ yes, all int }

func (t *tally) add(is bool, times int) {
	t.all += times
	if is {
		t.yes += times
	}
}

// The methods always and never report whether something is true for all blocks, or for none.
// Without blocks, always and never both return false.
func (t *tally) always() bool { return t.all > 0 && t.yes == t.all }
func (t *tally) never() bool  { return t.all > 0 && t.yes == 0 }

// bodyKind is a kind of nested blocks in a body: their type, or the type that a dynamic block
// generates.
type bodyKind struct {
	body syntax.ItemID
	kind string
}

// A NestedStyle is the layout of a new nested block.
type NestedStyle struct {
	Siblings bool           // the body has other blocks of the kind
	After    syntax.ItemID  // the last of these blocks, if some of them are dynamic
	Spacing  render.Spacing // whether a blank line goes above the block
	OneLine  bool           // a block with one argument is on one line
	own      *votes         // the votes of the new block's siblings
}

// KindOf returns the kind of a nested block with a type and labels: the type that a dynamic block
// generates, or else the type itself.
func KindOf(typ string, labels []string) string {
	if typ == "dynamic" && len(labels) == 1 {
		return labels[0]
	}
	return typ
}

// kindOf returns the kind of a nested block.
func (f Styler) kindOf(id syntax.ItemID) string {
	typ := string(f.Draft.Name(id))
	f.Budget.Step(len(typ) / 8) // to copy the text
	if typ != "dynamic" {
		return typ
	}
	return KindOf(typ, Block{f.File, id}.firstLabels())
}

// NestedStyle returns the layout of a new block of a kind in a body. It is the layout of the
// block's siblings, that is, the blocks of this kind in the same body. If the siblings show no
// layout, the layout is that of the blocks of this kind in other bodies of the file, or else in the
// module's other files.
func (f Styler) NestedStyle(body syntax.ItemID, kind string) *NestedStyle {
	key := bodyKind{body, kind}
	if s := f.nested[key]; s != nil && (s.After == syntax.NoItem || f.Draft.InFile(s.After)) {
		return s
	}
	var own votes
	siblings, last, mixed := f.voteIn(body, kind, &own, false)
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
	Note(&f.nested, key, s)
	return s
}

// votesElsewhere returns the votes for a kind in the module's other files, added up.
func (f Styler) votesElsewhere(kind string) (all votes) {
	for _, other := range f.Module.FilesIn(f.Folder) {
		f.Budget.Step(stepsPerFile)
		if other == f.File || !other.Searched() {
			continue
		}
		v := other.Styler().votesOf(kind)
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
func (f Styler) votesOf(kind string) *votes {
	if v := f.kinds[kind]; v != nil {
		return v
	}
	v := &votes{}
	d := f.Draft
	for id := d.FirstItem(syntax.Root); id != syntax.NoItem; id = d.NextItem(id) {
		f.Budget.Step(2)
		f.voteBelow(id, kind, v)
	}
	for _, id := range f.revoted { // they are counted when the entry ends
		f.Budget.Step(1)
		f.dropVote(id)
	}
	Note(&f.kinds, kind, v)
	return v
}

// voteBelow adds the votes of all blocks of a kind inside a block, at every depth. It skips
// unedited blocks whose text does not contain the kind.
func (f Styler) voteBelow(block syntax.ItemID, kind string, v *votes) {
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
	f.voteIn(block, kind, v, true)
	for id := d.FirstItem(block); id != syntax.NoItem; id = d.NextItem(id) {
		f.Budget.Step(1)
		f.voteBelow(id, kind, v)
	}
}

// voteIn adds the votes of the blocks of a kind in one body. If record is set, it records them for
// later changes. It returns the number of these blocks, the last of them, and whether some are
// dynamic.
func (f Styler) voteIn(body syntax.ItemID, kind string, v *votes, record bool) (n int, last syntax.ItemID, mixed bool) {
	d := f.Draft
	f.Expand(body)
	above, beside := syntax.NoItem, false
	for id := d.FirstItem(body); id != syntax.NoItem; above, id = id, d.NextItem(id) {
		f.Budget.Step(2)
		if d.Kind(id) != syntax.KindBlock || f.kindOf(id) != kind {
			beside = false
			continue
		}
		w := f.vote(id, above, beside, v)
		if w.add(1); record {
			f.recordVote(id, w)
		}
		n, beside, last = n+1, true, id
		mixed = mixed || string(d.Name(id)) == "dynamic"
	}
	return n, last, mixed
}

// vote returns the vote of a block. The item above the block is above, and beside is set if that is
// a block of the same kind.
func (f Styler) vote(id, above syntax.ItemID, beside bool, v *votes) vote {
	d := f.Draft
	w := vote{of: v, blank: d.Above(id) == syntax.NoItem, full: !d.IsEmpty(id)}
	switch {
	case beside:
		w.gap = &v.between
	case above != syntax.NoItem:
		w.gap = &v.first
	}
	w.isOneLine = w.full && d.OneLine(id)
	return w
}

// recordVote records the vote of a block, which is among the votes of its kind.
func (f *File) recordVote(id syntax.ItemID, w vote) {
	if _, known := f.votes[id]; !known {
		f.Budget.Hold(bytesPerVote)
	}
	Note(&f.votes, id, w)
}

// bytesPerVote is the approximate memory for a vote in a map.
const bytesPerVote = 64

// dropVote takes back the vote of a block, if it has one.
func (f *File) dropVote(id syntax.ItemID) {
	if w, voted := f.votes[id]; voted {
		w.add(-1)
		delete(f.votes, id)
	}
}

// GoesOnOneLine reports whether a new block with one argument goes on one line, because all other
// blocks of its kind are on one line.
func (f Styler) GoesOnOneLine(id syntax.ItemID) bool {
	body := f.Draft.Item(id).Parent
	if body != syntax.Root {
		s := f.nested[bodyKind{body, f.kindOf(id)}]
		return s != nil && s.OneLine
	}
	_, key := familyKeys(string(f.Draft.Name(id)), Block{f.File, id}.firstLabels())
	m := f.families().byKey[key]
	if m == nil || m.interrupted || m.count < 3 {
		return false
	}
	lines := tally{}
	for other, n := m.first, 0; other != syntax.NoItem && n < 2*mostExamples; other, n = f.Draft.NextItem(other), n+1 {
		f.Budget.Step(2)
		if other != id && !f.Draft.IsEmpty(other) {
			lines.add(f.Draft.OneLine(other), 1)
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
