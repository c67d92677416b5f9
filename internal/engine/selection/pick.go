package selection

import (
	"slices"

	"iacedit/address"
	"iacedit/internal/base/excerpt"
	"iacedit/value"
)

// A Target is an address with its entries.
type Target struct {
	Type     string
	Labels   []string // none for nested blocks
	Values   bool     // the target is the top level of a file of variable values
	Wild     bool     // a label is a pattern: the target is all blocks that match
	Optional bool     // all entries are optional
	Entries  []Pick
	At       int
	Address  string // the dotted address in place of which the target stands, or ""
}

// A Pick is an entry that selects blocks, and may name items inside them.
type Pick struct {
	Entry
	Any        bool        // all attributes
	Attributes []Attribute // attributes, or values at paths in them
	Blocks     []Target    // nested blocks
}

// IsWhole reports whether an entry names no items, and so picks everything in its blocks.
func (p *Pick) IsWhole() bool { return !p.Any && len(p.Attributes) == 0 && len(p.Blocks) == 0 }

// Set sets the entries of a target. The argument wild tells whether a label of the target is a
// pattern, such as web_*.
func (t *Target) Set(entries []Pick, wild bool) {
	t.Entries, t.Wild = entries, wild
	t.Optional = !slices.ContainsFunc(entries, func(p Pick) bool { return !p.Optional })
}

// String returns the address for a message, such as `resource "a" "b"`.
func (t *Target) String() string {
	text := t.Type
	for _, l := range t.Labels {
		text += " " + excerpt.Quote(l)
	}
	return text
}

// Targets decodes what to select: the value of "select" in a request, or of "in" in a rule. It is a
// tree of block types and labels, whose entries select blocks, and may name attributes and nested
// blocks in them; or an address, or an array of addresses.
func (d *Decoder) Targets(r *Rules, v *value.Value) (targets []Target, err error) {
	if r.ByAddress(v) {
		err = d.Addressed(r, v, func(x *Addressed) error {
			tree := x.picked()
			more, err := d.Targets(r, &tree)
			for i := range more {
				more[i].Address = x.address.String()
			}
			targets = append(targets, more...)
			return err
		})
		return targets, err
	}
	err = d.Tree(r, v, func(s *Scope, v *value.Value) error {
		t := Target{Type: s.Type, Values: s.Values, Labels: d.CopyLabels(s), At: v.At}
		picks, err := d.decodePicks(s, v)
		if err != nil {
			return err
		}
		wild, err := d.Wild(s, len(picks), func(i int) *Entry { return &picks[i].Entry })
		t.Set(picks, wild)
		targets = append(targets, t)
		return err
	})
	return targets, err
}

func (d *Decoder) decodePicks(s *Scope, v *value.Value) ([]Pick, error) {
	values, err := d.Entries(s, v)
	if err != nil {
		return nil, err
	}
	picks := make([]Pick, values.Len())
	for i := range picks {
		entry := values.At(i)
		if err := d.Entry(s, &picks[i].Entry, entry); err != nil {
			return nil, err
		}
		for j := range entry.Items {
			if err := d.pickMember(s, &picks[i], &entry.Items[j]); err != nil {
				return nil, err
			}
		}
	}
	return picks, nil
}

var pickKeys = append(slices.Clone(Keys), "optional", "attributes", "blockTypes")

func (d *Decoder) pickMember(s *Scope, p *Pick, item *value.Item) (err error) {
	if is, err := d.Selector(s, &p.Entry, item); is {
		return err
	}
	switch v := &item.Value; item.Key {
	case "file":
		p.File, err = d.File(s, v)
	case "optional":
		p.Optional, err = d.Flag(s, item)
	case "attributes":
		err = d.pickAttributes(s, p, v)
	case "blockTypes":
		err = d.pickBlocks(s, p, v)
	default:
		err = d.UnknownKey(s, item, pickKeys, true)
	}
	return err
}

// pickAttributes decodes "attributes": an array of attribute paths, or an object whose keys are
// attribute paths. If the rules allow it, a path that is a key of the object may end in [=].
func (d *Decoder) pickAttributes(s *Scope, p *Pick, v *value.Value) error {
	if v.Kind != value.Array && v.Kind != value.Object {
		return s.Refuse(v.At, `"attributes" must be an array of names, found %s`, v.Kind)
	}
	for i := range v.Items {
		item, use := v.Items[i], ToName
		if v.Kind == value.Array {
			if item.Value.Kind != value.String {
				return s.Refuse(item.Value.At, `"attributes" must be an array of names, found %s in it`, item.Value.Kind)
			}
			item.Key = item.Value.Text
		} else if s.Rules.Compares {
			use = ToFind
		}
		if item.Key == address.AnyLabel {
			p.Any = true
			continue
		}
		p.Attributes = append(p.Attributes, Attribute{})
		if err := d.Attribute(&p.Attributes[len(p.Attributes)-1], s, &item, use); err != nil {
			return err
		}
	}
	return nil
}

// pickBlocks decodes "blockTypes": an object of entries for nested blocks, by block type.
func (d *Decoder) pickBlocks(s *Scope, p *Pick, v *value.Value) error {
	switch {
	case s.Values:
		return s.Refuse(v.At, "a file of variable values has no blocks, only attributes")
	case v.Kind != value.Object:
		return s.Refuse(v.At, `"blockTypes" must be an object, found %s`, v.Kind)
	}
	for i := range v.Items {
		item := &v.Items[i]
		inner, err := NestedType(s, s.Rules, item)
		if err != nil {
			return err
		}
		picks, err := d.decodePicks(&inner, &item.Value)
		if err != nil {
			return err
		}
		t := Target{Type: item.Key, At: item.Value.At}
		t.Set(picks, false)
		p.Blocks = append(p.Blocks, t)
	}
	return nil
}
