package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"io/fs"

	"github.com/alecthomas/kong"

	"iacedit/edit"
	"iacedit/internal/base/fault"
	"iacedit/internal/disk/project"
	"iacedit/syntax"
)

// asJSON contains the flag --json of all commands that read or edit code.
type asJSON struct {
	JSON bool `name:"json" help:"Print JSON, also for errors: {\"error\": {\"message\", \"code\", \"file\", \"line\", \"column\"}}."`
}

func printJSON(out io.Writer, v any) error {
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(v)
}

// A placedMessage is an error as --json prints it.
type placedMessage struct {
	Message string    `json:"message"`
	Code    edit.Code `json:"code,omitempty"`
	File    string    `json:"file,omitempty"`
	Line    int       `json:"line,omitempty"`
	Column  int       `json:"column,omitempty"`
	Pointer string    `json:"pointer,omitempty"` // pointer to the faulty edit, if edits were sent
}

// placeOf converts an error to the form in which --json prints it. The result has the message and,
// if they are known, the file, line and column.
func placeOf(err error) placedMessage {
	p := placedMessage{Message: err.Error()}
	if refused, ok := errors.AsType[*project.Refused](err); ok {
		p.Code = refused.Code
	}
	if missing, ok := errors.AsType[*project.NotFound](err); ok {
		if p.Code = fault.BlockNotFound; missing.Attribute {
			p.Code = fault.AttributeNotFound
		}
	}
	if _, ok := errors.AsType[*project.Ambiguous](err); ok {
		p.Code = fault.AmbiguousMatch
	}
	switch m, ok := errors.AsType[*project.Mistake](err); {
	case ok && m.Offset >= 0:
		p.Code = cmp.Or(p.Code, fault.InvalidCode)
		p.Line, p.Column = syntax.Position(m.File.Code, m.Offset)
		fallthrough
	case ok:
		if p.Message = m.Message; m.File.Title != "." { // no argument names this file
			p.File = m.File.Title
		}
	}
	if refused, ok := errors.AsType[*fault.Error](err); ok {
		p.Code, p.Message, p.Pointer = refused.Code, refused.Message, refused.Pointer
		if at := refused.Position; at != nil {
			p.File, p.Line, p.Column = at.File, at.Line, at.Column
		}
	}
	if in, ok := errors.AsType[*project.RefusedEdit](err); ok {
		p.File = in.Title
	}
	if path, ok := errors.AsType[*fs.PathError](err); ok && p.File == "" {
		p.File, p.Message = path.Path, path.Err.Error()
	}
	return p
}

// wantsJSON reports whether a parsed command line contains the flag --json.
func wantsJSON(line *kong.Context) bool {
	for _, f := range line.Flags() {
		if f.Name == "json" {
			wanted, _ := line.FlagValue(f).(bool)
			return wanted
		}
	}
	return false
}

func printError(out io.Writer, err error) {
	printJSON(out, map[string]placedMessage{"error": placeOf(err)})
}
