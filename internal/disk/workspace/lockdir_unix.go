//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package workspace

import (
	"errors"
	"golang.org/x/sys/unix"
	"os"
)

// lockDirectory locks the directory itself, so that no lock file is needed. If the file system
// cannot lock directories (NFS), or the directory may not be read, it locks a file in the
// directory. It fails with errBusy if another process has the lock.
func lockDirectory(root *os.Root, name string) (unlock func(), err error) {
	dir, err := root.Open(name)
	if errors.Is(err, unix.EACCES) {
		return lockFileIn(root, name)
	}
	if err != nil {
		return nil, err
	}
	switch err := lockOpen(dir); {
	case err == nil:
		return func() { dir.Close() }, nil
	case errors.Is(err, errBusy):
		dir.Close()
		return nil, err
	}
	dir.Close()
	return lockFileIn(root, name)
}
