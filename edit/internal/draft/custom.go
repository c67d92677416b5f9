package draft

import (
	"slices"

	"iacedit/internal/languages/language"
	"iacedit/internal/languages/terraform"
	"iacedit/syntax"
)

// A Custom is a layout convention that the blocks of a module may follow.
type Custom uint8

// The customs.
const (
	BlankBelowRepeat      Custom = iota // a blank line below "count" or "for_each"
	BlankBelowProvider                  // a blank line below "provider" or "providers"
	RepeatAfterSource                   // "count" and "for_each" are below "source"
	DependsAmongArguments               // "depends_on" is above the nested blocks
	BlankBelowSource                    // a blank line between "source" or "version" and other arguments below
	BlankAboveRepeat                    // a blank line between "source" or "version" and "count" or "for_each" below
	BlankAboveProvider                  // a blank line between "source" or "version" and "provider" or "providers" below
	BlankAboveDepends                   // a blank line above a "depends_on" that ends the arguments and the block
	customs
)

// customCounts counts, for each custom, the blocks that follow it (yes) and all blocks that could.
type customCounts [customs]struct{ yes, all int }

// add adds the counts in other to n if times is 1, or subtracts them if times is -1.
func (n *customCounts) add(other *customCounts, times int) {
	for c := range n {
		n[c].yes += times * other[c].yes
		n[c].all += times * other[c].all
	}
}

// fileCustoms counts the customs in a file: for each family of blocks, for each block, and in
// total. The changes of an entry are counted only after the whole entry has been applied.
type fileCustoms struct {
	siblings map[string]*customCounts
	all      customCounts
	byBlock  map[syntax.ItemID]blockCustoms // the counts of each block
	folder   *customCounts                  // the counts of all files in the folder; nil until they are computed
	changed  []syntax.ItemID                // blocks that the current entry changes
}

// blockCustoms has the counts of one block. They are included in the counts of the block's family.
type blockCustoms struct {
	key    string
	counts customCounts
}

// FollowsCustom reports whether a top-level block should follow a custom. It should if most of its
// siblings follow the custom, and should not if most do not. If there is no majority among the
// siblings, the blocks of the file decide, and then the blocks of the module's other files. If
// these have no majority either, the result is the argument usual. Module.Spaced changes the result
// for some customs.
func (b Block) FollowsCustom(c Custom, usual bool) bool {
	_, siblings := familyKeys(string(b.Draft.Name(b.ID)), b.firstLabels())
	own := b.customs()
	if counts := own.siblings[siblings]; counts != nil {
		if is, ok := counts.majority(c); ok {
			return is
		}
	}
	if b.Module.Spaced && c == BlankBelowProvider {
		return true // do not follow other blocks, which have the one-line "provider" instead of "providers"
	}
	if is, ok := own.all.majority(c); ok {
		return is
	}
	rest := *b.Module.customsIn(b.Folder)
	if b.Searched() {
		rest.add(&own.all, -1)
	}
	if is, ok := rest.majority(c); ok {
		return is
	}
	return usual || b.Module.Spaced && slices.Contains(spaced, c)
}

// spaced are the customs that are usual if Module.Spaced is set.
var spaced = []Custom{BlankBelowSource, BlankAboveDepends}

// customsIn returns the counts of the searched files of a folder (File.Searched).
func (m *Module) customsIn(folder string) *customCounts {
	if total := m.habits.customs[folder]; total != nil {
		return total
	}
	total := &customCounts{}
	for _, f := range m.FilesIn(folder) {
		m.Budget.Step(stepsPerFile)
		if f.Searched() {
			total.add(&f.customs().all, 1)
			f.custom.folder = total
		}
	}
	Note(&m.habits.customs, folder, total)
	return total
}

// majority reports whether more than half of the blocks that could follow a custom do follow it.
// The result ok is false if exactly half of these blocks follow it.
func (n *customCounts) majority(c Custom) (is, ok bool) {
	return 2*n[c].yes > n[c].all, 2*n[c].yes != n[c].all
}

// customs returns the counts of the file's customs. It reads the file only in the first call.
func (f *File) customs() *fileCustoms {
	if f.custom != nil {
		return f.custom
	}
	f.custom = &fileCustoms{siblings: map[string]*customCounts{}, byBlock: map[syntax.ItemID]blockCustoms{}}
	d := f.Draft
	for id := d.FirstItem(syntax.Root); id != syntax.NoItem; id = d.NextItem(id) {
		f.Budget.Step(stepsPerName)
		f.countCustoms(id)
	}
	return f.custom
}

// countCustoms counts the customs of a block.
func (f *File) countCustoms(block syntax.ItemID) {
	if f.Draft.Kind(block) != syntax.KindBlock {
		return
	}
	typ := string(f.Draft.Name(block))
	special := language.Body(f.Module.Language, typ)
	if special == nil || len(special.First)+len(special.Last) == 0 {
		return
	}
	f.Expand(block)
	_, key := familyKeys(typ, Block{f, block}.firstLabels())
	of := blockCustoms{key, f.count(block, special)}
	if of.counts == (customCounts{}) {
		return
	}
	f.custom.byBlock[block] = of
	f.custom.add(&of, 1)
}

// add adds the counts of one block to the counts of its family, the file and the folder. If
// times is -1, it subtracts them.
func (c *fileCustoms) add(of *blockCustoms, times int) {
	counts := c.siblings[of.key]
	if counts == nil {
		counts = &customCounts{}
		c.siblings[of.key] = counts
	}
	for _, n := range [...]*customCounts{counts, &c.all, c.folder} {
		if n != nil {
			n.add(&of.counts, times)
		}
	}
}

// blankBelowFirst returns the custom that decides whether a blank line goes between "source" or
// "version" and the argument below. If that argument is "count", for example, the custom is
// BlankAboveRepeat. If "version" comes directly below "source", no custom applies, and the result
// ok is false.
func blankBelowFirst(special *terraform.Body, below string) (c Custom, ok bool) {
	switch {
	case special.Repeats(below):
		return BlankAboveRepeat, true
	case special.IsEarly(below):
		return BlankAboveProvider, true
	}
	return BlankBelowSource, !slices.Contains(special.First, below)
}

// NeedsBlankBelowSource reports whether a blank line should be between "source" or "version" and
// the next argument, because most other blocks have a blank line there.
func (b Block) NeedsBlankBelowSource(special *terraform.Body, below string) bool {
	c, ok := blankBelowFirst(special, below)
	usual := ok && c == BlankAboveProvider && b.FollowsCustom(BlankBelowSource, false)
	return ok && b.FollowsCustom(c, usual)
}

// count returns the counts of one block: for each custom, whether the block could follow the
// custom, and whether it does.
func (f *File) count(block syntax.ItemID, special *terraform.Body) (counts customCounts) {
	note := func(c Custom, is bool) {
		counts[c].all++
		if is {
			counts[c].yes++
		}
	}
	d := f.Draft
	repeat, source, depends, nested := -1, -1, -1, -1
	n := 0
	for id := d.FirstItem(block); id != syntax.NoItem; id = d.NextItem(id) {
		f.Budget.Step(2)
		n++
		if d.Kind(id) == syntax.KindBlock {
			if nested < 0 {
				nested = n
			}
			continue
		}
		name := string(d.Name(id))
		next := d.NextItem(id)
		above := f.IsAttribute(next)
		switch {
		case special.Repeats(name):
			repeat = n
			if above && !special.Repeats(string(d.Name(next))) {
				note(BlankBelowRepeat, d.Below(id) == syntax.NoItem)
			}
		case special.IsEarly(name):
			if above {
				note(BlankBelowProvider, d.Below(id) == syntax.NoItem)
			}
		case name == "depends_on":
			depends = n
			if prev := d.PrevItem(id); next == syntax.NoItem && f.IsAttribute(prev) {
				note(BlankAboveDepends, d.Above(id) == syntax.NoItem)
			}
		case slices.Contains(special.First, name):
			if name == "source" {
				source = n
			}
			if above {
				if c, ok := blankBelowFirst(special, string(d.Name(next))); ok {
					note(c, d.Below(id) == syntax.NoItem)
				}
			}
		}
	}
	if repeat > 0 && source > 0 && len(special.First) > 2 {
		note(RepeatAfterSource, repeat > source)
	}
	if depends > 0 && nested > 0 && len(special.Last) > 0 {
		note(DependsAmongArguments, depends < nested)
	}
	return counts
}
