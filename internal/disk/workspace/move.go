package workspace

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// A Move gives a directory another path. Both paths are absolute, with the links in the path of the
// directory above resolved.
type Move struct{ From, To string }

// After returns the path of a file after the move, if it is in the directory; otherwise the path
// itself. A nil Move changes no path.
func (m *Move) After(name string) string {
	if m == nil {
		return name
	}
	if rest, below := Inside(m.From, name); below {
		return filepath.Join(m.To, rest)
	}
	return name
}

// NewMove returns the Move of a directory. It refuses a directory that is a repository of its own, a
// link or hidden, a new path at which there is something already, and paths that are not below the
// directory top.
func NewMove(top, from, to string) (*Move, error) {
	info, err := os.Lstat(from)
	switch {
	case err != nil:
		return nil, err
	case info.Mode()&fs.ModeSymlink != 0:
		return nil, fmt.Errorf("%s is a link; give the directory to which it leads", from)
	case !info.IsDir():
		return nil, fmt.Errorf("%s is not a directory", from)
	case exists(filepath.Join(from, ".git")):
		return nil, fmt.Errorf("%s is a Git repository of its own", from)
	}
	if there, err := os.Lstat(to); err == nil && !os.SameFile(info, there) { // the names may differ in case alone
		return nil, fmt.Errorf("%s exists already", to)
	}
	m := new(Move)
	if m.From, err = realAbove(from); err != nil {
		return nil, err
	}
	if m.To, err = realAbove(to); err != nil {
		return nil, err
	}
	if _, below := Inside(m.From, m.To); below {
		return nil, fmt.Errorf("%s is in %s, which cannot move into itself", to, from)
	}
	if top, err = realPath(top); err != nil {
		return nil, err
	}
	for _, name := range []string{m.From, m.To} {
		if rest, below := Inside(top, name); !below || rest == "." {
			return nil, fmt.Errorf("%s is not below %s; --root DIR names a directory above all modules that may call one another", name, top)
		}
		if strings.HasPrefix(filepath.Base(name), ".") {
			return nil, fmt.Errorf("%s is hidden; modules are not in hidden directories", name)
		}
	}
	return m, nil
}

// realAbove returns the absolute path of a file or directory, with the links in the path of the
// directory above resolved. Neither needs to exist.
func realAbove(name string) (string, error) {
	abs, err := filepath.Abs(name)
	if err != nil {
		return "", err
	}
	dir, rest := filepath.Split(abs)
	for dir = filepath.Clean(dir); !exists(dir) && filepath.Dir(dir) != dir; dir = filepath.Dir(dir) {
		rest = filepath.Join(filepath.Base(dir), rest)
	}
	real, err := filepath.EvalSymlinks(dir)
	return filepath.Join(real, rest), err
}

// A movedDir is a directory that a journal gives another path. Both paths are from the journal's
// directory, with slashes.
type movedDir struct {
	From string `json:"from"`
	To   string `json:"to"`
}

// done reports whether the directory has its new path.
func (d *movedDir) done(root *os.Root) bool {
	_, err := root.Lstat(filepath.FromSlash(d.From))
	return errors.Is(err, fs.ErrNotExist) && !d.free(root)
}

// free reports whether there is nothing at the new path.
func (d *movedDir) free(root *os.Root) bool {
	_, err := root.Lstat(filepath.FromSlash(d.To))
	return errors.Is(err, fs.ErrNotExist)
}

func (d *movedDir) rename(root *os.Root) error {
	return root.Rename(filepath.FromSlash(d.From), filepath.FromSlash(d.To))
}

// above returns the paths of the directories above the old and the new path.
func (d *movedDir) above() []string { return []string{path.Dir(d.From), path.Dir(d.To)} }
