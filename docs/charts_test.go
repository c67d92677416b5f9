package docs

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// few is how many files a package may have without a chart of them.
const few = 8

// uncharted are the packages that have no chart yet.
var uncharted = []string{"../httpd", "../internal/render"}

// The comment of a package of many files says what is in each.
func TestCharts(t *testing.T) {
	files := map[string][]string{}
	err := filepath.WalkDir("..", func(path string, d os.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() && filepath.Ext(path) == ".go" && !strings.HasSuffix(path, "_test.go") {
			files[filepath.Dir(path)] = append(files[filepath.Dir(path)], path)
		}
		return err
	})
	if err != nil || len(files["../edit"]) == 0 {
		t.Fatal(err, "no files are found")
	}
	for dir, paths := range files {
		if len(paths) <= few {
			continue
		}
		comment := packageComment(t, paths)
		var missing []string
		for _, path := range paths {
			if name := filepath.Base(path); name != "doc.go" && !strings.Contains(comment, name) {
				missing = append(missing, name)
			}
		}
		switch later := slices.Contains(uncharted, dir); {
		case !later && len(missing) > 0:
			t.Errorf("%s: the package's comment does not say what is in %s", dir, strings.Join(missing, ", "))
		case later && len(missing) == 0:
			t.Errorf("%s has a chart of its files, and is no longer uncharted", dir)
		}
	}
}

// packageComment returns the comments before the package clauses of a package.
func packageComment(t *testing.T, paths []string) (comment string) {
	t.Helper()
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		before, _, _ := strings.Cut("\n"+string(text), "\npackage ")
		comment += before
	}
	return comment
}
