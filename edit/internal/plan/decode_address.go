package plan

import (
	"slices"

	"iacedit/address"
	"iacedit/internal/excerpt"
	"iacedit/internal/fault"
	"iacedit/value"
)

// A scope is what the entries being decoded are about.
type scope struct {
	action Action
	typ    string
	labels []string // of the address
	nested bool     // blocks inside a block
	file   bool     // the attributes of a variable-values file
}

// String names a scope as messages begin: set: resource "a" "b".
func (s *scope) String() string {
	text := s.action.String() + ": " + s.typ
	for _, l := range s.labels {
		text += " " + excerpt.Quote(l)
	}
	return text
}

// refuse returns an error about what the entries or labels say.
func (s *scope) refuse(at int, format string, args ...any) error {
	return fault.At(at, fault.InvalidRequest, "%s: "+format, append([]any{s.String()}, args...)...)
}

// blockTypes decodes what one operation holds: addresses by block type.
func (d *Decoder) blockTypes(action Action, v *value.Value) error {
	if v.Kind != value.Object {
		return fault.At(v.At, fault.InvalidRequest, "%s: expected an object of block types, found %s", action, v.Kind)
	}
	for i := range v.Items {
		item := &v.Items[i]
		s := scope{action: action, typ: item.Key, file: d.Language.IsValuesFile(item.Key), labels: d.few[:0]}
		labels, err := d.labelsOf(&s, item)
		if err != nil {
			return err
		}
		if err := d.address(&s, &item.Value, labels); err != nil {
			return err
		}
	}
	return nil
}

// labelsOf returns how many labels the blocks of a type have, -1 where the language does
// not say.
func (d *Decoder) labelsOf(s *scope, item *value.Item) (int, error) {
	t := d.Language.Block(item.Key)
	switch {
	case t != nil && s.action == ForPlaces && t.ValuesFile:
		return 0, fault.At(item.Value.At, fault.InvalidRequest, "%s: a file of variable values is no block", s.action)
	case t != nil:
		return t.Labels, nil
	case d.Language.Dialect != address.HCL || !value.IsIdentifier(item.Key):
		return 0, fault.At(item.Value.At, fault.InvalidRequest, "%s: unknown block type %s%s", s.action, excerpt.Quote(item.Key), d.Language.Meant(item.Key))
	}
	return -1, nil
}

// address decodes the objects of labels that lead to entries. more is how many
// labels there are still to come; -1 leaves that to the objects.
func (d *Decoder) address(s *scope, v *value.Value, more int) error {
	if more == 0 || more < 0 && v.Kind == value.Array {
		entries, err := d.entries(s, v)
		if err != nil {
			return err
		}
		d.Budget.Step(stepsPerLabel * len(s.labels))
		d.operations = append(d.operations, Operation{Action: s.action, Target: Target{
			Type: s.typ, Labels: append(d.memory.labels.take(len(s.labels))[:0], s.labels...), Entries: entries, At: v.At,
		}})
		return nil
	}
	if v.Kind != value.Object {
		return s.refuse(v.At, "expected %s, found %s", wantedLabels(more), v.Kind)
	}
	outer := s.labels
	for i := range v.Items {
		item := &v.Items[i]
		if err := d.checkLabel(s, item); err != nil {
			return err
		}
		s.labels = append(outer, item.Key)
		if err := d.address(s, &item.Value, more-1); err != nil {
			return err
		}
	}
	s.labels = outer
	return nil
}

// stepsPerLabel is what a label of an address takes, which each of its operations copies.
const stepsPerLabel = 16

func wantedLabels(more int) string {
	switch more {
	case 1:
		return "an object whose keys are labels"
	case 2:
		return "an object whose keys are types, with objects of names in it"
	}
	return "an object whose keys are labels, or an array of entries"
}

// checkLabel refuses a label that Terraform would refuse. In other dialects any
// string may be a label.
func (d *Decoder) checkLabel(s *scope, item *value.Item) error {
	if d.Language.Dialect == address.HCL {
		return nil
	}
	if item.Key == address.AnyLabel {
		if !s.action.Finds() {
			return s.refuse(item.Value.At, `the label "*" stands for any label there is, and "add" makes a new block`)
		}
		return nil
	}
	if !value.IsIdentifier(item.Key) {
		return s.refuse(item.Value.At, "the label %s is not an identifier", excerpt.Quote(item.Key))
	}
	if s.action.Makes() && slices.Contains(d.Language.Block(s.typ).Reserved, item.Key) {
		return s.refuse(item.Value.At, "the name %s is reserved, no %s may have it", excerpt.Quote(item.Key), s.typ)
	}
	return nil
}
