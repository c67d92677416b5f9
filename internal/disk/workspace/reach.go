package workspace

import (
	"io/fs"
	"os"
	"path/filepath"
)

// An area is a directory with everything below it. A write in one area is all or nothing even
// if the process is killed, because the journal is in that directory.
type area struct {
	*reach
	root *os.Root
	path string // its real path
}

// A reach determines which of the directories above a directory are searched for journals. A
// Workspace searches all of them, up to the top of the file system. The type Roots searches only
// those up to the root that contains the directory.
type reach struct {
	top    string // the real path of the topmost directory that may be read; "" for none
	open   func(path string) (*os.Root, error)
	title  func(path string) string // the title of a directory in messages
	notice func(string)             // called with the outcome of a recovery; may be nil
}

func (r *reach) area(path string) (*area, error) {
	root, err := r.open(path)
	if err != nil {
		return nil, err
	}
	return &area{r, root, path}, nil
}

// reach returns the reach of a Workspace: journals are searched for in all enclosing directories,
// up to the root of the file system.
func (w *Workspace) reach() *reach {
	return &reach{open: os.OpenRoot, title: nearer, notice: w.Notice}
}

// nearer returns the shorter of a path and the same path relative to the working directory.
func nearer(path string) string {
	if wd, err := os.Getwd(); err == nil {
		if rel, err := filepath.Rel(wd, path); err == nil && len(rel) < len(path) {
			return rel
		}
	}
	return path
}

// reach returns the reach in one of the roots: the directories above a directory, up to that root.
func (r *Roots) reach(n *namedRoot) *reach {
	return &reach{
		top: n.root.path,
		open: func(path string) (*os.Root, error) {
			name, ok := Inside(n.root.path, path)
			if !ok {
				return nil, &fs.PathError{Op: "open", Path: path, Err: ErrOutside}
			}
			return n.root.root.OpenRoot(name)
		},
		title: func(path string) string {
			name, _ := Inside(n.root.path, path)
			return filepath.Join(n.name, name)
		},
		notice: r.Notice,
	}
}
