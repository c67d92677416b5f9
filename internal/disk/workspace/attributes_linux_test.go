package workspace

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// A file that is replaced keeps its extended attributes.
func TestWriteKeepsAttributes(t *testing.T) {
	dir := tree(t, "a.tf")
	name := filepath.Join(dir, "a.tf")
	large := strings.Repeat("v", 1000)
	for key, value := range map[string]string{"user.note": "kept", "user.empty": "", "user.large": large} {
		if err := unix.Setxattr(name, key, []byte(value), 0); err != nil {
			t.Skip("SKIPPED, no extended attributes here: ", err)
		}
	}
	if err := put([]Change{{open(t, dir, "a.tf")[0], []byte("A")}}); err != nil {
		t.Fatal(err)
	}
	for key, want := range map[string]string{"user.note": "kept", "user.empty": "", "user.large": large} {
		buf := make([]byte, 2000)
		n, err := unix.Getxattr(name, key, buf)
		if err != nil || string(buf[:n]) != want {
			t.Errorf("%s is %q, %v", key, buf[:max(n, 0)], err)
		}
	}
}

// Of a file that has another name, that name keeps the old contents, which is told.
func TestWriteTellsHardLinks(t *testing.T) {
	dir := tree(t, "a.tf", "b.tf")
	if err := os.Link(filepath.Join(dir, "a.tf"), filepath.Join(dir, "other.txt")); err != nil {
		t.Fatal(err)
	}
	var notices []string
	w := Workspace{Notice: func(text string) { notices = append(notices, text) }}
	defer w.Close()
	l, sources, err := w.Lock(func() []Source { return w.Sources([]string{dir}, false) })
	if err != nil {
		t.Fatal(err)
	}
	defer l.Unlock()
	var changes []Change
	for i := range sources {
		f, err := sources[i].Read()
		if err != nil {
			t.Fatal(err)
		}
		changes = append(changes, Change{f, []byte("changed")})
	}
	if err := l.Write(changes); err != nil {
		t.Fatal(err)
	}
	if got := contents(t, dir); got["a.tf"] != "changed" || got["other.txt"] != "a.tf" {
		t.Errorf("the files are %v", got)
	}
	if len(notices) != 1 || !strings.Contains(notices[0], "a.tf had another name") {
		t.Errorf("told is %q", notices)
	}
}

// A pipe that takes a file's place after somebody has looked what it is makes nobody wait,
// and so does one where a .gitignore file is looked for.
func TestPipeSwappedIn(t *testing.T) {
	dir := tree(t, "a.tf")
	for _, name := range []string{"pipe.tf", ".gitignore"} {
		if err := unix.Mkfifo(filepath.Join(dir, name), 0o600); err != nil {
			t.Skip("SKIPPED, no pipes here: ", err)
		}
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	if _, err := openRegular(root, "pipe.tf"); err == nil || !strings.Contains(err.Error(), "not a regular file") {
		t.Errorf("a pipe is opened: %v", err)
	}
	r := openRoots(t, dir)
	if got := titles(r.Sources([]string{"."}, true)); len(got) != 2 || got[1] != "!pipe.tf" {
		t.Errorf("%q", got)
	}
}
