package draft

import (
	"bytes"

	"iacedit/internal/habits"
	"iacedit/syntax"
	"iacedit/value"
)

// fileHabits are what the text of a file shows of how its authors write. They are read when
// somebody asks for the first time, and kept true from then on: what an entry takes away does
// not count any more, and what it makes counts for the next, as if that were another request.
type fileHabits struct {
	table   *habits.Table // nil until somebody asks
	made    *habits.Table // what the entry at hand makes; nil for nothing
	usual   *value.Usual  // nil until somebody asks
	version int           // of the module's habits, when somebody asked for usual
	memory  []byte
}

// moduleHabits are those of all files.
type moduleHabits struct {
	in       map[string]*habits.Table // of the files in a folder, once somebody asks
	version  int                      // how often something was counted
	revalued Block                    // the item whose new value is not counted yet
	making   []*File                  // in which the entry at hand makes something
}

// EndEntry lets what an entry has made in one block count for the next.
func (m *Module) EndEntry() {
	m.settleHabits()
	for _, f := range m.habits.making {
		made := f.habits.made
		if f.habits.made = nil; made != nil && f.habits.table != nil {
			f.addHabits(made, 1)
		}
	}
	m.habits.making = m.habits.making[:0]
}

// forgetHabits forgets what was counted in a file, and in folders.
func (m *Module) forgetHabits(f *File) {
	m.habits.in = nil
	m.habits.version++
	if m.habits.revalued.File == f {
		m.habits.revalued = Block{}
	}
}

// Habits returns what the text of the file shows of how its authors write.
func (f Looks) Habits() *habits.Table {
	if f.habits.table == nil {
		text := f.Tree.Text()
		if f.Draft.Changed() {
			text = f.Draft.Append(nil)
			f.Budget.Grow(len(text))
		}
		f.Budget.Step(len(text) / 2)
		f.habits.table = habits.Read(text)
		f.Module.habits.version++
	}
	return f.habits.table
}

// habitsElsewhere returns what the texts of the module's other files show.
func (f Looks) habitsElsewhere() *habits.Table {
	total := f.Module.habitsIn(f.Folder)
	if !f.Searched() {
		return total
	}
	f.Budget.Step(stepsPerFile)
	others := &habits.Table{}
	others.Add(total, 1)
	others.Add(f.Habits(), -1)
	return others
}

// habitsIn returns what the files of a folder show, those that addresses find blocks in.
func (m *Module) habitsIn(folder string) *habits.Table {
	if total := m.habits.in[folder]; total != nil {
		return total
	}
	total := &habits.Table{}
	for _, f := range m.FilesIn(folder) {
		m.Budget.Step(stepsPerFile)
		if f.Searched() {
			total.Add(f.Looks().Habits(), 1)
		}
	}
	if m.habits.in == nil {
		m.habits.in = map[string]*habits.Table{}
	}
	m.habits.in[folder] = total
	return total
}

// countHabits adds what an item shows, or takes it away, once somebody has asked.
func (f *File) countHabits(id syntax.ItemID, times int) {
	if f.habits.table == nil {
		return
	}
	f.Module.settleHabits()
	d := f.Draft
	it := d.Item(id)
	if it.Kind < syntax.KindAttribute {
		return
	}
	text := append(f.habits.memory[:0], '{', '\n')
	text = append(text, d.At(it.Head)...)
	text = append(d.AppendValue(text, id), d.At(it.Tail)...)
	f.habits.memory = text
	if it.Kind != syntax.KindPair {
		text = text[len("{\n"):]
		if bytes.IndexByte(text, '\n') == len(text)-1 && bytes.IndexByte(text, '#') < 0 && bytes.IndexByte(text, '/') < 0 {
			return
		}
	}
	f.Budget.Step(1 + len(text)/2)
	f.noteHabits(habits.Read(text), times)
}

// noteHabits notes what an entry makes or takes away.
func (f *File) noteHabits(t *habits.Table, times int) {
	if times < 0 {
		f.addHabits(t, times)
		return
	}
	if f.habits.made == nil {
		f.habits.made = &habits.Table{}
		f.Module.habits.making = append(f.Module.habits.making, f)
	}
	f.habits.made.Add(t, times)
}

// addHabits adds counts to those of the file and of its folder.
func (f *File) addHabits(t *habits.Table, times int) {
	f.habits.table.Add(t, times)
	f.Module.habits.version++
	if total := f.Module.habits.in[f.Folder]; total != nil && f.Searched() {
		total.Add(t, times)
	}
}

// recountHabits takes away what an item shows that is about to have another value, which is
// counted later.
func (f *File) recountHabits(id syntax.ItemID) {
	f.countHabits(id, -1)
	if f.habits.table != nil {
		f.Module.habits.revalued = Block{f, id}
	}
}

// settleHabits counts the value that an item has been given.
func (m *Module) settleHabits() {
	b := m.habits.revalued
	if b.File == nil {
		return
	}
	m.habits.revalued = Block{}
	if b.Draft.InFile(b.ID) {
		b.countHabits(b.ID, 1)
	}
}

// countComment adds what the lead comment of an item shows, or takes it away.
func (f *File) countComment(id syntax.ItemID, times int) {
	if f.habits.table == nil {
		return
	}
	f.Module.settleHabits()
	text := append(append(f.habits.memory[:0], f.Draft.At(f.Draft.Comments(id))...), "x {}\n"...)
	f.habits.memory = text
	f.noteHabits(habits.Read(text), times)
}

// SetComment gives an item a lead comment, with the sign that is usual in the file.
func (f *File) SetComment(id syntax.ItemID, text string) error {
	slashes := f.Looks().slashes
	f.countComment(id, -1)
	err := f.Draft.SetCommentWith(id, text, slashes)
	f.countComment(id, 1)
	return err
}

// RemoveComment takes the lead comment of an item away.
func (f *File) RemoveComment(id syntax.ItemID) error {
	f.countComment(id, -1)
	err := f.Draft.RemoveComment(id)
	f.countComment(id, 1)
	return err
}

// Usual returns how the file is written, and where it does not tell how the module's other
// files are.
func (f Looks) Usual() *value.Usual {
	own := f.Habits()
	if f.habits.usual != nil && f.habits.version == f.Module.habits.version {
		return f.habits.usual
	}
	var others *habits.Table
	pick := func(tells func(*habits.Table) bool) *habits.Table {
		if tells(own) {
			return own
		}
		if others == nil {
			others = f.habitsElsewhere()
		}
		return others
	}
	u := &value.Usual{}
	lists := pick(func(t *habits.Table) bool { return t.Lists > 0 })
	u.Bare = lists.Lists > 0 && lists.Bare == lists.Lists
	u.Opening = pick(func(t *habits.Table) bool { return len(t.Heredocs) > 0 }).Heredoc()
	p := pick(func(t *habits.Table) bool { return t.Pairs.All > 0 }).Pairs
	u.Pairs.Colon = p.All > 0 && p.Colons == p.All
	u.Pairs.Quoted = u.Pairs.Colon && p.Names > 0 && p.Quoted == p.Names
	u.Pairs.Comma = p.Commas > 0 && p.Breaks == 0
	f.habits.usual, f.habits.version = u, f.Module.habits.version
	return u
}

// slashes reports whether new comments begin with "//": as all lead comments of the file, or,
// where it has none, of the module's other files.
func (f Looks) slashes() bool {
	t := f.Habits()
	if t.Hashes+t.Slashes == 0 {
		t = f.habitsElsewhere()
	}
	return t.Slashes > 0 && t.Hashes == 0
}
