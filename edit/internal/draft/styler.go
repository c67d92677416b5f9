package draft

import (
	"iacedit/internal/engine/habits"
	"iacedit/internal/engine/oldcode"
	"iacedit/internal/engine/render"
	"iacedit/syntax"
	"iacedit/value"
)

// A Styler finds the style for new code in a file. New code follows the style of the code beside
// it.
type Styler struct{ *File }

// Styler returns the Styler of the file.
func (f *File) Styler() Styler { return Styler{f} }

// IsNew reports whether the current entry created the given block. Such a block has no older items
// whose style its new items could follow.
func (f Styler) IsNew(block syntax.ItemID) bool {
	return block != syntax.Root && f.entry == f.Module.ended+1 && f.Draft.Item(block).Name.From >= f.entryStart
}

// Habits returns counts that show the layout habits of the file.
func (f Styler) Habits() *habits.Table {
	if f.habits.table == nil {
		text := f.Tree.Text()
		if f.Draft.Changed() {
			text = f.Draft.Append(nil)
			f.Budget.Grow(len(text))
		}
		f.Budget.Step(len(text) / 2)
		f.habits.table = habits.Read(text)
		f.Module.habits.version++
		counter(f).settleLate()
	}
	return f.habits.table
}

// habitsElsewhere returns the habits in the module's other files. It does not count their heredocs.
func (f Styler) habitsElsewhere() *habits.Counts {
	total := &f.Module.habitsIn(f.Folder).Counts
	if !f.Searched() {
		return total
	}
	others := *total
	others.Add(&f.Habits().Counts, -1)
	return &others
}

// habitsIn returns the habits in the searched files of a folder (File.Searched).
func (m *Module) habitsIn(folder string) *habits.Table {
	if total := m.habits.byFolder[folder]; total != nil {
		return total
	}
	total := &habits.Table{}
	for _, f := range m.FilesIn(folder) {
		m.Budget.Step(stepsPerFile)
		if f.Searched() {
			own := f.Styler().Habits()
			m.Budget.Step(own.Heredocs.Len())
			total.Add(own, 1)
			f.habits.total = total
		}
	}
	Note(&m.habits.byFolder, folder, total)
	return total
}

// Usual returns the style of the file. If the file does not show its style, Usual returns the style
// of the module's other files.
func (f Styler) Usual() *value.Usual {
	own := f.Habits()
	if f.habits.usual != nil && f.habits.version == f.Module.habits.version {
		return f.habits.usual
	}
	var others *habits.Counts
	pick := func(tells func(*habits.Counts) bool) *habits.Counts {
		if tells(&own.Counts) {
			return &own.Counts
		}
		if others == nil {
			others = f.habitsElsewhere()
		}
		return others
	}
	u := &value.Usual{}
	lists := pick(func(t *habits.Counts) bool { return t.Lists > 0 })
	u.Bare = lists.Lists > 0 && lists.Bare == lists.Lists
	heredocs := &own.Heredocs
	if !heredocs.Any() { // then those of the folder are those of the other files
		heredocs = &f.Module.habitsIn(f.Folder).Heredocs
	}
	u.Opening = heredocs.Sole()
	p := pick(func(t *habits.Counts) bool { return t.Pairs.All > 0 }).Pairs
	u.Pairs.Colon = p.All > 0 && p.Colons == p.All
	u.Pairs.Quoted = u.Pairs.Colon && p.Names > 0 && p.Quoted == p.Names
	u.Pairs.Comma = p.Commas > 0 && p.Breaks == 0
	f.habits.usual, f.habits.version = u, f.Module.habits.version
	return u
}

// slashes reports whether new comments begin with "//", because all lead comments of the file do.
// If the file has no lead comments, the module's other files decide.
func (f Styler) slashes() bool {
	t := &f.Habits().Counts
	if t.Hashes+t.Slashes == 0 {
		t = f.habitsElsewhere()
	}
	return t.Slashes > 0 && t.Hashes == 0
}

// SetComment sets the lead comment of an item in the style of the file, which begins comments with
// "#" or "//". If a list becomes multi-line because of the comment, the style of the file also
// decides whether a comma follows the last element.
func (f Styler) SetComment(id syntax.ItemID, text string) error {
	var style render.CommentStyle
	if f.Draft.Comments(id).Len() == 0 {
		style.Slashes = f.slashes()
	}
	spread := f.itemToSpread(id)
	if spread == syntax.NoItem {
		counter(f).countComment(id, -1)
		defer counter(f).countComment(id, 1)
	} else {
		style.Bare = f.Usual().Bare
		counter(f).recount(spread)
	}
	return f.Draft.SetCommentIn(id, text, style)
}

// CommentOut makes comments of an item, in the style of the file (see render.Draft.CommentOut).
func (f Styler) CommentOut(id syntax.ItemID) error {
	sign := "#"
	if f.slashes() {
		sign = "//"
	}
	err := f.Draft.CommentOut(id, sign)
	if err == nil {
		counter(f).count(id, wholeItem, -1)
	}
	return err
}

// Uncomment makes code of comments (see render.Draft.Uncomment).
func (f Styler) Uncomment(c *oldcode.Code) (gap syntax.ItemID, err error) {
	id, gap, err := f.Draft.Uncomment(c)
	if err == nil {
		counter(f).count(id, wholeItem, 1)
	}
	return gap, err
}

// SetLineComment sets the comment behind an item, in the style of the file.
func (f Styler) SetLineComment(id syntax.ItemID, text string) error {
	style := render.CommentStyle{Slashes: f.slashes()}
	if spread := f.itemToSpread(id); spread != syntax.NoItem {
		style.Bare = f.Usual().Bare
		counter(f).recount(spread)
	}
	return f.Draft.SetLineComment(id, text, style)
}

// itemToSpread returns the item whose value must be put on several lines before an item inside that
// value can have a comment above it. It returns NoItem if nothing must be changed.
func (f Styler) itemToSpread(id syntax.ItemID) syntax.ItemID {
	d := f.Draft
	if d.Kind(id) <= syntax.KindBlock || d.StartsLine(id) {
		return syntax.NoItem
	}
	for id = d.Item(id).Parent; d.Kind(id) > syntax.KindBlock && !d.StartsLine(id); id = d.Item(id).Parent {
		f.Budget.Step(1)
	}
	return id
}

func (f Styler) RemoveComment(id syntax.ItemID) error {
	counter(f).countComment(id, -1)
	err := f.Draft.RemoveComment(id)
	counter(f).countComment(id, 1)
	return err
}

// Note sets the value of a key in a map. It creates the map if m points to a nil map.
func Note[K comparable, V any](m *map[K]V, key K, value V) {
	if *m == nil {
		*m = map[K]V{}
	}
	(*m)[key] = value
}
