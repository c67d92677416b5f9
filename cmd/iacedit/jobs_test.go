package main

import (
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"iacedit/internal/base/diff"
	"iacedit/internal/disk/project"
)

// Each file of testdata/jobs is a job that people have: what they run, and the exact diff
// that it makes, which is what a careful person would have changed by hand.
func TestJobs(t *testing.T) {
	if _, err := exec.LookPath("terraform"); err != nil {
		t.Log("NOT CHECKED: that terraform fmt leaves the results alone, since terraform is not there")
	}
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/jobs",
		RequireExplicitExec: true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("PATH", filepath.Dir(binary)+string(os.PathListSeparator)+env.Getenv("PATH"))
			files, err := filesIn(env.WorkDir)
			env.Values[beforeJob{}] = files
			return err
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){"changes": changes, "formatted": formatted, "status": status},
	})
}

// beforeJob is the key of what was there before a job.
type beforeJob struct{}

// filesIn returns the contents of the files in a directory, by their paths.
func filesIn(dir string) (map[string]string, error) {
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		name, _ := filepath.Rel(dir, path)
		files[filepath.ToSlash(name)] = string(text)
		return err
	})
	return files, err
}

// changes is the script command "changes FILE": it compares what the job has changed with
// the diff in a file.
func changes(ts *testscript.TestScript, _ bool, args []string) {
	before := ts.Value(beforeJob{}).(map[string]string)
	after, err := filesIn(ts.Getenv("WORK"))
	ts.Check(err)
	if changed, want := changesOf(before, after), ts.ReadFile(args[0]); changed != want {
		ts.Fatalf("the changes are\n%s\nand not\n%s", changed, want)
	}
}

// changesOf returns the differences between files, but for hidden ones, as a diff that
// patch takes.
func changesOf(before, after map[string]string) string {
	var changed []byte
	for _, name := range changedIn(before, after) {
		from, to := project.DiffNames(name)
		if _, ok := before[name]; !ok {
			from = "/dev/null"
		}
		changed = diff.Unified(changed, from, to, []byte(before[name]), []byte(after[name]))
	}
	return string(changed)
}

// changedIn returns the names of the files that differ, but for hidden ones.
func changedIn(before, after map[string]string) []string {
	names := maps.Clone(before)
	maps.Copy(names, after)
	return slices.DeleteFunc(slices.Sorted(maps.Keys(names)), func(name string) bool {
		return strings.HasPrefix(name, ".") || before[name] == after[name]
	})
}

// formatted is the script command "formatted": it checks that terraform fmt would change
// nothing, where it is installed.
func formatted(ts *testscript.TestScript, _ bool, _ []string) {
	if _, err := exec.LookPath("terraform"); err != nil {
		ts.Logf("NOT CHECKED: terraform is not there")
		return
	}
	ts.Check(ts.Exec("terraform", "fmt", "-check", "-diff", "-recursive", "."))
}
