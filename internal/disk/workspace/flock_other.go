//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd || windows)

package workspace

import "os"

// lockDirectory does nothing: this system has no such locks. A file that changes between
// reading and writing is still not overwritten.
func lockDirectory(*os.Root, string) (unlock func(), err error) { return func() {}, nil }
