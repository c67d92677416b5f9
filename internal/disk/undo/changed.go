package undo

import (
	"errors"
	"fmt"
	"io/fs"
	"syscall"
)

// A ChangedSince is the error if a write cannot be undone because a file has changed since the
// write.
type ChangedSince struct {
	Title string
	Err   error // the error of reading the file, or nil
}

func (c *ChangedSince) Error() string {
	if c.Err != nil {
		return fmt.Sprintf("%s %s since the last write, so nothing is undone", c.Title, c.trouble())
	}
	return c.Title + " was changed since the last write, so nothing is undone"
}

// trouble returns a part of the error message: "was removed", or the reason why the file cannot be
// read.
func (c *ChangedSince) trouble() string {
	if errors.Is(c.Err, fs.ErrNotExist) || errors.Is(c.Err, syscall.ENOTDIR) {
		return "was removed"
	}
	why := c.Err
	if inner, ok := errors.AsType[*fs.PathError](why); ok {
		why = inner.Err
	}
	return fmt.Sprintf("cannot be read (%v), perhaps because it was changed", why)
}

// Unwrap returns the error of reading the file.
func (c *ChangedSince) Unwrap() error { return c.Err }
