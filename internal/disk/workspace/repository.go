package workspace

import (
	"os"
	"path/filepath"
)

// Repository returns the nearest directory, at or above an absolute path, that contains a .git. It
// returns "" if no such directory exists.
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
