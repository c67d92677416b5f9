package main

import (
	"fmt"
	"io"
	"os"
	"time"

	"iacedit/internal/disk/project"
)

// streams are a command's standard input and outputs.
type streams struct {
	in       io.Reader
	out, err io.Writer

	progress *progress // nil if it would not be visible

	warned bool // a warning was printed

	json bool              // the command line has --json: errors and warnings are printed as JSON
	told []project.Warning // the warnings so far, if the field json is true
}

// The exit statuses.
const (
	exitFailed      = 1
	exitUsage       = 2
	exitUnformatted = 2
	exitWouldChange = 3
	exitSkipped     = 4
	exitByHand      = 5
)

// exitStatus is the error that a command returns after it has already printed its messages. The
// program then only exits with the status.
type exitStatus int

func (s exitStatus) Error() string { return fmt.Sprintf("exit status %d", int(s)) }

// withProgress returns streams that show a line of progress, if standard error is a terminal. The
// line is cleared before any other text is written to that terminal.
func (s *streams) withProgress() *streams {
	if !isTerminal(s.err) || os.Getenv("TERM") == "dumb" {
		return s
	}
	p := &progress{to: s.err, now: time.Now}
	watched := &streams{in: s.in, out: s.out, err: &screen{s.err, p}, progress: p}
	if isTerminal(s.out) {
		watched.out = &screen{s.out, p}
	}
	return watched
}
