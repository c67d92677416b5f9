package edit

import "iacedit/internal/terraform"

// blockType returns what is known of a type of top-level block, or nil where the
// dialect knows of none.
func (o *Options) blockType(typ string) *terraform.BlockType {
	if t := terraform.Block(typ); t != nil && (o.Dialect == Terraform || t.ValuesFile) {
		return t
	}
	return nil
}

// isVariableFile reports whether a block type addresses the top level of the file itself.
func (o *Options) isVariableFile(typ string) bool {
	t := o.blockType(typ)
	return t != nil && t.ValuesFile
}

// isSettings reports whether a block type addresses the tool's own settings block.
func (o *Options) isSettings(typ string) bool {
	t := o.blockType(typ)
	return t != nil && t.Name == terraform.Settings
}

// uniqueness returns what an outer "add" takes for another block of the same kind
// (EDITS.md section 3).
func (o *Options) uniqueness(typ string) terraform.Uniqueness {
	if t := o.blockType(typ); t != nil {
		return t.Unique
	}
	return terraform.ByLabels
}

// body returns what is special in top-level blocks of a type.
func (o *Options) body(typ string) *terraform.Body {
	if t := o.blockType(typ); t != nil && o.Dialect == Terraform {
		return t.Body
	}
	return nil
}

// spellings returns the block types in code that a block type in a request stands for.
func (o *Options) spellings(typ string) []string {
	if !o.isSettings(typ) {
		return []string{typ}
	}
	types := []string{terraform.Settings, terraform.SettingsAlias}
	if name := o.SettingsBlock; name != "" && name != terraform.Settings && name != terraform.SettingsAlias {
		types = append(types, name)
	}
	return types
}

// spelling returns the block type of a new block.
func (o *Options) spelling(typ string) string {
	switch {
	case !o.isSettings(typ):
		return typ
	case o.SettingsBlock != "":
		return o.SettingsBlock
	}
	return terraform.Settings
}
