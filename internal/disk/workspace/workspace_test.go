package workspace

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// tree makes a directory with files that hold their names, and links "name -> target".
func tree(t *testing.T, names ...string) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range names {
		name, target, link := strings.Cut(name, " -> ")
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		err := error(nil)
		if link {
			err = os.Symlink(target, path)
		} else {
			err = os.WriteFile(path, []byte(name), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// titles returns what the sources are called, and "!" before those with an error.
func titles(sources []Source) (names []string) {
	for i := range sources {
		name := filepath.ToSlash(sources[i].Title)
		if _, err := sources[i].Read(); err != nil {
			name = "!" + name
		}
		names = append(names, name)
	}
	return names
}

func TestSources(t *testing.T) {
	dir := tree(t,
		"main.tf", "b.tofu", "b.tf", "a.tf", "x.tfvars", "main.tf.json", "readme.md", ".hidden.tf",
		"sub/main.tf", "sub/deep/main.tf", ".terraform/modules/m.tf", ".git/HEAD", ".hidden/main.tf",
		"ignored/main.tf", "sub/gen.tf", "override.tf",
		"linked.tf -> sub/main.tf", "out.tf -> ../../etc/passwd", "dir.tf/x.tf", "loop.tf -> loop.tf",
	)
	os.WriteFile(filepath.Join(dir, ".gitignore"), []byte("ignored/\n"), 0o644)
	os.WriteFile(filepath.Join(dir, "sub", ".gitignore"), []byte("gen.tf\n"), 0o644)
	for _, c := range []struct {
		in        string
		paths     []string
		recursive bool
		want      []string
	}{
		{".", []string{"."}, false, []string{"a.tf", "b.tf", "b.tofu", "linked.tf", "!loop.tf", "main.tf", "!out.tf", "override.tf", "x.tfvars"}},
		{".", []string{"sub"}, false, []string{"sub/gen.tf", "sub/main.tf"}},
		{".", []string{"sub"}, true, []string{"sub/main.tf", "sub/deep/main.tf"}},
		{".", []string{"./sub/"}, true, []string{"sub/main.tf", "sub/deep/main.tf"}},
		{".", []string{"."}, true, []string{"a.tf", "b.tf", "b.tofu", "linked.tf", "!loop.tf", "main.tf", "!out.tf", "override.tf", "x.tfvars", "dir.tf/x.tf", "sub/main.tf", "sub/deep/main.tf"}},
		{".", []string{"ignored"}, true, []string{"ignored/main.tf"}},
		{"sub", []string{"."}, true, []string{"main.tf", "deep/main.tf"}},
		{"sub", []string{"../main.tf", ".."}, false, []string{"../main.tf", "../a.tf", "../b.tf", "../b.tofu", "../linked.tf", "!../loop.tf", "../main.tf", "!../out.tf", "../override.tf", "../x.tfvars"}},
		{".", []string{"readme.md", "nowhere.tf", "b.tf", ".hidden"}, false, []string{"readme.md", "!nowhere.tf", "b.tf", ".hidden/main.tf"}},
		{".", []string{dir + "/sub"}, false, []string{filepath.ToSlash(dir) + "/sub/gen.tf", filepath.ToSlash(dir) + "/sub/main.tf"}},
	} {
		t.Chdir(filepath.Join(dir, c.in))
		var w Workspace
		if diff := cmp.Diff(c.want, titles(w.Sources(c.paths, c.recursive))); diff != "" {
			t.Errorf("in %s: %q, recursive %v:\n%s", c.in, c.paths, c.recursive, diff)
		}
		w.Close()
	}
}

// open reads files of a directory, by their paths in it.
func open(t *testing.T, dir string, names ...string) (files []*File) {
	t.Helper()
	r, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	for _, name := range names {
		f, err := r.Read(name)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	return files
}

// contents returns what is in the files of a directory, by name.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := make(map[string]string)
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		text, err := os.ReadFile(path)
		name, _ := filepath.Rel(dir, path)
		all[filepath.ToSlash(name)] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestWrite(t *testing.T) {
	dir := tree(t, "a.tf", "sub/b.tf", "link.tf -> other/../l.tf", "sub/l.tf -> c.tf", "sub/c.tf", "other -> sub/deep", "sub/deep/d.tf")
	if err := os.Chmod(filepath.Join(dir, "a.tf"), 0o640); err != nil {
		t.Fatal(err)
	}
	files := open(t, dir, "a.tf", "sub/b.tf", "link.tf")
	made := files[0].root.New("sub/new.tf")
	err := put([]Change{{files[0], []byte("A")}, {files[1], []byte("B")}, {files[2], []byte("C")}, {made, []byte("new")}})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"a.tf": "A", "sub/b.tf": "B", "sub/c.tf": "C", "sub/deep/d.tf": "sub/deep/d.tf", "sub/new.tf": "new"}
	if diff := cmp.Diff(want, contents(t, dir)); diff != "" {
		t.Error(diff)
	}
	info, err := os.Stat(filepath.Join(dir, "a.tf"))
	if err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("the mode is %v, %v", info.Mode(), err)
	}
	if target, _ := os.Readlink(filepath.Join(dir, "link.tf")); target == "" {
		t.Error("the link is gone")
	}
}

// Where a file cannot be written all are as they were, and nothing is left beside them.
func TestWriteAllOrNone(t *testing.T) {
	for _, c := range []struct {
		name  string
		spoil func(dir string) error
		want  error
	}{
		{"changed", func(dir string) error { return os.WriteFile(filepath.Join(dir, "b.tf"), []byte("changed"), 0o644) }, ErrChanged},
		{"replaced by a link", func(dir string) error {
			return errors.Join(os.Rename(filepath.Join(dir, "b.tf"), filepath.Join(dir, "c.tf")), os.Symlink("c.tf", filepath.Join(dir, "b.tf")))
		}, ErrChanged},
		{"gone", func(dir string) error { return os.Remove(filepath.Join(dir, "b.tf")) }, ErrChanged},
		{"made meanwhile", func(dir string) error { return os.WriteFile(filepath.Join(dir, "new.tf"), nil, 0o644) }, ErrChanged},
		{"directory gone", func(dir string) error { return os.RemoveAll(filepath.Join(dir, "sub")) }, fs.ErrNotExist},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := tree(t, "a.tf", "b.tf", "sub/d.tf")
			files := open(t, dir, "a.tf", "b.tf", "sub/d.tf")
			first, made := files[0].root.New("first.tf"), files[0].root.New("new.tf")
			if err := c.spoil(dir); err != nil {
				t.Fatal(err)
			}
			before := contents(t, dir)
			err := put([]Change{{first, []byte("x")}, {files[0], []byte("A")}, {files[1], []byte("B")}, {files[2], []byte("D")}, {made, []byte("new")}})
			if !errors.Is(err, c.want) {
				t.Errorf("got %v, want %v", err, c.want)
			}
			if diff := cmp.Diff(before, contents(t, dir)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// Nothing leads out of a root: no path, no link, no directory that is one.
func TestNothingLeadsOut(t *testing.T) {
	dir := tree(t, "secret.tf", "in/a.tf", "in/up.tf -> ../secret.tf", "in/dir -> ..", "in/chain.tf -> up.tf", "in/far.tf -> a/../../secret.tf")
	if err := os.Symlink(filepath.Join(dir, "in", "a.tf"), filepath.Join(dir, "in", "abs.tf")); err != nil {
		t.Fatal(err)
	}
	r, err := Open(filepath.Join(dir, "in"))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for _, name := range []string{"up.tf", "dir/secret.tf", "chain.tf", "far.tf", "abs.tf", "../secret.tf", filepath.Join(dir, "secret.tf"), ".", ""} {
		if f, err := r.Read(name); err == nil {
			t.Errorf("%s was read: %s", name, f.Code)
		}
	}
	if err := put([]Change{{r.New("../made.tf"), nil}}); err == nil {
		t.Error("a file was made outside")
	}
	if got := contents(t, dir); len(got) != 2 || got["secret.tf"] != "secret.tf" {
		t.Errorf("the files are %v", got)
	}
}

// A file that cannot be read is called what the caller calls it.
func TestReadErrors(t *testing.T) {
	dir := tree(t, "sub/out.tf -> ../../../x", "sub/dir/x")
	t.Chdir(dir)
	var w Workspace
	defer w.Close()
	sources := w.Sources([]string{"sub", "sub/none.tf"}, false)
	var messages []string
	for i := range sources {
		_, err := sources[i].Read()
		if err == nil {
			t.Fatalf("%s was read", sources[i].Title)
		}
		messages = append(messages, err.Error())
	}
	if len(messages) != 2 || slices.ContainsFunc(messages, func(m string) bool { return !strings.Contains(filepath.ToSlash(m), "sub/") }) {
		t.Errorf("the errors are %q", messages)
	}
}
