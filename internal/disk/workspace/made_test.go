package workspace

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// writeJournal writes a journal in a directory, as an interrupted write leaves it.
func writeJournal(t *testing.T, dir string, j *journal) {
	t.Helper()
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	if err := j.write(root, true); err != nil {
		t.Fatal(err)
	}
}

// A write that is undone leaves no empty directory that was made for it, and no other.
func TestRecoverRemovesMadeDirectories(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"net/sub", "kept"} {
		if err := os.MkdirAll(filepath.Join(dir, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "kept/mine.tf"), []byte("mine"), 0o644); err != nil {
		t.Fatal(err)
	}
	made := entry{Name: "net/sub/a.tf", Temp: tempName(), Made: true, After: Digest([]byte("a"))}
	writeJournal(t, dir, &journal{Entries: []entry{made}, Dirs: []string{"net/sub", "net", "kept"}})
	if notices := looking["the directory"](dir); len(notices) != 1 || !strings.Contains(notices[0], "undone") {
		t.Errorf("%q", notices)
	}
	if _, err := os.Stat(filepath.Join(dir, "net")); !os.IsNotExist(err) {
		t.Error("net is left: ", err)
	}
	if _, err := os.Stat(filepath.Join(dir, "kept/mine.tf")); err != nil {
		t.Error(err)
	}
}

// A journal that names a file twice, or a directory outside of its own, is refused.
func TestRecoverRefusesJournals(t *testing.T) {
	e := entry{Name: "a.tf", Temp: tempName(), Made: true, After: Digest([]byte("a"))}
	twice := e
	twice.Temp = tempName()
	for name, j := range map[string]*journal{
		"two entries": {Entries: []entry{e, twice}},
		"outside":     {Entries: []entry{e}, Dirs: []string{"../x"}},
		"hidden":      {Entries: []entry{e}, Dirs: []string{".git/x"}},
	} {
		dir := t.TempDir()
		writeJournal(t, dir, j)
		if notices := looking["the directory"](dir); len(notices) != 1 || !strings.Contains(notices[0], "cannot be recovered") {
			t.Errorf("%s: %q", name, notices)
		}
	}
}
