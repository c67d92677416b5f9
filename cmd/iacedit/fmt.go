package main

import (
	"errors"
	"fmt"
	"slices"

	"iacedit/internal/base/diff"
	"iacedit/internal/disk/project"
	"iacedit/internal/disk/undo"
	"iacedit/internal/disk/workspace"
)

// fmtCommand formats files as "terraform fmt" does. It has all flags of "terraform fmt", and also
// accepts them with one dash (see twoDashes).
type fmtCommand struct {
	Paths []string `arg:"" optional:"" name:"path" complete:"file" help:"Files and directories to format (.); \"-\" is standard input."`

	Check     bool `help:"Write nothing; exit with status 3 if something would change."`
	Diff      bool `help:"Print unified diffs of the changes."`
	Preview   bool `short:"d" help:"Print unified diffs of the changes, and write nothing: --diff --no-write --no-list."`
	List      bool `default:"true" negatable:"" help:"Print the names of the files that change (on)."`
	Write     bool `default:"true" negatable:"" help:"Write the result back to the files (on)."`
	Recursive bool `short:"R" help:"Format the files of subdirectories, too."`
	Rewrite   bool `default:"true" negatable:"" help:"In files of Terraform, write \"$${x}\" as x, quote labels, and write variable types in full (on). With --no-rewrite only whitespace changes."`
	excluded
	asJSON
	NoColor bool `hidden:"" help:"Accepted for compatibility with terraform; there are no colours."`
}

// Help shows how the command is used.
func (fmtCommand) Help() string {
	return `Formats files as "terraform fmt" does, and prints the names of those that change. It accepts
the flags of "terraform fmt", also with one dash.

    iacedit fmt                            the files of this directory
    iacedit fmt -recursive infra           those below infra, too
    iacedit fmt -R --exclude gen/          all but those in gen
    iacedit fmt -d                         what would change; nothing is written
    iacedit fmt -check -diff main.tf       the same; status 3 if anything would
    iacedit fmt --no-rewrite job.nomad     only whitespace
    iacedit fmt - < main.tf                standard input, to standard output`
}

// Validate refuses standard input (-) together with other paths.
func (c *fmtCommand) Validate() error {
	if len(c.Paths) > 1 && slices.Contains(c.Paths, stdin) {
		return errors.New("standard input (-) cannot be combined with files; leave out the files")
	}
	return nil
}

// AfterApply sets flags that other flags imply.
func (c *fmtCommand) AfterApply() error {
	if len(c.Paths) == 0 {
		c.Paths = []string{"."}
	}
	if c.Preview {
		c.Diff, c.Write, c.List = true, false, false
	}
	named := c.Paths[0] != stdin
	c.List = c.List && named
	c.Write = c.Write && named && !c.Check
	return nil
}

// twoDashes returns the command line with two dashes before each flag of fmt. terraform uses one
// dash before long flags, which kong would read as short flags.
func twoDashes(args []string) []string {
	if len(args) == 0 || args[0] != "fmt" {
		return args
	}
	args = slices.Clone(args)
	for i, arg := range args {
		if arg == "--" {
			break
		}
		if len(arg) > 2 && arg[0] == '-' && arg[1] != '-' {
			args[i] = "-" + arg
		}
	}
	return args
}

// Run formats the files in parallel and reports them in order.
func (c *fmtCommand) Run(std *streams) error {
	w := std.workspace()
	w.Exclude = c.Exclude
	defer w.Close()
	lock, files, err := c.locked(w)
	if err != nil {
		return err
	}
	defer lock.Unlock()
	std.progress.expect(len(files))
	failed, changed := false, false
	var written []undo.File
	defer func() { project.SaveUndo(lock, &undo.Record{Files: written}) }()
	report := editReport{Changes: []project.Effect{}, Files: []changedFile{}}
	for outcome := range project.InOrder(files, func(f source) outcome { return c.format(f, std) }) {
		if outcome.write != nil {
			before := outcome.write.File.Code
			if outcome.err = lock.Write([]workspace.Change{*outcome.write}); outcome.err == nil {
				written = append(written, undo.File{Path: outcome.write.File.Path(), Before: before, After: workspace.Digest(outcome.write.Code)})
			}
		}
		if outcome.err != nil {
			failed = true
			report.Skipped = append(report.Skipped, placeOf(outcome.err))
			if !c.JSON {
				fmt.Fprintf(std.err, "iacedit: %v\n", outcome.err)
			}
		}
		if changed = changed || outcome.changed; outcome.changed {
			report.Files = append(report.Files, changedFile{File: outcome.title, Result: "changed", Diff: string(outcome.diff)})
		}
		if c.JSON {
			continue
		}
		if _, err := std.out.Write(outcome.print); err != nil {
			return err
		}
	}
	if c.JSON {
		report.Warnings = append([]project.Warning{}, std.told...)
		if err := printJSON(std.out, report); err != nil {
			return err
		}
	}
	switch {
	case failed:
		return exitStatus(exitUnformatted)
	case changed && c.Check:
		return exitStatus(exitWouldChange)
	}
	return nil
}

// An outcome is the result of formatting one file.
type outcome struct {
	changed bool              // the formatted code differs
	write   *workspace.Change // the new contents
	title   string            // the title of the file
	diff    []byte            // the diff, if requested
	print   []byte            // the text to print
	err     error             // why the file was not formatted
}

// format formats a file. It also prepares what the flags ask for: the text to print, and the file
// to write.
func (c *fmtCommand) format(f source, std *streams) (o outcome) {
	file, err := load(f.Source, std)
	if err != nil {
		return outcome{err: err}
	}
	formatted, err := project.Formatted(file, c.Rewrite && f.terraform)
	if err != nil {
		return outcome{err: err}
	}
	o.changed = string(formatted) != string(file.Code)
	if o.changed && c.Write {
		o.write = &workspace.Change{File: file, Code: formatted}
	}
	o.title = f.title()
	if c.Diff && o.changed {
		from, to := project.DiffNames(o.title)
		o.diff = diff.Unified(nil, from, to, file.Code, formatted)
	}
	o.print = c.report(f, file.Code, formatted)
	return o
}

// report returns what to print about one file: its name, a diff or its new code, depending on the
// flags.
func (c *fmtCommand) report(f source, code, formatted []byte) (text []byte) {
	if !c.List && !c.Write && !c.Diff && !c.Check {
		return formatted
	}
	if string(code) == string(formatted) {
		return nil
	}
	if c.List {
		text = append(append(text, f.Title...), '\n')
	}
	if c.Diff {
		text = diff.Unified(text, "old/"+f.title(), "new/"+f.title(), code, formatted)
	}
	return text
}
