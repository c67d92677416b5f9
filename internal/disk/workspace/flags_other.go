//go:build !unix

package workspace

import "io/fs"

// nonBlocking is zero, because no file is a named pipe on this system.
const nonBlocking = 0

// links returns 1, because the system does not report the number of links.
func links(fs.FileInfo) int { return 1 }

// ownedByUs returns true, because the system does not report the owner.
func ownedByUs(fs.FileInfo) bool { return true }
