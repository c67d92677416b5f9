package address

import (
	"iter"
	"slices"

	"iacedit/internal/terraform"
)

// Dialect is which languages' rules names follow.
type Dialect uint8

// The dialects.
const (
	Terraform Dialect = iota // Terraform and OpenTofu: known block types, special places
	HCL                      // any HCL2 language: any block type, no special places
)

// Language is a dialect with the name of its settings block.
type Language struct {
	Dialect       Dialect
	SettingsBlock string // what a new one is called in code; "" means "terraform"
}

// Block returns what is known of a type of top-level block, or nil where the language
// knows of none. In the dialect HCL it knows of the top level of the file alone.
func (l Language) Block(typ string) *terraform.BlockType {
	if t := terraform.Block(typ); t != nil && (l.Dialect == Terraform || t.ValuesFile) {
		return t
	}
	return nil
}

// BlockTypes yields the names of the block types that the language knows, as requests
// have them.
func (l Language) BlockTypes() iter.Seq[string] {
	return func(yield func(string) bool) {
		for t := range terraform.Blocks {
			if l.Block(t.Name) != nil && !(yield(t.Name) && (t.Alias == "" || yield(t.Alias))) {
				return
			}
		}
	}
}

// IsValuesFile reports whether a block type stands for the top level of the file itself.
func (l Language) IsValuesFile(typ string) bool {
	t := l.Block(typ)
	return t != nil && t.ValuesFile
}

// isSettings reports whether a block type is that of the tool's own settings block.
func (l Language) isSettings(typ string) bool {
	t := l.Block(typ)
	return t != nil && t.Name == terraform.Settings
}

// Uniqueness returns which blocks of a type cannot be twice in a module (docs/edits.md,
// "Entries").
func (l Language) Uniqueness(typ string) terraform.Uniqueness {
	if t := l.Block(typ); t != nil {
		return t.Unique
	}
	return terraform.ByLabels
}

// Body returns what is special in top-level blocks of a type.
func (l Language) Body(typ string) *terraform.Body {
	if t := l.Block(typ); t != nil && l.Dialect == Terraform {
		return t.Body
	}
	return nil
}

// Spellings returns the block types in code that a block type in a request stands for. The
// slice must not be changed.
func (l Language) Spellings(typ string) []string {
	t := l.Block(typ)
	switch {
	case t == nil || t.Name != typ && t.Name != terraform.Settings:
		return []string{typ}
	case t.Name != terraform.Settings || l.SettingsBlock == "" || slices.Contains(t.Spellings, l.SettingsBlock):
		return t.Spellings
	}
	return append(slices.Clip(t.Spellings), l.SettingsBlock)
}

// Spelling returns the block type of a new block.
func (l Language) Spelling(typ string) string {
	switch {
	case !l.isSettings(typ):
		return typ
	case l.SettingsBlock != "":
		return l.SettingsBlock
	}
	return terraform.Settings
}
