package workspace

import (
	"os"
)

// lockDirectory locks a file in a directory, because Windows cannot lock directories. It fails with
// errBusy if another process has the lock.
func lockDirectory(root *os.Root, name string) (unlock func(), err error) {
	return lockFileIn(root, name)
}
