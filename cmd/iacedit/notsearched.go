package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"iacedit/address"
)

// warn tells on standard error what may refer to what was renamed and was not looked
// through.
func (c *renameCommand) warn(std *streams) {
	if c.isStdin() {
		return
	}
	dirs := map[string]bool{}
	for _, path := range c.paths() {
		if !isDir(path) {
			path = filepath.Dir(path)
		}
		if path = filepath.Clean(path); dirs[path] {
			continue
		}
		dirs[path] = true
		for _, name := range unsearched(path) {
			warning(std, "%s was not searched for references", name)
		}
	}
	a, err := address.Parse(c.Old)
	if err != nil || len(a) != 2 {
		return
	}
	switch a[0].Text {
	case "variable", "var":
		warning(std, "directories that call this module were not searched for the argument %s", a[1].Text)
	case "output":
		warning(std, "directories that call this module were not searched for its output %s", a[1].Text)
	}
}

// warning tells of what is not wrong and may not be meant.
func warning(std *streams, format string, args ...any) {
	fmt.Fprintf(std.err, "iacedit: warning: "+format+"\n", args...)
}

// unsearched returns the files of a module's directory that may refer to what is in it and
// that no edit changes: JSON, and tests.
func unsearched(dir string) (names []string) {
	endings := []string{".tf.json", ".tofu.json", ".tfvars.json", ".tftest.hcl", ".tftest.json", ".tofutest.hcl", ".tofutest.json"}
	for _, in := range []string{dir, filepath.Join(dir, "tests")} {
		entries, err := os.ReadDir(in)
		if err != nil {
			continue // there are none, or the directory itself could not be read
		}
		for _, e := range entries {
			for _, ending := range endings {
				if strings.HasSuffix(e.Name(), ending) && !e.IsDir() {
					names = append(names, filepath.Join(in, e.Name()))
				}
			}
		}
	}
	return names
}
