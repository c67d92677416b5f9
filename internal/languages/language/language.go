// Package language answers questions about the block types of Terraform or of another language in
// HCL: what a block may contain, and which labels it may have. The answers come from the tables of
// package terraform.
package language

import (
	"slices"

	"iacedit/address"
	"iacedit/internal/base/excerpt"
	"iacedit/internal/languages/terraform"
	"iacedit/value"
)

// Block returns the description of a type of top-level block, or nil if the type is unknown. In the
// dialect HCL, the only type is "iacvars", which stands for the top level of the file.
func Block(l address.Language, typ string) *terraform.BlockType {
	return terraform.BlockIn(l.Dialect.AnyBlock(), typ)
}

// Uniqueness returns the uniqueness of a block type: whether a module can have several blocks of
// the type, or several with the same labels (docs/edits.md, "Entries").
func Uniqueness(l address.Language, typ string) terraform.Uniqueness {
	if t := Block(l, typ); t != nil {
		return t.Unique
	}
	return terraform.ByLabels
}

// Body returns the description of a block's contents. The types are those of the block and of the
// blocks around it, from the top-level block inwards, such as "resource", "lifecycle".
func Body(l address.Language, types ...string) *terraform.Body {
	return terraform.BodyIn(l.Dialect.AnyBlock(), types...)
}

// BodyOf is like Body, for the innermost block of a target.
func BodyOf(l address.Language, t *address.Target) *terraform.Body { return Body(l, t.Types()...) }

// IdentifierRule describes identifiers, for messages.
const IdentifierRule = "it begins with a letter or _, and has letters, digits, _ and - alone"

// LabelFault returns the reason why a new block of a type must not have a label, or "" if it may
// have the label. The argument nested tells that the block is inside another one. In the dialect HCL,
// any string may be a label.
func LabelFault(l address.Language, typ string, nested bool, label string) string {
	t := Block(l, typ)
	switch {
	case l.Dialect.AnyBlock() || t == nil && !nested:
		return ""
	case !value.IsIdentifier(label):
		return "the label " + excerpt.Quote(label) + " is not an identifier: " + IdentifierRule
	case !nested && slices.Contains(t.Reserved, label):
		return "the name " + excerpt.Quote(label) + " is reserved, no " + typ + " may have it"
	}
	return ""
}

// AsEntry returns the entry of a block whose attributes and nested blocks are the members of an
// object. special describes what the language itself defines in the block.
func AsEntry(v *value.Value, special *terraform.Body) value.Value {
	object := value.Value{Kind: value.Object, At: v.At}
	attributes, blocks, entry := object, object, object
	for _, item := range v.Items {
		nested := item.Value.Kind == value.Object && special.Knows(item.Key) && special.Block(item.Key).Labels == 0
		if !nested {
			attributes.Items = append(attributes.Items, item)
			continue
		}
		one := AsEntry(&item.Value, special.Block(item.Key))
		blocks.Items = append(blocks.Items, value.Item{Key: item.Key, Value: value.Value{Kind: value.Array, At: item.Value.At, Items: []value.Item{{Value: one}}}})
	}
	entry.Items = append(entry.Items, value.Item{Key: "attributes", Value: attributes})
	if len(blocks.Items) > 0 {
		entry.Items = append(entry.Items, value.Item{Key: "blockTypes", Value: blocks})
	}
	return entry
}

// MainAttribute returns the attribute of a type of block that a message suggests if an address names
// only the block, or "".
func MainAttribute(typ string) string {
	switch typ {
	case "variable":
		return "default"
	case "output":
		return "value"
	}
	return ""
}
