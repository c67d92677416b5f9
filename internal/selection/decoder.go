package selection

import (
	"cmp"
	"strings"

	"iacedit/address"
	"iacedit/internal/budget"
	"iacedit/internal/excerpt"
	"iacedit/internal/fault"
	"iacedit/internal/language"
	"iacedit/internal/slab"
	"iacedit/value"
)

// A Decoder decodes addresses and selectors. Its results alias the JSON values and the memory
// of the Decoder, until Reset.
type Decoder struct {
	Language address.Language
	Budget   *budget.Budget
	Files    bool // the request has files
	Most     int  // the greatest number of entries and attributes in a request; 0 for no limit
	Taken    int  // the number of entries and attributes so far

	attributes slab.Slab[Attribute]
	labels     slab.Slab[string]
	scope      Scope     // the current address of Tree
	few        [4]string // memory for the labels of scope
	checker    value.Checker
}

// Reset reclaims the memory of the decoded values.
func (d *Decoder) Reset() {
	d.attributes.Reset()
	d.labels.Reset()
	d.Language, d.Budget, d.scope, d.few = address.Language{}, nil, Scope{}, [4]string{}
	d.Files, d.Most, d.Taken = false, 0, 0
}

// bytesPerTaken is the memory of an entry or an attribute, besides its record.
const bytesPerTaken = 200

// Take counts an entry or an attribute. It returns an error if the request has too many.
func (d *Decoder) Take(at int) error {
	d.Budget.Hold(bytesPerTaken)
	if d.Taken++; d.Most != 0 && d.Taken > d.Most {
		return fault.At(at, fault.InvalidRequest, "edits: more than %d entries and attributes", d.Most)
	}
	return nil
}

// Attributes returns memory for n attributes.
func (d *Decoder) Attributes(n int) []Attribute { return d.attributes.Take(d.Budget, n) }

// Tree decodes the value of an operation: nested objects whose keys are block types and labels. For
// each address it calls leaf with the value of the entries. The labels of the Scope are valid
// during the call.
func (d *Decoder) Tree(r *Rules, v *value.Value, leaf func(s *Scope, v *value.Value) error) error {
	if v.Kind != value.Object {
		return fault.At(v.At, fault.InvalidRequest, `%s: expected an object of block types, as in {"variable": {"region": [%s]}}, found %s`, r.Name, cmp.Or(r.Example, "{}"), v.Kind)
	}
	for i := range v.Items {
		item := &v.Items[i]
		d.scope = Scope{Rules: r, Type: item.Key, Values: d.Language.IsValuesFile(item.Key), Special: language.Body(d.Language, item.Key), Labels: d.few[:0]}
		labels, err := d.LabelsOf(&d.scope, item)
		if err != nil {
			return err
		}
		if err := d.address(&d.scope, &item.Value, labels, leaf); err != nil {
			return err
		}
	}
	return nil
}

// LabelsOf returns the number of labels of the blocks of a type, or -1 if the language
// does not define the type.
func (d *Decoder) LabelsOf(s *Scope, item *value.Item) (int, error) {
	t := language.Block(d.Language, item.Key)
	switch {
	case t != nil:
		return t.Labels, nil
	case d.Language.Dialect != address.HCL || !value.IsIdentifier(item.Key):
		return 0, fault.At(item.Value.At, fault.InvalidRequest, "%s: unknown block type %s%s", s.Rules.Name, excerpt.Quote(item.Key), cmp.Or(d.Language.Meant(item.Key), other(d.Language)))
	}
	return -1, nil
}

// address decodes nested objects whose keys are labels, and calls leaf with the value of
// the entries. more is the number of labels that still follow, or -1 if it is unknown.
func (d *Decoder) address(s *Scope, v *value.Value, more int, leaf func(s *Scope, v *value.Value) error) error {
	if more == 0 || more < 0 && v.Kind == value.Array {
		return leaf(s, v)
	}
	if v.Kind != value.Object {
		if first, rest, ok := strings.Cut(lastOf(s.Labels), "."); ok && more == 1 {
			return s.Refuse(v.At, "labels are keys of their own: {%s: {%s: …}}", excerpt.Quote(first), excerpt.Quote(rest))
		}
		return s.Refuse(v.At, "expected %s, found %s", wantedLabels(more), v.Kind)
	}
	outer := s.Labels
	for i := range v.Items {
		item := &v.Items[i]
		if err := d.CheckLabel(s, item); err != nil {
			return err
		}
		s.Labels = append(outer, item.Key)
		if err := d.address(s, &item.Value, more-1, leaf); err != nil {
			return err
		}
	}
	s.Labels = outer
	return nil
}

// lastOf returns the last label, or "".
func lastOf(labels []string) string {
	if len(labels) == 0 {
		return ""
	}
	return labels[len(labels)-1]
}

// stepsPerLabel is the price of copying a label.
const stepsPerLabel = 16

// CopyLabels returns the labels of a scope, valid until Reset.
func (d *Decoder) CopyLabels(s *Scope) []string {
	d.Budget.Step(stepsPerLabel * len(s.Labels))
	return append(d.labels.Take(d.Budget, len(s.Labels))[:0], s.Labels...)
}

func wantedLabels(more int) string {
	switch more {
	case 1:
		return "an object whose keys are labels"
	case 2:
		return "an object whose keys are types, with objects of names in it"
	}
	return "an object whose keys are labels, or an array of entries"
}

// CheckLabel refuses a label that no new block may have, if the operation only makes blocks.
// Existing blocks with such a label can still be selected.
func (d *Decoder) CheckLabel(s *Scope, item *value.Item) error {
	label := item.Key
	if d.Language.Dialect == address.HCL || s.Rules.Finds || s.Rules.AnyText {
		return nil
	}
	if address.IsPattern(label) {
		return s.Refuse(item.Value.At, `the label %s stands for any label there is that it fits, and "add" makes a new block`, excerpt.Quote(label))
	}
	if fault := language.LabelFault(d.Language, s.Type, label); fault != "" {
		return s.Refuse(item.Value.At, "%s", fault)
	}
	return nil
}

// NestedType returns the scope of the blocks of a type inside a block.
func NestedType(outer *Scope, r *Rules, item *value.Item) (Scope, error) {
	s := Scope{Rules: r, Type: item.Key, Nested: true, Special: outer.Special.Block(item.Key)}
	if !value.IsIdentifier(item.Key) {
		return s, outer.Refuse(item.Value.At, "the block type %s is not an identifier", excerpt.Quote(item.Key))
	}
	return s, nil
}

// Entries are the values of an array of entries.
type Entries struct {
	items []value.Item
	one   *value.Value // the entry, if the request has it without an array
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

// Entries decodes an array of entries. A single entry may stand for an array with one entry.
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

// Entry starts to decode an entry. e must be zero.
func (d *Decoder) Entry(s *Scope, e *Entry, v *value.Value) error {
	e.Index, e.At = -1, v.At
	if v.Kind != value.Object {
		return s.Refuse(v.At, "an entry must be an object, as in %s, found %s", cmp.Or(s.Rules.Example, "{…}"), v.Kind)
	}
	return d.Take(v.At)
}

// other returns the end of a message about an unknown block type without a similar name.
func other(l address.Language) string {
	if l.Dialect == address.HCL {
		return ""
	}
	return `; the dialect "hcl" has those of other languages, such as Nomad's and Packer's`
}
