package plan

import (
	"errors"
	"slices"

	"iacedit/address"
	"iacedit/internal/base/excerpt"
	"iacedit/internal/engine/selection"
	"iacedit/module"
	"iacedit/value"
)

// A PlaceKind is the kind of a Place: first, last, or before or after a neighbour.
type PlaceKind uint8

// A Place is where a new or moved block or attribute is put.
type Place struct {
	Kind      PlaceKind
	Block     Target    // the neighbour of a block, for PlaceBefore and PlaceAfter; it has a single entry
	Attribute Attribute // the neighbour of an attribute or key, for PlaceBefore and PlaceAfter
	At        int
}

// An AttributePlace is where an attribute is put in its body or, if the attribute has a path, where
// the key at the end of the path is put in its object. A local may move to another file instead.
type AttributePlace struct {
	Attribute
	Place Place
	File  string // the file to whose locals a local moves, or ""
}

// places decodes the places of new or moved attributes.
func (d *Decoder) places(s *scope, e *Entry, v *value.Value) error {
	switch {
	case !s.action.SetsValues() && s.action.Contents() != HoldsPlaces:
		return s.Refuse(v.At, `"places" are for "add", "update" and "set"`)
	case v.Kind != value.Object:
		return s.Refuse(v.At, "expected an object of places by attribute, found %s", v.Kind)
	}
	e.Places = make([]AttributePlace, len(v.Items))
	for i := range v.Items {
		if err := d.attributePlace(s, &e.Places[i], &v.Items[i]); err != nil {
			return err
		}
	}
	return nil
}

// makeSibling completes the path of x, the neighbour beside which another attribute is placed. If
// the other attribute is tags.Name, for example, the neighbour Owner becomes tags.Owner.
// makeSibling reports whether both are then attributes of one body, or keys of one object.
func makeSibling(x, other *Attribute) bool {
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

// placeKind decodes a place: "first", "last", {"before": …} or {"after": …}. It returns the JSON
// value of the neighbour, or nil.
func (d *Decoder) placeKind(s *scope, p *Place, v *value.Value) (beside *value.Value, err error) {
	p.At = v.At
	switch {
	case v.Kind == value.String && v.Text == "first":
		return nil, nil
	case v.Kind == value.String && v.Text == "last":
		p.Kind = PlaceLast
		return nil, nil
	case v.Kind == value.Object && len(v.Items) == 1 && v.Items[0].Key == "before":
		p.Kind = PlaceBefore
		return &v.Items[0].Value, nil
	case v.Kind == value.Object && len(v.Items) == 1 && v.Items[0].Key == "after":
		p.Kind = PlaceAfter
		return &v.Items[0].Value, nil
	}
	return nil, s.Refuse(v.At, `a place is "first", "last", {"before": …} or {"after": …}`)
}

func (d *Decoder) attributePlace(s *scope, p *AttributePlace, item *value.Item) (err error) {
	if err = d.Attribute(&p.Attribute, &s.Scope, item, selection.ToName); err != nil {
		return err
	}
	if n := len(p.Path); n > 0 && p.Path[n-1].Kind != address.StepKey {
		return s.Refuse(p.At, "%s: only attributes and keys of objects have places", excerpt.Quote(p.Text))
	}
	if v := &item.Value; v.Kind == value.Object && len(v.Items) == 1 && v.Items[0].Key == "file" && s.action.Contents() == HoldsPlaces {
		p.Place.At = v.At
		if s.Nested || s.Type != "locals" || len(p.Path) > 0 {
			return s.Refuse(v.At, "%s cannot move to another file: only whole blocks and locals can", excerpt.Quote(p.Text))
		}
		p.File, err = d.fileName(&s.Scope, &v.Items[0].Value)
		return err
	}
	beside, err := d.placeKind(s, &p.Place, &item.Value)
	if err != nil || beside == nil {
		return err
	}
	if beside.Kind != value.String {
		return s.Refuse(beside.At, "an attribute's place is beside another one: expected its name, found %s", beside.Kind)
	}
	x := &p.Place.Attribute
	if err = d.Attribute(x, &s.Scope, &value.Item{Key: beside.Text, Value: *beside}, selection.ToName); err != nil {
		return err
	}
	if !makeSibling(x, &p.Attribute) {
		err := errors.New("an attribute of the same body")
		if len(p.Path) > 0 {
			err = errors.New("a key of the same object, by its path or its name")
		}
		return s.Refuse(x.At, "%s cannot stand beside %s: expected %s", excerpt.Quote(p.Text), excerpt.Quote(x.Text), err)
	}
	return nil
}

// The kinds of place (docs/edits.md, "Comments and places").
const (
	PlaceFirst  PlaceKind = iota // before all other blocks, or all other attributes
	PlaceLast                    // after all other blocks, or all other attributes
	PlaceBefore                  // directly before the neighbour
	PlaceAfter                   // directly after the neighbour
)

// fileName decodes the name of a file.
func (d *Decoder) fileName(s *selection.Scope, v *value.Value) (string, error) {
	name, err := d.File(s, v)
	if err != nil {
		return "", err
	}
	if err := module.CheckPath(name); err != nil {
		return "", s.Refuse(v.At, "%s", err)
	}
	return name, nil
}
