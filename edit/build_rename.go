package edit

import (
	"maps"
	"slices"

	"iacedit/value"
)

// To returns the part of a Rename that gives a block new labels. One argument replaces only the
// last label; several arguments replace all labels.
func To(labels ...string) Part {
	if len(labels) == 1 {
		return memberPart("to", labels[0])
	}
	return listPart("to", labels)
}

// ToAlias makes Rename give a provider another alias. References to the provider are changed, too.
// Choose the provider by Where("alias", …) if there are several.
func ToAlias(alias string) Part { return memberPart("alias", alias) }

// KeepReferences makes Rename leave references to the renamed objects unchanged.
func KeepReferences() Part { return memberPart("references", false) }

// KeepCallers makes Rename leave the calls of a module unchanged when it renames a variable or an
// output of the module.
func KeepCallers() Part { return memberPart("callers", false) }

// Moved determines whether Rename adds a "moved" block. Without this part, Rename adds the block
// for a resource or module whose type is unchanged.
func Moved(moved bool) Part { return memberPart("moved", moved) }

// RenameAttr renames the attribute or key at a path. The new name may be a path, too: then the item
// moves into another nested block: RenameAttr("acl", "access.acl"). Use it in Rename.
func RenameAttr(path, name string) Part { return RenameAttrTo(path, NewName{To: name}) }

// A NewName says what an attribute or key becomes: its new name, and what changes with it.
type NewName struct {
	To        string         // the new name, or a path of nested blocks and the name; "" to change only the value
	Object    bool           // the first step of To is an attribute whose value is an object
	Value     string         // the new value, an expression in which "$" stands for the old value: !$
	Reference string         // what references become, an expression in which "$" stands for the new reference: !$
	Values    map[string]any // the new values by the text of old ones, instead of Value
}

// RenameAttrTo renames the attribute or key at a path, and changes its value and the references to
// it. Use it in Rename.
func RenameAttrTo(path string, name NewName) Part {
	return part(func(c *content) {
		form, err := name.value()
		c.refuse(err)
		attributes := memberOf(&c.entry, "attributes", value.Object)
		attributes.Items = append(attributes.Items, value.Item{Key: path, Value: form})
	})
}

// RenameTo gives the block, attribute or key at the address that At returned a new name, which may be an
// address, or a path in its block. Use it in Rename.
func RenameTo(name NewName) Part {
	return part(func(c *content) {
		form, err := name.value()
		c.refuse(err)
		if form.Kind == value.String {
			form = value.Value{Kind: value.Object, Items: []value.Item{{Key: "to", Value: form}}}
		}
		c.entry.Items = append(c.entry.Items, form.Items...)
	})
}

// value returns the new name as in the JSON of a request: a string, or an object.
func (n *NewName) value() (form value.Value, err error) {
	form.Kind = value.Object
	add := func(key string, v value.Value) { form.Items = append(form.Items, value.Item{Key: key, Value: v}) }
	for _, member := range []struct{ key, text string }{{"to", n.To}, {"value", n.Value}, {"reference", n.Reference}} {
		if member.text != "" {
			add(member.key, textOf(member.text))
		}
	}
	if n.Object {
		add("object", value.Value{Kind: value.True})
	}
	if n.Values != nil {
		values := value.Value{Kind: value.Object}
		for _, old := range slices.Sorted(maps.Keys(n.Values)) {
			v, err := value.From(n.Values[old])
			if err == nil {
				v, err = v.Placed(nil)
			}
			if err != nil {
				return form, err
			}
			values.Items = append(values.Items, value.Item{Key: old, Value: v})
		}
		add("values", values)
	}
	if len(form.Items) == 1 && form.Items[0].Key == "to" {
		return form.Items[0].Value, nil
	}
	return form, nil
}

// RenameType gives all nested blocks of one type another type: RenameType("ingress", "egress"). The
// types may be paths: RenameType("validation", "features.validation"). Use it in Rename.
func RenameType(typ, name string) Part {
	return part(func(c *content) { c.addMember(&c.entry, "blockTypes", typ, name) })
}

// KeepEmpty makes Rename leave nested blocks that become empty because an item moves out of them.
func KeepEmpty() Part { return memberPart("keepEmpty", true) }
