//go:build !unix

package workspace

import "io/fs"

// nonBlocking is zero, because files cannot be named pipes here.
const nonBlocking = 0

// links returns 1, because the system does not tell the number of links.
func links(fs.FileInfo) int { return 1 }

// ownedByUs reports true, because the system does not tell the owner.
func ownedByUs(fs.FileInfo) bool { return true }
