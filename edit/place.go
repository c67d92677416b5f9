package edit

import (
	"errors"
	"iacedit/address"
	"slices"

	"iacedit/internal/terraform"
	"iacedit/render"
	"iacedit/syntax"
	"iacedit/value"
)

// A PlaceKind is what a Place is in respect of.
type placeKind uint8

// The kinds of place (docs/edits.md, "Comments and places").
const (
	placeFirst  placeKind = iota // before all others of its kind
	placeLast                    // after all others
	placeBefore                  // directly before another
	placeAfter                   // directly after another
)

// A Place is where a new block or attribute goes, or one that is moved.
type place struct {
	Kind      placeKind
	Block     target    // Before and After, of a block: the other one; its only entry selects it
	Attribute attribute // Before and After, of an attribute or key: the other one
	At        int
}

// An AttributePlace is the place of an attribute, or of an object's key by its path.
type attributePlace struct {
	attribute
	Place place
}

// A spot is a place as it is in the code. What is sent to one spot keeps its order there.
type spot struct {
	doc    int
	in     syntax.ItemID
	kind   placeKind
	beside syntax.ItemID // Before and After
	blocks bool          // the place of a block
}

// spots remember what came to each spot last, and where it came to.
type spots struct {
	last map[spot]syntax.ItemID
	of   map[blockRef]spot
}

func (s *spots) note(at spot, id syntax.ItemID) {
	if s.last == nil {
		s.last, s.of = map[spot]syntax.ItemID{}, map[blockRef]spot{}
	}
	s.last[at], s.of[blockRef{at.doc, id}] = id, at
}

// latest returns what came to a spot of the document at hand last and is there still, or
// NoItem.
func (s *spots) latest(a *applier, at spot) syntax.ItemID {
	id := s.last[at]
	if id == syntax.NoItem || s.of[blockRef{at.doc, id}] != at || !attached(a.d, id) {
		return syntax.NoItem
	}
	return id
}

// beside returns where in the draft a spot is. The zero Place stands for where what is made
// goes by itself.
func (a *applier) beside(at spot) render.Place {
	latest := a.spots.latest(a, at)
	switch {
	case at.kind == placeBefore:
		return render.Place{Before: at.beside}
	case latest != syntax.NoItem && (at.kind != placeLast || at.blocks):
		return render.Place{After: latest}
	case at.kind == placeAfter:
		return render.Place{After: at.beside}
	case at.kind == placeFirst:
		return render.Place{Before: a.firstOf(at)}
	case at.blocks:
		return render.Place{After: a.d.LastItem(at.in)}
	}
	return render.Place{After: a.lastAttribute(at.in, latest)}
}

// firstOf returns the first block of a body, or its first item if that is an attribute and
// the spot is one of attributes; else NoItem.
func (a *applier) firstOf(at spot) syntax.ItemID {
	id := a.d.FirstItem(at.in)
	for at.blocks && id != syntax.NoItem && a.d.Item(id).Kind != syntax.KindBlock {
		a.budget.Step(1)
		id = a.d.NextItem(id)
	}
	if id != syntax.NoItem && !at.blocks && a.d.Item(id).Kind == syntax.KindBlock {
		return syntax.NoItem
	}
	return id
}

// lastAttribute returns the last of the attributes before a body's first block, or NoItem.
// from is one of them, if it is known.
func (a *applier) lastAttribute(body, from syntax.ItemID) (last syntax.ItemID) {
	id := from
	if id == syntax.NoItem {
		id = a.d.FirstItem(body)
	}
	for ; id != syntax.NoItem && a.d.Item(id).Kind == syntax.KindAttribute; id = a.d.NextItem(id) {
		a.budget.Step(1)
		last = id
	}
	return last
}

// blockSpot finds the spot of a block in a body of which p is known. Beside a top-level
// block it is in the document of that, which becomes the one at hand.
func (a *applier) blockSpot(body syntax.ItemID, p *terraform.Body, place *place) (spot, error) {
	at := spot{doc: a.doc, in: body, kind: place.Kind, blocks: true}
	if place.Kind < placeBefore {
		return at, nil
	}
	t := &place.Block
	*a.now = place.At
	s := site{action: placing, body: body, typ: t.Type, labels: t.Labels}
	types := []string{t.Type}
	if s.nested = body != syntax.Root; s.nested {
		s.special = p.Block(t.Type)
		for _, id := range a.index.blocks(nil, body, types) {
			s.candidates = append(s.candidates, blockRef{a.doc, id})
		}
	} else {
		types = a.options.language().Spellings(t.Type)
		s.special = a.options.language().Body(t.Type)
		s.any = a.wild(t.Labels)
		s.candidates = a.blocksAt(nil, &s, -1)
		a.in(at.doc)
	}
	if err := a.noAttribute(&s, types, place.At); err != nil {
		return at, err
	}
	c, err := a.choose(&s, &t.Entries[0], 0)
	switch {
	case err != nil:
		return at, err
	case len(c.blocks) > 1:
		return at, errorAt(place.At, AmbiguousMatch, "place: %d blocks match %s, and a place is beside one", len(c.blocks), a.describeSelected(&s, &t.Entries[0]))
	}
	at.doc, at.beside = c.blocks[0].doc, c.blocks[0].id
	a.in(at.doc)
	return at, nil
}

// attributeSpot finds the spot of an attribute in a body, or of a key in the object that
// the path to it leads to.
func (a *applier) attributeSpot(body, in syntax.ItemID, place *attributePlace) (at spot, err error) {
	at = spot{doc: a.doc, in: in, kind: place.Place.Kind}
	if place.Place.Kind >= placeBefore {
		*a.now = place.Place.At
		at.beside, err = a.follow(body, placing, &place.Place.Attribute)
	}
	return at, err
}

// makeBlock makes the block of an entry, in its place or where such blocks customarily go.
func (a *applier) makeBlock(s *site, e *entry, typ string, labels []string) (id syntax.ItemID, err error) {
	if e.Place == nil {
		a.in(a.home(s, e))
		place := a.customaryBlock(s)
		if place == (render.Place{}) {
			id, err = a.d.Block(s.body, typ, labels)
		} else {
			id, err = a.d.BlockAt(s.body, place, typ, labels)
			a.index.reorder(s.body)
		}
		return id, unlessRefused(e.At, err)
	}
	if e.Place.Kind < placeBefore {
		a.in(a.home(s, e))
	}
	at, err := a.blockSpot(s.body, s.outer, e.Place)
	if err != nil {
		return id, err
	}
	if name := a.docs[at.doc].Name; e.File != "" && e.File != name {
		return id, errorAt(e.Place.At, BlockNotFound, "place: the block that the new one is to stand beside is in %s, not in %s", quote(name), quote(e.File))
	}
	*a.now = e.At
	place := a.beside(at)
	if place == (render.Place{}) || at.kind == placeLast && !s.nested {
		id, err = a.d.Block(s.body, typ, labels)
	} else {
		id, err = a.d.BlockAt(s.body, place, typ, labels)
		a.index.reorder(s.body)
	}
	if err == nil {
		a.spots.note(at, id)
	}
	return id, unlessRefused(e.At, err)
}

// customaryBlock returns where a new nested block customarily goes: before one that ends
// the block around it, as "lifecycle" does.
func (a *applier) customaryBlock(s *site) (place render.Place) {
	if !s.nested || s.outer == nil || len(s.outer.Ending) == 0 || slices.Contains(s.outer.Ending, s.typ) || s.made || len(s.candidates) > 0 {
		return place
	}
	last := a.d.LastItem(s.body)
	if last != syntax.NoItem && a.d.Item(last).Kind == syntax.KindBlock && slices.Contains(s.outer.Ending, string(a.d.Name(last))) {
		place.Before = last
	}
	return place
}

// makeAttribute makes an attribute, in its place or where it customarily goes.
func (a *applier) makeAttribute(body syntax.ItemID, attr *attribute, text []byte) (id syntax.ItemID, err error) {
	sent := a.entryPlace(body, attr)
	var at spot
	var place render.Place
	if sent == nil {
		place = a.customaryPlace(body, attr.Name)
	} else if at, err = a.attributeSpot(body, body, sent); err != nil {
		return id, err
	} else {
		place = a.beside(at)
	}
	*a.now = attr.At
	if place == (render.Place{}) {
		id, err = a.d.Attribute(body, attr.Name, text)
	} else {
		id, err = a.d.AttributeAt(body, place, attr.Name, text)
	}
	switch {
	case err != nil:
		return id, unlessRefused(attr.At, err)
	case sent != nil:
		a.spots.note(at, id)
	default:
		a.partRepeated(id)
	}
	return id, nil
}

// entryPlace returns the place that the entry at hand has for a new attribute, or nil.
func (a *applier) entryPlace(body syntax.ItemID, attr *attribute) *attributePlace {
	if a.here.entry == nil || a.here.body != body {
		return nil
	}
	places := a.here.entry.Places
	if a.here.places == nil && len(places) > 0 {
		a.here.places = make(map[string]*attributePlace, len(places))
		for i := range places {
			a.budget.Step(1)
			if len(places[i].Path) == 0 {
				a.here.places[places[i].Name] = &places[i]
			}
		}
	}
	return a.here.places[attr.Name]
}

// customaryPlace returns where a new argument customarily goes: what is first, as "count"
// and "source" are, before all others and after those before it; any other but one that is
// last, as "depends_on" is, before one that ends the arguments.
func (a *applier) customaryPlace(body syntax.ItemID, name string) (place render.Place) {
	p := a.here.special
	if p == nil || a.here.body != body {
		return place
	}
	if rank := slices.Index(p.First, name); rank >= 0 {
		return a.placeAmongFirst(body, p, rank)
	}
	if slices.Contains(p.Last, name) {
		return place
	}
	for _, last := range p.Last {
		id := a.index.attribute(body, last)
		if id == syntax.NoItem || a.isAttribute(a.d.NextItem(id)) {
			continue
		}
		switch prev := a.d.PrevItem(id); {
		case prev == syntax.NoItem:
			place.Before = id
		case a.isAttribute(prev):
			place.After = prev
		}
	}
	return place
}

// placeAmongFirst returns where the argument of that rank among the first ones goes.
func (a *applier) placeAmongFirst(body syntax.ItemID, p *terraform.Body, rank int) (place render.Place) {
	for i := rank - 1; i >= 0; i-- {
		before := a.index.attribute(body, p.First[i])
		if before == syntax.NoItem {
			continue
		}
		if next := a.d.NextItem(before); p.Repeats(p.First[i]) && a.isAttribute(next) {
			return render.Place{Before: next} // below the blank line after "count"
		}
		return render.Place{After: before}
	}
	place.Before = a.firstOf(spot{in: body})
	return place
}

// partRepeated puts a blank line between "count" or "for_each" and the arguments that
// follow, where one of both is new and no others stood directly below it.
func (a *applier) partRepeated(id syntax.ItemID) {
	p := a.here.special
	if p == nil || len(p.First) == 0 {
		return
	}
	above := a.d.Above(id)
	switch {
	case p.Repeats(string(a.d.Name(id))):
		if !a.isAttribute(a.d.Below(id)) {
			return
		}
	case a.isAttribute(above) && p.Repeats(string(a.d.Name(above))) && !a.isAttribute(a.d.Below(id)):
		id = above
	default:
		return
	}
	_ = a.d.BlankAfter(id) // it is in the draft
}

func (a *applier) isAttribute(id syntax.ItemID) bool {
	return id != syntax.NoItem && a.d.Item(id).Kind == syntax.KindAttribute
}

// here is what is being changed: a body, what is special in it, and the entry that says so.
type here struct {
	body    syntax.ItemID
	special *terraform.Body
	entry   *entry
	places  map[string]*attributePlace // those of the entry, by attribute, once they are asked for
}

// newKeys returns which of an entry's places are of keys that are not there yet.
func (a *applier) newKeys(body syntax.ItemID, e *entry) (is []bool) {
	for i := range e.Places {
		if len(e.Places[i].Path) == 0 {
			continue
		}
		if is == nil {
			is = make([]bool, len(e.Places))
		}
		_, _, seen := a.valueAt(body, &e.Places[i].attribute, nil)
		is[i] = seen != address.There
	}
	return is
}

// placeKeys puts the keys that an entry made in their places. A place for what the entry
// neither finds nor makes is an error.
func (a *applier) placeKeys(body syntax.ItemID, e *entry, isNew []bool) error {
	for i := range e.Places {
		*a.now = e.Places[i].At
		a.budget.Step(stepsPerAttribute)
		id, err := a.follow(body, placing, &e.Places[i].attribute)
		if err != nil {
			return err
		}
		if isNew == nil || !isNew[i] {
			continue
		}
		if err := a.moveKey(body, id, &e.Places[i]); err != nil {
			return err
		}
	}
	return nil
}

// place decodes where an entry's block goes.
func (d *decoder) place(s *scope, e *entry, v *value.Value) error {
	switch {
	case s.action == toDelete || s.action > toMove:
		return d.refuse(s, v.At, `"place" is for "add", "update", "set" and "move"`)
	case s.file:
		return d.refuse(s, v.At, `a file of variable values has no blocks; "places" are those of its attributes`)
	}
	e.Place = new(place)
	beside, err := d.placeKind(s, e.Place, v)
	if err != nil || beside == nil {
		return err
	}
	return d.placeBeside(s, &e.Place.Block, beside)
}

// placeKind decodes a place but for what it is beside, which it returns, or nil.
func (d *decoder) placeKind(s *scope, p *place, v *value.Value) (beside *value.Value, err error) {
	p.At = v.At
	switch {
	case v.Kind == value.String && v.Text == "first":
		return nil, nil
	case v.Kind == value.String && v.Text == "last":
		p.Kind = placeLast
		return nil, nil
	case v.Kind == value.Object && len(v.Items) == 1 && v.Items[0].Key == "before":
		p.Kind = placeBefore
		return &v.Items[0].Value, nil
	case v.Kind == value.Object && len(v.Items) == 1 && v.Items[0].Key == "after":
		p.Kind = placeAfter
		return &v.Items[0].Value, nil
	}
	return nil, d.refuse(s, v.At, `a place is "first", "last", {"before": …} or {"after": …}`)
}

// placeBeside decodes the address of the block that another is placed beside.
func (d *decoder) placeBeside(s *scope, t *target, v *value.Value) error {
	at := scope{action: placing, nested: s.nested}
	labels := 0
	item, err := d.oneMember(s, v)
	if err != nil {
		return err
	}
	if at.typ = item.Key; s.nested {
		if !value.IsIdentifier(at.typ) {
			return d.refuse(s, item.Value.At, "the block type %s is not an identifier", quote(at.typ))
		}
	} else if labels, err = d.labelsOf(&at, item); err != nil {
		return err
	}
	for ; labels > 0 || labels < 0 && item.Value.Kind != value.Array; labels-- {
		if item, err = d.oneMember(&at, &item.Value); err != nil {
			return err
		}
		if err := d.checkLabel(&at, item); err != nil {
			return err
		}
		at.labels = append(at.labels, item.Key)
	}
	entries, err := d.entries(&at, &item.Value)
	if err != nil {
		return err
	}
	if len(entries) != 1 || !entries[0].changesNothing() {
		return d.refuse(s, v.At, "a place is beside one block, which an entry of selectors alone is to say")
	}
	*t = target{Type: at.typ, Labels: at.labels, Entries: entries, At: v.At}
	return nil
}

// oneMember returns the only member of an object.
func (d *decoder) oneMember(s *scope, v *value.Value) (*value.Item, error) {
	if v.Kind != value.Object || len(v.Items) != 1 {
		return nil, d.refuse(s, v.At, "a place is beside one block: expected an object with one member at each level of its address")
	}
	return &v.Items[0], nil
}

// places decodes where new attributes go, or those that are moved.
func (d *decoder) places(s *scope, e *entry, v *value.Value) error {
	switch {
	case s.action == toDelete || s.action > toMove:
		return d.refuse(s, v.At, `"places" are for "add", "update" and "set"`)
	case v.Kind != value.Object:
		return d.refuse(s, v.At, "expected an object of places by attribute, found %s", v.Kind)
	}
	e.Places = make([]attributePlace, len(v.Items))
	for i := range v.Items {
		if err := d.attributePlace(s, &e.Places[i], &v.Items[i]); err != nil {
			return err
		}
	}
	return nil
}

func (d *decoder) attributePlace(s *scope, p *attributePlace, item *value.Item) (err error) {
	if p.attribute, err = d.attribute(s, item, forName); err != nil {
		return err
	}
	if n := len(p.Path); n > 0 && p.Path[n-1].Kind != address.StepKey {
		return d.refuse(s, p.At, "%s: only attributes and keys of objects have places", quote(p.Text))
	}
	beside, err := d.placeKind(s, &p.Place, &item.Value)
	if err != nil || beside == nil {
		return err
	}
	if beside.Kind != value.String {
		return d.refuse(s, beside.At, "an attribute's place is beside another one: expected its name, found %s", beside.Kind)
	}
	x := &p.Place.Attribute
	if *x, err = d.attribute(s, &value.Item{Key: beside.Text, Value: *beside}, forName); err != nil {
		return err
	}
	if !x.toSiblingOf(&p.attribute) {
		err := errors.New("an attribute of the same body")
		if len(p.Path) > 0 {
			err = errors.New("a key of the same object, by its path or its name")
		}
		return d.refuse(s, x.At, "%s cannot stand beside %s: expected %s", quote(p.Text), quote(x.Text), err)
	}
	return nil
}

// toSiblingOf makes the path of x, which may be the name of a key alone, that of something
// in what the path of other leads into. It reports whether it is.
func (x *attribute) toSiblingOf(other *attribute) bool {
	n := len(other.Path)
	if n > 0 && len(x.Path) == 0 {
		x.Path = append(slices.Clone(other.Path[:n-1]), address.Step{Kind: address.StepKey, Key: x.Name})
		x.Name = other.Name
		return true
	}
	if n == 0 {
		return len(x.Path) == 0
	}
	return len(x.Path) == n && x.Name == other.Name && slices.Equal(x.Path[:n-1], other.Path[:n-1]) && x.Path[n-1].Kind == address.StepKey
}
