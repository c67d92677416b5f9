package upgrades

import (
	"errors"
	"fmt"
	"slices"

	"iacedit/edit"
	"iacedit/internal/requests/batch"
)

// mostAttempts is how many requests may be refused before what remains is left unchanged. Each
// attempt takes time in proportion to the code.
const mostAttempts = 100

// all applies units. If one of them is refused, the others are applied nevertheless: the units are
// halved, then the facts of a unit, then its blocks. A block that is refused even alone gets a note.
func (u *upgrade) all(units []*unit) error {
	var requests [][]byte
	for _, one := range units {
		if text := one.request(); text != nil {
			requests = append(requests, text)
		}
	}
	if len(requests) == 0 {
		return nil
	}
	text, err := batch.Merged(requests)
	if err == nil {
		err = u.edit(text)
	}
	if err == nil {
		return nil
	}
	if refused, ok := errors.AsType[*edit.Error](err); ok && stops(refused) {
		return err
	}
	u.attempts++
	halves := halved(units)
	if halves == nil || u.attempts > mostAttempts {
		for _, one := range units {
			u.tellUnit(one, err)
		}
		return nil
	}
	for _, half := range halves {
		if err := u.all(half); err != nil {
			return err
		}
	}
	return nil
}

// stops reports whether an error ends the upgrade, because it is not about one edit.
func stops(err *edit.Error) bool {
	return slices.Contains([]edit.Code{edit.InvalidCode, edit.TooExpensive, edit.Overloaded}, err.Code)
}

// halved divides units in two: a list, the facts of a single unit, or the blocks of a single fact.
// It returns nil if there is nothing to divide.
func halved(units []*unit) [][]*unit {
	if n := len(units); n > 1 {
		return [][]*unit{units[:n/2], units[n/2:]}
	}
	one := units[0]
	if n := len(one.facts); n > 1 {
		a, b := *one, *one
		a.facts, b.facts = one.facts[:n/2], one.facts[n/2:]
		return [][]*unit{{&a}, {&b}}
	}
	if n := len(one.blocks); n > 1 {
		a, b := *one, *one
		a.blocks, b.blocks, a.all, b.all = one.blocks[:n/2], one.blocks[n/2:], false, false
		return [][]*unit{{&a}, {&b}}
	}
	if one.all {
		a := *one
		a.all = false
		return [][]*unit{{&a}}
	}
	return nil
}

// edit applies edits to the files.
func (u *upgrade) edit(text []byte) error { return u.editIn(u.files, text) }

// editIn applies edits to some of the files.
func (u *upgrade) editIn(files []edit.File, text []byte) error {
	if text == nil {
		return nil
	}
	before := u.files
	made, err := u.options.Edit.Edit(files, text, edit.ReturnCode|edit.ReturnReport)
	if err != nil {
		return err
	}
	if len(made.Files) > 0 {
		u.files, u.surveyed = taken(u.files, made.Files), nil
	}
	for _, c := range made.Report.Changes {
		if c.Result == edit.EffectChanged || c.Result == edit.EffectCreated || c.Result == edit.EffectDeleted || c.Result == edit.EffectRenamed || c.Result == edit.EffectMoved {
			c.Pointer = ""
			u.result.Report.Changes = append(u.result.Report.Changes, c)
		}
	}
	for _, w := range made.Report.Warnings {
		u.warn(&w, before)
	}
	return nil
}

// taken returns the files with the changed ones in place of the old, and new ones at the end.
func taken(all, changed []edit.File) []edit.File {
	all = slices.Clone(all)
	index := make(map[string]int, len(all))
	for i := range all {
		index[all[i].Name] = i
	}
	for _, f := range changed {
		if i, ok := index[f.Name]; ok {
			all[i] = f
		} else {
			all = append(all, f)
		}
	}
	return all
}

// warn turns a warning about a place that an edit could not follow into a note, and keeps others.
func (u *upgrade) warn(w *edit.Warning, before []edit.File) {
	w.Pointer = ""
	if !slices.Contains(told, w.Code) || w.Address == "" && w.File == "" {
		return // it is about no place
	}
	n := Note{File: w.File, Address: w.Address, Say: w.Message, Line: 1}
	if w.Position != nil {
		n.Line = w.Position.Line
	}
	for i := range before {
		if before[i].Name == w.File {
			n.code = before[i].Code
		}
	}
	if w.Code == edit.NotSearched {
		place := fmt.Sprintf("%s:%d: %s", n.File, n.Line, n.Address)
		if u.seen[place] {
			return // another stage has told of this use of a whole value
		}
		u.seen[place] = true
	}
	u.tell(n)
}

// tellUnit notes that a unit was refused.
func (u *upgrade) tellUnit(one *unit, err error) {
	for _, f := range one.facts {
		for _, b := range one.blocks {
			for _, it := range b.items(f.Path) {
				u.tell(b.note(it.id, f.Path, "not changed: "+err.Error()))
			}
		}
	}
}

// tellAll notes that the edits of blocks were refused.
func (u *upgrade) tellAll(blocks []*block, err error) {
	for _, b := range blocks {
		u.tell(b.note(b.id, "", "not changed: "+err.Error()))
	}
}

// tell records notes, each once.
func (u *upgrade) tell(notes ...Note) {
	for _, n := range notes {
		if line := n.String(); !u.seen[line] {
			u.seen[line] = true
			u.result.Manual = append(u.result.Manual, n)
		}
	}
}

// survey returns the survey of the files as they are.
func (u *upgrade) survey() *survey {
	if u.surveyed == nil {
		u.surveyed = surveyed(u.result.Provider, u.files, u.known)
	}
	return u.surveyed
}
