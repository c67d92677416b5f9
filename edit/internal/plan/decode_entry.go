package plan

import (
	"fmt"
	"slices"

	"iacedit/internal/base/excerpt"
	"iacedit/internal/base/fault"
	"iacedit/internal/base/nearest"
	"iacedit/internal/engine/selection"
	"iacedit/value"
)

// entriesOf decodes an array of entries.
func (d *Decoder) entriesOf(s *scope, v *value.Value) ([]Entry, error) {
	values, err := d.Entries(&s.Scope, v)
	if err != nil {
		return nil, err
	}
	entries := d.memory.entries.Take(d.Budget, values.Len())
	for i := range entries {
		if err := d.entry(s, &entries[i], values.At(i)); err != nil {
			return nil, err
		}
	}
	return entries, nil
}

// entry decodes one entry into e, which must be zero.
func (d *Decoder) entry(s *scope, e *Entry, v *value.Value) error {
	if err := d.Entry(&s.Scope, &e.Entry, v); err != nil {
		return err
	}
	if own := table[s.action].newContent; own != nil {
		e.Content = own()
		return e.Content.decode(d, *s, e, v)
	}
	contents := 0
	for i := range v.Items {
		isContent, err := d.entryKey(s, e, &v.Items[i])
		if err != nil {
			return err
		}
		if isContent {
			contents++
		}
	}
	if e.Root != nil {
		if err := d.checkRoot(s, e, v); err != nil {
			return err
		}
	}
	if contents > 0 {
		e.Changes = d.memory.changes.Take(d.Budget, contents)[:0]
		var err error
		if s.action.Contents() == HoldsPlaces {
			err = d.moveContents(s, e, v)
		} else {
			err = d.changes(s, e, v)
		}
		if err != nil {
			return err
		}
	}
	return d.checkContents(s, e)
}

// checkContents returns an error for an entry whose content is probably a mistake. A deletion with
// an empty list, for example, would delete the whole block.
func (d *Decoder) checkContents(s *scope, e *Entry) error {
	for i := range e.Changes {
		if len(e.Changes[i].Attributes)+len(e.Changes[i].Blocks) > 0 {
			return nil
		}
	}
	switch {
	case s.action.Contents() == HoldsPlaces && e.movesNothing():
		return s.Refuse(e.At, `the entry has no place: it needs "place" or "file" for the block, or "attributes" for the places of its attributes`)
	case s.action.Contents() == HoldsPlaces:
		return nil
	case s.Values && len(e.Comments)+len(e.LineComments) == 0 && (!e.FromRead || s.action.Names()):
		return s.Refuse(e.At, "the entry names no attributes")
	case s.action.Names() && len(e.Changes) > 0:
		members := `"attributes" and "blockTypes"`
		if s.action.Nests() {
			members = fmt.Sprintf(`"attributes", "blockTypes" and %q`, s.action)
		}
		return s.Refuse(e.At, "the entry names nothing to %s; to %s the block itself, leave out %s", s.action, s.action, members)
	}
	return nil
}

// entryKeys are the keys that an entry may have.
var entryKeys = append(slices.Clone(selection.Keys), "attributes", "blockTypes",
	"add", "update", "set", "delete", "replace", "optional", "follow", "comment", "comments", "lineComments", "place", "places", "root", "state", "ids", "inputs", "outputs", "import", "only", "range", "ranges", "unreadable")

// commonKey decodes one member of an entry that entries of other operations have, too. The argument
// keys are all keys that the entry may have.
func (d *Decoder) commonKey(s *scope, e *Entry, item *value.Item, keys []string) error {
	if !slices.Contains(keys, item.Key) {
		return d.UnknownKey(&s.Scope, item, keys, false)
	}
	_, err := d.entryKey(s, e, item)
	return err
}

// entryKey decodes one member of an entry, such as "file" or "comment". The result isContent is
// true for "attributes", "blockTypes" and nested operations, which entryKey does not decode. For a
// key that is not allowed, entryKey returns an error.
func (d *Decoder) entryKey(s *scope, e *Entry, item *value.Item) (isContent bool, err error) {
	if is, err := d.Selector(&s.Scope, &e.Entry, item); is {
		return false, err
	}
	at := item.Value.At
	switch key := item.Key; key {
	case "range", "ranges", "unreadable": // keys in the answers of package read, which clients may send back
		e.FromRead = true
		return false, nil
	case "file":
		return false, d.file(s, e, &item.Value)
	case "optional":
		return false, d.optional(s, e, &item.Value)
	case "follow":
		if s.action.Contents() != HoldsChanges || !s.action.Finds() || s.action.Names() && !s.action.Removes() {
			return false, s.Refuse(at, `"follow" is for "update", "set", "delete" and "disable", whose paths lead into existing values`)
		}
		e.Follow, err = d.Flag(&s.Scope, item)
		return false, err
	case "comment":
		return false, d.comment(s, e, &item.Value)
	case "comments":
		e.Comments, err = d.comments(s, item)
		return false, err
	case "lineComments":
		e.LineComments, err = d.comments(s, item)
		return false, err
	case "place":
		return false, d.place(s, e, &item.Value)
	case "places":
		if s.action.Contents() == HoldsPlaces {
			return false, s.Refuse(at, `under "move", the places of attributes are in "attributes"`)
		}
		return false, d.places(s, e, &item.Value)
	case "root", "state", "ids", "inputs", "outputs", "import":
		if s.action.Contents() != HoldsPlaces || s.Nested || s.Values || d.Language.Dialect.AnyBlock() {
			return false, d.UnknownKey(&s.Scope, item, entryKeys, true)
		}
		return false, d.rootMember(s, e, item)
	case "attributes":
		return true, nil
	case "blockTypes":
		if s.Values {
			return true, s.Refuse(at, "a file of variable values has no blocks, only attributes")
		}
		return true, nil
	default:
		inner, ok := nestedAction(key)
		switch {
		case !ok:
			return false, d.UnknownKey(&s.Scope, item, entryKeys, true)
		case s.action.ReplacesText(), s.action.Names() && !s.action.Nests():
			return true, s.Refuse(at, `an entry under %q has selectors, "attributes" and "blockTypes"; it may not hold %q`, s.action, inner)
		case s.action.Contents() == HoldsPlaces:
			return true, s.Refuse(at, `an entry under "move" has selectors, "place", "attributes" and "blockTypes"; it may not hold %q`, inner)
		case s.action.Removes() && !inner.Removes(), !s.action.Finds() && !inner.Makes():
			return true, s.Refuse(at, "an entry under %q may not hold %q", s.action, inner)
		case item.Value.Kind != value.Object:
			return true, s.Refuse(at, "%q must be an object, found %s", key, item.Value.Kind)
		}
		return true, nil
	}
}

// file decodes the member "file". This member selects blocks by their file or, under "move", names
// the file to which the block moves.
func (d *Decoder) file(s *scope, e *Entry, v *value.Value) error {
	name, err := d.fileName(&s.Scope, v)
	if err != nil {
		return err
	}
	if s.action.Contents() == HoldsPlaces && !s.Values {
		e.ToFile = name
	} else {
		e.File = name
	}
	return nil
}

// optional decodes the member "optional".
func (d *Decoder) optional(s *scope, e *Entry, v *value.Value) error {
	e.Optional = v.Kind == value.True
	switch {
	case v.Kind != value.True && v.Kind != value.False:
		return s.Refuse(v.At, `"optional" must be true or false, found %s`, v.Kind)
	case table[s.action].optional:
	case s.action.Contents() != HoldsChanges:
		return s.Refuse(v.At, `"optional" is for "update", "delete", "tidy", "sort", "enable", "disable", "reshape" and "rename"`)
	case !s.action.Finds():
		return s.Refuse(v.At, `"optional" is for what may be absent, and "add" makes it`)
	}
	return nil
}

// changes decodes the changes that an entry makes in its block. It sorts them into the order in
// which their actions are applied.
func (d *Decoder) changes(s *scope, e *Entry, v *value.Value) error {
	direct := Set
	switch {
	case s.Values, s.action.Names(), s.action.ReplacesText():
		direct = s.action
	}
	actions := nestedActions
	if !direct.Nests() {
		actions = []Action{direct}
	}
	for _, action := range actions {
		c := Change{Action: action, At: -1}
		for i := range v.Items {
			item := &v.Items[i]
			var err error
			switch {
			case action == direct && (item.Key == "attributes" || item.Key == "blockTypes"):
				err = d.content(s, &c, item)
			case item.Key == action.String():
				err = d.nested(s, &c, &item.Value)
			default:
				continue
			}
			if err != nil {
				return err
			}
			if c.At < 0 {
				c.At = item.Value.At
			}
		}
		if c.At >= 0 {
			e.NeedsOld = e.NeedsOld || c.needsOld()
			e.Changes = append(e.Changes, c)
		}
	}
	return nil
}

// contentKeys are the keys of a nested operation.
var contentKeys = []string{"attributes", "blockTypes"}

// nested decodes an operation inside an entry, such as "delete".
func (d *Decoder) nested(s *scope, c *Change, v *value.Value) error {
	for i := range v.Items {
		item := &v.Items[i]
		switch {
		case item.Key != "attributes" && item.Key != "blockTypes":
			return s.Refuse(item.Value.At, `unknown key %s in %q; there are "attributes" and "blockTypes"%s`, excerpt.Quote(item.Key), c.Action, nearest.DidYouMean(item.Key, slices.Values(contentKeys)))
		case item.Key == "blockTypes" && s.Values:
			return s.Refuse(item.Value.At, "a file of variable values has no blocks, only attributes")
		}
		if err := d.content(s, c, item); err != nil {
			return err
		}
	}
	return nil
}

// content decodes the member "attributes" or "blockTypes".
func (d *Decoder) content(s *scope, c *Change, item *value.Item) error {
	v := &item.Value
	switch {
	case item.Key == "attributes" && v.Kind == value.Array && c.Action.Names():
		return d.names(s, c, v)
	case v.Kind != value.Object && item.Key == "attributes" && c.Action.Names():
		return s.Refuse(v.At, `"attributes" to %s must be an array of names, as in ["ami"], or an object, found %s`, c.Action, v.Kind)
	case v.Kind != value.Object:
		return s.Refuse(v.At, "%q must be an object, found %s", item.Key, v.Kind)
	case item.Key == "attributes":
		return d.attributes(s, c, v)
	}
	return d.nestedBlocks(s, c, v)
}

// nestedBlocks decodes an object that maps the types of nested blocks to arrays of entries.
func (d *Decoder) nestedBlocks(s *scope, c *Change, v *value.Value) error {
	if c.Blocks == nil {
		c.Blocks = d.memory.targets.Take(d.Budget, len(v.Items))[:0]
	}
	for i := range v.Items {
		item := &v.Items[i]
		inner, err := selection.NestedType(&s.Scope, &allowed[c.Action], item)
		if err != nil {
			return err
		}
		entries, err := d.entriesOf(&scope{Scope: inner, action: c.Action, adds: s.adds}, &item.Value)
		if err != nil {
			return err
		}
		c.Blocks = append(c.Blocks, Target{Type: item.Key, Entries: entries, At: item.Value.At})
	}
	return nil
}

// place decodes "place", the place of the block of an entry.
func (d *Decoder) place(s *scope, e *Entry, v *value.Value) error {
	switch {
	case !s.action.SetsValues() && s.action.Contents() != HoldsPlaces:
		return s.Refuse(v.At, `"place" is for "add", "update", "set" and "move"`)
	case s.Values:
		return s.Refuse(v.At, `a file of variable values has no blocks; "places" are those of its attributes`)
	}
	e.Place = new(Place)
	beside, err := d.placeKind(s, e.Place, v)
	if err != nil || beside == nil {
		return err
	}
	return d.placeBeside(s, &e.Place.Block, beside)
}

// placeBeside decodes the address in a place such as {"after": {"variable": {"region": {}}}}. The
// block of the entry is placed before or after the block at that address.
func (d *Decoder) placeBeside(s *scope, t *Target, v *value.Value) error {
	at := scope{Scope: selection.Scope{Rules: &allowed[ForPlaces], Nested: s.Nested}, action: ForPlaces}
	labels := 0
	item, err := d.oneMember(s, v)
	if err != nil {
		return err
	}
	if at.Type = item.Key; s.Nested {
		if !value.IsIdentifier(at.Type) {
			return s.Refuse(item.Value.At, "the block type %s is not an identifier", excerpt.Quote(at.Type))
		}
	} else if d.Language.IsValuesFile(at.Type) {
		return fault.At(item.Value.At, fault.InvalidRequest, "%s: a file of variable values is not a block", at.action)
	} else if labels, err = d.LabelsOf(&at.Scope, item); err != nil {
		return err
	}
	for ; labels > 0 || labels < 0 && item.Value.Kind != value.Array; labels-- {
		if item, err = d.oneMember(&at, &item.Value); err != nil {
			return err
		}
		if err := d.CheckLabel(&at.Scope, item); err != nil {
			return err
		}
		at.Labels = append(at.Labels, item.Key)
	}
	entries, err := d.entriesOf(&at, &item.Value)
	if err != nil {
		return err
	}
	if len(entries) != 1 || !entries[0].ChangesNothing() {
		return s.Refuse(v.At, "a place is beside one block: expected one entry that selects it, with selectors and nothing else")
	}
	*t = Target{Type: at.Type, Labels: at.Labels, Entries: entries, At: v.At}
	t.Wild, err = d.wild(&at.Scope, entries)
	return err
}

// oneMember returns the only member of an object. It returns an error if v is not an object with
// exactly one member.
func (d *Decoder) oneMember(s *scope, v *value.Value) (*value.Item, error) {
	if v.Kind != value.Object || len(v.Items) != 1 {
		return nil, s.Refuse(v.At, "a place is beside one block: expected an object with one member at each level of its address, as in {\"after\": {\"variable\": {\"region\": {}}}}")
	}
	return &v.Items[0], nil
}

// moveContents decodes the contents of an entry under "move": the places of attributes and keys,
// and entries for nested blocks (docs/edits.md, "Rename and move").
func (d *Decoder) moveContents(s *scope, e *Entry, v *value.Value) error {
	for i := range v.Items {
		item := &v.Items[i]
		switch item.Key {
		case "attributes":
			if err := d.places(s, e, &item.Value); err != nil {
				return err
			}
		case "blockTypes":
			c := Change{Action: Move, At: item.Value.At}
			if err := d.content(s, &c, item); err != nil {
				return err
			}
			e.Changes = append(e.Changes, c)
		}
	}
	return nil
}

// wild reports whether the labels in the address of entries are patterns.
func (d *Decoder) wild(s *selection.Scope, entries []Entry) (bool, error) {
	return d.Wild(s, len(entries), func(i int) *selection.Entry { return &entries[i].Entry })
}
