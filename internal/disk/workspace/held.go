package workspace

import (
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync"
	"time"
)

// A heldDir is a directory that is locked.
type heldDir struct {
	*area
	path   string // its real path
	name   string // its path in the area; "." for the area's directory
	unlock func()
}

// heldHere has the real paths of the directories that this process has locked. A lock alone does
// not tell whether this process or another has it.
var heldHere = struct {
	sync.Mutex
	paths map[string]bool
}{paths: map[string]bool{}}

// lockPath locks a directory, and waits for the lock until the deadline.
func lockPath(root *os.Root, name, path string, deadline time.Time) (unlock func(), err error) {
	for {
		if unlock, err = tryLock(root, name, path); !errors.Is(err, errBusy) {
			return unlock, err
		}
		if !time.Now().Before(deadline) {
			return nil, &fs.PathError{Op: "lock", Path: path, Err: ErrLocked}
		}
		time.Sleep(time.Millisecond + rand.N(4*time.Millisecond))
	}
}

// tryLock locks a directory, or fails with errBusy.
func tryLock(root *os.Root, name, path string) (unlock func(), err error) {
	heldHere.Lock()
	defer heldHere.Unlock()
	if heldHere.paths[path] {
		return nil, errBusy
	}
	release, err := lockDirectory(root, name)
	if err != nil {
		return nil, err
	}
	heldHere.paths[path] = true
	return func() {
		heldHere.Lock()
		defer heldHere.Unlock()
		delete(heldHere.paths, path)
		release()
	}, nil
}

// Unlock unlocks the directories.
func (l *Lock) Unlock() {
	for _, h := range slices.Backward(l.held) {
		h.unlock()
	}
	for _, a := range l.areas {
		a.root.Close()
	}
	l.held, l.areas = nil, nil
}

// at returns the heldDir with the given real path, or nil if that directory is not locked.
func (l *Lock) at(path string) *heldDir {
	i, found := slices.BinarySearchFunc(l.held, path, func(h *heldDir, path string) int { return strings.Compare(h.path, path) })
	if !found {
		return nil
	}
	return l.held[i]
}

// Holds reports whether a directory, which may not exist, is locked.
func (l *Lock) Holds(dir string) bool {
	s, err := l.spot(dir)
	return err == nil && l.at(s.path) != nil
}

// covers reports whether l has locked all of the given directories.
func (l *Lock) covers(wanted []spot) bool {
	return !slices.ContainsFunc(wanted, func(s spot) bool { return l.at(s.path) == nil })
}

func isHeldHere(path string) bool {
	heldHere.Lock()
	defer heldHere.Unlock()
	return heldHere.paths[path]
}
