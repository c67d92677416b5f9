package workspace

import (
	"errors"
	"io/fs"
	"os"
	"strings"
)

// A refusedDir is the error for a directory in which the user may not create files.
type refusedDir struct{ path string }

func (r *refusedDir) Error() string {
	return "nothing is written: you may not make files in the directory " + r.path + " (permission denied)"
}

// Unwrap returns fs.ErrPermission.
func (r *refusedDir) Unwrap() error { return fs.ErrPermission }

// failed returns an error with the name of the file and the reason why the file is not written.
func (f *File) failed(why error) error { return &fs.PathError{Op: "write", Path: f.Title, Err: why} }

// called rewrites an error about a path inside a root, so that the error contains the path as the
// caller wrote it. If the path leads out of the root, the new error is an ErrOutside.
func called(err error, title string) error {
	bad, ok := errors.AsType[*fs.PathError](inWords(err))
	switch {
	case !ok:
		return err
	case bad.Err.Error() == "path escapes from parent": // package os does not export this error
		return &fs.PathError{Op: bad.Op, Path: title, Err: ErrOutside}
	}
	return &fs.PathError{Op: bad.Op, Path: title, Err: bad.Err}
}

// inWords returns an error of an os.Root with the name of the operation as users know it: "rename",
// where the system call is renameat. An error about two paths becomes one about the second.
func inWords(err error) error {
	if bad, ok := errors.AsType[*os.LinkError](err); ok {
		return &fs.PathError{Op: strings.TrimSuffix(bad.Op, "at"), Path: bad.New, Err: bad.Err}
	}
	if bad, ok := errors.AsType[*fs.PathError](err); ok {
		return &fs.PathError{Op: strings.TrimSuffix(bad.Op, "at"), Path: bad.Path, Err: bad.Err}
	}
	return err
}
