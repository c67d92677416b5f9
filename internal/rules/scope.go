package rules

import (
	"slices"

	"iacedit/address"
	"iacedit/internal/language"
	"iacedit/internal/selection"
	"iacedit/internal/terraform"
	"iacedit/syntax"
	"iacedit/value"
)

// A target is a part of the member "in" of a rule: entries for the blocks of one type and
// labels.
type target struct {
	typ     string
	labels  []string // none for nested blocks
	values  bool     // the top level of the file itself
	entries []entry
}

// An entry chooses blocks at an address, and what of them is looked through.
type entry struct {
	selection.Entry
	any        bool                  // all attributes, but no nested blocks
	attributes []selection.Attribute // none and no blocks: the whole block
	blocks     []target
}

var scopeRules = selection.Rules{Name: "in", Finds: true, AnyText: true, EmptyIsOne: true}

// scope decodes the member "in" of a rule.
func (d *Decoder) scope(v *value.Value) (targets []target, err error) {
	d.selection.Language, d.selection.Files, d.selection.Budget = d.Language, d.Files, d.Budget
	err = d.selection.Tree(&scopeRules, v, func(s *selection.Scope, v *value.Value) error {
		t := target{typ: s.Type, values: s.Values, labels: slices.Clone(s.Labels)}
		t.entries, err = d.entries(s, v)
		targets = append(targets, t)
		return err
	})
	if err == nil && len(targets) == 0 {
		err = d.refuse(v.At, `"in" names nothing; leave it out to mean everything`)
	}
	return targets, err
}

func (d *Decoder) entries(s *selection.Scope, v *value.Value) ([]entry, error) {
	values, err := d.selection.Entries(s, v)
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

// entryKeys are the keys that an entry may have.
var entryKeys = append(slices.Clone(selection.Keys), "optional", "attributes", "blockTypes")

func (d *Decoder) entry(s *selection.Scope, e *entry, v *value.Value) error {
	if err := d.selection.Entry(s, &e.Entry, v); err != nil {
		return err
	}
	for i := range v.Items {
		item := &v.Items[i]
		if is, err := d.selection.Selector(s, &e.Entry, item); err != nil {
			return err
		} else if is {
			continue
		}
		var err error
		switch v := &item.Value; item.Key {
		case "file":
			e.File, err = d.selection.File(s, v)
		case "optional":
			e.Optional, err = d.selection.Flag(s, item)
		case "attributes":
			err = d.attributes(s, e, v)
		case "blockTypes":
			err = d.blockTypes(s, e, v)
		default:
			err = d.selection.UnknownKey(s, item, entryKeys, true)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// attributes decodes the names of attributes: an array, or the keys of an object.
func (d *Decoder) attributes(s *selection.Scope, e *entry, v *value.Value) error {
	if v.Kind != value.Array && v.Kind != value.Object {
		return s.Refuse(v.At, `"attributes" must be an array of names, found %s`, v.Kind)
	}
	for i := range v.Items {
		item := v.Items[i]
		if v.Kind == value.Array {
			if item.Value.Kind != value.String {
				return s.Refuse(item.Value.At, `"attributes" must be an array of names, found %s in it`, item.Value.Kind)
			}
			item.Key = item.Value.Text
		}
		if item.Key == address.AnyLabel {
			e.any = true
			continue
		}
		attr, err := d.selection.Attribute(s, &item, selection.ToName)
		if err != nil {
			return err
		}
		e.attributes = append(e.attributes, attr)
	}
	return nil
}

// blockTypes decodes entries for nested blocks, by their type.
func (d *Decoder) blockTypes(s *selection.Scope, e *entry, v *value.Value) error {
	switch {
	case s.Values:
		return s.Refuse(v.At, "a file of variable values has no blocks, only attributes")
	case v.Kind != value.Object:
		return s.Refuse(v.At, `"blockTypes" must be an object, found %s`, v.Kind)
	}
	for i := range v.Items {
		item := &v.Items[i]
		inner, err := selection.NestedType(s, &scopeRules, item)
		if err != nil {
			return err
		}
		entries, err := d.entries(&inner, &item.Value)
		if err != nil {
			return err
		}
		e.blocks = append(e.blocks, target{typ: item.Key, entries: entries})
	}
	return nil
}

// A scope is what the member "in" of a rule chooses in a file.
type scope struct {
	blocks     map[syntax.ItemID]bool                  // whole: with all that is in them
	attributes map[syntax.ItemID]bool                  // whole
	all        map[syntax.ItemID]bool                  // bodies with all their attributes
	paths      map[syntax.ItemID][]selection.Attribute // attributes of which paths are chosen
}

// choose returns what the rule looks through in a file; nil for all of it.
func (s *Search) choose(r *Rule) *scope {
	if r.in == nil {
		return nil
	}
	c := &scope{map[syntax.ItemID]bool{}, map[syntax.ItemID]bool{}, map[syntax.ItemID]bool{}, map[syntax.ItemID][]selection.Attribute{}}
	for i := range r.in {
		t := &r.in[i]
		if t.values {
			s.chooseValues(c, t)
			continue
		}
		body := language.Body(s.Language, t.typ)
		candidates := s.blocksAt(t)
		for i := range t.entries {
			s.chooseEntry(c, &t.entries[i], candidates, body)
		}
	}
	return c
}

// chooseValues chooses in the top level of a file of variable values.
func (s *Search) chooseValues(c *scope, t *target) {
	for i := range t.entries {
		if e := &t.entries[i]; e.IsOf(s.Name) && (e.File != "" || s.isValues()) {
			s.chooseIn(c, e, syntax.Root, language.Body(s.Language, t.typ))
		}
	}
}

// chooseEntry chooses those of some blocks that an entry selects, and what it names in them.
func (s *Search) chooseEntry(c *scope, e *entry, candidates []syntax.ItemID, body *terraform.Body) {
	if !e.IsOf(s.Name) {
		return
	}
	for _, id := range s.chosenBy(e, candidates, body) {
		s.chooseIn(c, e, id, body)
	}
}

// chooseIn chooses what an entry names in a body.
func (s *Search) chooseIn(c *scope, e *entry, id syntax.ItemID, body *terraform.Body) {
	if !e.any && len(e.attributes) == 0 && len(e.blocks) == 0 {
		c.blocks[id] = true
		return
	}
	c.all[id] = c.all[id] || e.any
	for i := range e.attributes {
		a := &e.attributes[i]
		attr := s.File.Attribute(id, a.Name)
		switch {
		case attr == syntax.NoItem:
		case len(a.Path) == 0:
			c.attributes[attr] = true
		default:
			c.paths[attr] = append(c.paths[attr], *a)
		}
	}
	for i := range e.blocks {
		t := &e.blocks[i]
		var candidates []syntax.ItemID
		for inner := range s.File.Blocks(id, t.typ) {
			s.Budget.Step(1)
			candidates = append(candidates, inner)
		}
		for j := range t.entries {
			s.chooseEntry(c, &t.entries[j], candidates, body.Block(t.typ))
		}
	}
}

// chosen reports whether an attribute of a body is chosen, all of it or some paths; whole is true
// if the body is.
func (c *scope) chosen(body, attribute syntax.ItemID, whole bool) (all bool, paths []selection.Attribute) {
	if c == nil || whole || c.all[body] || c.attributes[attribute] {
		return true, nil
	}
	return false, c.paths[attribute]
}
