package edit

import (
	"iacedit/address"
	"slices"

	"iacedit/value"
)

// A PlaceKind is what a Place is in respect of.
type placeKind uint8

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
	case !s.action.Gives() && s.action.Contents() != holdsPlaces:
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
