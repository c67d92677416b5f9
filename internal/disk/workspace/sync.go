package workspace

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
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

// waiting is the greatest number of files or directories that are written to the disk at a time.
// Concurrent writes take less time, because file systems combine them.
const waiting = 16

// atOnce calls a function for each element, several at a time. After an error it starts no further
// call. If several calls fail, it returns the error for the element that comes first in the list.
func atOnce[T any](all []T, do func(T) error) error {
	var workers sync.WaitGroup
	var next, failed atomic.Int64
	errs := make([]error, len(all))
	for range min(waiting, len(all)) {
		workers.Go(func() {
			for failed.Load() == 0 {
				i := int(next.Add(1)) - 1
				if i >= len(all) {
					break
				}
				if errs[i] = do(all[i]); errs[i] != nil {
					failed.Add(1)
				}
			}
		})
	}
	workers.Wait()
	return cmp.Or(errs...)
}

// ignore returns nil if err matches one of the other errors, as errors.Is defines. Otherwise it
// returns err.
func ignore(err error, others ...error) error {
	for _, other := range others {
		if errors.Is(err, other) {
			return nil
		}
	}
	return err
}
