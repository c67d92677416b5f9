package main

import (
	"fmt"

	"iacedit/edit"
	"iacedit/internal/disk/project"
	"iacedit/internal/disk/workspace"
	"iacedit/syntax"
)

// checkCommand reports syntax errors of files.
type checkCommand struct {
	files

	JSON bool `name:"json" help:"Print a JSON object: {\"files\": N, \"errors\": [{\"file\", \"line\", \"column\", \"offset\", \"message\"}]}."`
}

// Help shows how the command is used.
func (checkCommand) Help() string {
	return `Prints each syntax error as FILE:LINE:COLUMN: and the reason, and exits with status 1 if
there are any. After an error it continues at the next block, so that it reports several for
one file. For a directory it also checks the tests: *.tftest.hcl in it and in "tests".

    iacedit check                    the files of this directory
    iacedit check -R infra           those below infra, too
    iacedit check main.tf vars.tf
    iacedit check --json . | jq -r '.errors[] | "\(.file):\(.line): \(.message)"'`
}

// A checkReport is what the command check prints with --json.
type checkReport struct {
	Files  int          `json:"files"`
	Errors []checkError `json:"errors"`
}

type checkError struct {
	File    string `json:"file"`
	Line    int    `json:"line,omitempty"`
	Column  int    `json:"column,omitempty"`
	Offset  *int   `json:"offset,omitempty"`
	Message string `json:"message"`
}

// Run checks the files in parallel and reports them in order.
func (c *checkCommand) Run(std *streams) error {
	w := c.workspace(std)
	defer w.Close()
	s := c.scope(w, edit.Options{}, std)
	if !c.isStdin() {
		c.addTests(w, s)
	}
	if len(s.Sources) == 0 {
		return c.noFiles(s)
	}
	all := checkReport{Files: len(s.Sources), Errors: []checkError{}}
	painter := painterFor(std.out)
	for result := range s.Check() {
		all.Errors = append(all.Errors, reports(&result)...)
		if c.JSON {
			continue
		}
		if result.Err != nil {
			fmt.Fprintf(std.err, "iacedit: %v\n", result.Err)
		}
		for _, fault := range result.Faults {
			fmt.Fprint(std.out, painter.mistake(result.File.Title, result.File.Code, fault.Offset, fault.Message))
		}
	}
	if c.JSON {
		if err := printJSON(std.out, all); err != nil {
			return err
		}
	}
	if len(all.Errors) > 0 {
		return exitStatus(exitFailed)
	}
	return nil
}

// addTests adds the test files of the modules: those in the directory of the module, and in its
// subdirectory "tests".
func (c *checkCommand) addTests(w *workspace.Workspace, s *project.Scope) {
	for _, path := range project.Tests(w, directories(c.paths(), s.Sources)) {
		s.Sources = append(s.Sources, w.Source(path))
	}
}

// reports returns the errors of a file as the JSON output lists them.
func reports(c *project.Checked) (all []checkError) {
	if c.Err != nil {
		return []checkError{{File: c.Title, Message: c.Err.Error()}}
	}
	for _, fault := range c.Faults {
		line, column := syntax.Position(c.File.Code, fault.Offset)
		all = append(all, checkError{File: c.Title, Line: line, Column: column, Offset: &fault.Offset, Message: fault.Message})
	}
	return all
}
