package project

import (
	"path/filepath"

	"iacedit/internal/terraform"
)

// Unsearched returns the files that may refer to objects in the modules of these directories
// and that edits do not change: tests.
func Unsearched(space Space, dirs []string) (names []string) {
	for _, dir := range dirs {
		for _, in := range []string{dir, filepath.Join(dir, "tests")} {
			for _, name := range space.Names(in) {
				if terraform.IsTest(name) {
					names = append(names, filepath.Join(in, name))
				}
			}
		}
	}
	return names
}
