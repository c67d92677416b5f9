package workspace

import (
	"cmp"
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"time"
)

// A Lock keeps other programs from writing to some directories. It is acquired before the files in
// these directories are read, and released after the files are written, so that two programs do not
// undo each other's changes. A Lock is advisory: it stops only programs that also lock directories.
// These are the writing commands and MCP servers of this program.
type Lock struct {
	areas []*area
	held  []*heldDir                 // in the order of their paths
	spot  func(string) (spot, error) // returns the spot of the directory with the given title
}

// Tell tells the user something about a write.
func (l *Lock) Tell(text string) {
	if len(l.areas) > 0 && l.areas[0].notice != nil {
		l.areas[0].notice(text)
	}
}

// A spot is a directory that is to be locked, or is locked.
type spot struct {
	root *Root
	path string // its real path
}

// ErrLocked is returned if another process is writing to the same directory.
var ErrLocked = errors.New("another iacedit is writing there: try again")

// errBusy is returned if another process has the lock of a directory.
var errBusy = errors.New("another process has the lock")

// lockWait is how long to wait for a lock.
var lockWait = 10 * time.Second

// lockByTitle is like acquire, but dirs has titles of directories. The function spotOf returns the
// directory that has a given title.
func lockByTitle(find func() []Source, dirs []string, spotOf func(string) (spot, error), areas func([]spot) ([]*area, error)) (*Lock, []Source, error) {
	var others []spot
	for _, dir := range dirs {
		s, err := spotOf(dir)
		if err != nil {
			return nil, nil, err
		}
		others = append(others, s)
	}
	l, sources, err := acquire(find, others, areas)
	if err != nil {
		return nil, nil, err
	}
	l.spot = spotOf
	return l, sources, nil
}

// acquire locks the directories of the files that find returns, and the directories others. After
// locking, it calls find again, because the files may have changed, and returns the result. The
// function areas divides the locked directories into areas, each of which will have a journal.
func acquire(find func() []Source, others []spot, areas func([]spot) ([]*area, error)) (*Lock, []Source, error) {
	deadline := time.Now().Add(lockWait)
	wanted := spotsOf(others, find())
	for {
		l, err := lockAll(wanted, areas, deadline)
		if err != nil {
			return nil, nil, err
		}
		cutOff := l.cutOff()
		if len(cutOff) == 0 {
			sources := find()
			if wanted = spotsOf(others, sources); l.covers(wanted) {
				return l, sources, nil
			}
		}
		l.Unlock()
		if !time.Now().Before(deadline) {
			return nil, nil, &fs.PathError{Op: "lock", Path: wanted[0].path, Err: ErrLocked}
		}
		for _, c := range cutOff {
			if err := c.recover(c.path, deadline); err != nil {
				return nil, nil, err
			}
		}
	}
}

// spotsOf returns the directories of the sources and the other given directories, ordered by path
// and without duplicates.
func spotsOf(others []spot, sources []Source) []spot {
	all := slices.Clone(others)
	for i := range sources {
		s := &sources[i]
		if s.Err != nil {
			continue
		}
		real, err := s.root.follow(s.name)
		if err != nil {
			continue // reading it will fail, too
		}
		dir, err := s.root.realDir(real)
		if err != nil {
			continue
		}
		all = append(all, spot{s.root, dir})
	}
	slices.SortStableFunc(all, func(a, b spot) int { return cmp.Compare(a.path, b.path) })
	return slices.CompactFunc(all, func(a, b spot) bool { return a.path == b.path })
}

// lockAll locks directories, including those of the areas' journals, in the order of their
// paths, which is the same for all processes.
func lockAll(wanted []spot, areas func([]spot) ([]*area, error), deadline time.Time) (*Lock, error) {
	all, err := areas(wanted)
	if err != nil {
		return nil, err
	}
	l := &Lock{areas: all}
	var dirs []*heldDir
	for _, a := range l.areas {
		dirs = append(dirs, &heldDir{area: a, path: a.path, name: "."})
		for _, w := range wanted {
			if name, ok := Inside(a.path, w.path); ok && name != "." {
				dirs = append(dirs, &heldDir{area: a, path: w.path, name: name})
			}
		}
	}
	slices.SortStableFunc(dirs, func(a, b *heldDir) int { return cmp.Compare(a.path, b.path) })
	for _, d := range dirs {
		if l.at(d.path) != nil {
			continue
		}
		if err := l.lock(d, deadline); err != nil {
			l.Unlock()
			return nil, err
		}
	}
	return l, nil
}

// common returns the deepest directory that contains all spots.
func common(spots []spot) string {
	dir := spots[0].path
	for _, s := range spots[1:] {
		dir = CommonDir(dir, s.path)
	}
	return dir
}

// Lock locks the directories of the sources that the given function returns, and the given
// directories, which may have no files. After locking, it calls the function again and returns the
// sources. It waits for the locks for a limited time, and then fails with ErrLocked.
func (w *Workspace) Lock(find func() []Source, dirs ...string) (*Lock, []Source, error) {
	return lockByTitle(find, dirs, w.spot, w.areas)
}

// spot returns a spot with the real path of a directory.
func (w *Workspace) spot(dir string) (spot, error) {
	real, err := realPath(dir)
	return spot{path: real}, err
}

// areas returns a list of one area: the deepest directory that contains all of the spots.
func (w *Workspace) areas(spots []spot) ([]*area, error) {
	if len(spots) == 0 {
		return nil, nil
	}
	a, err := w.reach().area(common(spots))
	if err != nil {
		return nil, err
	}
	return []*area{a}, nil
}

// Lock is like Workspace.Lock, but the directories are in the roots. A write in several roots has a
// journal in each of them.
func (r *Roots) Lock(find func() []Source, dirs ...string) (*Lock, []Source, error) {
	return lockByTitle(find, dirs, r.spot, r.areas)
}

// spot returns the spot of a directory in one of the roots.
func (r *Roots) spot(dir string) (spot, error) {
	p, err := r.resolve(dir)
	if err != nil {
		return spot{}, err
	}
	real, err := p.root.realDir(filepath.FromSlash(p.inside) + string(filepath.Separator))
	if err != nil {
		return spot{}, called(err, dir)
	}
	return spot{p.root, real}, nil
}

// areas returns an area for each root in which there are spots.
func (r *Roots) areas(spots []spot) (all []*area, err error) {
	for i := range r.all {
		n := &r.all[i]
		var mine []spot
		for _, s := range spots {
			if s.root == n.root {
				mine = append(mine, s)
			}
		}
		if len(mine) == 0 {
			continue
		}
		a, err := r.reach(n).area(common(mine))
		if err != nil {
			for _, a := range all {
				a.root.Close()
			}
			return nil, err
		}
		all = append(all, a)
	}
	return all, nil
}
