// Package language returns the block types of the dialect of a request, from the table of
// package terraform, and the special contents of their bodies.
package language

import (
	"slices"

	"iacedit/address"
	"iacedit/internal/excerpt"
	"iacedit/internal/terraform"
	"iacedit/value"
)

// Block returns the description of a type of top-level block, or nil if it is unknown. The only
// type in the dialect HCL is the top level of the file.
func Block(l address.Language, typ string) *terraform.BlockType {
	return terraform.BlockIn(l.Dialect == address.HCL, typ)
}

// Uniqueness says which blocks of a type a module can have only once (docs/edits.md, "Entries").
func Uniqueness(l address.Language, typ string) terraform.Uniqueness {
	if t := Block(l, typ); t != nil {
		return t.Unique
	}
	return terraform.ByLabels
}

// Body returns the Body of top-level blocks of a type, or of nested blocks at a path of types.
func Body(l address.Language, types ...string) *terraform.Body {
	return terraform.BodyIn(l.Dialect == address.HCL, types...)
}

// BodyOf returns the Body of a target's innermost block.
func BodyOf(l address.Language, t *address.Target) *terraform.Body { return Body(l, t.Types()...) }

// IdentifierRule describes identifiers, for messages.
const IdentifierRule = "it begins with a letter or _, and has letters, digits, _ and - alone"

// LabelFault returns the reason why a new block of a type must not have a label, or "" if it may
// have the label. In the dialect HCL, any string may be a label.
func LabelFault(l address.Language, typ, label string) string {
	t := Block(l, typ)
	switch {
	case l.Dialect == address.HCL || t == nil:
		return ""
	case !value.IsIdentifier(label):
		return "the label " + excerpt.Quote(label) + " is not an identifier: " + IdentifierRule
	case slices.Contains(t.Reserved, label):
		return "the name " + excerpt.Quote(label) + " is reserved, no " + typ + " may have it"
	}
	return ""
}
