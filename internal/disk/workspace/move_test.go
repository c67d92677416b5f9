package workspace

import (
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// cutMove makes a directory as a process leaves it that is killed while it changes three files and
// moves the directory "sub": after so many new files, taken files, and perhaps the move.
func cutMove(t *testing.T, temps, taken int, moved bool) (dir string, before, after map[string]string) {
	t.Helper()
	before = map[string]string{"a.tf": "a", "sub/b.tf": "b", "sub/deep/c.tf": "c", "sub/other.txt": "o"}
	after = map[string]string{"a.tf": "A", "to/sub/b.tf": "B", "to/sub/deep/c.tf": "C", "to/sub/other.txt": "o"}
	now := map[string]string{"a.tf": "A", "sub/b.tf": "B", "sub/deep/c.tf": "C"}
	dir = t.TempDir()
	for name, text := range before {
		os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755)
		os.WriteFile(filepath.Join(dir, name), []byte(text), 0o640)
	}
	os.Mkdir(filepath.Join(dir, "to"), 0o755)
	j := &journal{Moved: &movedDir{From: "sub", To: "to/sub"}, Dirs: []string{"to"}}
	for i, name := range []string{"a.tf", "sub/b.tf", "sub/deep/c.tf"} {
		e := entry{Name: name, Temp: tempName(), Before: []byte(before[name]), After: Digest([]byte(now[name]))}
		j.Entries = append(j.Entries, e)
		temp := filepath.Join(dir, filepath.Dir(name), e.Temp)
		if i < temps {
			os.WriteFile(temp, []byte(now[name]), 0o640)
		}
		if i < taken {
			os.Rename(temp, filepath.Join(dir, name))
		}
	}
	if moved {
		os.Rename(filepath.Join(dir, "sub"), filepath.Join(dir, "to/sub"))
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	if err := j.write(root, true); err != nil {
		t.Fatal(err)
	}
	return dir, before, after
}

// Wherever a write is cut off that moves a directory, all of it is done then, or nothing.
func TestRecoverMove(t *testing.T) {
	for _, cut := range []struct {
		temps, taken int
		moved        bool
	}{{0, 0, false}, {2, 0, false}, {3, 0, false}, {3, 1, false}, {3, 3, false}, {3, 3, true}} {
		dir, before, after := cutMove(t, cut.temps, cut.taken, cut.moved)
		notices := looking["the directory"](dir)
		want, how := before, "undone"
		if cut.taken > 0 {
			want, how = after, "finished"
		}
		if diff := cmp.Diff(want, contents(t, dir)); diff != "" {
			t.Errorf("%+v:\n%s", cut, diff)
		}
		if len(notices) != 1 || !strings.Contains(notices[0], "is now "+how) {
			t.Errorf("%+v: told is %q", cut, notices)
		}
		if _, err := os.Stat(filepath.Join(dir, "to")); (err == nil) != (how == "finished") {
			t.Errorf("%+v: the directory that was made: %v", cut, err)
		}
	}
}

// What somebody has put at the new path keeps the write from being finished.
func TestRecoverMoveTaken(t *testing.T) {
	dir, before, _ := cutMove(t, 3, 2, false)
	os.MkdirAll(filepath.Join(dir, "to/sub"), 0o755)
	os.WriteFile(filepath.Join(dir, "to/sub/mine"), []byte("mine"), 0o644)
	looking["the directory"](dir)
	want := maps.Clone(before)
	want["to/sub/mine"] = "mine"
	if diff := cmp.Diff(want, contents(t, dir)); diff != "" {
		t.Error(diff)
	}
}

// A move that fails leaves everything as it was, also the files that were written before it.
func TestMoveFails(t *testing.T) {
	dir := t.TempDir()
	os.MkdirAll(filepath.Join(dir, "sub"), 0o755)
	os.WriteFile(filepath.Join(dir, "a.tf"), []byte("a"), 0o644)
	os.WriteFile(filepath.Join(dir, "sub/b.tf"), []byte("b"), 0o644)
	w := Workspace{}
	defer w.Close()
	l, sources, err := w.Lock(func() []Source { return w.Sources([]string{dir}, true) }, dir)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Unlock()
	m, err := NewMove(dir, filepath.Join(dir, "sub"), filepath.Join(dir, "new"))
	if err != nil {
		t.Fatal(err)
	}
	var changes []Change
	for i := range sources {
		f, err := sources[i].Read()
		if err != nil {
			t.Fatal(err)
		}
		changes = append(changes, Change{f, []byte(strings.ToUpper(string(f.Code)))})
	}
	os.MkdirAll(filepath.Join(dir, "new/taken"), 0o755) // so that the renaming fails
	if err := l.WriteAndMove(changes, m); err == nil {
		t.Error("it moved")
	}
	if diff := cmp.Diff(map[string]string{"a.tf": "a", "sub/b.tf": "b"}, contents(t, dir)); diff != "" {
		t.Error(diff)
	}
}
