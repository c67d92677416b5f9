//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package workspace

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// lockOpen locks an open file until it is closed.
func lockOpen(file *os.File) error {
	_, err := onDescriptor(file, func(fd int) (int, error) {
		for {
			err := unix.Flock(fd, unix.LOCK_EX|unix.LOCK_NB)
			if !errors.Is(err, unix.EINTR) {
				return 0, err
			}
		}
	})
	if errors.Is(err, unix.EWOULDBLOCK) {
		return errBusy
	}
	return err
}
