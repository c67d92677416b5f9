package workspace

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// Nobody but the administrator writes to a read-only file, nor to those beside it.
func TestReadOnly(t *testing.T) {
	defer func(was bool) { administrator = was }(administrator)
	for _, administrator = range []bool{false, true} {
		dir := tree(t, "a.tf", "b.tf")
		if err := os.Chmod(filepath.Join(dir, "b.tf"), 0o444); err != nil {
			t.Fatal(err)
		}
		files := open(t, dir, "a.tf", "b.tf")
		err := put([]Change{{files[0], []byte("A")}, {files[1], []byte("B")}})
		if written := contents(t, dir)["a.tf"] == "A"; errors.Is(err, ErrReadOnly) == administrator || written != administrator {
			t.Errorf("administrator %v: %v, written %v", administrator, err, written)
		}
	}
}

// put writes changes as a command does that has locked their directories.
func put(changes []Change) error {
	var sources []Source
	var spots []spot
	for _, c := range changes {
		dir, err := c.File.root.realDir(c.File.name)
		if err != nil {
			return err
		}
		spots = append(spots, spot{c.File.root, dir})
	}
	var w Workspace
	l, _, err := acquire(func() []Source { return sources }, spots, w.areas)
	if err != nil {
		return err
	}
	defer l.Unlock()
	return l.Write(changes)
}
