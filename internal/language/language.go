// Package language answers what the dialect of a request knows of block types: the rows of
// package terraform's table that it has, and what is special in their bodies.
package language

import (
	"iacedit/address"
	"iacedit/internal/terraform"
)

// Block returns what is known of a type of top-level block, or nil where the language
// knows of none. In the dialect HCL it knows of the top level of the file alone.
func Block(l address.Language, typ string) *terraform.BlockType {
	return terraform.BlockIn(l.Dialect == address.HCL, typ)
}

// Uniqueness returns which blocks of a type cannot be twice in a module (docs/edits.md,
// "Entries").
func Uniqueness(l address.Language, typ string) terraform.Uniqueness {
	if t := Block(l, typ); t != nil {
		return t.Unique
	}
	return terraform.ByLabels
}

// Body returns what is special in top-level blocks of a type, or in the blocks nested in
// those whose types follow.
func Body(l address.Language, types ...string) *terraform.Body {
	return terraform.BodyIn(l.Dialect == address.HCL, types...)
}

// BodyOf returns what is special in the innermost blocks of a target.
func BodyOf(l address.Language, t *address.Target) *terraform.Body { return Body(l, t.Types()...) }
