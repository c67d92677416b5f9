package fuzz

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/tools/txtar"
)

// FuzzParse: no source makes the parser panic, and the tree of a valid one is all of
// it.
func FuzzParse(f *testing.F) {
	tables, err := filepath.Glob("../syntax/testdata/*.txtar")
	if err != nil || len(tables) == 0 {
		f.Fatal("no seeds: ", err)
	}
	for _, name := range tables {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range archive.Files {
			f.Add(file.Data)
			f.Add(bytes.ReplaceAll(file.Data, []byte("\n"), []byte("\r\n")))
		}
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		if err := checkSource(src); err != nil {
			t.Errorf("%q: %v", src, err)
		}
	})
}

// So it is with every file of the corpus, valid or not.
func TestParseOfCorpus(t *testing.T) {
	root := sharedDir(t)
	files := 0
	for _, dir := range []string{"corpus/real", "corpus/synthetic", "fmt/experiments"} {
		err := filepath.WalkDir(filepath.Join(root, dir), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			src, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			files++
			if err := checkSource(src); err != nil {
				t.Errorf("%s: %v", path, err)
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	}
	t.Logf("%d files checked", files)
}

// sharedDir returns the folder of files to test on, which is not part of the
// repository: "shared" beside it, or where IACEDIT_SHARED says. Without it t is skipped.
func sharedDir(t *testing.T) string {
	t.Helper()
	dir := os.Getenv("IACEDIT_SHARED")
	if dir == "" {
		dir = filepath.Join("..", "..", "shared")
	}
	if _, err := os.Stat(filepath.Join(dir, "corpus")); err != nil {
		t.Skip("SKIPPED, the corpus was not checked: no folder named shared with it beside the repository, and IACEDIT_SHARED names none")
	}
	return dir
}
