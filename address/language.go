package address

import (
	"iter"
	"slices"

	"iacedit/internal/languages"
	"iacedit/internal/languages/terraform"
)

// Dialect is the language of code. It determines the block types, and what refers to what.
type Dialect = languages.Dialect

// The dialects.
const (
	Terraform  = languages.Terraform  // Terraform and OpenTofu: known block types, and places such as depends_on with rules of their own
	HCL        = languages.HCL        // any HCL2 language: any block type, the same rules everywhere, no references
	Terragrunt = languages.Terragrunt // Terragrunt's units and stacks
	Packer     = languages.Packer     // Packer's templates
	Nomad      = languages.Nomad      // Nomad's jobs
	Bake       = languages.Bake       // Docker's build files for buildx bake
)

// A Language is a dialect and the name of the dialect's settings block.
type Language struct {
	Dialect       Dialect
	SettingsBlock string // the name of a new settings block in code; "" means "terraform"
}

// block returns the description of a top-level block type such as "resource", or nil if the
// language does not know the type.
func (l Language) block(typ string) *terraform.BlockType {
	return terraform.BlockIn(l.Dialect.AnyBlock(), typ)
}

// blockTypes yields the names of the top-level block types that the language knows, as they are
// written in requests.
func (l Language) blockTypes() iter.Seq[string] {
	return func(yield func(string) bool) {
		for t := range terraform.Blocks {
			if l.block(t.Name) != nil && !(yield(t.Name) && (t.Alias == "" || yield(t.Alias))) {
				return
			}
		}
	}
}

// IsValuesFile reports whether a block type in a request stands for the top level of a file and not
// for blocks, as "tfvars" does.
func (l Language) IsValuesFile(typ string) bool {
	t := l.block(typ)
	return t != nil && t.ValuesFile
}

// isSettings reports whether a block type in a request means the block with the settings of the
// tool itself, such as the block terraform.
func (l Language) isSettings(typ string) bool {
	t := l.block(typ)
	return t != nil && t.Name == terraform.Settings
}

// Spellings returns the names that a block type in a request may have in code. Most types have only
// one name in code, the same as in a request. The slice must not be changed.
func (l Language) Spellings(typ string) []string {
	t := l.block(typ)
	switch {
	case t == nil || t.Name != typ && t.Name != terraform.Settings:
		return []string{typ}
	case t.Name != terraform.Settings || l.SettingsBlock == "" || slices.Contains(t.Spellings, l.SettingsBlock):
		return t.Spellings
	}
	return append(slices.Clip(t.Spellings), l.SettingsBlock)
}

// Spelling returns the name that a new block gets in code, given its block type in a request.
func (l Language) Spelling(typ string) string {
	switch {
	case !l.isSettings(typ):
		return typ
	case l.SettingsBlock != "":
		return l.SettingsBlock
	}
	return terraform.Settings
}
