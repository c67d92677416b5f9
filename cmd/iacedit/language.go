package main

import (
	"fmt"

	"iacedit/edit"
	"iacedit/internal/disk/project"
	"iacedit/internal/languages"
	"iacedit/value"
)

// language contains the flags of several commands that describe the language of the code. The flag
// --dialect is not among these flags; see the type dialect.
type language struct {
	SettingsBlock string `default:"terraform" env:"IACEDIT_SETTINGS_BLOCK" placeholder:"NAME" help:"Block type that the address \"iac\" creates (${default})."`
}

// A dialect contains --dialect, --verbose and the flags in the struct language. Without --dialect,
// the name of the first file determines the dialect.
type dialect struct {
	Dialect string `default:"" enum:"terraform,hcl,terragrunt,packer,nomad,bake," env:"IACEDIT_DIALECT" help:"Language of the code: terraform (also for OpenTofu), or hcl for any other HCL2 language, with any block types and no references; terragrunt, packer, nomad and bake are like hcl, but edits follow references. By default the file names decide (*.nomad, *.pkr.hcl, terragrunt.hcl: hcl; all others terraform)."`
	language

	Verbose bool `short:"v" help:"Report the dialect of the code."`
}

// Validate refuses an invalid block type.
func (l *language) Validate() error {
	if !value.IsIdentifier(l.SettingsBlock) {
		return fmt.Errorf("--settings-block: %q is not an identifier", l.SettingsBlock)
	}
	return nil
}

// options converts the flags to options of package edit, with the given dialect.
func (l *language) options(dialect string) edit.Options {
	named, _ := languages.Named(dialect) // without a name: Terraform
	return edit.Options{Dialect: named, SettingsBlock: l.SettingsBlock}
}

// options converts the flags to options of package edit. If no flag gives the dialect, the name of
// the first file determines it.
func (l *dialect) options(paths []string, std *streams) edit.Options {
	options := l.language.options(l.Dialect)
	why := "by --dialect or IACEDIT_DIALECT"
	switch {
	case l.Dialect == "" && len(paths) > 0 && !isDir(paths[0]):
		options.Dialect = project.DialectOf(paths[0])
		why = "by the name of " + paths[0]
	case l.Dialect == "":
		why = "by default"
	}
	if l.Verbose {
		fmt.Fprintf(std.err, "iacedit: the dialect is %s, %s\n", options.Dialect, why)
	}
	return options
}

// oneDialect refuses files in different dialects.
func (l *dialect) oneDialect(paths []string) error {
	if l.Dialect != "" {
		return nil
	}
	of := func(path string) edit.Dialect {
		if isDir(path) {
			return edit.Terraform
		}
		return project.DialectOf(path)
	}
	for _, path := range paths {
		if of(path) != of(paths[0]) {
			return fmt.Errorf("%s and %s are in different dialects: run a command for each, or give --dialect", paths[0], path)
		}
	}
	return nil
}
