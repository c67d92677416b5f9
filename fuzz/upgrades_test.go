package fuzz

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"iacedit/edit"
	"iacedit/upgrades"
)

// realTrees returns the files of each repository of the corpus of trees, by the repository's name.
func realTrees(t *testing.T) map[string][]edit.File {
	t.Helper()
	root := os.Getenv("IACEDIT_SHARED")
	if root == "" {
		root = filepath.Join("..", "..", "shared")
	}
	root = filepath.Join(root, "corpus", "trees")
	trees := map[string][]edit.File{}
	_ = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !isCode(d.Name()) {
			return err
		}
		code, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		tree, name, _ := strings.Cut(filepath.ToSlash(path[len(root)+1:]), "/")
		trees[tree] = append(trees[tree], edit.File{Name: name, Code: code})
		return nil
	})
	return trees
}

// isCode reports whether a file has configuration or tests.
func isCode(name string) bool {
	for _, ending := range []string{".tf", ".tf.json", ".tofu", ".tftest.hcl"} {
		if strings.HasSuffix(name, ending) {
			return true
		}
	}
	return false
}

// Upgrading real code twice, from the oldest version in the catalogue to the newest, is upgrading it
// once, whichever of its providers is upgraded, with old defaults and without.
func TestUpgradingTwice(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIPPED, for it upgrades all real code")
	}
	trees := realTrees(t)
	if len(trees) == 0 {
		t.Skip("SKIPPED: no real code was upgraded, since the corpus is not there")
	}
	for name, files := range trees {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			changed := 0
			for _, use := range upgrades.Used(files, nil) {
				o := upgrades.Options{Provider: use.Name, From: use.Majors[0] - 1, KeepDefaults: len(name)%2 == 0, Edit: edit.Options{Unbounded: true, SkipInvalid: true}}
				once, err := o.Apply(files)
				if err != nil {
					t.Errorf("%s: %v", use.Name, err)
					continue
				}
				changed += len(once.Files)
				twice, err := o.Apply(with(files, once.Files))
				if err != nil {
					t.Errorf("%s: a second time: %v", use.Name, err)
					continue
				}
				for _, f := range twice.Files {
					t.Errorf("%s: a second time, %s changes again", use.Name, f.Name)
				}
			}
			t.Logf("%d changed files", changed)
		})
	}
}

// with returns files with the changed ones in place of the old, and the new ones.
func with(files, changed []edit.File) (all []edit.File) {
	is := map[string]bool{}
	for _, f := range changed {
		is[f.Name] = true
	}
	for _, f := range files {
		if !is[f.Name] {
			all = append(all, f)
		}
	}
	return append(all, changed...)
}
