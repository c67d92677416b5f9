package selection

import (
	"strings"

	"iacedit/address"
	"iacedit/internal/base/excerpt"
	"iacedit/internal/base/regex"
	"iacedit/value"
)

// A Use is the purpose of an attribute path in a request.
type Use uint8

// The uses of attribute paths.
const (
	ToName Use = iota // names an item, without a value
	ToFind            // names an item whose value is compared with the value sent
	ToGive            // names an item that receives the value sent

	// OrMatching is added to a use of paths that may end in [~"re"]: of those that mean existing items
	// to change or delete.
	OrMatching Use = 1 << 7
)

// Attribute decodes an attribute path and its value into attr, which must be zero. The path may end
// in [+] only for the use ToGive, and in [=] only if the path has a value.
func (d *Decoder) Attribute(attr *Attribute, s *Scope, item *value.Item, u Use) error {
	attr.Text, attr.Value, attr.At = item.Key, item.Value, item.Value.At
	if err := d.Take(attr.At); err != nil {
		return err
	}
	path, err := address.ParsePath(item.Key)
	if err != nil {
		return s.Refuse(attr.At, "the attribute %s: %s", excerpt.Quote(item.Key), err)
	}
	attr.Name, attr.Path = path.Name, path.Steps
	matches := u&OrMatching != 0
	u &^= OrMatching
	for _, step := range path.Steps {
		switch {
		case step.Kind == address.StepAppend && u != ToGive:
			return s.Refuse(attr.At, "the attribute %s: [+] stands for a new element, but an existing one is expected here", excerpt.Quote(item.Key))
		case step.Kind == address.StepLast && u != ToGive:
			return s.Refuse(attr.At, "the attribute %s: (+) stands for a new argument, but an existing one is expected here", excerpt.Quote(item.Key))
		case step.Kind == address.StepMatching && !matches:
			return s.Refuse(attr.At, `the attribute %s: [~"…"] stands for all elements that match, and is for what "update", "set", "delete" and "replace" change`, excerpt.Quote(item.Key))
		case step.Kind == address.StepMatching:
			if attr.Re, err = regex.Compile(s.String()+": the attribute "+excerpt.Quote(item.Key)+": the regular expression", attr.At, step.Key, d.Budget); err != nil {
				return err
			}
		case step.Kind == address.StepEqual && u == ToName:
			return s.Refuse(attr.At, "the attribute %s: [=] stands for the element that equals the value sent, but no value is sent: send an object of values by path", excerpt.Quote(item.Key))
		}
	}
	return nil
}

// NameOld replaces each "$" in the value of attr that stands for the old value by a name. It
// returns this name, or "" if the value contains no such "$".
func (s *Scope) NameOld(attr *Attribute) (name string, err error) {
	if v := &attr.Value; v.Kind == value.String && strings.IndexByte(v.Text, '$') < 0 {
		return "", nil // the usual value
	}
	named, name, err := attr.Value.Old(SchemaAt(s.Special, attr))
	if refused, ok := err.(*value.ValueError); ok {
		return "", s.Refuse(refused.At, "the attribute %s: %s", excerpt.Quote(attr.Text), refused.Message)
	}
	if name != "" {
		attr.Value = named
	}
	return name, nil
}

// Names decodes an array of attribute paths and appends them to a slice. The argument noun is the
// word for the array in messages.
func (d *Decoder) Names(s *Scope, noun string, v *value.Value, u Use, to []Attribute) ([]Attribute, error) {
	for i := range v.Items {
		name := &v.Items[i].Value
		if name.Kind != value.String {
			return nil, s.Refuse(name.At, "%s must be an array of names, found %s in it", noun, name.Kind)
		}
		to = append(to, Attribute{})
		if err := d.Attribute(&to[len(to)-1], s, &value.Item{Key: name.Text, Value: *name}, u); err != nil {
			return nil, err
		}
	}
	return to, nil
}

// Judge returns an error if a value is invalid for its attribute, whatever the surrounding code is.
// If the attribute accepts only references in an array or object, and the value is a string such as
// "${[a.b]}", Judge replaces it by this array or object.
func (d *Decoder) Judge(s *Scope, attr *Attribute) error {
	d.checker.SetBudget(d.Budget)
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
