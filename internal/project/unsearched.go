package project

import (
	"path/filepath"

	"iacedit/internal/terraform"
)

// Unsearched returns the files that may refer to objects of the modules in these directories,
// and that no edit changes: JSON, and tests.
func Unsearched(space Space, dirs []string) (names []string) {
	for _, dir := range dirs {
		for _, in := range []string{dir, filepath.Join(dir, "tests")} {
			for _, name := range space.Names(in) {
				if terraform.MayRefer(name) {
					names = append(names, filepath.Join(in, name))
				}
			}
		}
	}
	return names
}
