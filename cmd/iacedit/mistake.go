package main

import (
	"errors"
	"fmt"
	"strings"

	"iacedit/internal/base/fault"
	"iacedit/internal/disk/project"
)

// told prints an error about a place in a file, with the line of code at that place, and returns an
// exitStatus. It returns any other error, perhaps with advice, for the caller to print. With --json
// it prints nothing, and returns every error.
func told(err error, std *streams) error {
	if other, ok := errors.AsType[*project.OtherLanguage](err); ok {
		return fmt.Errorf("%w; for other HCL2 code give --dialect=hcl", other)
	}
	if std.json {
		return err
	}
	if in, ok := errors.AsType[*project.RefusedEdit](err); ok && in.Refused.Position != nil {
		at := in.Refused.Position
		return fmt.Errorf("%s:%d:%d: %w", in.Title, at.Line, at.Column, in)
	}
	m, ok := errors.AsType[*project.Mistake](err)
	if !ok {
		return err
	}
	if r, ok := errors.AsType[*project.Refused](err); ok && r.Suggested != "" {
		m.Message = strings.Replace(m.Message, fault.Template(r.Suggested), "-x '"+r.Suggested+"'", 1)
	}
	std.tell(err)
	return exitStatus(exitFailed)
}

// tell prints an error. If the error is about a place in a file, tell also prints the line of code.
func (std *streams) tell(err error) {
	m, ok := errors.AsType[*project.Mistake](err)
	switch {
	case !ok:
		fmt.Fprintf(std.err, "iacedit: %v\n", err)
	case m.Offset < 0 && m.File.Title == ".": // no argument names this file
		fmt.Fprintf(std.err, "iacedit: %s\n", m.Message)
	case m.Offset < 0:
		fmt.Fprintln(std.err, m)
	default:
		fmt.Fprint(std.err, painterFor(std.err).mistake(m.File.Title, m.File.Code, m.Offset, m.Message))
	}
}

// tellSkipped prints the errors of skipped files, addresses and modules. With --json it prints
// nothing.
func (std *streams) tellSkipped(skipped []error) {
	for _, err := range skipped {
		if std.json {
			continue
		}
		fmt.Fprint(std.err, "iacedit: skipped: ")
		if m, ok := errors.AsType[*project.Mistake](err); !ok || m.Offset < 0 && m.File.Title == "." {
			fmt.Fprintln(std.err, err)
			continue
		}
		std.tell(err)
	}
}

// warning prints a warning or, with --json, keeps the warning for the JSON output.
func warning(std *streams, format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if std.json {
		std.told = append(std.told, project.Warning{Message: text})
		return
	}
	std.warned = true
	fmt.Fprintf(std.err, "iacedit: warning: %s\n", text)
}
