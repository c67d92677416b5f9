package workspace

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// lockOpen locks an open file until it is closed.
func lockOpen(file *os.File) error {
	_, err := onDescriptor(file, func(fd int) (int, error) {
		return 0, windows.LockFileEx(windows.Handle(fd), windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, new(windows.Overlapped))
	})
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) || errors.Is(err, windows.ERROR_IO_PENDING) {
		return errBusy
	}
	return err
}
