package main

import (
	"encoding/json"
	"errors"
	"fmt"

	"iacedit/internal/workspace"
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

// A checked file is what came of checking it.
type checked struct {
	file  *workspace.File
	fault *syntax.Error // why it does not parse, or nil
	err   error         // why it could not be read
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
	var w workspace.Workspace
	defer w.Close()
	sources := c.sources(&w)
	if len(sources) == 0 {
		return errNoFiles
	}
	report := checkReport{Files: len(sources), Errors: []checkError{}}
	painter := painterFor(std.out)
	for result := range inOrder(sources, func(s workspace.Source) checked { return check(s, std) }) {
		switch {
		case c.JSON && result.wrong():
			report.Errors = append(report.Errors, result.report())
		case result.fault != nil:
			fmt.Fprint(std.out, painter.mistake(result.file.Title, result.file.Code, result.fault.Offset, result.fault.Message))
		case result.err != nil:
			fmt.Fprintf(std.err, "iacedit: %v\n", result.err)
		}
		if result.wrong() && !c.JSON {
			report.Errors = append(report.Errors, checkError{})
		}
	}
	if c.JSON {
		encoder := json.NewEncoder(std.out)
		encoder.SetEscapeHTML(false)
		encoder.SetIndent("", "  ")
		if err := encoder.Encode(report); err != nil {
			return err
		}
	}
	if len(report.Errors) > 0 {
		return exitStatus(exitFailed)
	}
	return nil
}

// check checks one file.
func check(s workspace.Source, std *streams) checked {
	file, err := load(s, std)
	if err != nil {
		return checked{err: err, file: &workspace.File{Title: s.Title}}
	}
	fault, _ := errors.AsType[*syntax.Error](syntax.Check(file.Code))
	if fault == nil {
		return checked{}
	}
	return checked{file: file, fault: fault}
}

func (c *checked) wrong() bool { return c.fault != nil || c.err != nil }

func (c *checked) report() checkError {
	if c.err != nil {
		return checkError{File: c.file.Title, Message: c.err.Error()}
	}
	line, column := syntax.Position(c.file.Code, c.fault.Offset)
	return checkError{File: c.file.Title, Line: line, Column: column, Offset: &c.fault.Offset, Message: c.fault.Message}
}
