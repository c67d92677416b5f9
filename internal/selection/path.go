package selection

import (
	"iacedit/address"
	"iacedit/internal/excerpt"
	"iacedit/internal/within"
	"iacedit/value"
)

// A Use says what an attribute path in a request is used for.
type Use uint8

// The uses of attribute paths.
const (
	ToName Use = iota // names an item, without a value
	ToFind            // names an item whose value is compared with the value sent
	ToGive            // names an item that gets the value sent
)

// Attribute decodes an attribute path and the value that belongs to it. The path may end in [+]
// only for the use ToGive, and in [=] only if there is a value.
func (d *Decoder) Attribute(s *Scope, item *value.Item, u Use) (Attribute, error) {
	attr := Attribute{Text: item.Key, Value: item.Value, At: item.Value.At}
	if err := d.Take(attr.At); err != nil {
		return attr, err
	}
	path, err := address.ParsePath(item.Key)
	if err != nil {
		return attr, s.Refuse(attr.At, "the attribute %s: %s", excerpt.Quote(item.Key), err)
	}
	attr.Name, attr.Path = path.Name, path.Steps
	for _, step := range path.Steps {
		switch {
		case step.Kind == address.StepAppend && u != ToGive:
			return attr, s.Refuse(attr.At, "the attribute %s: [+] stands for a new element, but an existing one is expected here", excerpt.Quote(item.Key))
		case step.Kind == address.StepLast && u != ToGive:
			return attr, s.Refuse(attr.At, "the attribute %s: (+) stands for a new argument, but an existing one is expected here", excerpt.Quote(item.Key))
		case step.Kind == address.StepEqual && u == ToName:
			return attr, s.Refuse(attr.At, "the attribute %s: [=] stands for the element that equals the value sent, but no value is sent: send an object of values by path", excerpt.Quote(item.Key))
		}
	}
	return attr, nil
}

// Old returns the value of attr with a name in place of each "$" that stands for the old value. It
// also returns this name, or "" if the value contains no such "$".
func (s *Scope) Old(attr *Attribute) (named value.Value, name string, err error) {
	named, name, err = attr.Value.Old(SchemaAt(s.Special, attr))
	if refused, ok := err.(*value.ValueError); ok {
		err = s.Refuse(refused.At, "the attribute %s: %s", excerpt.Quote(attr.Text), refused.Message)
	}
	return named, name, err
}

// Names decodes an array of attribute paths and appends them to a slice. The argument noun is what
// messages call the array.
func (d *Decoder) Names(s *Scope, noun string, v *value.Value, to []Attribute) ([]Attribute, error) {
	for i := range v.Items {
		name := &v.Items[i].Value
		if name.Kind != value.String {
			return nil, s.Refuse(name.At, "%s must be an array of names, found %s in it", noun, name.Kind)
		}
		attr, err := d.Attribute(s, &value.Item{Key: name.Text, Value: *name}, ToName)
		if err != nil {
			return nil, err
		}
		to = append(to, attr)
	}
	return to, nil
}

// Judge returns an error if a value is invalid for its attribute, whatever the surrounding code is.
// If the attribute takes only references in an array or object, and the value is a string such as
// "${[a.b]}", Judge replaces it by this array or object.
func (d *Decoder) Judge(s *Scope, attr *Attribute) error {
	within.Checker(&d.checker, d.Budget)
	schema := SchemaAt(s.Special, attr)
	err := d.checker.Check(&attr.Value, schema)
	if err == nil {
		return nil
	}
	if unfolded, ok := d.checker.Unfold(&attr.Value, schema); ok {
		attr.Value = unfolded
		if err = d.checker.Check(&attr.Value, schema); err == nil {
			return nil
		}
	}
	refused := err.(*value.ValueError)
	return s.Refuse(refused.At, "the attribute %s: %s", excerpt.Quote(attr.Text), attr.Sent(refused.Message))
}
