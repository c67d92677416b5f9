package workspace

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func openRoots(t *testing.T, dirs ...string) *Roots {
	t.Helper()
	r, err := OpenRoots(dirs)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.Close)
	return r
}

func TestRootsSources(t *testing.T) {
	dir := tree(t, "infra/main.tf", "infra/sub/a.tf", "infra/up.tf -> ../top.tf", "infra/in.tf -> main.tf", "top.tf", "infra/away -> ..", "infra/here -> sub")
	other := tree(t, "x.tf")
	infra := filepath.Join(dir, "infra")
	one, several := openRoots(t, infra), openRoots(t, infra, other, other)
	base := filepath.Base(other)
	for _, c := range []struct {
		roots     *Roots
		path      string
		recursive bool
		want      []string
	}{
		{one, ".", false, []string{"in.tf", "main.tf", "!up.tf"}},
		{one, "", true, []string{"in.tf", "main.tf", "!up.tf", "sub/a.tf"}},
		{one, "sub", false, []string{"sub/a.tf"}},
		{one, "here", false, []string{"here/a.tf"}},
		{one, "sub/../main.tf", false, []string{"main.tf"}},
		{one, filepath.Join(infra, "main.tf"), false, []string{"main.tf"}},
		{one, filepath.Join(dir, "top.tf"), false, []string{"!" + filepath.Join(dir, "top.tf")}},
		{one, infra + "-other", false, []string{"!" + infra + "-other"}},
		{one, "../top.tf", false, []string{"!../top.tf"}},
		{one, "sub/../../top.tf", false, []string{"!sub/../../top.tf"}},
		{one, "away", false, []string{"!away"}},
		{one, "away/top.tf", false, []string{"!away/top.tf"}},
		{one, "up.tf", false, []string{"!up.tf"}},
		{one, "none.tf", false, []string{"!none.tf"}},
		{one, "ma\x00in.tf", false, []string{"!ma\x00in.tf"}},
		{several, "infra/main.tf", false, []string{"infra/main.tf"}},
		{several, base, false, []string{base + "/x.tf"}},
		{several, base + "-2", false, []string{base + "-2/x.tf"}},
		{several, "main.tf", false, []string{"!main.tf"}},
		{several, ".", true, []string{"infra/in.tf", "infra/main.tf", "!infra/up.tf", "infra/sub/a.tf", base + "/x.tf", base + "-2/x.tf"}},
	} {
		if diff := cmp.Diff(c.want, titles(c.roots.Sources([]string{c.path}, c.recursive))); diff != "" {
			t.Errorf("%q:\n%s", c.path, diff)
		}
	}
}

func TestRootsRefuse(t *testing.T) {
	dir := tree(t, "in/main.tf", "out.tf", "in/link.tf -> ../out.tf", "in/abs.tf -> /etc/passwd", "in/away -> ..")
	r := openRoots(t, filepath.Join(dir, "in"))
	for _, name := range []string{"..", "../out.tf", "/etc/passwd", "link.tf", "abs.tf", "away/out.tf"} {
		s := r.Sources([]string{name}, false)
		if _, err := s[0].Read(); !errors.Is(err, ErrOutside) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, c := range [][2]string{{"..", "x.tf"}, {".", "../x.tf"}, {"away", "x.tf"}, {"/tmp", "x.tf"}} {
		f, err := r.New(c[0], c[1])
		if err == nil {
			err = put([]Change{{f, []byte("x = 1\n")}})
		}
		if err == nil {
			t.Errorf("%v was made", c)
		}
	}
}

// What .gitignore files in the root name is left out below, and what those above it name
// is not.
func TestRootsIgnore(t *testing.T) {
	dir := tree(t, "in/a/b/gen.tf", "in/a/b/x.tf", "in/a/out/x.tf", "in/a/b/top.tf")
	os.WriteFile(filepath.Join(dir, ".gitignore"), []byte("top.tf\n"), 0o644)
	os.WriteFile(filepath.Join(dir, "in/.gitignore"), []byte("gen.tf\n/a/out\n"), 0o644)
	r := openRoots(t, filepath.Join(dir, "in"))
	for _, start := range []string{".", "a", "a/b"} {
		if diff := cmp.Diff([]string{"a/b/top.tf", "a/b/x.tf"}, titles(r.Sources([]string{start}, true))); diff != "" {
			t.Errorf("%s: %s", start, diff)
		}
	}
}

// A listing is bounded, and says so once.
func TestRootsBound(t *testing.T) {
	r := openRoots(t, tree(t, "a.tf", "b/b.tf", "c/c.tf", "d/d.tf"))
	r.most = 5
	got := titles(r.Sources([]string{"."}, true))
	if diff := cmp.Diff([]string{"a.tf", "b/b.tf", "!c"}, got); diff != "" {
		t.Error(diff)
	}
}

// A link that takes a file's place after it was read leads a write nowhere.
func TestRootsLinkSwappedIn(t *testing.T) {
	dir := tree(t, "in/main.tf", "in/sub/a.tf", "out/main.tf", "out/a.tf")
	r := openRoots(t, filepath.Join(dir, "in"))
	read := func(name string) *File {
		f, err := r.Sources([]string{name}, false)[0].Read()
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	file, below := read("main.tf"), read("sub/a.tf")
	os.Remove(filepath.Join(dir, "in/main.tf"))
	os.Symlink("../out/main.tf", filepath.Join(dir, "in/main.tf"))
	os.RemoveAll(filepath.Join(dir, "in/sub"))
	os.Symlink("../out", filepath.Join(dir, "in/sub"))
	for _, f := range []*File{file, below} {
		if err := put([]Change{{f, []byte("x = 1\n")}}); err == nil {
			t.Errorf("%s was written", f.Title)
		}
	}
	for _, name := range []string{"out/main.tf", "out/a.tf"} {
		if text, _ := os.ReadFile(filepath.Join(dir, name)); string(text) != name {
			t.Errorf("%s is now %q", name, text)
		}
	}
	entries, _ := fs.ReadDir(os.DirFS(filepath.Join(dir, "out")), ".")
	if len(entries) != 2 {
		t.Errorf("something was left in the directory outside: %v", entries)
	}
}

// Of directories that cannot all be made, none stays; nor goes anything else that was there.
func TestMakeDirsAllOrNone(t *testing.T) {
	dir := t.TempDir()
	roots := openRoots(t, dir)
	if err := os.Symlink("nowhere", filepath.Join(dir, "link")); err != nil {
		t.Skip(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "file"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a/b/" + strings.Repeat("x", 300), "link/a", "link", "file/a", "file"} {
		for _, make := range []func() (*MadeDirs, error){
			func() (*MadeDirs, error) { return roots.MakeDirs(name) },
			func() (*MadeDirs, error) { return MakeDirs(filepath.Join(dir, name)) },
		} {
			made, err := make()
			if err == nil {
				t.Errorf("%.10s is made", name)
			}
			made.RemoveEmpty()
			if got, err := os.ReadDir(dir); err != nil || len(got) != 2 {
				t.Errorf("%.10s leaves %s, %v", name, got, err)
			}
		}
	}
	made, err := roots.MakeDirs("a/b/c")
	if want := []string{"c", "b", "a"}; err != nil || len(made.Paths) != 3 || filepath.Base(made.Paths[0]) != want[0] || filepath.Base(made.Paths[2]) != want[2] {
		t.Errorf("%v, %v", made.Paths, err)
	}
	made.RemoveEmpty()
	if got, err := os.ReadDir(dir); err != nil || len(got) != 2 {
		t.Errorf("empty directories stay: %s, %v", got, err)
	}
}
