package draft

import (
	"bytes"

	"iacedit/internal/engine/habits"
	"iacedit/syntax"
	"iacedit/value"
)

// A counter updates the style statistics of a file (see package habits) when the file is edited.
type counter struct{ *File }

// fileHabits are statistics of the style in which a file is written. They are computed on demand
// and then updated. An item stops counting as soon as an entry deletes it. A new item counts only
// from the next entry on, as if each entry were a separate request.
type fileHabits struct {
	table   *habits.Table // nil until the habits are computed
	made    habits.Table  // the contributions of the current entry
	making  bool          // the current entry has contributions
	usual   *value.Usual  // nil until it is computed
	version int           // the version of the module's habits when usual was computed
	total   *habits.Table // the habits of the folder; nil if they are not computed, or if the file is not searched
}

// A lateItem is an item that the current entry created, or gave a new value, before the habits of
// the file were computed.
type lateItem struct {
	Block
	part itemPart
}

// An itemPart is the portion of an item whose habits are counted.
type itemPart int

const (
	wholeItem itemPart = iota
	valueOnly          // only its value, not the comments above it
)

// moduleHabits are the habits of all files.
type moduleHabits struct {
	byFolder map[string]*habits.Table // of the files in a folder, computed on demand
	version  int                      // incremented whenever counts change
	revalued Block                    // the item whose new value is not counted yet
	making   []*File                  // the files to whose habits the current entry contributes
	customs  map[string]*customCounts // of the files in a folder, computed on demand
	changed  []*File                  // files in which the current entry changes customs
	memory   []byte                   // memory for the text of an item
	reader   habits.Reader
}

// countMade counts the habits of the items that the current entry has added.
func (m *Module) countMade() {
	m.settleHabits()
	for _, f := range m.habits.making {
		if f.habits.making && f.habits.table != nil {
			counter{f}.add(&f.habits.made, 1)
		}
		f.habits.made, f.habits.making = habits.Table{}, false
	}
	clear(m.late)
	m.habits.making, m.late = m.habits.making[:0], m.late[:0]
}

// forgetHabits drops the counts of all folders. If the new value of an item in file f has not been
// counted yet, forgetHabits also drops this item.
func (m *Module) forgetHabits(f *File) {
	m.habits.byFolder, m.habits.customs = nil, nil
	m.habits.version++
	if m.habits.revalued.File == f {
		m.habits.revalued = Block{}
	}
}

// stepsPerLate is the number of steps charged for recording a lateItem.
const stepsPerLate = 12

// count adds the habits of an item to the counts of the file or, if times is -1, subtracts them. If
// the habits of the file have not been computed yet, count only records the item.
func (f counter) count(id syntax.ItemID, of itemPart, times int) {
	if f.habits.table == nil {
		if times > 0 || of == valueOnly {
			f.Budget.Step(stepsPerLate)
			late := &f.Module.late
			*late = append(*late, lateItem{Block{f.File, id}, of})
		}
		return
	}
	f.Module.settleHabits()
	if t := f.read(id, of); t != nil {
		f.note(t, times)
	}
}

// read returns the habits that an item shows, or nil if it shows no habit. The next call of read
// overwrites the result.
func (f counter) read(id syntax.ItemID, of itemPart) *habits.Table {
	d := f.Draft
	it := d.Item(id)
	if it.Kind < syntax.KindAttribute {
		return nil
	}
	text := append(f.Module.habits.memory[:0], '{', '\n')
	head := it.Head
	if of == valueOnly && it.Name.Len() > 0 {
		head.From = it.Name.From
	} else if of == valueOnly {
		head.From = head.To
	}
	text = append(text, d.At(head)...)
	text = append(d.AppendValue(text, id), d.At(it.Tail)...)
	f.Module.habits.memory = text
	if it.Kind != syntax.KindPair {
		text = text[len("{\n"):]
		if bytes.IndexByte(text, '\n') == len(text)-1 && bytes.IndexByte(text, '#') < 0 && bytes.IndexByte(text, '/') < 0 {
			return nil
		}
	}
	f.Budget.Step(stepsPerCount + len(text)/8)
	return f.Module.habits.reader.Read(text)
}

// settleLate is called when the habits have just been read from the file. It subtracts the counts
// of the items that the current entry has added, because these items count only from the next entry
// on.
func (f counter) settleLate() {
	late := f.Module.late
	f.Budget.Step(len(late))
	made := map[syntax.ItemID]itemPart{}
	for _, item := range late {
		if was, ok := made[item.ID]; item.File == f.File && f.Draft.InFile(item.ID) && !(ok && was == wholeItem) {
			made[item.ID] = item.part
		}
	}
	for id, of := range made {
		if f.isInside(id, made) {
			continue
		}
		if t := f.read(id, of); t != nil {
			f.add(t, -1)
			f.note(t, 1)
		}
	}
}

// isInside reports whether an item is inside one of the other items.
func (f counter) isInside(id syntax.ItemID, others map[syntax.ItemID]itemPart) bool {
	for id != syntax.Root {
		f.Budget.Step(1)
		id = f.Draft.Item(id).Parent
		if _, ok := others[id]; ok {
			return true
		}
	}
	return false
}

// stepsPerCount is the number of steps charged for counting the styles of a text, in addition to
// reading it.
const stepsPerCount = 8

// note updates the habits of the file. The habits of a deleted item are subtracted at once; those
// of a new item are kept apart, and count only from the next entry on.
func (f counter) note(t *habits.Table, times int) {
	if times < 0 {
		f.add(t, times)
		return
	}
	if !f.habits.making {
		f.habits.making = true
		f.Module.habits.making = append(f.Module.habits.making, f.File)
	}
	f.habits.made.Add(t, times)
}

// add adds the counts in t to the counts of the file and of its folder or, if times is -1,
// subtracts them.
func (f counter) add(t *habits.Table, times int) {
	f.habits.table.Add(t, times)
	f.Module.habits.version++
	if f.habits.total != nil {
		f.habits.total.Add(t, times)
	}
}

// recount is called before an item receives another value. It subtracts the habits that the old
// value shows; settleHabits later adds those of the new value.
func (f counter) recount(id syntax.ItemID) {
	f.count(id, valueOnly, -1)
	if f.habits.table != nil {
		f.Module.habits.revalued = Block{f.File, id}
	}
}

// settleHabits adds the habits of an item's new value, after recount has subtracted the habits of
// the old value.
func (m *Module) settleHabits() {
	b := m.habits.revalued
	if b.File == nil {
		return
	}
	m.habits.revalued = Block{}
	if b.Draft.InFile(b.ID) {
		counter{b.File}.count(b.ID, valueOnly, 1)
	}
}

// countComment adds the habits that the lead comment of an item shows or, if times is -1, subtracts
// them.
func (f counter) countComment(id syntax.ItemID, times int) {
	if f.habits.table == nil {
		return
	}
	f.Module.settleHabits()
	text := append(append(f.Module.habits.memory[:0], f.Draft.At(f.Draft.Comments(id))...), "x {}\n"...)
	f.Module.habits.memory = text
	f.Budget.Step(stepsPerCount + len(text)/2)
	f.note(f.Module.habits.reader.Read(text), times)
}
