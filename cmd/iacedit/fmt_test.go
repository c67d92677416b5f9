package main

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// realFiles returns the folder of the corpus of real files. It skips t if there is no such folder.
func realFiles(t *testing.T) string {
	t.Helper()
	shared := os.Getenv("IACEDIT_SHARED")
	if shared == "" {
		shared = "../../../shared"
	}
	dir := filepath.Join(shared, "corpus", "real")
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("NOT CHECKED on real files: %v (IACEDIT_SHARED is the folder that holds corpus)", err)
	}
	return dir
}

// iacedit runs the command and returns its exit status and what it printed.
func iacedit(in string, args ...string) (status int, out, errs string) {
	var stdout, stderr bytes.Buffer
	status = run(args, &streams{in: strings.NewReader(in), out: &stdout, err: &stderr})
	return status, stdout.String(), stderr.String()
}

// dirty returns the accepted files of the corpus that its manifest says are formatted
// otherwise than terraform fmt would.
func dirty(t *testing.T, corpus string) (names []string) {
	t.Helper()
	manifest, err := os.ReadFile(filepath.Join(corpus, "manifest.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	column := -1
	for line := range strings.Lines(string(manifest)) {
		fields := strings.Split(strings.TrimRight(line, "\n"), "\t")
		if column < 0 {
			column = slices.Index(fields, "tffmt")
		} else if fields[column] == "dirty" {
			names = append(names, filepath.Join(corpus, filepath.FromSlash(fields[0])))
		}
	}
	slices.Sort(names)
	return names
}

// The names that "fmt -check -recursive" prints are those of the files that terraform
// fmt would change.
func TestFmtChecksRealFiles(t *testing.T) {
	dir := realFiles(t)
	status, out, errs := iacedit("", "fmt", "-check", "-recursive", filepath.Join(dir, "valid"))
	if status != exitWouldChange || errs != "" {
		t.Errorf("status %d, %s", status, errs)
	}
	if got, want := strings.Fields(out), dirty(t, dir); !slices.Equal(got, want) {
		t.Errorf("named are\n%s\ndirty are\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// Files are written as terraform fmt would write them, and then left alone.
func TestFmtWritesRealFiles(t *testing.T) {
	dir := realFiles(t)
	work := filepath.Join(t.TempDir(), "valid")
	if err := os.CopyFS(work, os.DirFS(filepath.Join(dir, "valid"))); err != nil {
		t.Fatal(err)
	}
	for _, want := range []int{len(dirty(t, dir)), 0} {
		status, out, errs := iacedit("", "fmt", "-recursive", work)
		if got := strings.Count(out, "\n"); status != 0 || errs != "" || got != want {
			t.Errorf("status %d, %d files changed, not %d; %s", status, got, want, errs)
		}
	}
	err := fs.WalkDir(os.DirFS(work), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		want, err := os.ReadFile(filepath.Join(dir, "fmt-expected", name))
		if os.IsNotExist(err) {
			want, err = os.ReadFile(filepath.Join(dir, "valid", name))
		}
		if err != nil {
			return err
		}
		got, err := os.ReadFile(filepath.Join(work, name))
		if !bytes.Equal(got, want) {
			t.Errorf("%s: got\n%s", name, got)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

func TestTwoDashes(t *testing.T) {
	for in, want := range map[string]string{
		"":                               "",
		"fmt -check -h - dir":            "fmt --check -h - dir",
		"fmt -write=false --diff -- -ab": "fmt --write=false --diff -- -ab",
		"edit -we x":                     "edit -we x",
	} {
		if got := strings.Join(twoDashes(strings.Fields(in)), " "); got != want {
			t.Errorf("%q becomes %q", in, got)
		}
	}
}
