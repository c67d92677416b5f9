// Package undo stores the last write in each repository, so that it can be undone.
//
// A record has the old contents of the files, and digests of the new contents. Each repository has
// one record, a file in the user's cache directory. If the record cannot be stored, the write
// cannot be undone. undo.go has the records; changed.go the error for files that changed since.
package undo

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"iacedit/internal/disk/workspace"
)

// A File describes how a write changed one file.
type File struct {
	Path    string `json:"path"`             // absolute
	Before  []byte `json:"before,omitempty"` // the contents before the write
	After   string `json:"after,omitempty"`  // the digest of the contents after the write
	Created bool   `json:"made,omitempty"`   // the file did not exist before
	Removed bool   `json:"gone,omitempty"`   // the file was removed
}

// A Record describes the last write in a repository.
type Record struct {
	Files       []File   `json:"files"`
	CreatedDirs []string `json:"made_dirs,omitempty"` // directories created for the files: absolute, the innermost first

	// Moved is the directory that got another path, or nil. The files have their paths after the move.
	Moved *workspace.Move `json:"moved,omitempty"`

	name string // the path of the record
}

// ErrNone is returned if there is nothing to undo.
var ErrNone = errors.New("there is no write to undo")

// Save stores a record as the last write in the repository of its files. It replaces the
// earlier record of that repository.
func Save(r *Record) error {
	dir := ""
	switch {
	case r.Moved != nil:
		dir = filepath.Dir(r.Moved.To)
	case len(r.Files) > 0:
		dir = filepath.Dir(r.Files[0].Path)
	default:
		return nil
	}
	name, err := nameOf(dir)
	if err != nil {
		return err
	}
	err = write(name, r)
	if err != nil {
		os.Remove(name) // the stored write is no longer the last one
	}
	return err
}

// write writes a record, completely or not at all.
func write(name string, r *Record) error {
	text, err := json.Marshal(r)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return err
	}
	temp, err := os.CreateTemp(filepath.Dir(name), "new-") // only the user can read it
	if err != nil {
		return err
	}
	_, err = temp.Write(text)
	if closed := temp.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Rename(temp.Name(), name)
	}
	if err != nil {
		os.Remove(temp.Name())
	}
	return err
}

// Last returns the last write in the repository of a directory.
func Last(dir string) (*Record, error) {
	name, err := nameOf(dir)
	if err != nil {
		return nil, err
	}
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		root, err := rootOf(dir)
		if err != nil {
			return nil, err
		}
		return nil, fmt.Errorf("%s: %w: iacedit remembers only its own last write in a repository; \"git diff\" shows other changes, and \"git restore FILE\" undoes them", root, ErrNone)
	}
	if err != nil {
		return nil, err
	}
	r := &Record{name: name}
	if err := json.Unmarshal(text, r); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return r, nil
}

// RemoveEmptyDirs removes the empty directories among r.CreatedDirs.
func (r *Record) RemoveEmptyDirs() {
	for _, dir := range r.CreatedDirs {
		if info, err := os.Lstat(dir); err == nil && info.IsDir() {
			os.Remove(dir)
		}
	}
}

// Forget deletes the record.
func (r *Record) Forget() error { return os.Remove(r.name) }

// nameOf returns the path of the file with the record for a directory. All directories of a
// repository share one record. Outside any repository there is a record for each working directory.
func nameOf(dir string) (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	root, err := rootOf(dir)
	if err != nil {
		return "", err
	}
	return filepath.Join(cache, "iacedit", "undo", workspace.Digest([]byte(root))[:32]+".json"), nil
}

// rootOf returns the top directory of the repository that contains a directory. Outside any
// repository it returns the working directory.
func rootOf(dir string) (string, error) {
	at, err := filepath.Abs(dir)
	if err == nil {
		at, err = filepath.EvalSymlinks(at)
	}
	if err != nil {
		return "", err
	}
	if root := workspace.Repository(at); root != "" {
		return root, nil
	}
	here, err := os.Getwd()
	if err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(here)
}
