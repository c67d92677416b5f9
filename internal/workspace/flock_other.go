//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd || windows)

package workspace

import "os"

// lockDirectory does nothing: there are no such locks on this system. A file that changes
// between being read and being written is still not written over.
func lockDirectory(*os.Root, string) (unlock func(), err error) { return func() {}, nil }
