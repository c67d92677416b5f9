package workspace

import (
	"errors"
	"io/fs"
	"os"
	"runtime"
	"syscall"
)

// dirsOf returns the directories of the steps' files, without duplicates.
func dirsOf(steps []*step) (dirs []*heldDir) {
	known := map[*heldDir]bool{}
	for _, s := range steps {
		if !known[s.heldDir] {
			known[s.heldDir] = true
			dirs = append(dirs, s.heldDir)
		}
	}
	return dirs
}

// syncDirs calls syncDir for directories in which something was renamed, so that the renames survive
// a power failure.
func syncDirs(dirs []*heldDir) error {
	return atOnce(dirs, func(d *heldDir) error { return syncDir(d.root, d.name) })
}

// syncDir writes a directory to the disk, so that new names and renames in it survive a power
// failure. If the system cannot do that, syncDir returns nil.
func syncDir(root *os.Root, name string) error {
	if runtime.GOOS == "windows" {
		return nil // Windows has no such system call
	}
	dir, err := root.Open(name)
	if err != nil {
		return ignore(err, fs.ErrPermission)
	}
	defer dir.Close()
	return ignore(dir.Sync(), syscall.EINVAL, errors.ErrUnsupported)
}
