package selection

import (
	"cmp"
	"strings"

	"iacedit/address"
	"iacedit/internal/base/budget"
	"iacedit/internal/base/excerpt"
	"iacedit/internal/base/fault"
	"iacedit/internal/base/slab"
	"iacedit/internal/languages/language"
	"iacedit/internal/languages/schema"
	"iacedit/value"
)

// A Decoder decodes addresses and selectors from the JSON of a request. Its results share memory
// with the JSON values and the Decoder, and are valid until Reset.
type Decoder struct {
	Language address.Language
	Budget   *budget.Budget
	Files    bool // the request has files
	Most     int  // the largest number of entries and attributes in a request; 0 for no limit
	Taken    int  // the number of entries and attributes that are counted already

	Schemas *schema.Schemas // of providers: they tell which names are nested blocks; nil for none

	Parsed   []address.Address // the addresses that are parsed already, in the order of the JSON
	Code     []Code            // the files in which addresses are looked up; nil if they are not parsed yet
	Apart    bool              // Code is one of several files: an address that means nothing in it selects nothing
	Deferred bool              // the JSON has addresses, and Code is nil: it must be decoded again with the files

	next       int                        // the number of addresses that are decoded
	held       holders                    // of Code; nil before the first address
	similar    map[string]map[string]bool // the types of nested blocks in the blocks that are similar to a target
	attributes slab.Slab[Attribute]
	labels     slab.Slab[string]
	scope      Scope     // the scope that Tree passes to the function leaf
	few        [4]string // memory for the labels of scope
	checker    value.Checker
}

// Reset reclaims the memory of the decoded values.
func (d *Decoder) Reset() {
	d.attributes.Reset()
	d.labels.Reset()
	d.Language, d.Budget, d.scope, d.few = address.Language{}, nil, Scope{}, [4]string{}
	d.Parsed, d.next = nil, 0
	d.Files, d.Most, d.Taken, d.Code, d.Apart, d.Deferred = false, 0, 0, nil, false, false
	d.Schemas, d.similar, d.held = nil, nil, nil
}

// bytesPerTaken is the memory that an entry or attribute needs, without the size of its struct.
const bytesPerTaken = 200

// Take counts one more entry or attribute. If there are now more than d.Most, it returns an error.
func (d *Decoder) Take(at int) error {
	d.Budget.Hold(bytesPerTaken)
	if d.Taken++; d.Most != 0 && d.Taken > d.Most {
		return fault.At(at, fault.InvalidRequest, "edits: more than %d entries and attributes", d.Most)
	}
	return nil
}

// Attributes returns a slice of n attributes, valid until Reset.
func (d *Decoder) Attributes(n int) []Attribute { return d.attributes.Take(d.Budget, n) }

// Tree decodes the value of an operation: nested objects, whose keys are block types and labels, as
// in {"resource": {"aws_vpc": {"main": …}}}. It calls the function leaf for each address, with the
// value of the innermost key. The Scope and its labels are valid during the call.
func (d *Decoder) Tree(r *Rules, v *value.Value, leaf func(s *Scope, v *value.Value) error) error {
	if v.Kind != value.Object {
		return fault.At(v.At, fault.InvalidRequest, `%s: expected an object of block types, as in {"variable": {"region": [%s]}}, found %s`, r.Name, cmp.Or(r.Example, "{}"), v.Kind)
	}
	for i := range v.Items {
		item := &v.Items[i]
		d.scope = Scope{}
		d.scope.Rules, d.scope.Type, d.scope.Labels = r, item.Key, d.few[:0]
		d.scope.Values, d.scope.Special = d.Language.IsValuesFile(item.Key), language.Body(d.Language, item.Key)
		labels, err := d.LabelsOf(&d.scope, item)
		if err != nil {
			return err
		}
		if err := d.decodeAddress(&d.scope, &item.Value, labels, leaf); err != nil {
			return err
		}
	}
	return nil
}

// LabelsOf returns how many labels the blocks of a type have, or -1 if the language does not define
// the type.
func (d *Decoder) LabelsOf(s *Scope, item *value.Item) (int, error) {
	t := language.Block(d.Language, item.Key)
	switch {
	case t != nil:
		return t.Labels, nil
	case s.Rules.AnyType && item.Key == AnyType:
		return 0, nil
	case !d.Language.Dialect.AnyBlock() || !value.IsIdentifier(item.Key):
		return 0, fault.At(item.Value.At, fault.InvalidRequest, "%s: unknown block type %s%s", s.Rules.Name, excerpt.Quote(item.Key), cmp.Or(d.Language.Meant(item.Key), unknownType(d.Language)))
	}
	return -1, nil
}

// decodeAddress decodes nested objects, whose keys are labels, and calls the function leaf with the
// innermost values. If more is not negative, v must have this number of levels of keys; otherwise
// the number is unknown.
func (d *Decoder) decodeAddress(s *Scope, v *value.Value, more int, leaf func(s *Scope, v *value.Value) error) error {
	if more == 0 || more < 0 && v.Kind == value.Array {
		return leaf(s, v)
	}
	if v.Kind != value.Object {
		if first, rest, ok := strings.Cut(lastLabel(s.Labels), "."); ok && more == 1 {
			return s.Refuse(v.At, "labels are keys of their own: {%s: {%s: …}}", excerpt.Quote(first), excerpt.Quote(rest))
		}
		return s.Refuse(v.At, "expected %s, found %s", missingLabels(more), v.Kind)
	}
	outer := s.Labels
	for i := range v.Items {
		item := &v.Items[i]
		if err := d.CheckLabel(s, item); err != nil {
			return err
		}
		s.Labels = append(outer, item.Key)
		if err := d.decodeAddress(s, &item.Value, more-1, leaf); err != nil {
			return err
		}
	}
	s.Labels = outer
	return nil
}

func lastLabel(labels []string) string {
	if len(labels) == 0 {
		return ""
	}
	return labels[len(labels)-1]
}

// stepsPerLabel is the price of copying a label.
const stepsPerLabel = 16

// CopyLabels returns a copy of a scope's labels, valid until Reset.
func (d *Decoder) CopyLabels(s *Scope) []string {
	d.Budget.Step(stepsPerLabel * len(s.Labels))
	return append(d.labels.Take(d.Budget, len(s.Labels))[:0], s.Labels...)
}

func missingLabels(more int) string {
	switch more {
	case 1:
		return "an object whose keys are labels"
	case 2:
		return "an object whose keys are types, with objects of names in it"
	}
	return "an object whose keys are labels, or an array of entries"
}

// CheckLabel returns an error for a label that no new block may have, such as a pattern. It checks
// only operations that always add blocks, because other operations may select an existing block
// with such a label.
func (d *Decoder) CheckLabel(s *Scope, item *value.Item) error {
	label := item.Key
	if d.Language.Dialect.AnyBlock() || s.Rules.Finds || s.Rules.Reads {
		return nil
	}
	if address.IsPattern(label) {
		return s.Refuse(item.Value.At, `the label %s is a pattern for the labels of existing blocks, but "add" makes a new block`, excerpt.Quote(label))
	}
	if fault := language.LabelFault(d.Language, s.Type, s.Nested, label); fault != "" {
		return s.Refuse(item.Value.At, "%s", fault)
	}
	return nil
}

// NestedType returns the scope for the nested blocks of a type; parent is the scope of the blocks
// around them.
func NestedType(parent *Scope, r *Rules, item *value.Item) (Scope, error) {
	s := Scope{Rules: r, Type: item.Key, Nested: true, Special: parent.Special.Block(item.Key)}
	if !value.IsIdentifier(item.Key) {
		return s, parent.Refuse(item.Value.At, "the block type %s is not an identifier", excerpt.Quote(item.Key))
	}
	return s, nil
}

// Entries are the entries of one address, not decoded yet.
type Entries struct {
	items []value.Item
	one   *value.Value // the entry, if it is not in an array in the request
}

// Len returns the number of entries.
func (e *Entries) Len() int {
	if e.one != nil {
		return 1
	}
	return len(e.items)
}

// At returns the value of an entry.
func (e *Entries) At(i int) *value.Value {
	if e.one != nil {
		return e.one
	}
	return &e.items[i].Value
}

// Entries returns the entries in a value: those of an array, or a single entry that is not in an
// array.
func (d *Decoder) Entries(s *Scope, v *value.Value) (Entries, error) {
	switch {
	case v.Kind == value.Object:
		return Entries{one: v}, nil
	case v.Kind != value.Array:
		return Entries{}, s.Refuse(v.At, "expected an array of entries, as in [%s], found %s", cmp.Or(s.Rules.Example, "{…}"), v.Kind)
	case len(v.Items) == 0 && s.Rules.EmptyIsOne:
		return Entries{one: &value.Value{Kind: value.Object, At: v.At}}, nil
	case len(v.Items) == 0:
		return Entries{}, s.Refuse(v.At, "the array of entries is empty")
	}
	return Entries{items: v.Items}, nil
}

// Entry prepares e, which must be zero, for decoding the entry v.
func (d *Decoder) Entry(s *Scope, e *Entry, v *value.Value) error {
	e.Index, e.At = -1, v.At
	if v.Kind != value.Object {
		return s.Refuse(v.At, "an entry must be an object, as in %s, found %s", cmp.Or(s.Rules.Example, "{…}"), v.Kind)
	}
	return d.Take(v.At)
}

// unknownType returns the end of the message about a block type that is unknown and not similar to
// a known type.
func unknownType(l address.Language) string {
	if l.Dialect.AnyBlock() {
		return ""
	}
	return `; the dialect "hcl" has those of other languages, such as Nomad's and Packer's`
}
