package main

import (
	"fmt"
	"slices"

	"iacedit/edit"
	"iacedit/internal/disk/project"
	"iacedit/internal/disk/workspace"
	"iacedit/internal/languages"
	"iacedit/value"
)

// language contains the flags of several commands that describe the language of the code. The flag
// --dialect is not among these flags; see the type dialect.
type language struct {
	SettingsBlock string `default:"terraform" env:"IACEDIT_SETTINGS_BLOCK" placeholder:"NAME" help:"Block type that the address \"iac\" creates (${default})."`
}

// spoken has the flag --dialect. Without it, the names of the files determine the dialect.
type spoken struct {
	Dialect string `default:"" enum:"terraform,hcl,terragrunt,packer,nomad,bake," env:"IACEDIT_DIALECT" help:"Language of the code: terraform (also for OpenTofu), terragrunt, packer, nomad or bake; or hcl for any other HCL2 language, with any block types and no references. By default the names of the files decide (terragrunt.hcl, *.pkr.hcl, *.nomad, docker-bake.hcl; other *.hcl files are hcl, or terragrunt in a directory above such files; all others are terraform)."`
}

// A dialect contains --dialect, --verbose and the flags in the struct language.
type dialect struct {
	spoken
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

// in makes w find, in directories, the files in the language of the code, and returns w.
func (l *spoken) in(w *workspace.Workspace) *workspace.Workspace {
	named, ok := languages.Named(l.Dialect)
	w.Wanted = workspace.Wanted{Dialect: named, Any: !ok}
	if w.Notice != nil {
		told := map[edit.Dialect]bool{}
		w.Wanted.LeftOut = func(first workspace.Source, n int) {
			if !told[first.Dialect] {
				told[first.Dialect] = true
				w.Notice(project.LeftOut(first, n) + fmt.Sprintf("; --dialect %s takes them", first.Dialect))
			}
		}
	}
	return w
}

// of returns the dialect of the files of a command. If no flag gives it, the first file determines it.
func (l *spoken) of(sources []workspace.Source) edit.Dialect {
	if named, ok := languages.Named(l.Dialect); ok {
		return named
	}
	return project.DialectOf(sources)
}

// ofPaths is like of, for paths whose files are not known yet.
func (l *spoken) ofPaths(paths []string, recursive bool) edit.Dialect {
	if slices.Contains(paths, stdin) {
		return l.of(nil)
	}
	w := l.in(new(workspace.Workspace))
	defer w.Close()
	return l.of(w.Sources(paths, recursive))
}

// options converts the flags to options of package edit, for the files of the command.
func (l *dialect) options(sources []workspace.Source, std *streams) edit.Options {
	options := l.language.options(l.Dialect)
	options.Dialect = l.of(sources)
	why := "by --dialect or IACEDIT_DIALECT"
	switch {
	case l.Dialect == "" && len(sources) > 0 && (sources[0].Named || options.Dialect.AnyBlock()) && sources[0].Title != stdin:
		why = "by the name of " + sources[0].Title
	case l.Dialect == "":
		why = "by default"
	}
	if l.Verbose {
		fmt.Fprintf(std.err, "iacedit: the dialect is %s, %s\n", options.Dialect, why)
	}
	return options
}

// oneDialect refuses files in different dialects.
func (l *spoken) oneDialect(paths []string) error {
	if l.Dialect != "" || len(paths) < 2 {
		return nil
	}
	first := l.ofPaths(paths[:1], false)
	for _, path := range paths[1:] {
		if l.ofPaths([]string{path}, false) != first {
			return fmt.Errorf("%s and %s are in different dialects: run a command for each, or give --dialect", paths[0], path)
		}
	}
	return nil
}
