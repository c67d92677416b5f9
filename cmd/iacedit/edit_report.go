package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"iacedit/edit"
	"iacedit/internal/workspace"
	"iacedit/syntax"
)

// explain says where an edit's fault lies: in the edits, in the code, or in both. It names
// the code in any case.
func (c *editCommand) explain(err error, edits *workspace.File) error {
	refused, ok := errors.AsType[*edit.Error](err)
	if !ok {
		return err
	}
	text := fmt.Sprintf("%s: %s (%s)", c.titleOf(""), refused.Message, refused.Code)
	if at := refused.Position; at != nil {
		text = fmt.Sprintf("%s:%d:%d: %s (%s)", c.titleOf(at.File), at.Line, at.Column, refused.Message, refused.Code)
	}
	return errors.New(placeIn(edits, refused.Offset()) + text)
}

// placeIn returns the beginning of a message about an offset in the edits, "" for -1.
func placeIn(edits *workspace.File, offset int) string {
	if offset < 0 {
		return ""
	}
	line, column := syntax.Position(edits.Code, offset)
	return fmt.Sprintf("%s:%d:%d: ", edits.Title, line, column)
}

// warn prints the warnings of a report.
func (c *editCommand) warn(std *streams, report *edit.Report, edits *workspace.File) {
	for i := range report.Warnings {
		w := &report.Warnings[i]
		warning(std, "%s%s: %s (%s)", placeIn(edits, w.Offset()), c.titleOf(""), w.Message, w.Code)
	}
}

// printReport prints a report as JSON.
func printReport(out io.Writer, report *edit.Report) error {
	e := json.NewEncoder(out)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(report)
}
