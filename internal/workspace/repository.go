package workspace

import (
	"os"
	"path/filepath"
)

// Repository returns the directory around a file or directory that has a .git, or "". The path
// is absolute.
func Repository(path string) string {
	for up := path; ; up = filepath.Dir(up) {
		if _, err := os.Stat(filepath.Join(up, ".git")); err == nil {
			return up
		}
		if up == filepath.Dir(up) {
			return ""
		}
	}
}
