package project

import (
	"path/filepath"

	"iacedit/internal/terraform"
)

// Unsearched returns the files that may refer to what is in the modules of these
// directories, and that no edit changes: JSON, and tests.
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

// Callers returns the kind and name of what an address means, if it is something of a
// module that other modules may name where they call it: "argument" or "output".
func Callers(text string) (kind, name string) {
	a, err := parseAddress(text)
	if err != nil || len(a) != 2 {
		return "", ""
	}
	switch a[0].Text {
	case "variable", "var":
		return "argument", a[1].Text
	case "output":
		return "output", a[1].Text
	}
	return "", ""
}
