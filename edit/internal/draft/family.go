package draft

import (
	"slices"

	"iacedit/internal/engine/render"
	"iacedit/internal/languages/terraform"
	"iacedit/syntax"
	"iacedit/value"
)

// layoutFacts caches facts about the layout of a file, derived from its code. Each part is computed
// on demand.
type layoutFacts struct {
	knownFamilies  *families                 // the families of top-level blocks
	newBlock       *NewBlock                 // the next top-level block to be created, or nil
	movedIn        map[syntax.ItemID]bool    // the top-level blocks that the request moved into the file
	custom         *fileCustoms              // the customs of blocks with meta-arguments
	nested         map[bodyKind]*NestedStyle // the layout of new nested blocks in a body
	kinds          map[string]*votes         // the votes of each kind of nested block
	votes          map[syntax.ItemID]vote    // the votes of the blocks of these kinds
	revoted        []syntax.ItemID           // nested blocks whose votes the current entry changes
	named          map[namedValues]*value.Examples
	entry          int   // the number of the last entry that created an item
	entryStart     int32 // the offset of that entry's first item in the text
	stale          staleStyles
	derivedChanged bool // the current entry has made derived data outdated
	habits         fileHabits
	licenceDone    bool  // the licence was added, or is not needed
	model          *File // the model of this new file (Module.BeginLike), or nil
}

// families are the top-level blocks of a file by type, and by type and first label. They decide
// where a new block goes beside other blocks of its kind (docs/layout.md, "Beside its kind"). They
// are computed once, and updated when blocks are added.
type families struct {
	file     *File
	byKey    map[string]*family
	about    map[string]syntax.ItemID // by the address in "to": the block below which a new "moved" or "import" block goes
	notBelow map[string]bool          // for "moved" and "import": at least one block of this type is not below the block that it is about
	exists   map[string]bool          // for "moved" and "import": the file has at least one block of this type
	banner   *syntax.ItemID           // the first item below a banner, or NoItem; nil if not known
}

// A family is the blocks of one type, or of one type and first label.
type family struct {
	file        *File
	first, last syntax.ItemID
	count       int
	settled     int             // the number of blocks that the request did not move into the file
	interrupted bool            // blocks of other families are between the blocks of this family
	order       []syntax.ItemID // the blocks in code order, computed on demand
	names       []string
	required    []bool // for each name, whether the variable has no default; nil unless the order is byRequired
	sorted      int    // the order of names: byBytes, byFold or byRequired; -1 for none
}

// A new block or attribute follows the order of its siblings if there are at least LeastSiblings of
// them. A new key follows the order of the other keys if there are at least LeastKeys of them.
const (
	LeastSiblings = 3
	LeastKeys     = 4
)

// familyKeys returns the keys of the two families of a block: the blocks of its type, and the
// blocks that also have its first label. With fewer than two labels, both keys are the type.
func familyKeys(typ string, labels []string) (ofType, siblings string) {
	if len(labels) > 1 {
		return typ, typ + "\x00" + labels[0]
	}
	return typ, typ
}

// families returns the families of the file.
func (f *File) families() *families {
	if f.knownFamilies != nil {
		return f.knownFamilies
	}
	k := &families{file: f, byKey: map[string]*family{}}
	f.knownFamilies = k
	before := [2]string{}
	d := f.Draft
	for id := d.FirstItem(syntax.Root); id != syntax.NoItem; id = d.NextItem(id) {
		f.Budget.Step(stepsPerName)
		if d.Kind(id) != syntax.KindBlock {
			before = [2]string{}
			continue
		}
		ofType, siblings := familyKeys(string(d.Name(id)), Block{f, id}.firstLabels())
		for i, key := range [...]string{ofType, siblings} {
			if i == 1 && siblings == ofType {
				break
			}
			m := k.byKey[key]
			if m == nil {
				m = &family{file: f, first: id}
				k.byKey[key] = m
			} else if before[i] != key {
				m.interrupted = true
			}
			m.last = id
			m.count++
			if !f.movedIn[id] {
				m.settled++
			}
		}
		before = [2]string{ofType, siblings}
	}
	return k
}

// noteFamily updates the families for a new top-level block.
func (f *File) noteFamily(id syntax.ItemID) {
	k, n := f.knownFamilies, f.newBlock
	settled := 1
	if n != nil && n.Moved {
		if settled = 0; f.movedIn == nil {
			f.movedIn = map[syntax.ItemID]bool{}
		}
		f.movedIn[id] = true
	}
	if f.newBlock = nil; k == nil {
		f.Module.siblingsFiles = nil
		return
	}
	d := f.Draft
	b := Block{f, id}
	if k.about != nil {
		k.noteAbout(b, n)
	}
	ofType, siblings := familyKeys(string(d.Name(id)), b.firstLabels())
	prev, next := d.PrevItem(id), d.NextItem(id)
	in := func(other syntax.ItemID) (keys [2]string) {
		if other != syntax.NoItem && d.Kind(other) == syntax.KindBlock {
			keys[0], keys[1] = familyKeys(string(d.Name(other)), Block{f, other}.firstLabels())
		}
		return keys
	}
	above, below := in(prev), in(next)
	for i, own := range [...]string{ofType, siblings} {
		f.Budget.Step(stepsPerName)
		if above[i] != "" && above[i] == below[i] && above[i] != own {
			k.byKey[above[i]].interrupted = true // the new block separates them
		}
		if i == 1 && siblings == ofType {
			break
		}
		m := k.byKey[own]
		switch {
		case m == nil:
			k.byKey[own] = &family{file: f, first: id, last: id, count: 1, settled: settled}
			if f.Module.siblingsFiles != nil {
				f.noteSiblingsFile(own, 1)
			}
			continue
		case above[i] != own && below[i] != own:
			m.interrupted = true
		}
		m.count++
		m.settled += settled
		if f.Module.siblingsFiles != nil {
			f.noteSiblingsFile(own, m.count)
		}
		if above[i] == own && prev == m.last {
			m.last = id
		}
		if below[i] == own && next == m.first {
			m.first = id
		}
		m.noteOrder(id, prev, n)
	}
}

// A NewBlock describes a top-level block that is to be created.
type NewBlock struct {
	Type     string // the type as spelled in code
	Labels   []string
	Required bool   // a variable without a default
	Moved    bool   // the block comes from another file
	About    string // the address in "to" of a "moved" or "import" block, "" for none
}

// PlaceBeside returns the place of a new top-level block beside blocks of its kind. The zero Place
// is the end of the file. The caller must create this block before it creates any other top-level
// block.
func (f *File) PlaceBeside(n *NewBlock) (place render.Place) {
	f.newBlock = n
	isTerraform := !f.Module.Language.Dialect.AnyBlock()
	if isTerraform && n.Type == f.Module.Language.Spelling(terraform.Settings) {
		place.Before = f.Draft.FirstItem(syntax.Root)
		return place
	}
	k := f.families()
	if isTerraform && n.About != "" {
		if below := f.belowAbout(n); below != syntax.NoItem {
			return f.after(below)
		}
	}
	ofType, siblings := familyKeys(n.Type, n.Labels)
	m := k.byKey[siblings]
	if isTerraform && m != nil && !m.interrupted && m.settled >= LeastSiblings && slices.Contains(terraform.InOrder, n.Type) {
		m.readOrder(n.Type)
		if m.sorted >= 0 {
			if at := m.place(n.Labels[len(n.Labels)-1], n.Required); at < len(m.order) {
				place.Before = m.order[at]
				return place
			}
		}
	}
	if m == nil || m.interrupted {
		m = k.byKey[ofType]
	}
	if isTerraform && m == nil && n.About == "" {
		return k.aboveBanners()
	}
	if m == nil || m.interrupted {
		return place
	}
	return f.after(m.last)
}

// aboveBanners returns the place of a block of a new type: above the first banner of the file,
// because the sections below the banners are about something else. If the file has no banner, or no
// items above it, the place is the end of the file.
func (k *families) aboveBanners() (place render.Place) {
	d := k.file.Draft
	if k.banner == nil {
		first := d.FirstItem(syntax.Root)
		for first != syntax.NoItem && !d.IsBelowBanner(first) {
			k.file.Budget.Step(1)
			first = d.NextItem(first)
		}
		k.banner = &first
	}
	if *k.banner != syntax.NoItem {
		place.After = d.PrevItem(*k.banner)
	}
	return place
}

// after returns the place below a block. For the last block of the file it is the zero Place, which
// is the end of the file.
func (f *File) after(id syntax.ItemID) (place render.Place) {
	if f.Draft.EndsFile(id) {
		return place
	}
	place.After = id
	return place
}

// A siblingsFile is the file in which a family has more blocks than in any other file of a folder.
type siblingsFile struct {
	file  *File
	count int
}

type familyIn struct{ folder, family string }

// mostSiblings returns the name, without the folder, of the file in a folder that has the most
// siblings of a new block. If several files share the greatest number, it returns the last of them;
// if there are no siblings, it returns "".
func (m *Module) mostSiblings(folder, typ string, labels []string) (name string) {
	if m.siblingsFiles == nil {
		m.siblingsFiles = map[familyIn]siblingsFile{}
		for _, f := range m.order {
			m.Budget.Step(stepsPerFile)
			if !f.Searched() || f.JSON != nil {
				continue
			}
			for key, family := range f.families().byKey {
				m.Budget.Step(2)
				f.noteSiblingsFile(key, family.count)
			}
		}
	}
	_, key := familyKeys(typ, labels)
	if home := m.siblingsFiles[familyIn{folder, key}]; home.file != nil {
		name = home.file.base
	}
	return name
}

// noteSiblingsFile records how many blocks of a family the file has, unless another file of the
// folder has more.
func (f *File) noteSiblingsFile(key string, count int) {
	in := familyIn{f.Folder, key}
	if home := f.Module.siblingsFiles[in]; home.file == nil || count > home.count || count == home.count && inOrder(f, home.file) > 0 {
		f.Module.siblingsFiles[in] = siblingsFile{f, count}
	}
}

// belowAbout returns the block below which a new "moved" or "import" block goes: the block that it
// is about, or the last "moved" or "import" block below that block. It returns NoItem if the file
// has no blocks of the new block's type, or if one of them is not below the block that it is about.
func (f *File) belowAbout(n *NewBlock) syntax.ItemID {
	k := f.families()
	if k.about == nil {
		k.readAbout()
	}
	if !k.exists[n.Type] || k.notBelow[n.Type] {
		return syntax.NoItem
	}
	return k.about[n.About]
}

// GoesBelowAbout reports whether a new "moved" or "import" block goes below the block that it is
// about, in this file.
func (f *File) GoesBelowAbout(n *NewBlock) bool {
	return !f.Module.Language.Dialect.AnyBlock() && f.belowAbout(n) != syntax.NoItem
}
