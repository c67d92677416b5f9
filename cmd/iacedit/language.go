package main

import (
	"fmt"

	"iacedit/edit"
	"iacedit/value"
)

// language are the flags that say which language is edited; several commands have
// them.
type language struct {
	Dialect       string `default:"terraform" enum:"terraform,hcl" env:"IACEDIT_DIALECT" help:"Language of the code: terraform (OpenTofu's too), or hcl for any other HCL2 language, where any block type is allowed."`
	SettingsBlock string `default:"terraform" env:"IACEDIT_SETTINGS_BLOCK" placeholder:"NAME" help:"Block type that the address \"iac\" creates (${default})."`
}

// Validate refuses a block type that is none.
func (l *language) Validate() error {
	if !value.IsIdentifier(l.SettingsBlock) {
		return fmt.Errorf("--settings-block: %q is not an identifier", l.SettingsBlock)
	}
	return nil
}

// options returns the editor's options for those flags.
func (l *language) options() edit.Options {
	options := edit.Options{SettingsBlock: l.SettingsBlock}
	if l.Dialect == "hcl" {
		options.Dialect = edit.HCL
	}
	return options
}
