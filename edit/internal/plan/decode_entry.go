package plan

import (
	"slices"
	"strconv"

	"iacedit/address"
	"iacedit/internal/excerpt"
	"iacedit/internal/nearest"
	"iacedit/module"
	"iacedit/value"
)

// entries decodes an array of entries. One entry alone stands for an array of it,
// and under "delete" an empty array for one of an empty entry.
func (d *Decoder) entries(s *scope, v *value.Value) ([]Entry, error) {
	switch {
	case v.Kind == value.Object:
		return d.oneEntry(s, v)
	case v.Kind != value.Array:
		return nil, s.refuse(v.At, "expected an array of entries, found %s", v.Kind)
	case len(v.Items) == 0 && s.action.Removes():
		return d.oneEntry(s, &value.Value{Kind: value.Object, At: v.At})
	case len(v.Items) == 0:
		return nil, s.refuse(v.At, "the array of entries is empty")
	}
	entries := d.memory.entries.take(len(v.Items))
	for i := range v.Items {
		if err := d.entry(s, &entries[i], &v.Items[i].Value); err != nil {
			return nil, err
		}
	}
	return entries, nil
}

func (d *Decoder) oneEntry(s *scope, v *value.Value) ([]Entry, error) {
	entries := d.memory.entries.take(1)
	return entries, d.entry(s, &entries[0], v)
}

// entry decodes one entry into e, which is zero.
func (d *Decoder) entry(s *scope, e *Entry, v *value.Value) error {
	e.Index, e.At = -1, v.At
	if v.Kind != value.Object {
		return s.refuse(v.At, "an entry must be an object, found %s", v.Kind)
	}
	if err := d.take(v.At); err != nil {
		return err
	}
	if s.action.Contents() == HoldsNames {
		return d.naming(s, e, v)
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
	if contents > 0 {
		e.Changes = d.memory.changes.take(contents)[:0]
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

// checkContents refuses an entry that by mistake would do too much or nothing: a
// deletion whose list of what to delete is empty would take the whole block.
func (d *Decoder) checkContents(s *scope, e *Entry) error {
	for i := range e.Changes {
		if len(e.Changes[i].Attributes)+len(e.Changes[i].Blocks) > 0 {
			return nil
		}
	}
	switch {
	case s.action.Contents() == HoldsPlaces && e.movesNothing():
		return s.refuse(e.At, "the entry says of nothing where it goes")
	case s.action.Contents() == HoldsPlaces:
		return nil
	case s.file && len(e.Comments) == 0 && (!e.Read || s.action.Removes()):
		return s.refuse(e.At, "the entry names no attributes")
	case s.action.Removes() && len(e.Changes) > 0:
		return s.refuse(e.At, `the entry names nothing to delete; to delete the block itself, leave out "attributes", "blockTypes" and "delete"`)
	}
	return nil
}

// entryKey decodes a selector, or checks that what is no selector may be in the entry.
func (d *Decoder) entryKey(s *scope, e *Entry, item *value.Item) (isContent bool, err error) {
	at := item.Value.At
	switch key := item.Key; key {
	case "range", "ranges", "unreadable": // what reading answers may be sent back
		e.Read = true
		return false, nil
	case "file":
		return false, d.file(s, e, &item.Value)
	case "optional":
		return false, s.optional(e, &item.Value)
	case "comment":
		return false, d.comment(s, e, &item.Value)
	case "comments":
		return false, d.comments(s, e, &item.Value)
	case "place":
		return false, d.place(s, e, &item.Value)
	case "places":
		if s.action.Contents() == HoldsPlaces {
			return false, s.refuse(at, `under "move", "attributes" has the places`)
		}
		return false, d.places(s, e, &item.Value)
	case "where", "has", "lacks", "index", "labels", "all":
		switch {
		case s.file:
			return false, s.refuse(at, "%q has nothing to select from: a file of variable values has no blocks", key)
		case !s.action.Finds() && (key != "labels" || !s.nested):
			return false, s.refuse(at, "%q selects blocks that are there, and \"add\" makes a new one", key)
		}
		return false, d.selector(s, e, item)
	case "attributes":
		return true, nil
	case "blockTypes":
		if s.file {
			return true, s.refuse(at, "a file of variable values has no blocks, only attributes")
		}
		return true, nil
	default:
		inner, ok := ActionOf(key)
		switch {
		case !ok || inner.Contents() != HoldsChanges:
			return false, d.unknownKey(s, item, entryKeys)
		case s.action.Contents() == HoldsPlaces:
			return true, s.refuse(at, `an entry under "move" has selectors, "place", "attributes" and "blockTypes"; it may not hold %q`, inner)
		case s.action.Removes() && !inner.Removes(), !s.action.Finds() && !inner.Makes():
			return true, s.refuse(at, "an entry under %q may not hold %q", s.action, inner)
		case item.Value.Kind != value.Object:
			return true, s.refuse(at, "%q must be an object, found %s", key, item.Value.Kind)
		}
		return true, nil
	}
}

// selector decodes a selector.
func (d *Decoder) selector(s *scope, e *Entry, item *value.Item) (err error) {
	v := &item.Value
	switch item.Key {
	case "where":
		e.Where, err = d.where(s, v)
	case "has":
		e.Has, err = d.existing(s, item)
	case "lacks":
		e.Lacks, err = d.existing(s, item)
	case "index":
		e.Index, err = s.index(v)
	case "labels":
		e.HasLabels = true
		e.Labels, err = d.labels(s, v)
	case "all":
		e.All = v.Kind == value.True
		if !e.All {
			err = s.refuse(v.At, `"all" must be true, found %s`, v.Kind)
		}
	}
	return err
}

func (d *Decoder) where(s *scope, v *value.Value) ([]Attribute, error) {
	if v.Kind != value.Object {
		return nil, s.refuse(v.At, `"where" must be an object of attributes, found %s`, v.Kind)
	}
	where := d.memory.attributes.take(len(v.Items))
	for i := range v.Items {
		attr, err := d.attribute(s, &v.Items[i], forFound)
		if err != nil {
			return nil, err
		}
		where[i] = attr
	}
	return where, nil
}

// existing decodes the selectors "has" and "lacks".
func (d *Decoder) existing(s *scope, item *value.Item) ([]Attribute, error) {
	v := &item.Value
	if v.Kind != value.Array {
		return nil, s.refuse(v.At, "%q must be an array of names, found %s", item.Key, v.Kind)
	}
	names := d.memory.attributes.take(len(v.Items))
	for i := range v.Items {
		name := &v.Items[i].Value
		if name.Kind != value.String {
			return nil, s.refuse(name.At, "%q must be an array of names, found %s in it", item.Key, name.Kind)
		}
		attr, err := d.attribute(s, &value.Item{Key: name.Text, Value: *name}, forName)
		if err != nil {
			return nil, err
		}
		names[i] = attr
	}
	return names, nil
}

// file decodes the selector "file", which under "move" is where to.
func (d *Decoder) file(s *scope, e *Entry, v *value.Value) error {
	switch {
	case s.nested:
		return s.refuse(v.At, `"file" is for the block at the top level: what is in it is in its file`)
	case !d.Files:
		return s.refuse(v.At, `"file" is for requests with "files"`)
	case v.Kind != value.String:
		return s.refuse(v.At, `"file" must be a file name, found %s`, v.Kind)
	}
	if err := module.CheckName(v.Text); err != nil {
		return s.refuse(v.At, "%s", err)
	}
	if s.action.Contents() == HoldsPlaces && !s.file {
		e.ToFile = v.Text
	} else {
		e.File = v.Text
	}
	return nil
}

// optional decodes the key "optional".
func (s *scope) optional(e *Entry, v *value.Value) error {
	e.Optional = v.Kind == value.True
	switch {
	case v.Kind != value.True && v.Kind != value.False:
		return s.refuse(v.At, `"optional" must be true or false, found %s`, v.Kind)
	case s.action.Contents() != HoldsChanges:
		return s.refuse(v.At, `"optional" is for "update" and "delete"`)
	case !s.action.Finds():
		return s.refuse(v.At, `"optional" is for what may be absent, and "add" makes it`)
	}
	return nil
}

func (s *scope) index(v *value.Value) (int, error) {
	if v.Kind == value.Number {
		// What is no plain integer, a fraction or an exponent, does not parse.
		if n, err := strconv.ParseUint(v.Text, 10, 31); err == nil {
			return int(n), nil
		}
		return 0, s.refuse(v.At, `"index" must be an integer from 0 on, found %s`, v.Text)
	}
	return 0, s.refuse(v.At, `"index" must be an integer from 0 on, found %s`, v.Kind)
}

// labels decodes the selector "labels". At the top level, where the address has the
// labels, an upsert can only repeat them; but in the dialect HCL they are those after the
// address's.
func (d *Decoder) labels(s *scope, v *value.Value) ([]string, error) {
	if v.Kind != value.Array {
		return nil, s.refuse(v.At, `"labels" must be an array of strings, found %s`, v.Kind)
	}
	labels := d.memory.labels.take(len(v.Items))
	for i := range v.Items {
		label := &v.Items[i].Value
		if label.Kind != value.String {
			return nil, s.refuse(label.At, `"labels" must be an array of strings, found %s in it`, label.Kind)
		}
		labels[i] = label.Text
	}
	if !s.nested && d.Language.Dialect != address.HCL && s.action.Upserts() && !slices.EqualFunc(labels, s.labels, fits) {
		return nil, s.refuse(v.At, `"labels" are not those of the address`)
	}
	return labels, nil
}

// fits reports whether a label is one that an address's label stands for.
func fits(label, of string) bool { return label == of || of == address.AnyLabel }

// changes decodes an entry's contents, by the action that they mean: the order in
// which changes apply.
func (d *Decoder) changes(s *scope, e *Entry, v *value.Value) error {
	direct := Set
	switch {
	case s.file, s.action.Removes():
		direct = s.action
	}
	for action := range Actions {
		if action.Contents() != HoldsChanges {
			continue
		}
		c := Change{Action: action, At: -1}
		for i := range v.Items {
			item := &v.Items[i]
			var err error
			switch {
			case action == direct && (item.Key == "attributes" || item.Key == "blockTypes"):
				err = d.content(s, &c, item)
			case item.Key == action.String():
				err = d.operation(s, &c, &item.Value)
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
			e.Changes = append(e.Changes, c)
		}
	}
	return nil
}

// contentKeys are those of a nested operation.
var contentKeys = []string{"attributes", "blockTypes"}

// operation decodes a nested operation.
func (d *Decoder) operation(s *scope, c *Change, v *value.Value) error {
	for i := range v.Items {
		item := &v.Items[i]
		switch {
		case item.Key != "attributes" && item.Key != "blockTypes":
			return s.refuse(item.Value.At, `unknown key %s in %q; there are "attributes" and "blockTypes"%s`, excerpt.Quote(item.Key), c.Action, nearest.DidYouMean(item.Key, slices.Values(contentKeys)))
		case item.Key == "blockTypes" && s.file:
			return s.refuse(item.Value.At, "a file of variable values has no blocks, only attributes")
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
	case item.Key == "attributes" && v.Kind == value.Array && c.Action.Removes():
		return d.names(s, c, v)
	case v.Kind != value.Object && item.Key == "attributes" && c.Action.Removes():
		return s.refuse(v.At, `"attributes" to delete must be an array of names or an object, found %s`, v.Kind)
	case v.Kind != value.Object:
		return s.refuse(v.At, "%q must be an object, found %s", item.Key, v.Kind)
	case item.Key == "attributes":
		return d.attributes(s, c, v)
	}
	return d.nestedBlocks(s, c, v)
}

func (d *Decoder) attributes(s *scope, c *Change, v *value.Value) error {
	d.makeRoom(c, len(v.Items))
	u := forFound
	if c.Action.Makes() {
		u = forValue
	}
	for i := range v.Items {
		attr, err := d.attribute(s, &v.Items[i], u)
		if err != nil {
			return err
		}
		c.Attributes = append(c.Attributes, attr)
	}
	return nil
}

// makeRoom makes room for n more attributes in a change.
func (d *Decoder) makeRoom(c *Change, n int) {
	if c.Attributes == nil {
		c.Attributes = d.memory.attributes.take(n)[:0]
	}
	c.Attributes = slices.Grow(c.Attributes, n)
}

// names decodes the names of attributes to delete.
func (d *Decoder) names(s *scope, c *Change, v *value.Value) error {
	d.makeRoom(c, len(v.Items))
	for i := range v.Items {
		name := &v.Items[i].Value
		if name.Kind != value.String {
			return s.refuse(name.At, `"attributes" to delete must be an array of names, found %s in it`, name.Kind)
		}
		attr, err := d.attribute(s, &value.Item{Key: name.Text, Value: *name}, forName)
		if err != nil {
			return err
		}
		c.Attributes = append(c.Attributes, attr)
	}
	return nil
}

// nestedBlocks decodes entries for nested blocks, by their type.
func (d *Decoder) nestedBlocks(s *scope, c *Change, v *value.Value) error {
	if c.Blocks == nil {
		c.Blocks = d.memory.targets.take(len(v.Items))[:0]
	}
	for i := range v.Items {
		item := &v.Items[i]
		if !value.IsIdentifier(item.Key) {
			return s.refuse(item.Value.At, "the block type %s is not an identifier", excerpt.Quote(item.Key))
		}
		entries, err := d.entries(&scope{action: c.Action, typ: item.Key, nested: true}, &item.Value)
		if err != nil {
			return err
		}
		c.Blocks = append(c.Blocks, Target{Type: item.Key, Entries: entries, At: item.Value.At})
	}
	return nil
}
