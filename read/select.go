package read

import (
	"slices"
	"strconv"
	"strings"

	"iacedit/address"
	"iacedit/internal/excerpt"
	"iacedit/internal/fault"
	"iacedit/internal/nearest"
	"iacedit/value"
)

// A target is a part of the member "select": entries for the blocks of one type and
// labels.
type target struct {
	typ       string
	labels    []string // none for nested blocks
	anyLabels bool     // address.AnyLabel among them is any
	values    bool     // the top level of the file itself
	entries   []entry
	at        int
}

// An entry selects blocks at an address, and what of them is to be read.
type entry struct {
	file       string // "" for any
	labels     []string
	hasLabels  bool
	where      []condition
	has, lacks []named
	index      int // -1 for none
	optional   bool
	any        bool    // any attribute
	attributes []named // none and no blocks: the whole block
	blocks     []target
	at         int
}

// A condition is what an attribute must be.
type condition struct {
	named
	value value.Value
}

// A named is an attribute path, or the type of a nested block.
type named struct {
	address.Path
	text  string      // as sent
	equal value.Value // what [=] at the path's end is to equal
	at    int
}

// A decoder decodes the member "select".
type decoder struct {
	language address.Language
	module   bool // the request has files
	targets  []target
}

// types decodes addresses by block type.
func (d *decoder) types(v *value.Value) error {
	if v.Kind != value.Object {
		return fault.At(v.At, fault.InvalidRequest, "select: expected an object of block types, found %s", v.Kind)
	}
	for i := range v.Items {
		item := &v.Items[i]
		t := target{typ: item.Key, values: d.language.IsValuesFile(item.Key), at: item.Value.At}
		t.anyLabels = d.language.Dialect == address.Terraform
		labels := -1
		switch known := d.language.Block(item.Key); {
		case known != nil:
			labels = known.Labels
		case d.language.Dialect != address.HCL || !value.IsIdentifier(item.Key):
			return fault.At(t.at, fault.InvalidRequest, "select: unknown block type %s%s", excerpt.Quote(item.Key), d.language.Meant(item.Key))
		}
		if err := d.address(t, &item.Value, labels); err != nil {
			return err
		}
	}
	if len(d.targets) == 0 {
		return fault.At(v.At, fault.InvalidRequest, `select: nothing is selected; leave out "select" to read everything`)
	}
	return nil
}

// address decodes the objects of labels that lead to entries. more is how many labels
// there are still to come; -1 leaves that to the objects.
func (d *decoder) address(t target, v *value.Value, more int) (err error) {
	if more == 0 || more < 0 && v.Kind == value.Array {
		t.entries, err = d.entries(&t, v, false)
		d.targets = append(d.targets, t)
		return err
	}
	if v.Kind != value.Object {
		return d.refuse(&t, v.At, "expected an object whose keys are labels, found %s", v.Kind)
	}
	for i := range v.Items {
		inner := t
		inner.labels = append(slices.Clone(t.labels), v.Items[i].Key)
		inner.at = v.Items[i].Value.At
		if err := d.address(inner, &v.Items[i].Value, more-1); err != nil {
			return err
		}
	}
	return nil
}

// String names a target as messages begin: resource "a" "b".
func (t *target) String() string {
	text := t.typ
	for _, l := range t.labels {
		text += " " + strconv.Quote(l)
	}
	return text
}

func (d *decoder) refuse(t *target, at int, format string, args ...any) error {
	return fault.At(at, fault.InvalidRequest, "select: %s: "+format, append([]any{t}, args...)...)
}

// entries decodes an array of entries. One entry alone stands for an array of it, and an
// empty array for one of an empty entry.
func (d *decoder) entries(t *target, v *value.Value, nested bool) ([]entry, error) {
	items := v.Items
	switch {
	case v.Kind == value.Object && (nested || d.language.Dialect != address.HCL || t.values):
		items = []value.Item{{Value: *v}}
	case v.Kind != value.Array:
		return nil, d.refuse(t, v.At, "expected an array of entries, found %s", v.Kind)
	case len(items) == 0:
		items = []value.Item{{Value: value.Value{Kind: value.Object, At: v.At}}}
	}
	entries := make([]entry, len(items))
	for i := range items {
		if err := d.entry(t, &entries[i], &items[i].Value, nested); err != nil {
			return nil, err
		}
	}
	return entries, nil
}

func (d *decoder) entry(t *target, e *entry, v *value.Value, nested bool) error {
	*e = entry{index: -1, at: v.At}
	if v.Kind != value.Object {
		return d.refuse(t, v.At, "an entry must be an object, found %s", v.Kind)
	}
	for i := range v.Items {
		if err := d.member(t, e, &v.Items[i], nested); err != nil {
			return err
		}
	}
	return nil
}

// entryKeys are the keys that an entry may have.
var entryKeys = []string{"file", "labels", "where", "has", "lacks", "index", "all", "optional", "attributes", "blockTypes"}

func (d *decoder) member(t *target, e *entry, item *value.Item, nested bool) (err error) {
	v := &item.Value
	if t.values && item.Key != "attributes" && item.Key != "optional" && item.Key != "file" && slices.Contains(entryKeys, item.Key) {
		return d.refuse(t, v.At, "%q has nothing to select from: a file of variable values has no blocks", item.Key)
	}
	switch item.Key {
	case "file":
		return d.file(t, e, v, nested)
	case "labels":
		e.hasLabels = true
		e.labels, err = d.texts(t, item)
	case "where":
		err = d.where(t, e, v)
	case "has":
		e.has, err = d.paths(t, item)
	case "lacks":
		e.lacks, err = d.paths(t, item)
	case "index":
		n, bad := strconv.ParseUint(v.Text, 10, 31)
		if e.index = int(n); v.Kind != value.Number || bad != nil {
			err = d.refuse(t, v.At, `"index" must be an integer from 0 on`)
		}
	case "all", "optional":
		if v.Kind != value.True && (item.Key == "all" || v.Kind != value.False) {
			return d.refuse(t, v.At, "%q must be true, found %s", item.Key, v.Kind)
		}
		e.optional = e.optional || item.Key == "optional" && v.Kind == value.True
	case "attributes":
		err = d.attributes(t, e, item)
	case "blockTypes":
		err = d.blockTypes(t, e, v)
	default:
		err = d.unknownKey(t, item)
	}
	return err
}

// unknownKey refuses a key that no entry has: with the one that was probably meant or,
// where it may be the name of an attribute or nested block type, where those belong.
func (d *decoder) unknownKey(t *target, item *value.Item) error {
	end := nearest.DidYouMean(item.Key, slices.Values(entryKeys))
	if _, err := address.ParsePath(item.Key); end == "" && err == nil {
		key := excerpt.Quote(item.Key)
		end = `; an attribute goes in "attributes": {"attributes": [` + key + `]}`
		if !t.values {
			end += `, a nested block in "blockTypes": {"blockTypes": {` + key + `: []}}`
		}
	}
	return d.refuse(t, item.Value.At, "unknown key %s%s", excerpt.Quote(item.Key), end)
}

// file decodes the name of the file that is meant.
func (d *decoder) file(t *target, e *entry, v *value.Value, nested bool) error {
	switch {
	case v.Kind != value.String:
		return d.refuse(t, v.At, `"file" must be a file's name, found %s`, v.Kind)
	case nested:
		return d.refuse(t, v.At, `"file" is for top-level blocks; a nested block is in the file of its block`)
	case !d.module:
		return d.refuse(t, v.At, `"file" names one of "files", and the request has none`)
	}
	e.file = v.Text
	return nil
}

// texts decodes an array of strings.
func (d *decoder) texts(t *target, item *value.Item) ([]string, error) {
	if item.Value.Kind != value.Array {
		return nil, d.refuse(t, item.Value.At, "%q must be an array of strings, found %s", item.Key, item.Value.Kind)
	}
	texts := make([]string, len(item.Value.Items))
	for i := range texts {
		v := &item.Value.Items[i].Value
		if v.Kind != value.String {
			return nil, d.refuse(t, v.At, "%q must be an array of strings, found %s in it", item.Key, v.Kind)
		}
		texts[i] = v.Text
	}
	return texts, nil
}

// paths decodes an array of attribute paths.
func (d *decoder) paths(t *target, item *value.Item) ([]named, error) {
	texts, err := d.texts(t, item)
	if err != nil {
		return nil, err
	}
	paths := make([]named, len(texts))
	for i, text := range texts {
		if paths[i], err = d.path(t, text, &item.Value.Items[i].Value, false); err != nil {
			return nil, err
		}
	}
	return paths, nil
}

// path decodes an attribute path, beside which a value was sent: equal is whether that is
// one to compare with.
func (d *decoder) path(t *target, text string, v *value.Value, equal bool) (named, error) {
	path, err := address.ParsePath(text)
	if err != nil {
		return named{}, d.refuse(t, v.At, "the attribute %s: %s", excerpt.Quote(text), err)
	}
	for _, step := range path.Steps {
		switch {
		case step.Kind == address.StepAppend:
			return named{}, d.refuse(t, v.At, "the attribute %s: [+] stands for a new element, and there is none to be read", excerpt.Quote(text))
		case step.Kind == address.StepEqual && !equal:
			return named{}, d.refuse(t, v.At, "the attribute %s: [=] stands for the element that equals the value sent, and there is none: send an object, path to value", excerpt.Quote(text))
		}
	}
	return named{Path: path, text: text, equal: *v, at: v.At}, nil
}

func (d *decoder) where(t *target, e *entry, v *value.Value) error {
	if v.Kind != value.Object {
		return d.refuse(t, v.At, `"where" must be an object of attributes, found %s`, v.Kind)
	}
	for i := range v.Items {
		path, err := d.path(t, v.Items[i].Key, &v.Items[i].Value, true)
		if err != nil {
			return err
		}
		e.where = append(e.where, condition{path, v.Items[i].Value})
	}
	return nil
}

// attributes decodes the names of attributes: an array, or the keys of an object, whose
// values only [=] looks at.
func (d *decoder) attributes(t *target, e *entry, item *value.Item) error {
	names := item.Value.Items
	object := item.Value.Kind == value.Object
	if !object {
		texts, err := d.texts(t, item)
		if err != nil {
			return err
		}
		names = slices.Clone(names)
		for i, text := range texts {
			names[i].Key = text
		}
	}
	for i := range names {
		if names[i].Key == address.AnyLabel {
			e.any = true
			continue
		}
		path, err := d.path(t, names[i].Key, &names[i].Value, object)
		if err != nil {
			return err
		}
		e.attributes = append(e.attributes, path)
	}
	return nil
}

func (d *decoder) blockTypes(t *target, e *entry, v *value.Value) (err error) {
	if v.Kind != value.Object {
		return d.refuse(t, v.At, `"blockTypes" must be an object, found %s`, v.Kind)
	}
	for i := range v.Items {
		inner := target{typ: v.Items[i].Key, at: v.Items[i].Value.At}
		if !value.IsIdentifier(inner.typ) {
			return d.refuse(t, inner.at, "the block type %s is not an identifier", excerpt.Quote(inner.typ))
		}
		if inner.entries, err = d.entries(&inner, &v.Items[i].Value, true); err != nil {
			return err
		}
		e.blocks = append(e.blocks, inner)
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
