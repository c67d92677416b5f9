package selection

import (
	"slices"
	"strconv"

	"iacedit/address"
	"iacedit/internal/base/excerpt"
	"iacedit/internal/base/nearest"
	"iacedit/module"
	"iacedit/value"
)

// Keys are the names of the selectors in an entry.
var Keys = []string{"where", "matches", "has", "lacks", "index", "labels", "patterns", "all", "folder", "file"}

// Selector decodes a member of an entry if it is a selector, except the selector "file". It returns
// false for any other member.
func (d *Decoder) Selector(s *Scope, e *Entry, item *value.Item) (is bool, err error) {
	switch item.Key {
	case "where", "matches", "has", "lacks", "index", "labels", "patterns", "all":
	case "folder":
		e.Folder, err = d.Folder(s, &item.Value)
		return true, err
	default:
		return false, nil
	}
	switch v := &item.Value; {
	case s.Values:
		return true, s.Refuse(v.At, "%q has nothing to select from: a file of variable values has no blocks", item.Key)
	case !s.Rules.Finds && (item.Key != "labels" || !s.Nested):
		return true, s.Refuse(v.At, "%q selects blocks that are there, and \"add\" makes a new one", item.Key)
	}
	return true, d.selector(s, e, item)
}

func (d *Decoder) selector(s *Scope, e *Entry, item *value.Item) (err error) {
	v := &item.Value
	switch item.Key {
	case "where":
		e.Where, err = d.decodeWhere(s, v)
	case "matches":
		e.Matches, err = d.decodeMatches(s, v)
	case "has":
		e.Has, err = d.decodeNames(s, item)
	case "lacks":
		e.Lacks, err = d.decodeNames(s, item)
	case "index":
		e.Index, err = d.decodeIndex(s, v)
	case "labels":
		e.HasLabels = true
		e.Labels, err = d.selectedLabels(s, v)
	case "patterns", "all":
		if v.Kind != value.True {
			return s.Refuse(v.At, `%q must be true, found %s`, item.Key, v.Kind)
		}
		e.All, e.Patterns = e.All || item.Key == "all", e.Patterns || item.Key == "patterns"
	}
	// As with a pattern in an address, all matching blocks are selected.
	e.All = e.All || e.Patterns && slices.ContainsFunc(e.Labels, address.IsPattern)
	return err
}

// Wild reports whether labels in an address are patterns, so that its entries select all matching
// blocks: whether a label contains "*" and, in the dialect HCL, the entries have "patterns". It
// returns an error if only some of the entries have "patterns". The function entry returns an entry
// of the address by its index, from 0 to n-1.
func (d *Decoder) Wild(s *Scope, n int, entry func(i int) *Entry) (bool, error) {
	if !slices.ContainsFunc(s.Labels, address.IsPattern) || !d.Language.Dialect.AnyBlock() || n == 0 {
		return slices.ContainsFunc(s.Labels, address.IsPattern), nil
	}
	wild := entry(0).Patterns
	for i := range n {
		if e := entry(i); e.Patterns != wild {
			return false, s.Refuse(e.At, `either all entries of an address whose labels contain "*" have "patterns", or none`)
		}
	}
	return wild, nil
}

func (d *Decoder) decodeWhere(s *Scope, v *value.Value) ([]Attribute, error) {
	if v.Kind != value.Object {
		return nil, s.Refuse(v.At, `"where" must be an object of attributes, such as {"where": {"alias": "east"}}, found %s`, v.Kind)
	}
	where := d.attributes.Take(d.Budget, len(v.Items))
	for i := range v.Items {
		attr, old := &where[i], ""
		err := d.Attribute(attr, s, &v.Items[i], ToFind)
		if err == nil {
			old, err = s.NameOld(attr)
		}
		if err == nil && old == "" && attr.Value.Kind != value.Null { // null also means a missing attribute
			err = d.Judge(s, attr)
		}
		switch {
		case err != nil:
			return nil, err
		case old != "":
			return nil, s.Refuse(attr.At, `where: the attribute %s: "$" stands for the old value of what is changed, and "where" changes nothing`, excerpt.Quote(attr.Text))
		}
	}
	return where, nil
}

// decodeNames decodes the selectors "has" and "lacks".
func (d *Decoder) decodeNames(s *Scope, item *value.Item) ([]Attribute, error) {
	v := &item.Value
	if v.Kind != value.Array {
		return nil, s.Refuse(v.At, "%q must be an array of names, found %s", item.Key, v.Kind)
	}
	return d.Names(s, strconv.Quote(item.Key), v, ToName, d.attributes.Take(d.Budget, len(v.Items))[:0])
}

func (d *Decoder) decodeIndex(s *Scope, v *value.Value) (int, error) {
	if v.Kind == value.Number {
		// ParseUint refuses fractions and exponents.
		if n, err := strconv.ParseUint(v.Text, 10, 31); err == nil {
			return int(n), nil
		}
		return 0, s.Refuse(v.At, `"index" must be an integer from 0 on, found %s`, v.Text)
	}
	return 0, s.Refuse(v.At, `"index" must be an integer from 0 on, found %s`, v.Kind)
}

// selectedLabels decodes the selector "labels", an array of strings. If the operation may create a
// missing top-level block, the array must match the labels in the address of the block. In the
// dialect HCL there is no such rule, because the array has further labels, which follow those of
// the address.
func (d *Decoder) selectedLabels(s *Scope, v *value.Value) ([]string, error) {
	if v.Kind != value.Array {
		return nil, s.Refuse(v.At, `"labels" must be an array of strings, found %s`, v.Kind)
	}
	labels := d.labels.Take(d.Budget, len(v.Items))
	for i := range v.Items {
		label := &v.Items[i].Value
		if label.Kind != value.String {
			return nil, s.Refuse(label.At, `"labels" must be an array of strings, found %s in it`, label.Kind)
		}
		labels[i] = label.Text
	}
	if !s.Nested && !d.Language.Dialect.AnyBlock() && s.Rules.Makes && s.Rules.Finds && !slices.EqualFunc(labels, s.Labels, labelMatches) {
		return nil, s.Refuse(v.At, `"labels" differ from the labels in the address`)
	}
	return labels, nil
}

// labelMatches reports whether a label equals the label of an address, or matches it if the label
// of the address is a pattern.
func labelMatches(label, of string) bool { return label == of || address.MatchLabel(of, label) }

// File decodes the selector "file".
func (d *Decoder) File(s *Scope, v *value.Value) (string, error) {
	switch {
	case s.Nested:
		return "", s.Refuse(v.At, `"file" is for top-level blocks: a nested block is in the file of the block around it`)
	case !d.Files:
		return "", s.Refuse(v.At, `"file" is for requests with "files"`)
	case v.Kind != value.String:
		return "", s.Refuse(v.At, `"file" must be a file name, found %s`, v.Kind)
	}
	return v.Text, nil
}

// Folder decodes the selector "folder".
func (d *Decoder) Folder(s *Scope, v *value.Value) (string, error) {
	switch {
	case s.Nested:
		return "", s.Refuse(v.At, `"folder" is for top-level blocks: a nested block is in the folder of the block around it`)
	case !d.Files:
		return "", s.Refuse(v.At, `"folder" is for requests with "files"`)
	case v.Kind != value.String || v.Text == "":
		return "", s.Refuse(v.At, `"folder" must be the name of a folder, or a pattern, found %s`, v.Kind)
	}
	if err := module.CheckFolder(v.Text); err != nil {
		return "", s.Refuse(v.At, "%s", err)
	}
	if module.IsPattern(v.Text) && (!s.Rules.Finds) {
		return "", s.Refuse(v.At, `"folder" is a pattern; name one folder here`)
	}
	return v.Text, nil
}

// Flag decodes a member whose value must be true or false.
func (d *Decoder) Flag(s *Scope, item *value.Item) (bool, error) {
	switch item.Value.Kind {
	case value.True, value.False:
		return item.Value.Kind == value.True, nil
	}
	return false, s.Refuse(item.Value.At, "%q must be true or false, found %s", item.Key, item.Value.Kind)
}

// ignored are keys that answers of "read" contain, and that edits ignore. Messages do not list
// these keys.
var ignored = []string{"range", "ranges", "unreadable"}

// UnknownKey returns an error for a key that no entry may have. The message suggests a known key.
// If entries may contain attributes, the message names instead the key under which the attribute or
// nested block belongs.
func (d *Decoder) UnknownKey(s *Scope, item *value.Item, known []string, holds bool) error {
	at := item.Value.At
	if slices.Contains(known, "to") && slices.Contains([]string{"name", "newName", "new_name", "label", "as"}, item.Key) {
		return s.Refuse(at, `unknown key %q; the new name is "to"`, item.Key)
	}
	if end := nearest.DidYouMean(item.Key, slices.Values(known)); end != "" {
		return s.Refuse(at, "unknown key %s%s", excerpt.Quote(item.Key), end)
	}
	if _, err := address.ParsePath(item.Key); err != nil || !holds {
		isSelector := func(key string) bool { return slices.Contains(Keys, key) || slices.Contains(ignored, key) }
		return s.Refuse(at, "unknown key %s%s", excerpt.Quote(item.Key), nearest.Or(item.Key, slices.DeleteFunc(slices.Clone(known), isSelector)))
	}
	if slices.Contains([]string{"after", "before", "first", "last"}, item.Key) {
		return s.Refuse(at, `unknown key %q; it goes in "place": {"place": {%q: …}}`, item.Key, item.Key)
	}
	what, under := "an attribute", "attributes"
	if v := &item.Value; v.Kind == value.Array && len(v.Items) > 0 && v.Items[0].Value.Kind == value.Object && !s.Values {
		what, under = "a nested block", "blockTypes"
	}
	if n := len(s.Labels); n > 0 && slices.Contains(known, s.Labels[n-1]) {
		return s.Refuse(at, "unknown key %s; %q stands where the last label of a %s is expected: %s", excerpt.Quote(item.Key), s.Labels[n-1], s.Type, exampleAddress(s))
	}
	return s.Refuse(at, "unknown key %s; %s goes in %q: {%q: {%s: …}}", excerpt.Quote(item.Key), what, under, under, excerpt.Quote(item.Key))
}

// exampleAddress returns a correct address, as an example in the message about a request that has a
// key of an entry, such as "where", in place of the last label. In the example this key follows the
// labels: {"resource": {"TYPE": {"NAME": {"where": …}}}}.
func exampleAddress(s *Scope) string {
	names := []string{"TYPE", "NAME"}[2-min(len(s.Labels), 2):]
	text := "{" + excerpt.Quote(s.Labels[len(s.Labels)-1]) + ": …}"
	for _, name := range slices.Backward(names) {
		text = "{" + excerpt.Quote(name) + ": " + text + "}"
	}
	return "{" + excerpt.Quote(s.Type) + ": " + text + "}"
}
