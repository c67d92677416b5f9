package plan

import (
	"slices"

	"iacedit/address"
	"iacedit/internal/base/excerpt"
	"iacedit/internal/engine/selection"
	"iacedit/value"
)

// A Sorting is the content of an entry under "sort". It names the contents of the blocks to sort.
// If it names no contents, the blocks themselves are sorted.
type Sorting struct {
	Required      bool        // put variables without a default first
	AllAttributes bool        // sort the attributes of the block
	Order         []string    // the order of the attributes and nested blocks of the block, by name; nil for none
	Types         []string    // the order of the blocks, by type; nil for none
	Joined        bool        // blank lines and separate comments do not part the items of Order or Types
	Attributes    []Attribute // the objects and lists that are sorted
	Blocks        []Target    // the nested blocks whose contents are sorted
}

// sortingKeys are the keys that an entry under "sort" may have.
var sortingKeys = append(slices.Clone(selection.Keys), "by", "order", "paragraphs", "optional", "attributes", "blockTypes", "range", "ranges", "unreadable")

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
		case "order":
			err = o.decodeOrder(d, &s, &item.Value)
		case "paragraphs":
			err = o.decodeParagraphs(&s, &item.Value)
		case "attributes":
			err = o.attributes(d, &s, &item.Value)
		case "blockTypes":
			err = o.nestedBlocks(d, &s, &item.Value)
		default:
			err = d.commonKey(&s, e, item, sortingKeys)
		}
		if err != nil {
			return err
		}
	}
	switch sortsInside := o.SortsContents(); {
	case o.Joined && o.Order == nil && o.Types == nil:
		return s.Refuse(e.At, `"paragraphs" is about the items of "order", which the entry lacks`)
	case by && o.Types != nil || o.Order != nil && o.AllAttributes:
		return s.Refuse(e.At, `the entry has two orders: "order", and "by" or "attributes": "*"`)
	case s.Type == selection.AnyType && sortsInside:
		return s.Refuse(e.At, `the address "*" is about the order of blocks, and this entry sorts inside them: name a block type`)
	case by && (sortsInside || s.Nested):
		return s.Refuse(e.At, `"by" is about the order of blocks, and this entry sorts inside them: use an entry for each`)
	case s.Nested && !sortsInside:
		return s.Refuse(e.At, "nested blocks keep their order; an object or list in them can be sorted, or all their attributes")
	case s.Values && !sortsInside:
		return s.Refuse(e.At, "the entry names no attributes")
	}
	return nil
}

// sortedAt rewrites an entry with an address that ends in .*: it sorts the attributes of the block or, by
// "order", all items.
func sortedAt(_ address.Language, x *selection.Addressed) error {
	isOrder := func(m value.Item) bool { return m.Key == "order" || m.Key == "attributes" }
	if x.Target.Any && !slices.ContainsFunc(x.Members, isOrder) {
		all := value.Value{Kind: value.String, Text: "*", At: x.At}
		x.Members = append(slices.Clip(x.Members), value.Item{Key: "attributes", Value: all})
	}
	x.Target.Any = false
	return nil
}

// SortsContents reports whether the contents of blocks are sorted, instead of the blocks.
func (o *Sorting) SortsContents() bool { return o.SortsBody() || len(o.Attributes)+len(o.Blocks) > 0 }

// SortsBody reports whether the items of the body of a block are sorted.
func (o *Sorting) SortsBody() bool { return o.AllAttributes || o.Order != nil }

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

// decodeOrder decodes the member "order": names, and patterns of names. For the address "*" these
// are block types, otherwise attributes and types of nested blocks.
func (o *Sorting) decodeOrder(d *Decoder, s *scope, v *value.Value) error {
	if v.Kind != value.Array || len(v.Items) == 0 {
		return s.Refuse(v.At, `"order" must be an array of names, "*" for all others; found %s`, v.Kind)
	}
	names, seen := make([]string, len(v.Items)), make(map[string]bool, len(v.Items))
	for i := range v.Items {
		name := &v.Items[i].Value
		if err := d.Take(name.At); err != nil {
			return err
		}
		switch {
		case name.Kind != value.String:
			return s.Refuse(name.At, `"order" must be an array of names, found %s`, name.Kind)
		case name.Text == "":
			return s.Refuse(name.At, `"order" has an empty name`)
		case seen[name.Text]:
			return s.Refuse(name.At, `"order" has %s twice`, excerpt.Quote(name.Text))
		}
		names[i], seen[name.Text] = name.Text, true
	}
	if s.Type == selection.AnyType {
		o.Types = names
	} else {
		o.Order = names
	}
	return nil
}

// decodeParagraphs decodes the member "paragraphs".
func (o *Sorting) decodeParagraphs(s *scope, v *value.Value) error {
	if v.Kind != value.String || v.Text != "join" {
		return s.Refuse(v.At, `"paragraphs" must be "join", found %s`, v.Kind)
	}
	o.Joined = true
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
	o.Attributes, err = d.Names(&s.Scope, `"attributes" to sort`, v, selection.ToName, nil)
	return err
}
