package main

import (
	"encoding/json"
	"fmt"

	"iacedit/edit"
	"iacedit/internal/project"
	"iacedit/syntax"
)

// checkCommand tells where files are not valid syntax.
type checkCommand struct {
	files

	JSON bool `name:"json" help:"Print a JSON object: {\"files\": N, \"errors\": [{\"file\", \"line\", \"column\", \"offset\", \"message\"}]}."`
}

// Help shows how the command is used.
func (checkCommand) Help() string {
	return `Prints nothing where every file is valid syntax. Where one is not, it prints
FILE:LINE:COLUMN: and the reason, and the exit status is 1.

    iacedit check                    the files of this directory
    iacedit check -R infra           those below infra, too
    iacedit check main.tf vars.tf
    iacedit check --json . | jq -r '.errors[] | "\(.file):\(.line): \(.message)"'`
}

// A checkReport is what --json prints.
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

// Run checks the files, many at a time, and tells of them in their order.
func (c *checkCommand) Run(std *streams) error {
	w := std.workspace()
	defer w.Close()
	s := c.scope(w, edit.Options{}, std)
	if len(s.Sources) == 0 {
		return project.ErrNoFiles
	}
	all := checkReport{Files: len(s.Sources), Errors: []checkError{}}
	painter := painterFor(std.out)
	for result := range s.Check() {
		switch {
		case c.JSON && result.Wrong():
			all.Errors = append(all.Errors, report(&result))
		case result.Fault != nil:
			fmt.Fprint(std.out, painter.mistake(result.File.Title, result.File.Code, result.Fault.Offset, result.Fault.Message))
		case result.Err != nil:
			fmt.Fprintf(std.err, "iacedit: %v\n", result.Err)
		}
		if result.Wrong() && !c.JSON {
			all.Errors = append(all.Errors, checkError{})
		}
	}
	if c.JSON {
		encoder := json.NewEncoder(std.out)
		encoder.SetEscapeHTML(false)
		encoder.SetIndent("", "  ")
		if err := encoder.Encode(all); err != nil {
			return err
		}
	}
	if len(all.Errors) > 0 {
		return exitStatus(exitFailed)
	}
	return nil
}

// report returns what is wrong with a file.
func report(c *project.Checked) checkError {
	if c.Err != nil {
		return checkError{File: c.Title, Message: c.Err.Error()}
	}
	line, column := syntax.Position(c.File.Code, c.Fault.Offset)
	return checkError{File: c.Title, Line: line, Column: column, Offset: &c.Fault.Offset, Message: c.Fault.Message}
}
