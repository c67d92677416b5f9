package plan

import (
	"slices"

	"iacedit/internal/excerpt"
	"iacedit/internal/selection"
	"iacedit/value"
)

// A Sorting is the content of an entry under "sort". It names the contents of the blocks to sort.
// If it names no contents, the blocks themselves are sorted.
type Sorting struct {
	Required      bool        // put variables without a default first
	AllAttributes bool        // sort the attributes of the block
	Attributes    []Attribute // the objects and lists that are sorted
	Blocks        []Target    // the nested blocks whose contents are sorted
}

// sortingKeys are the keys that an entry under "sort" may have.
var sortingKeys = append(slices.Clone(selection.Keys), "by", "attributes", "blockTypes", "range", "ranges", "unreadable")

// decode decodes an entry under "sort".
func (o *Sorting) decode(d *Decoder, s scope, e *Entry, v *value.Value) error {
	by := false
	for i := range v.Items {
		item := &v.Items[i]
		var err error
		switch item.Key {
		case "by":
			by = true
			err = o.decodeBy(&s, &item.Value)
		case "attributes":
			err = o.attributes(d, &s, &item.Value)
		case "blockTypes":
			err = o.nestedBlocks(d, &s, &item.Value)
		default:
			if slices.Contains(sortingKeys, item.Key) {
				_, err = d.entryKey(&s, e, item)
			} else {
				err = d.UnknownKey(&s.Scope, item, sortingKeys, false)
			}
		}
		if err != nil {
			return err
		}
	}
	switch sortsInside := o.SortsContents(); {
	case by && (sortsInside || s.Nested):
		return s.Refuse(e.At, `"by" is about the order of blocks, and this entry sorts inside them: use an entry for each`)
	case s.Nested && !sortsInside:
		return s.Refuse(e.At, "nested blocks keep their order; an object or list in them can be sorted, or all their attributes")
	case s.Values && !sortsInside:
		return s.Refuse(e.At, "the entry names no attributes")
	}
	return nil
}

// SortsContents reports whether the contents of blocks are sorted, instead of the blocks.
func (o *Sorting) SortsContents() bool { return o.AllAttributes || len(o.Attributes)+len(o.Blocks) > 0 }

// nestedBlocks decodes an object that maps the types of nested blocks to arrays of entries.
func (o *Sorting) nestedBlocks(d *Decoder, s *scope, v *value.Value) error {
	switch {
	case s.Values:
		return s.Refuse(v.At, "a file of variable values has no blocks, only attributes")
	case v.Kind != value.Object || len(v.Items) == 0:
		return s.Refuse(v.At, `"blockTypes" must be an object of entries by block type, found %s`, v.Kind)
	}
	for i := range v.Items {
		item := &v.Items[i]
		inner, err := selection.NestedType(&s.Scope, &allowed[Sort], item)
		if err != nil {
			return err
		}
		entries, err := d.entriesOf(&scope{Scope: inner, action: Sort}, &item.Value)
		if err != nil {
			return err
		}
		o.Blocks = append(o.Blocks, Target{Type: item.Key, Entries: entries, At: item.Value.At})
	}
	return nil
}

// decodeBy decodes the member "by", which determines the order of the blocks.
func (o *Sorting) decodeBy(s *scope, v *value.Value) error {
	switch {
	case v.Kind != value.String:
		return s.Refuse(v.At, `"by" must be "name" or "required", found %s`, v.Kind)
	case v.Text != "name" && v.Text != "required":
		return s.Refuse(v.At, `"by" must be "name" or "required", found %s`, excerpt.Quote(v.Text))
	}
	o.Required = v.Text == "required"
	return nil
}

// attributes decodes "attributes", which names what to sort inside blocks.
func (o *Sorting) attributes(d *Decoder, s *scope, v *value.Value) (err error) {
	switch {
	case v.Kind == value.String && v.Text == "*":
		o.AllAttributes = true
		return nil
	case v.Kind != value.Array || len(v.Items) == 0:
		return s.Refuse(v.At, `"attributes" to sort must be an array of names, or "*" for the attributes of the block; found %s`, v.Kind)
	}
	o.Attributes, err = d.Names(&s.Scope, `"attributes" to sort`, v, nil)
	return err
}
