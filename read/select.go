package read

import (
	"slices"
	"strings"

	"iacedit/address"
	"iacedit/internal/excerpt"
	"iacedit/internal/selection"
	"iacedit/value"
)

// A target is a part of the member "select": entries for the blocks of one type and labels.
type target struct {
	typ       string
	labels    []string // none for nested blocks
	anyLabels bool     // address.AnyLabel among them is any
	wild      bool     // there is such a label: the target means all the blocks it fits
	optional  bool     // all entries are
	values    bool     // the top level of the file itself
	entries   []entry
	at        int
}

// set gives a target its entries.
func (t *target) set(entries []entry) {
	t.entries = entries
	t.wild = t.anyLabels && slices.ContainsFunc(t.labels, address.IsPattern)
	t.optional = !slices.ContainsFunc(entries, func(e entry) bool { return !e.Optional })
}

// String returns the address as messages write it: resource "a" "b".
func (t *target) String() string {
	return excerpt.Header(t.typ, t.labels)
}

// An entry selects blocks at an address, and what of them is to be read.
type entry struct {
	selection.Entry
	any        bool                  // any attribute
	attributes []selection.Attribute // none and no blocks: the whole block
	blocks     []target
}

// rules are what "select" allows in addresses and entries.
var rules = selection.Rules{Name: "select", Finds: true, AnyText: true, EmptyIsOne: true}

// A decoder decodes the member "select".
type decoder struct {
	selection.Decoder
	targets []target
}

// decode decodes addresses by block type.
func (d *decoder) decode(v *value.Value) error {
	err := d.Tree(&rules, v, func(s *selection.Scope, v *value.Value) error {
		t := target{typ: s.Type, values: s.Values, anyLabels: d.Language.Dialect == address.Terraform, labels: d.CopyLabels(s), at: v.At}
		entries, err := d.entries(s, v)
		t.set(entries)
		d.targets = append(d.targets, t)
		return err
	})
	if err == nil && len(d.targets) == 0 {
		scope := selection.Scope{Rules: &rules}
		err = scope.Refuse(v.At, `nothing is selected; leave out "select" to read everything`)
	}
	return err
}

// entries decodes an array of entries.
func (d *decoder) entries(s *selection.Scope, v *value.Value) ([]entry, error) {
	values, err := d.Entries(s, v)
	if err != nil {
		return nil, err
	}
	entries := make([]entry, values.Len())
	for i := range entries {
		if err := d.entry(s, &entries[i], values.At(i)); err != nil {
			return nil, err
		}
	}
	return entries, nil
}

func (d *decoder) entry(s *selection.Scope, e *entry, v *value.Value) error {
	if err := d.Entry(s, &e.Entry, v); err != nil {
		return err
	}
	for i := range v.Items {
		if err := d.member(s, e, &v.Items[i]); err != nil {
			return err
		}
	}
	return nil
}

// entryKeys are the keys that an entry may have.
var entryKeys = append(slices.Clone(selection.Keys), "optional", "attributes", "blockTypes")

func (d *decoder) member(s *selection.Scope, e *entry, item *value.Item) (err error) {
	if is, err := d.Selector(s, &e.Entry, item); is {
		return err
	}
	switch v := &item.Value; item.Key {
	case "file":
		e.File, err = d.File(s, v)
	case "optional":
		e.Optional, err = d.Flag(s, item)
	case "attributes":
		err = d.attributes(s, e, v)
	case "blockTypes":
		err = d.blockTypes(s, e, v)
	default:
		err = d.UnknownKey(s, item, entryKeys, true)
	}
	return err
}

// attributes decodes the names of attributes: an array, or the keys of an object, whose
// values are what [=] compares with.
func (d *decoder) attributes(s *selection.Scope, e *entry, v *value.Value) error {
	if v.Kind != value.Array && v.Kind != value.Object {
		return s.Refuse(v.At, `"attributes" must be an array of names, found %s`, v.Kind)
	}
	for i := range v.Items {
		item, use := v.Items[i], selection.ToFind
		if v.Kind == value.Array {
			if use = selection.ToName; item.Value.Kind != value.String {
				return s.Refuse(item.Value.At, `"attributes" must be an array of names, found %s in it`, item.Value.Kind)
			}
			item.Key = item.Value.Text
		}
		if item.Key == address.AnyLabel {
			e.any = true
			continue
		}
		attr, err := d.Attribute(s, &item, use)
		if err != nil {
			return err
		}
		e.attributes = append(e.attributes, attr)
	}
	return nil
}

// blockTypes decodes entries for nested blocks, by their type.
func (d *decoder) blockTypes(s *selection.Scope, e *entry, v *value.Value) error {
	switch {
	case s.Values:
		return s.Refuse(v.At, "a file of variable values has no blocks, only attributes")
	case v.Kind != value.Object:
		return s.Refuse(v.At, `"blockTypes" must be an object, found %s`, v.Kind)
	}
	for i := range v.Items {
		item := &v.Items[i]
		inner, err := selection.NestedType(s, &rules, item)
		if err != nil {
			return err
		}
		entries, err := d.entries(&inner, &item.Value)
		if err != nil {
			return err
		}
		t := target{typ: item.Key, at: item.Value.At}
		t.set(entries)
		e.blocks = append(e.blocks, t)
	}
	return nil
}

// list names a few things for a message.
func list(names func(func(string) bool)) string {
	const mostListed = 5
	var listed []string
	for name := range names {
		if len(listed) == mostListed {
			listed = append(listed, "…")
			break
		}
		listed = append(listed, name)
	}
	return strings.Join(listed, ", ")
}
