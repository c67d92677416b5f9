//go:build !unix

package workspace

import (
	"io/fs"
	"os"
)

// keepOwner does nothing: on this system, the owner of a file depends on its directory.
func keepOwner(*os.File, fs.FileInfo) error { return nil }
