package plan

import (
	"slices"
	"strings"

	"iacedit/address"
	"iacedit/internal/base/excerpt"
	"iacedit/internal/engine/pattern"
	"iacedit/internal/engine/selection"
	"iacedit/value"
)

// A NewName is the new name of an attribute, a key or a nested block type.
type NewName struct {
	Attribute  Attribute
	Name       string        // the new name: the last step of the new path
	Into       []string      // the types of the nested blocks that the item moves into, or the name of the object; none if it stays at the top of the body
	Sent       string        // the new path as sent, for messages
	Made       bool          // a pattern has made the new name
	Object     bool          // Into is the name of an attribute whose value is an object
	ToVariable bool          // the local becomes the variable Name
	Value      *ValueForm    // the new value of an attribute or key; nil to keep it
	Reference  *ValueForm    // what references to the attribute or key become; nil for the new reference alone
	Values     []MappedValue // the new values by old ones
}

// ChangesValue reports whether the value of the item changes, and not only its name.
func (n *NewName) ChangesValue() bool { return n.Value != nil || len(n.Values) > 0 }

// IsMoved reports whether the item leaves the body that contains it, or the nested block that
// contains it.
func (n *NewName) IsMoved() bool { return len(n.Into) > 0 || n.IsInside() }

// IsInside reports whether the old path has several steps.
func (n *NewName) IsInside() bool { return len(n.Attribute.Path) > 0 }

// A ValueForm is an expression in which a name stands for the old value, or for a reference.
type ValueForm struct {
	Code   []byte
	Old    string        // the name
	Parsed *pattern.Form // the parsed code
}

// A MappedValue is the new value for one old value.
type MappedValue struct {
	From value.Value
	To   *pattern.Form // the code of the new value
}

// newNameKeys are the members of an object that says the new name of an attribute, key or block
// type.
var newNameKeys = []string{"to", "object", "value", "reference", "values"}

// newNames decodes an object that maps the paths of attributes and keys to new names, or to objects
// with new names and values.
func (d *Decoder) newNames(s *scope, v *value.Value) ([]NewName, error) {
	if v.Kind != value.Object {
		return nil, s.Refuse(v.At, `"attributes" must be an object of new names by old ones, found %s`, v.Kind)
	}
	names := make([]NewName, len(v.Items))
	for i := range v.Items {
		if err := d.newName(s, &names[i], &v.Items[i]); err != nil {
			return nil, err
		}
	}
	return names, nil
}

// newName decodes the new name of an attribute or key.
func (d *Decoder) newName(s *scope, n *NewName, item *value.Item) error {
	if err := d.Attribute(&n.Attribute, &s.Scope, item, selection.ToName); err != nil {
		return err
	}
	steps := n.Attribute.Path
	if len(steps) > 0 && steps[len(steps)-1].Kind != address.StepKey {
		return s.Refuse(item.Value.At, "%s is an element, which has no name", excerpt.Quote(item.Key))
	}
	n.Sent = item.Key
	switch item.Value.Kind {
	case value.String:
		n.Sent = item.Value.Text
	case value.Object:
		if err := d.newNameMembers(s, n, item); err != nil {
			return err
		}
	default:
		return s.Refuse(item.Value.At, "the new name of %s must be a string, or an object with \"to\"; found %s", excerpt.Quote(item.Key), item.Value.Kind)
	}
	return d.readPath(s, n, item)
}

// newNameMembers decodes an object that says the new name of an attribute or key, and its value.
func (d *Decoder) newNameMembers(s *scope, n *NewName, item *value.Item) (err error) {
	members := item.Value.Items
	for i := range members {
		member := &members[i]
		switch at := member.Value.At; member.Key {
		case "to":
			if member.Value.Kind != value.String {
				return s.Refuse(at, `"to" must be a name or a path, found %s`, member.Value.Kind)
			}
			n.Sent = member.Value.Text
		case "object":
			n.Object, err = d.Flag(&s.Scope, member)
		case "value":
			n.Value, err = d.valueForm(s, member)
		case "reference":
			if n.Reference, err = d.valueForm(s, member); err == nil && !n.Reference.Parsed.Holds() {
				err = s.Refuse(at, `"reference" must contain "$", which stands for the new reference`)
			}
		case "values":
			n.Values, err = d.mappedValues(s, &n.Attribute, &member.Value)
		default:
			err = d.UnknownKey(&s.Scope, member, newNameKeys, false)
		}
		if err != nil {
			return err
		}
	}
	switch {
	case n.Value != nil && n.Values != nil:
		return s.Refuse(item.Value.At, `"value" and "values" both say the new value of %s: send one of them`, excerpt.Quote(item.Key))
	case n.Sent == item.Key && !n.ChangesValue():
		return s.Refuse(item.Value.At, `the new name of %s is missing: send "to", or "value" or "values" to change the value alone`, excerpt.Quote(item.Key))
	}
	return nil
}

// readPath splits the new path of an attribute or key into its steps.
func (d *Decoder) readPath(s *scope, n *NewName, item *value.Item) error {
	if n.Sent == item.Key && n.IsInside() {
		n.Name, n.Into = n.LastStep(), n.Parents()
		return nil
	}
	path := strings.Split(n.Sent, ".")
	n.Name = n.Sent
	if variable, is := strings.CutPrefix(n.Sent, variablePrefix); is && s.Type == "locals" && !s.Nested && !d.Language.Dialect.AnyBlock() && value.IsIdentifier(variable) {
		if n.IsInside() || n.ChangesValue() || n.Reference != nil || n.Object {
			return s.Refuse(item.Value.At, "only a whole local becomes a variable, with its value: send %q alone as the new name of a local", n.Sent)
		}
		n.Name, n.ToVariable = variable, true
		return nil
	}
	isPath := len(path) > 1 && !slices.ContainsFunc(path, func(step string) bool { return !value.IsIdentifier(step) })
	switch {
	case isPath:
		n.Name, n.Into = path[len(path)-1], path[:len(path)-1]
	case n.Object:
		return s.Refuse(item.Value.At, `with "object", the new name of %s must be a path such as "object.key", found %s`, excerpt.Quote(item.Key), excerpt.Quote(n.Sent))
	case !n.IsInside() && !value.IsIdentifier(n.Sent):
		return s.Refuse(item.Value.At, "the name %s is not an identifier", excerpt.Quote(n.Sent))
	}
	if n.Object && len(n.Into) > 1 {
		return s.Refuse(item.Value.At, `with "object", the new name of %s must have two steps, found %s`, excerpt.Quote(item.Key), excerpt.Quote(n.Sent))
	}
	return nil
}

// LastStep returns the last step of the old path: the old name.
func (n *NewName) LastStep() string {
	if last := len(n.Attribute.Path) - 1; last >= 0 {
		return n.Attribute.Path[last].Key
	}
	return n.Attribute.Name
}

// Parents returns the steps of the old path before the last one, as the types of nested blocks. It
// returns nil if one of them cannot be the type of a nested block.
func (n *NewName) Parents() (types []string) {
	if len(n.Attribute.Path) == 0 {
		return nil
	}
	types = append(types, n.Attribute.Name)
	for _, step := range n.Attribute.Path[:len(n.Attribute.Path)-1] {
		if step.Kind != address.StepKey || !value.IsIdentifier(step.Key) {
			return nil
		}
		types = append(types, step.Key)
	}
	return types
}

// valueForm decodes an expression in which "$" stands for the old value, or for the new reference.
func (d *Decoder) valueForm(s *scope, item *value.Item) (*ValueForm, error) {
	at := item.Value.At
	if item.Value.Kind != value.String {
		return nil, s.Refuse(at, `%q must be a string with an expression, such as "!$"; found %s`, item.Key, item.Value.Kind)
	}
	named, name, err := item.Value.Old(&value.Schema{Mode: value.Expression})
	if err != nil {
		return nil, s.Refuse(at, "%q: %s", item.Key, err)
	}
	f := &ValueForm{Old: name}
	if f.Code, err = value.AppendExpression(nil, named.Text); err == nil {
		f.Parsed, err = pattern.ParseForm(f.Code, name, d.Budget)
	}
	if err != nil {
		return nil, s.Refuse(at, "%q: %s: %s", item.Key, excerpt.Quote(item.Value.Text), (&Attribute{Old: name}).Sent(err.Error()))
	}
	return f, nil
}

// mappedValues decodes an object that maps old values, as strings, to new values.
func (d *Decoder) mappedValues(s *scope, attr *Attribute, v *value.Value) ([]MappedValue, error) {
	if v.Kind != value.Object || len(v.Items) == 0 {
		return nil, s.Refuse(v.At, `"values" must be an object of new values by old ones, found %s`, v.Kind)
	}
	mapped := make([]MappedValue, 0, len(v.Items))
	for i := range v.Items {
		item := &v.Items[i]
		if err := d.Take(item.Value.At); err != nil {
			return nil, err
		}
		code, err := value.AppendValue(nil, &item.Value, nil, value.Layout{OneLine: true})
		var form *pattern.Form
		if err == nil {
			form, err = pattern.ParseForm(code, "", d.Budget)
		}
		if err != nil {
			return nil, s.Refuse(item.Value.At, `"values" of %s: %s`, excerpt.Quote(attr.Text), err)
		}
		mapped = append(mapped, MappedValue{value.Value{Kind: value.String, Text: item.Key, At: item.Value.At}, form})
	}
	return mapped, nil
}

// newType decodes the new type of nested blocks, or the path that leads to them.
func (d *Decoder) newType(s *scope, n *Naming, item *value.Item) error {
	t := NewName{Sent: item.Value.Text}
	if err := d.Attribute(&t.Attribute, &s.Scope, item, selection.ToName); err != nil {
		return err
	}
	path := strings.Split(t.Sent, ".")
	for _, step := range path {
		if !value.IsIdentifier(step) {
			return s.Refuse(item.Value.At, "the block type %s is not an identifier", excerpt.Quote(t.Sent))
		}
	}
	t.Name, t.Into = path[len(path)-1], path[:len(path)-1]
	for _, step := range t.Attribute.Path {
		if step.Kind != address.StepKey || !value.IsIdentifier(step.Key) {
			return s.Refuse(item.Value.At, "the block type %s is not an identifier", excerpt.Quote(item.Key))
		}
	}
	n.Types = append(n.Types, t)
	return nil
}
