//go:build !unix

package workspace

import (
	"io/fs"
	"os"
)

// keepOwner does nothing: the directory determines the owner of a file here.
func keepOwner(*os.File, fs.FileInfo) error { return nil }
