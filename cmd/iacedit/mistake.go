package main

import (
	"errors"
	"fmt"
	"io"

	"iacedit/internal/project"
)

// told tells of a mistake with the line that it is on, and returns what is left to tell.
func told(err error, std *streams) error {
	m, ok := errors.AsType[*project.Mistake](err)
	if !ok {
		return err
	}
	tell(std.err, m)
	return exitStatus(exitFailed)
}

// tell prints what is wrong with a file.
func tell(out io.Writer, err error) {
	m, ok := errors.AsType[*project.Mistake](err)
	switch {
	case !ok:
		fmt.Fprintf(out, "iacedit: %v\n", err)
	case m.Offset < 0:
		fmt.Fprintln(out, m)
	default:
		fmt.Fprint(out, painterFor(out).mistake(m.File.Title, m.File.Code, m.Offset, m.Message))
	}
}

// warning tells of what is not wrong and may not be meant.
func warning(std *streams, format string, args ...any) {
	fmt.Fprintf(std.err, "iacedit: warning: "+format+"\n", args...)
}
