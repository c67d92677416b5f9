package workspace

import (
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// A Change is a file and what is to be in it.
type Change struct {
	File *File
	Code []byte
}

// ErrChanged is why a file is not written that is not any more what was read.
var ErrChanged = errors.New("the file was changed meanwhile")

// Write makes the files hold what the changes say, or leaves all as they were: where
// one cannot be written, those written before it are put back. Files are made that New
// returned, and their directories have to be there. It fails with ErrChanged where a
// file is not what was read, or one to be made is there.
func Write(changes []Change) error {
	written := make([]*written, 0, len(changes))
	var err error
	for i := range changes {
		w := prepare(&changes[i])
		written = append(written, w)
		if err = w.err; err != nil {
			break
		}
	}
	for i := 0; err == nil && i < len(written); i++ {
		err = written[i].take()
	}
	for _, w := range written {
		w.tidy()
		if err == nil {
			continue
		}
		if undo := w.undo(); undo != nil {
			err = fmt.Errorf("%w; and it cannot be put back: %w", err, undo)
		}
	}
	return err
}

// written is how far the writing of a file has come.
type written struct {
	*Change
	temp string // the file beside it with what is to be in it; "" for none
	took bool   // that file has taken its name
	err  error
}

// prepare writes what is to be in a file to another beside it.
func prepare(c *Change) *written {
	w := &written{Change: c}
	w.temp, w.err = c.File.beside(c.Code)
	return w
}

// take gives the new file the name of the old one.
func (w *written) take() error {
	f := w.File
	if err := f.unchanged(); err != nil {
		return err
	}
	if f.info == nil {
		// Other than a new name, a link cannot take the place of what somebody else made.
		if err := f.root.root.Link(w.temp, f.name); err == nil {
			w.took = true
			return nil
		}
	}
	if err := f.root.root.Rename(w.temp, f.name); err != nil {
		return err
	}
	w.temp, w.took = "", true
	return nil
}

// tidy removes what was written beside the file.
func (w *written) tidy() {
	if w.temp != "" {
		w.File.root.root.Remove(w.temp)
	}
}

// undo puts a file back.
func (w *written) undo() error {
	f := w.File
	switch {
	case !w.took:
		return nil
	case f.info == nil:
		return f.root.root.Remove(f.name)
	}
	old, err := f.beside(f.Code)
	if err != nil {
		return err
	}
	return f.root.root.Rename(old, f.name)
}

// unchanged returns an error where a file is not what was read.
func (f *File) unchanged() error {
	changed := &fs.PathError{Op: "write", Path: f.Title, Err: ErrChanged}
	info, err := f.root.root.Lstat(f.name)
	switch {
	case f.info == nil && errors.Is(err, fs.ErrNotExist):
		return nil
	case f.info == nil && err == nil, errors.Is(err, fs.ErrNotExist):
		return changed
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return changed
	}
	now, err := f.root.root.ReadFile(f.name)
	if err != nil {
		return err
	}
	if !bytes.Equal(now, f.Code) {
		return changed
	}
	return nil
}

// beside writes a file into the directory of another, with its permissions and owner,
// and returns its name.
func (f *File) beside(code []byte) (name string, err error) {
	root := f.root.root
	dir, base := filepath.Split(f.name)
	name = dir + "." + base + "." + rand.Text()[:8]
	mode := fs.FileMode(0o644) // of which the process's mask leaves some
	if f.info != nil {
		mode = 0o600 // until it is whole
	}
	file, err := root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return "", err
	}
	defer func() {
		if err != nil {
			root.Remove(name)
		}
	}()
	_, err = file.Write(code)
	if err == nil && f.info != nil {
		if err = keepOwner(file, f.info); err == nil {
			err = file.Chmod(f.info.Mode().Perm())
		}
	}
	if err == nil {
		err = file.Sync()
	}
	if closed := file.Close(); err == nil {
		err = closed
	}
	return name, err
}
