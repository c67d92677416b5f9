package workspace

import (
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"iacedit/internal/testkit/measure"
)

// What each .gitignore makes of paths; a path that ends in "/" is a directory.
var ignoring = []struct{ file, paths, want string }{
	{"a", "a b x/a a/ x/a/", "a x/a a/ x/a/"},
	{"a/", "a a/ x/a/", "a/ x/a/"},
	{"/a", "a x/a", "a"},
	{"a/b", "a/b x/a/b b", "a/b"},
	{"*.tf", "a.tf x/b.tf tf", "a.tf x/b.tf"},
	{"*.tf\n!keep.tf", "a.tf keep.tf x/keep.tf", "a.tf"},
	{"!keep.tf\n*.tf", "keep.tf", "keep.tf"},
	{"# a\n\\#b\n\n", "a #b", "#b"},
	{"\\!a", "!a a", "!a"},
	{"a \nb\\ ", "a b", "a"},
	{"**/a", "a x/a x/y/a", "a x/a x/y/a"},
	{"x/**", "x/a x/y/a a", "x/a x/y/a"},
	{"x/**/a", "x/a x/y/a x/y/z/a y/a", "x/a x/y/a x/y/z/a"},
	{"**", "a x/b", "a x/b"},
	{"a?c", "abc a/c ac", "abc"},
	{"[a-c]x", "ax dx", "ax"},
	{"[!a-c]x", "ax dx", "dx"},
	{"x/*", "x/a x/y/a", "x/a"},
	{"/x/*\n!/x/a", "x/a x/b", "x/b"},
	{"[", "[ a", ""},
	{"a\r", "a", "a"},
}

func TestIgnores(t *testing.T) {
	for _, c := range ignoring {
		list := ignores(nil).appendFile("", c.file)
		if got := strings.Join(ignored(list, c.paths), " "); got != c.want {
			t.Errorf("%q: of %s it ignores %q, want %q", c.file, c.paths, got, c.want)
		}
	}
}

func ignored(list ignores, paths string) (names []string) {
	for _, name := range strings.Fields(paths) {
		clean, dir := strings.CutSuffix(name, "/")
		if list.match(clean, dir) {
			names = append(names, name)
		}
	}
	return names
}

// A pattern is about the directory of its file, and a file further in has the last word.
func TestIgnoresOfSeveralFiles(t *testing.T) {
	list := ignores(nil).appendFile("", "*.tf\n/y\n").appendFile("x", "!keep.tf\n/y")
	want := "a.tf y x/a.tf x/y"
	if got := strings.Join(ignored(list, "a.tf y keep/y x/a.tf x/keep.tf x/y x/z/y"), " "); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Git agrees.
func TestIgnoresAsGitDoes(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed: nothing to compare with")
	}
	for _, c := range ignoring {
		dir := t.TempDir()
		git := func(args ...string) string {
			cmd := exec.Command("git", append([]string{"-C", dir, "-c", "core.excludesFile="}, args...)...)
			out, _ := cmd.Output() // check-ignore fails where nothing is ignored
			return string(out)
		}
		git("init", "-q")
		if err := os.WriteFile(filepath.Join(dir, ".gitignore"), []byte(c.file), 0o644); err != nil {
			t.Fatal(err)
		}
		var want []string
		list := ignores(nil).appendFile("", c.file)
		for _, name := range strings.Fields(c.paths) {
			if parentIgnored(list, name) {
				continue // of which Git says that it is ignored, too
			}
			clean := strings.TrimSuffix(name, "/")
			if clean != name {
				os.MkdirAll(filepath.Join(dir, clean), 0o755)
			}
			if git("check-ignore", "--no-index", clean) != "" {
				want = append(want, name)
			}
			os.RemoveAll(filepath.Join(dir, clean))
		}
		var got []string
		for _, name := range ignored(list, c.paths) {
			if !parentIgnored(list, name) {
				got = append(got, name)
			}
		}
		if strings.Join(got, " ") != strings.Join(want, " ") {
			t.Errorf("%q: of %s it ignores %q, Git %q", c.file, c.paths, got, want)
		}
	}
}

func parentIgnored(list ignores, name string) bool {
	for name = path.Dir(strings.TrimSuffix(name, "/")); name != "."; name = path.Dir(name) {
		if list.match(name, true) {
			return true
		}
	}
	return false
}

// TestIgnoresInBoundedTime: matching takes at most the time of each pattern's part with each
// part of the path. Exponential time would never end.
func TestIgnoresInBoundedTime(t *testing.T) {
	took := measure.Time(func() {
		list := ignores(nil).appendFile("", strings.Repeat("**/a/", 200)+"b\n"+strings.Repeat("*a", 200)+"b")
		list.match(strings.Repeat("a/", 400)+strings.Repeat("a", 400), false)
	})
	if measure.Timed() && took > 50e6 {
		t.Errorf("it took %v", measure.Duration(took))
	}
}
