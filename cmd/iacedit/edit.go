package main

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"iacedit/edit"
	"iacedit/internal/disk/project"
	"iacedit/internal/disk/workspace"
	"iacedit/syntax"
)

// editCommand applies edits to files, or to directories; each directory is one module.
type editCommand struct {
	files
	dialect
	output
	schemas

	Edits string `required:"" short:"e" placeholder:"EDITS" complete:"file" help:"The edits, a JSON object: {\"set\": {…}}; or a file with them; \"-\" is standard input."`
}

// Help shows how the command is used.
func (editCommand) Help() string {
	return `Applies edits, the JSON of the edit language, to a file, or to the files of a directory
as one module: blocks are found in any of the files, and a new block goes into the file that
is customary for it. Several directories, and subdirectories with -R, are one tree of
modules: "folder" in the edits selects modules, and renames update callers. All files are
written, or none. Without a file the code is read from standard input.

    iacedit edit main.tf -e edits.json             prints the result
    iacedit edit main.tf -e edits.json -d          what would change
    iacedit edit . -w -e edits.json                all files of the module, or none
    iacedit edit -R . -d -e edits.json > all.patch
    iacedit edit infra . -w --json -e edits.json
    iacedit edit main.tf -w -e '{"update": {"module": {"vpc": {"attributes": {"version": "5.1.0"}}}}}'
    iacedit read main.tf | jq '.module[][].attributes.version = "5.1.0" | {set: .}' |
      iacedit edit main.tf -w -e -`
}

// AfterApply chooses standard input if no file or directory is named.
func (c *editCommand) AfterApply() error {
	if len(c.Paths) == 0 && !c.Recursive {
		c.Paths = []string{stdin}
	}
	return nil
}

// Validate refuses flags that contradict each other.
func (c *editCommand) Validate() error {
	code := c.isStdin() || len(c.Paths) == 0 && !c.Recursive
	switch {
	case code && c.Edits == stdin:
		return errors.New("the code and the edits cannot both come from standard input")
	case code && c.Write:
		return errors.New("--write needs a file")
	}
	return errors.Join(c.files.Validate(), c.dialect.Validate(), c.oneDialect(c.Paths), c.output.Validate())
}

// Run reads the code and the edits, applies them, and outputs the result, depending on the flags.
func (c *editCommand) Run(std *streams) error {
	space := c.in(c.workspace(std))
	defer space.Close()
	edits, err := c.readEdits(space, std)
	if err != nil {
		return err
	}
	plan, lock, err := c.planned(space, edits, nil, std)
	if err != nil {
		return err
	}
	defer func() {
		if lock != nil { // the lock is nil if the second plan fails
			lock.Unlock()
		}
	}()
	var missing []string
	if c.Write {
		missing = plan.NotLocked(lock)
	}
	var made []string
	if len(missing) > 0 { // directories must exist to be locked
		lock.Unlock()
		for _, dir := range missing {
			dirs, err := workspace.MakeDirs(dir)
			defer dirs.RemoveEmpty()
			made = append(made, dirs.Paths...)
			if err != nil {
				return err
			}
		}
		if plan, lock, err = c.planned(space, edits, missing, std); err != nil {
			return err
		}
	}
	plan.MadeDirs = made
	c.locate(plan, edits)
	tellTwins(space, plan, std)
	return c.print(plan, lock, std)
}

// planned returns the plan of the edits. If files are to be written, it first locks their
// directories and the additional directories dirs, and returns this lock as well.
func (c *editCommand) planned(space *workspace.Workspace, edits *workspace.File, dirs []string, std *streams) (plan *project.Plan, lock *workspace.Lock, err error) {
	held, sources, err := c.locked(space, c.Write, nil, dirs...)
	if err != nil {
		return nil, nil, err
	}
	defer func() {
		if err != nil {
			held.Unlock()
		}
	}()
	options := c.options(sources, std)
	if options.Schemas, err = c.loadSchemas(); err != nil {
		return nil, nil, err
	}
	s := scope(space, sources, options, std)
	if outside := s.LeaveOutside(); len(dirs) == 0 {
		warnOfOutside(outside, std)
	}
	s.KeepGoing, s.Tree = c.KeepGoing, c.Recursive
	if !c.isStdin() {
		s.Around = func() *project.Tree { return callsAround(s.Options.Dialect, c.paths()[0], space) }
	}
	in := directories(c.paths(), nil)
	c.several = len(in) > 0 || len(s.Sources) > 1
	if plan, err = s.Edit(edits.Code, in...); err != nil {
		return nil, nil, c.explain(err, edits, std)
	}
	return plan, held, nil
}

// readEdits reads the edits. The value of --edits is the name of a file, "-" for standard input, or
// the edits themselves.
func (c *editCommand) readEdits(w *workspace.Workspace, std *streams) (*workspace.File, error) {
	if strings.HasPrefix(strings.TrimSpace(c.Edits), "{") {
		return &workspace.File{Title: "--edits", Code: []byte(c.Edits)}, nil
	}
	return load(w.Source(c.Edits), std)
}

// explain adds positions to the error of refused edits: the faulty place in the edits and in the
// code, as far as they are known. The result always names the file or directory.
func (c *editCommand) explain(err error, edits *workspace.File, std *streams) error {
	refused, ok := errors.AsType[*edit.Error](err)
	if !ok || std.json {
		return err
	}
	title := strings.Join(c.paths(), ", ")
	if in, ok := errors.AsType[*project.RefusedEdit](err); ok {
		title = in.Title
	}
	text := fmt.Sprintf("%s: %s (%s)", title, refused.Message, refused.Code)
	if at := refused.Position; at != nil {
		text = fmt.Sprintf("%s:%d:%d: %s (%s)", title, at.Line, at.Column, refused.Message, refused.Code)
	}
	return errors.New(placeIn(edits, refused.Offset()) + text + c.unquoted())
}

// bareKey matches the start of edits whose first key has no quotes.
var bareKey = regexp.MustCompile(`^\s*\{\s*\w`)

// unquoted returns advice for the error that edits on the command line are not JSON. The advice is
// for keys without quotes, because a shell has probably removed the quotes. For any other edits,
// unquoted returns "".
func (c *editCommand) unquoted() string {
	if !bareKey.MatchString(c.Edits) {
		return ""
	}
	return `; the keys have no double quotes, and the shell may have removed them: put single quotes around the edits, as in -e '{"set": {…}}'`
}

// placeIn returns the start of a message about an offset in the edits, such as "edits.json:3:5: ".
// For -1 it returns "".
func placeIn(edits *workspace.File, offset int) string {
	if offset < 0 {
		return ""
	}
	line, column := syntax.Position(edits.Code, offset)
	return fmt.Sprintf("%s:%d:%d: ", edits.Title, line, column)
}

// locate adds to each warning of a plan the place of the edit that caused the warning.
func (c *editCommand) locate(plan *project.Plan, edits *workspace.File) {
	if c.JSON {
		return
	}
	for i := range plan.Warnings {
		if w := &plan.Warnings[i]; w.Code != "" {
			w.Before = placeIn(edits, w.Offset)
		}
	}
}
