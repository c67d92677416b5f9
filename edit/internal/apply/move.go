package apply

import (
	"bytes"
	"cmp"
	"errors"
	"slices"
	"strings"

	"iacedit/address"
	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/plan"
	"iacedit/edit/internal/report"
	"iacedit/internal/base/budget"
	"iacedit/internal/base/excerpt"
	"iacedit/internal/base/fault"
	"iacedit/internal/engine/render"
	"iacedit/module"
	"iacedit/syntax"
)

// movePlace moves an attribute or key to the place that the entry specifies, and reports the move.
func (b *body) movePlace(place *plan.AttributePlace) (err error) {
	defer budget.CatchAt(&err, place.At)
	b.Budget.Step(stepsPerAttribute)
	_, id, err := b.follow(plan.Move, &place.Attribute)
	if err != nil && b.isIgnored(plan.Move, &place.Attribute, err) {
		b.o.RecordOutcome(place.At, b.File, b.where, place.Text, ignoredEffect(err))
		return nil
	}
	if err != nil {
		return err
	}
	mark := b.o.Mark(b.File)
	switch {
	case place.File != "":
		return b.moveLocal(id, place)
	case len(place.Path) > 0:
		err = b.moveKey(id, place)
	default:
		err = b.moveAttribute(id, place)
	}
	if err == nil {
		b.o.WarnKept(place.At, b.File, false)
		b.o.RecordOutcome(place.At, b.File, b.where, place.Text, mark.Moved())
	}
	return err
}

// moveLocal moves a local to the last "locals" block of another file of its module, or to a new
// block there. A block that has no other locals goes with it.
func (b *body) moveLocal(id syntax.ItemID, place *plan.AttributePlace) error {
	m := b.Module
	to, at, err := b.localsIn(place)
	if err != nil || to == b.File {
		return err
	}
	outer, text, value := b.Draft.Indent(id), slices.Clone(b.Draft.OwnText(id)), b.Draft.AppendValue(nil, id)
	b.Delete(id)
	if b.Draft.FirstItem(b.item) == syntax.NoItem && len(bytes.Trim(b.Draft.AppendValue(nil, b.item), "{} \t\r\n")) == 0 {
		b.Delete(b.item)
	}
	if at == syntax.NoItem {
		defer m.BeginLike(b.File)()
		if at, err = to.PutBlock(syntax.Root, to.PlaceBeside(&draft.NewBlock{Type: "locals", Moved: true}), "locals", nil); err != nil {
			return draft.ErrorAt(place.At, err)
		}
	}
	made, err := MakeAttribute(to, at, b.special, place.Name, value, place.At)
	if err == nil {
		err = draft.ErrorAt(place.At, to.Draft.AdoptText(made, outer, text))
	}
	if err != nil {
		return fault.At(place.At, fault.InvalidRequest, "move: local.%s: %s", place.Name, err)
	}
	b.o.WarnKept(place.At, b.File, false)
	b.o.RecordOutcome(place.At, to, b.where, place.Text, report.Moved)
	return nil
}

// localsIn returns the file that a place names, and its last "locals" block, or NoItem. The file is
// made if it is missing.
func (b *body) localsIn(place *plan.AttributePlace) (to *draft.File, block syntax.ItemID, err error) {
	name, err := fileToMoveTo(draft.Block{File: b.File, ID: b.item}, place.At, place.File)
	if err != nil {
		return nil, syntax.NoItem, err
	}
	defer b.Module.BeginLike(b.File)()
	if to, err = b.Module.MakeFile(name); err != nil {
		return nil, syntax.NoItem, err
	}
	for _, other := range to.BlocksOf("locals") {
		b.Budget.Step(1)
		if to.Draft.InFile(other.ID) {
			block = other.ID
		}
	}
	return to, block, to.CheckMoveFrom(b.File, "local."+place.Name, place.At)
}

// moveBlock moves a block to another place in its file, or to another file. where is the block's
// address, for a report.
func moveBlock(o *report.Observer, s *draft.Site, b draft.Block, e *plan.Entry, where address.Address) error {
	mark := o.Mark(b.File)
	to, err := placeBlock(s, b, e)
	if err != nil {
		return err
	}
	o.WarnKept(e.At, b.File, false)
	effect := report.Moved
	if to == b.File {
		effect = mark.Moved()
	}
	o.RecordOutcome(e.At, to, where, "", effect)
	return nil
}

// placeBlock moves a block to the place that its entry names. It returns the file that contains the
// block afterwards.
func placeBlock(s *draft.Site, b draft.Block, e *plan.Entry) (*draft.File, error) {
	name, err := fileToMoveTo(b, e.At, e.ToFile)
	if err != nil {
		return nil, err
	}
	if name != b.Name {
		return moveToFile(s, b, e, name)
	}
	if e.Place == nil {
		return b.File, nil
	}
	at, err := b.Module.BlockSpot(b.File, b.Folder, s.Body, s.Outer, e.Place)
	switch {
	case err != nil:
		return nil, err
	case at.File.Folder != b.Folder:
		return nil, fault.At(e.Place.At, fault.InvalidRequest, "move: the block to place it beside is in %s, in another module", excerpt.Quote(at.File.Name))
	case at.File != b.File:
		return moveToFile(s, b, e, at.File.Name)
	case at.Neighbour == b.ID:
		return nil, fault.At(e.Place.At, fault.InvalidRequest, "move: %s cannot stand beside itself", s.Describe())
	}
	if err := moveTo(b.ID, at, e.At); err != nil {
		return nil, err
	}
	return b.File, nil
}

// fileToMoveTo returns the name of the file to which an entry moves a block, or a local of the
// block. If to is "", the result is the block's own file. A name without a folder means a file in
// the block's folder, because what is moved stays in its module.
func fileToMoveTo(b draft.Block, at int, to string) (string, error) {
	if to == "" || b.Folder == "." && !strings.Contains(to, "/") {
		return cmp.Or(to, b.Name), nil
	}
	folder, name := module.Split(to)
	if folder != "." && folder != b.Folder {
		return "", fault.At(at, fault.InvalidRequest, "move: %s is in the folder %s, but %s is in another: move keeps a block in its module; extract moves blocks into another module", excerpt.Quote(b.Name), excerpt.Quote(b.Folder), excerpt.Quote(to))
	}
	return module.Join(b.Folder, name), nil
}

// moveToFile moves a block to another file of its module, and returns that file.
func moveToFile(s *draft.Site, b draft.Block, e *plan.Entry, name string) (*draft.File, error) {
	m := b.Module
	text, err := b.Text()
	if err != nil {
		return nil, fault.At(e.At, fault.InvalidRequest, "move: %s: %s", s.Describe(), err)
	}
	text = slices.Clone(text)
	defer m.BeginLike(b.File)()
	to, err := m.MakeFile(name)
	if err == nil {
		err = to.CheckMoveFrom(b.File, s.Describe(), e.At)
	}
	if err != nil {
		return nil, err
	}
	var at draft.Spot
	var place render.Place
	if e.Place != nil {
		if at, err = m.BlockSpot(to, to.Folder, s.Body, s.Outer, e.Place); err != nil {
			return nil, err
		}
		if at.File != to {
			return nil, fault.At(e.Place.At, fault.BlockNotFound, "move: the block to place it beside is in %s, not in %s", excerpt.Quote(at.File.Name), excerpt.Quote(name))
		}
	}
	newBlock := b.AsNewBlock()
	newBlock.Moved = true
	b.Delete(b.ID)
	switch {
	case e.Place == nil:
		place = to.PlaceBeside(newBlock)
	case at.Kind != plan.PlaceLast:
		place = m.Place(at)
	}
	id, err := to.Graft(text, place)
	if err != nil {
		return nil, fault.At(e.At, fault.InvalidRequest, "move: %s", err)
	}
	if e.Place != nil {
		m.RecordAt(at, id)
	}
	return to, nil
}

// moveAttribute moves an attribute to another place in its body.
func (b *body) moveAttribute(id syntax.ItemID, place *plan.AttributePlace) error {
	at, err := b.attributeSpot(b.item, place)
	if err != nil {
		return err
	}
	if at.Neighbour == id {
		return fault.At(place.Place.At, fault.InvalidRequest, "move: %s cannot stand beside itself", place.Text)
	}
	apart := b.Draft.IsApart(id)
	if err := moveTo(id, at, place.At); err != nil {
		return err
	}
	b.Draft.SpaceMoved(id, apart)
	return nil
}

// moveTo moves an attribute or block, unless it is already at the given spot. offset is the edit's
// offset in the JSON, for errors.
func moveTo(id syntax.ItemID, at draft.Spot, offset int) error {
	m, d := at.File.Module, at.File.Draft
	place := m.Place(at)
	if place != (render.Place{}) && place.Before != id && place.After != id {
		if err := d.MoveTo(id, place); err != nil {
			return fault.At(offset, fault.InvalidRequest, "move: %s", err)
		}
	}
	m.RecordAt(at, id)
	return nil
}

// moveKey moves a pair to another place in its object.
func (b *body) moveKey(id syntax.ItemID, place *plan.AttributePlace) error {
	object := b.Draft.Item(id).Parent
	at, err := b.attributeSpot(object, place)
	if err != nil {
		return err
	}
	if at.Neighbour == id {
		return fault.At(place.Place.At, fault.InvalidRequest, "%s: %s cannot stand beside itself", b.operation, place.Text)
	}
	if b.Index.IsRepeated(id, address.SchemaAt(b.special.Attribute(place.Name), place.Path[:len(place.Path)-1]).KeyMode()) {
		return fault.At(place.At, fault.InvalidRequest, "%s: %s occurs several times, and only the last counts: it cannot be moved", b.operation, place.Text)
	}
	after := syntax.NoItem
	switch latest := b.Module.LastAt(at); {
	case at.Kind == plan.PlaceBefore:
		after = b.Draft.PrevItem(at.Neighbour)
	case at.Kind == plan.PlaceLast:
		after = b.Draft.LastItem(object)
	case latest != syntax.NoItem:
		after = latest
	case at.Kind == plan.PlaceAfter:
		after = at.Neighbour
	}
	if after != id && b.Draft.PrevItem(id) != after {
		apart := b.Draft.IsApart(id)
		switch err := b.Draft.Move(id, after); {
		case errors.Is(err, render.ErrMixedLines):
			return fault.At(place.At, fault.InvalidRequest, "%s: %s cannot be moved: in its object %s", b.operation, place.Text, err)
		case err != nil:
			return fault.At(place.At, fault.InvalidRequest, "%s: %s cannot be moved: %s", b.operation, place.Text, err)
		}
		b.Draft.SpaceMoved(id, apart)
	}
	b.Module.RecordAt(at, id)
	return nil
}

// newKeys reports, for each of the entry's places, whether it is the place of a key that does not
// exist yet. If the entry has no places for keys, newKeys returns nil.
func (b *body) newKeys() (is []bool) {
	places := b.entry.Places
	for i := range places {
		if len(places[i].Path) == 0 {
			continue
		}
		if is == nil {
			is = make([]bool, len(places))
		}
		_, _, seen := b.ValueAt(b.item, &places[i].Attribute, b.special.Attribute(places[i].Name))
		is[i] = seen != address.There
	}
	return is
}

// placeKeys moves each new key to the place that the entry specifies for the key. It returns an
// error for a place whose key does not exist.
func (b *body) placeKeys(isNew []bool) error {
	for i := range b.entry.Places {
		if err := b.placeKey(&b.entry.Places[i], isNew != nil && isNew[i]); err != nil {
			return err
		}
	}
	return nil
}

// placeKey moves a key to its place if the key is new.
func (b *body) placeKey(place *plan.AttributePlace, isNew bool) (err error) {
	defer budget.CatchAt(&err, place.At)
	b.Budget.Step(stepsPerAttribute)
	t := attributeEdit{body: b, action: plan.ForPlaces, attr: &place.Attribute, noFollow: true}
	id, err := t.follow()
	if err != nil && b.isIgnored(b.operation, &place.Attribute, err) {
		return nil
	}
	if err != nil || !isNew {
		return err
	}
	return b.moveKey(id, place)
}
