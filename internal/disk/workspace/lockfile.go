//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd || windows

package workspace

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// lockName is the name of the file that is locked if the directory itself cannot be locked.
const lockName = ".iacedit-lock"

// lockFileIn locks a file in a directory. Unlocking removes the file. lockFileIn fails with errBusy
// if another process has the lock.
func lockFileIn(root *os.Root, dir string) (unlock func(), err error) {
	name := filepath.Join(dir, lockName)
	file, err := root.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	if err := lockOpen(file); err != nil {
		file.Close()
		return nil, err
	}
	// The last holder may have removed the file after it was opened here.
	mine, err := file.Stat()
	if err != nil {
		file.Close()
		return nil, err
	}
	if there, err := root.Lstat(name); err != nil || !os.SameFile(mine, there) {
		file.Close()
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		return nil, errBusy
	}
	return func() {
		root.Remove(name)
		file.Close()
	}, nil
}
