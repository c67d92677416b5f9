//go:build unix

package workspace

import (
	"io/fs"
	"syscall"
)

// nonBlocking is a flag for opening files. With this flag, opening a named pipe does not wait for a
// process at the other end of the pipe.
const nonBlocking = syscall.O_NONBLOCK

// links returns the number of names (hard links) that a file has.
func links(info fs.FileInfo) int {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return int(stat.Nlink)
	}
	return 1
}

// ownedByUs reports whether a file belongs to the process's user.
func ownedByUs(info fs.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(stat.Uid) == syscall.Geteuid()
}
