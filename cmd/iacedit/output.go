package main

import (
	"errors"
	"fmt"
	"slices"

	"iacedit/edit"
	"iacedit/internal/disk/project"
	"iacedit/internal/disk/workspace"
	"iacedit/internal/requests/ruleset"
)

// An output contains the flags that decide what a command does with its result: print it, write it
// to the files, and so on.
type output struct {
	asJSON

	Write     bool `short:"w" help:"Write all changed files, or none, and print their names. By default the command prints the edited code, of one file only."`
	Diff      bool `short:"d" help:"Print unified diffs of the changes, for \"git apply\"."`
	Check     bool `help:"Write nothing; print the names of the files that would change, and exit with status 3 if there are any."`
	KeepGoing bool `short:"k" help:"Skip files that do not parse, values that cannot be reached, addresses without a target, and modules that refuse the edit, report them, and exit with status 4. By default the command stops at the first."`

	several  bool           // the result is that of several files or a directory, which cannot be printed as code
	undoes   bool           // the command undoes a write
	upgraded *upgradeReport // what an upgrade leaves to be done by hand; nil for other commands
	notes    []ruleset.Note // what a rule says about places in the code
}

// Validate refuses flags that contradict each other.
func (o *output) Validate() error {
	if o.Write && o.Check {
		return errors.New("give --write or --check, not both")
	}
	return nil
}

// notShown is the error of a command that edits several files or a directory, but has no flag for
// the results, such as -w.
const notShown = "nothing is written: give -w to write the files, -d to print what would change, or --check"

func (o *output) isShown() bool { return o.Write || o.Diff || o.Check || o.JSON }

// A changedFile describes a changed file in an editReport.
type changedFile struct {
	File   string `json:"file"`
	Result string `json:"result"`         // "created", "changed", "removed" or "moved"
	From   string `json:"from,omitempty"` // the old path of a file that moved
	Diff   string `json:"diff,omitempty"`
}

// An editReport is the output of an editing command with --json.
type editReport struct {
	Changes  []project.Effect  `json:"changes"`
	Warnings []project.Warning `json:"warnings"`
	Files    []changedFile     `json:"files"`
	Skipped  []placedMessage   `json:"skipped,omitempty"`
	Notes    []ruleset.Note    `json:"notes,omitempty"`
	*upgradeReport
}

// printNotes prints the notes of a rule: on the standard output, or beside code and diffs on the
// standard error.
func (o *output) printNotes(std *streams) {
	to := std.out
	if o.Diff || !o.isShown() {
		to = std.err
	}
	for _, n := range o.notes {
		if !o.JSON {
			fmt.Fprintln(to, n)
		}
	}
}

// print writes the results to the files and prints them, depending on the flags.
func (o *output) print(plan *project.Plan, lock *workspace.Lock, std *streams) error {
	if o.several && !o.isShown() {
		return errors.New(notShown)
	}
	if o.Write {
		if err := plan.Write(lock); err != nil {
			return err
		}
	}
	plan.NameForGit()
	if o.JSON {
		if err := o.printReport(plan, std); err != nil {
			return err
		}
	} else if err := o.printText(plan, std); err != nil {
		return err
	}
	switch {
	case len(plan.Skipped) > 0:
		return exitStatus(exitSkipped)
	case o.Check && len(plan.Changes) > 0:
		return exitStatus(exitWouldChange)
	}
	return nil
}

// printText prints the results as text.
func (o *output) printText(plan *project.Plan, std *streams) error {
	painter := painterFor(std.out)
	for i := range plan.Changes {
		r := &plan.Changes[i]
		if o.Write || o.Check {
			fmt.Fprintln(std.out, r.Title())
		}
		if o.Diff {
			fmt.Fprint(std.out, painter.diff(string(r.AppendDiff(nil))))
		}
		if r.Gone && o.Write && !o.undoes {
			fmt.Fprintf(std.err, "iacedit: %s is removed: nothing is left in it\n", r.File.Title)
		}
	}
	for i := range plan.Warnings {
		warning(std, "%s", plan.Warnings[i].String())
	}
	switch {
	case o.Write && !o.undoes && slices.ContainsFunc(plan.Warnings, maybeUnwanted):
		fmt.Fprintln(std.err, "iacedit: the files are written; to undo this: iacedit undo")
	case o.Write && o.Diff && len(plan.Changes) > 0:
		fmt.Fprintln(std.err, "iacedit: the changes are written to the files, because of -w; -d alone writes nothing")
	case (o.Write || o.Diff) && len(o.notes)+len(plan.Changes)+len(plan.Warnings)+len(plan.Skipped) == 0 && !std.warned:
		fmt.Fprintln(std.err, "iacedit: nothing changes: the code is already as requested")
	}
	std.tellSkipped(plan.Skipped)
	if !o.isShown() {
		_, err := std.out.Write(plan.Code)
		return err
	}
	return nil
}

// maybeUnwanted reports whether a warning is about an edit that was made but is probably a mistake.
func maybeUnwanted(w project.Warning) bool {
	switch w.Code {
	case edit.NewAttributeNearly, edit.StillReferenced, edit.LooksLikeAReference, edit.UsuallyABlock, edit.NotInSchema:
		return true
	}
	return false
}

// printReport prints the results as JSON.
func (o *output) printReport(plan *project.Plan, std *streams) error {
	report := editReport{
		Changes:  append([]project.Effect{}, plan.Effects...),
		Warnings: append(std.told, plan.Warnings...),
		Files:    []changedFile{},
		Notes:    o.notes,

		upgradeReport: o.upgraded,
	}
	for i := range plan.Changes {
		r := &plan.Changes[i]
		f := changedFile{File: r.Title(), Result: "changed"}
		switch {
		case r.To != "":
			f.Result, f.From = "moved", r.File.Title
		case r.Made:
			f.Result = "created"
		case r.Gone:
			f.Result = "removed"
		}
		if o.Diff {
			f.Diff = string(r.AppendDiff(nil))
		}
		report.Files = append(report.Files, f)
	}
	for _, err := range plan.Skipped {
		report.Skipped = append(report.Skipped, placeOf(err))
	}
	if report.Warnings == nil {
		report.Warnings = []project.Warning{}
	}
	return printJSON(std.out, report)
}
