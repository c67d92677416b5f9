package workspace

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
)

// A Change is a file and its new contents.
type Change struct {
	File *File
	Code []byte
}

// ErrChanged is returned if a file has changed since it was read, so that a write would undo the
// change.
var ErrChanged = errors.New("the file was changed meanwhile")

// ErrReadOnly is returned for a write to a read-only file by a user who is not an administrator.
var ErrReadOnly = errors.New("the file is read-only (its permissions have no w)")

// Write applies all changes or none: if one file cannot be written, it restores the files written
// before. It creates the files that New returned; their directories must exist. It fails with
// ErrChanged if a file has changed since it was read, or a new file exists already. It also fails
// with ErrChanged if a link in the path of a file has changed, so that the file is now in a
// directory that is not locked. Write fails with ErrReadOnly if a file is read-only.
//
// If the process is killed, the next process that searches these directories for files finishes or
// undoes the write. It then removes the directories made, if they are empty: directories that were
// made for the write, the innermost first, as MadeDirs.Paths has them.
func (l *Lock) Write(changes []Change, made ...string) error {
	return l.WriteAndMove(changes, nil, made...)
}

// WriteAndMove is like Write, and then moves a directory, unless the Move is nil. The changes name
// the files by their paths before the move. The directories above both paths must be locked.
func (l *Lock) WriteAndMove(changes []Change, m *Move, made ...string) (err error) {
	steps, err := l.steps(changes)
	if err != nil {
		return err
	}
	move, err := l.moving(m)
	if err != nil || len(steps) == 0 && move == nil {
		return err
	}
	// A single file is replaced by one rename, so its write cannot be left half done. The journal
	// is only needed to remove the temporary file if the process is killed, and need not survive a
	// power failure.
	durable := len(steps) > 1 || move != nil
	var begun []*area
	dirs := dirsOf(steps)
	defer func() {
		if err == nil {
			return
		}
		undone := move.back()
		if undone == nil {
			undone = undo(steps)
		}
		if undone != nil {
			err = fmt.Errorf("%w; and the old contents cannot be restored: %w", err, undone)
			return // the journals stay, so that the write can be recovered later
		}
		finish(begun, dirs, durable)
	}()
	for _, a := range l.areas {
		j := journalOf(a, steps, made)
		if move != nil && move.area == a {
			j.Moved = &move.movedDir
		}
		if len(j.Entries) == 0 {
			continue
		}
		if err := j.write(a.root, durable); err != nil {
			err = called(err, filepath.Join(a.title(a.path), journalName))
			if errors.Is(err, fs.ErrPermission) {
				return &refusedDir{a.path}
			}
			return fmt.Errorf("the journal of the write cannot be written: %w", err)
		}
		begun = append(begun, a)
	}
	if err := atOnce(steps, (*step).prepare); err != nil {
		return err
	}
	if durable {
		if err := syncDirs(dirs); err != nil {
			return err
		}
	}
	for _, s := range steps {
		if err := s.take(); err != nil {
			return err
		}
	}
	for _, s := range steps {
		s.tidy()
		s.tellLinks()
	}
	if move != nil {
		if err := syncDirs(dirs); err != nil {
			return err
		}
		if err := move.take(l); err != nil {
			return err
		}
		dirs = move.above
	}
	return finish(begun, dirs, durable)
}

// A step writes one file: it prepares a temporary file, and then renames the temporary file.
type step struct {
	*Change
	*heldDir
	entry entry
	took  bool // the new file has replaced the old file
}

// steps returns the steps that write the changes, one for each file.
func (l *Lock) steps(changes []Change) (all []*step, err error) {
	for i := range changes {
		f := changes[i].File
		if err := f.Writable(); err != nil {
			return nil, err
		}
		dir, err := f.root.realDir(f.name)
		if err != nil {
			return nil, called(err, f.Title)
		}
		held := l.at(dir)
		if held == nil {
			return nil, f.changed()
		}
		name := filepath.Join(held.name, filepath.Base(f.name))
		e := entry{Name: filepath.ToSlash(name), Temp: tempName(), Made: f.info == nil, After: Digest(changes[i].Code)}
		if !e.Made {
			e.Before = f.Code
		}
		if err := e.check(); err != nil {
			return nil, &fs.PathError{Op: "write", Path: f.Title, Err: err}
		}
		all = append(all, &step{Change: &changes[i], heldDir: held, entry: e})
	}
	return all, nil
}

// journalOf returns the journal of the steps in an area, for which directories were made.
func journalOf(a *area, steps []*step, made []string) *journal {
	j := new(journal)
	for _, s := range steps {
		if s.area == a {
			j.Entries = append(j.Entries, s.entry)
		}
	}
	for _, dir := range made {
		name, err := filepath.Rel(a.path, dir)
		if name = filepath.ToSlash(name); err == nil && name != "." && checkPath(name) == nil {
			j.Dirs = append(j.Dirs, name)
		}
	}
	return j
}

// prepare writes the new contents of a file to a temporary file beside it.
func (s *step) prepare() error {
	if err := s.entry.checkNoLinks(s.root); err != nil {
		return called(err, s.File.Title)
	}
	return called(writeTemp(s.root, &s.entry, s.Code), s.File.Title)
}

// take gives the temporary file its final name. It replaces the old file, if there is one.
func (s *step) take() error {
	if err := s.unchanged(); err != nil {
		return err
	}
	if s.entry.Made {
		// Unlike a rename, a link cannot replace a file that somebody else has created.
		if err := s.root.Link(s.entry.temp(), s.entry.file()); err == nil {
			s.took = true
			return nil
		}
	}
	if err := s.root.Rename(s.entry.temp(), s.entry.file()); err != nil {
		return called(err, s.File.Title)
	}
	s.took = true
	return nil
}

// tellLinks tells the user if the file had other names (hard links), because those names keep the
// old contents.
func (s *step) tellLinks() {
	n := s.File.Links()
	if n == 0 || s.notice == nil {
		return
	}
	others := "another name"
	if n > 1 {
		others = fmt.Sprintf("%d other names", n)
	}
	s.notice(fmt.Sprintf("%s had %s (hard links), which still have the old contents", s.File.Title, others))
}

// unchanged returns an error if a file has changed since it was read.
func (s *step) unchanged() error {
	now, _, err := readRegular(s.root, s.entry.file(), 0)
	switch missing := errors.Is(err, fs.ErrNotExist); {
	case s.entry.Made && missing:
		return nil
	case s.entry.Made && err == nil, missing, errors.Is(err, errIrregular):
		return s.File.changed()
	case err != nil:
		return called(err, s.File.Title)
	case !bytes.Equal(now, s.File.Code):
		return s.File.changed()
	}
	return nil
}

// Remove removes a file that was read. It fails with ErrChanged if somebody has changed it
// since.
func (f *File) Remove() error {
	now, _, err := readRegular(f.root.root, f.name, 0)
	switch {
	case err == nil && !bytes.Equal(now, f.Code), errors.Is(err, errIrregular):
		return f.changed()
	case err == nil:
		err = f.root.root.Remove(f.name)
	}
	return called(err, f.Title)
}

// changed returns an error that wraps ErrChanged and names the file.
func (f *File) changed() error { return f.failed(ErrChanged) }

// tidy removes the temporary file.
func (s *step) tidy() error {
	return ignore(s.root.Remove(s.entry.temp()), fs.ErrNotExist)
}

// undo removes the temporary files and restores the replaced files.
func undo(steps []*step) error {
	for _, s := range steps {
		if err := s.tidy(); err != nil {
			return err
		}
	}
	for _, s := range steps {
		if !s.took {
			continue
		}
		if err := s.entry.restore(s.root); err != nil {
			return called(err, s.File.Title)
		}
	}
	return nil
}

// finish removes the journals of a finished or undone write, which has changed the given
// directories.
func finish(areas []*area, dirs []*heldDir, durable bool) (err error) {
	if durable {
		err = syncDirs(dirs)
	}
	for _, a := range areas {
		if removed := a.root.Remove(journalName); err == nil {
			err = removed
		}
		if synced := syncDir(a.root, "."); err == nil {
			err = synced
		}
	}
	if !durable && err == nil {
		err = syncDirs(dirs)
	}
	return err
}
