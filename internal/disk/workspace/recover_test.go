package workspace

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// cut makes a directory as a process leaves it that is killed after it has written its
// journal, so many of the new files, and given so many of them their names. It returns the
// directory and its contents before and after a whole write.
func cut(t *testing.T, temps, taken int) (dir string, before, after map[string]string) {
	t.Helper()
	before = map[string]string{"a.tf": "a", "sub/b.tf": "b", "sub/deep/c.tf": "c"}
	after = map[string]string{"a.tf": "A", "sub/b.tf": "B", "sub/deep/c.tf": "C", "sub/new.tf": "new"}
	dir = t.TempDir()
	for name, text := range before {
		os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755)
		os.WriteFile(filepath.Join(dir, name), []byte(text), 0o640)
	}
	j := new(journal)
	for i, name := range []string{"a.tf", "sub/b.tf", "sub/deep/c.tf", "sub/new.tf"} {
		old, there := before[name]
		e := entry{Name: name, Temp: tempName(), Made: !there, After: Digest([]byte(after[name]))}
		if there {
			e.Before = []byte(old)
		}
		j.Entries = append(j.Entries, e)
		temp := filepath.Join(dir, filepath.Dir(name), e.Temp)
		if i < temps {
			os.WriteFile(temp, []byte(after[name]), 0o640)
		} else if i == temps {
			os.WriteFile(temp, nil, 0o600)
		}
		if i < taken {
			os.Rename(temp, filepath.Join(dir, name))
		}
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

// looking looks into a directory as commands do.
var looking = map[string]func(dir string) (notices []string){
	"the directory": func(dir string) (notices []string) {
		w := Workspace{Notice: func(text string) { notices = append(notices, text) }}
		defer w.Close()
		w.Sources([]string{dir}, false)
		return notices
	},
	"a directory below": func(dir string) (notices []string) {
		w := Workspace{Notice: func(text string) { notices = append(notices, text) }}
		defer w.Close()
		w.Sources([]string{filepath.Join(dir, "sub/deep")}, false)
		return notices
	},
	"a file": func(dir string) (notices []string) {
		w := Workspace{Notice: func(text string) { notices = append(notices, text) }}
		defer w.Close()
		w.Source(filepath.Join(dir, "sub/b.tf"))
		return notices
	},
	"a directory above": func(dir string) (notices []string) {
		w := Workspace{Notice: func(text string) { notices = append(notices, text) }}
		defer w.Close()
		w.Sources([]string{filepath.Dir(dir)}, true)
		return notices
	},
	"roots": func(dir string) (notices []string) {
		r, err := OpenRoots([]string{dir})
		if err != nil {
			return []string{err.Error()}
		}
		defer r.Close()
		r.Notice = func(text string) { notices = append(notices, text) }
		r.Sources([]string{"sub"}, false)
		return notices
	},
	"a lock": func(dir string) (notices []string) {
		w := Workspace{Notice: func(text string) { notices = append(notices, text) }}
		defer w.Close()
		l, _, err := w.Lock(func() []Source { return nil }, filepath.Join(dir, "sub"))
		if err != nil {
			return []string{err.Error()}
		}
		l.Unlock()
		return notices
	},
}

// Wherever a write is cut off, and whoever looks there next, its files are all changed
// then or none is, and nothing else is left.
func TestRecover(t *testing.T) {
	for by, look := range looking {
		for temps := range 5 {
			for taken := range temps + 1 {
				if taken > 0 && temps < 4 {
					continue // the first takes its name when all are whole
				}
				dir, before, after := cut(t, temps, taken)
				notices := look(dir)
				want, how := before, "undone"
				if taken > 0 {
					want, how = after, "finished"
				}
				if diff := cmp.Diff(want, contents(t, dir)); diff != "" {
					t.Errorf("%s, %d new files, %d taken:\n%s", by, temps, taken, diff)
				}
				if len(notices) != 1 || !strings.Contains(notices[0], "a write of 4 files had been interrupted and is now "+how) {
					t.Errorf("%s, %d new files, %d taken: told is %q", by, temps, taken, notices)
				}
				if info, err := os.Stat(filepath.Join(dir, "a.tf")); err != nil || info.Mode().Perm() != 0o640 {
					t.Errorf("%v, %v", info.Mode(), err)
				}
			}
		}
	}
}

// What somebody has changed since stays as it is, and the rest is put back.
func TestRecoverChangedSince(t *testing.T) {
	dir, before, _ := cut(t, 4, 3)
	os.WriteFile(filepath.Join(dir, "sub/b.tf"), []byte("mine"), 0o644)
	notices := looking["the directory"](dir)
	want := maps.Clone(before)
	want["sub/b.tf"] = "mine"
	if diff := cmp.Diff(want, contents(t, dir)); diff != "" {
		t.Error(diff)
	}
	if len(notices) != 1 || !strings.HasSuffix(notices[0], "is now undone; sub/b.tf was changed since and is left as it is") {
		t.Errorf("%q", notices)
	}
}

// A journal that was not written to its end says nothing that has been begun.
func TestRecoverTorn(t *testing.T) {
	for _, keep := range []int{0, 1, 10, 40, 100, 200} {
		dir, before, _ := cut(t, -1, 0)
		name := filepath.Join(dir, journalName)
		text, err := os.ReadFile(name)
		if err != nil || len(text) <= keep {
			t.Fatal(len(text), err)
		}
		os.Truncate(name, int64(keep))
		if notices := looking["the directory"](dir); len(notices) != 0 {
			t.Errorf("%q", notices)
		}
		if diff := cmp.Diff(before, contents(t, dir)); diff != "" {
			t.Errorf("of a journal's first %d bytes: %s", keep, diff)
		}
	}
}

// A write that is under way is left alone.
func TestRecoverUnderWay(t *testing.T) {
	dir, _, _ := cut(t, 4, 2)
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	unlock, err := lockDirectory(root, ".") // as another process has it
	if err != nil {
		t.Fatal(err)
	}
	before := contents(t, dir)
	w := Workspace{}
	err = w.reach().recover(dir, time.Now())
	if !errors.Is(err, ErrLocked) {
		t.Errorf("it ends with %v", err)
	}
	if diff := cmp.Diff(before, contents(t, dir)); diff != "" {
		t.Error(diff)
	}
	unlock()
	if err := w.Recover([]string{dir}); err != nil {
		t.Error(err)
	}
	if len(contents(t, dir)) != 4 {
		t.Errorf("there are %v", contents(t, dir))
	}
}

// A journal that came with a repository can do no more than the repository: nothing
// outside, nothing by links, nothing to Git's own files.
func TestRecoverPlanted(t *testing.T) {
	for _, name := range []string{"../x.tf", "/tmp/x.tf", ".git/config", ".GIT/config", "sub/.git/config", "git~1/config", ".git", "sub/../a.tf", "link/config", "away/x.tf", ".hidden/x.tf", ".g\u200cit/config", "", ".", ".iacedit-journal"} {
		dir := tree(t, "in/a.tf", "in/.git/config", "in/sub/a.tf", "in/link -> .git", "in/away -> ..", "x.tf", "in/.hidden/x.tf")
		in := filepath.Join(dir, "in")
		before := contents(t, dir)
		e := entry{Name: name, Temp: tempPrefix + "ABCDEFGH", After: Digest([]byte("evil")), Before: []byte(before["in/"+strings.TrimPrefix(name, "../")])}
		for _, made := range []bool{true, false} {
			e.Made = made
			good := entry{Name: "a.tf", Temp: tempPrefix + "ABCDEFGI", After: Digest([]byte("in/a.tf")), Before: []byte("in/a.tf")}
			root, err := os.OpenRoot(in)
			if err != nil {
				t.Fatal(err)
			}
			os.WriteFile(filepath.Join(in, filepath.Dir(name), e.Temp), []byte("evil"), 0o644)
			if err := (&journal{Entries: []entry{good, e}}).write(root, false); err != nil {
				t.Fatal(err)
			}
			notices := looking["the directory"](in)
			now := contents(t, dir)
			for file, text := range before {
				if now[file] != text {
					t.Errorf("%q: %s is now %q", name, file, now[file])
				}
			}
			if len(notices) != 1 {
				t.Errorf("%q: told is %q", name, notices)
			}
			os.Remove(filepath.Join(in, journalName))
			root.Close()
		}
	}
}

// A lock that another process has is waited for, and then told.
func TestLocked(t *testing.T) {
	defer func(d time.Duration) { lockWait = d }(lockWait)
	lockWait = 20 * time.Millisecond
	dir := tree(t, "a.tf", "sub/b.tf")
	lock := func(names ...string) error {
		var w Workspace
		defer w.Close()
		l, _, err := w.Lock(func() []Source { return w.Sources(names, false) })
		if err == nil {
			l.Unlock()
		}
		return err
	}
	sub := filepath.Join(dir, "sub")
	root, err := os.OpenRoot(sub)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	unlock, err := lockDirectory(root, ".")
	if err != nil {
		t.Fatal(err)
	}
	for _, names := range [][]string{{sub}, {sub + "/b.tf"}, {dir, sub}} {
		if err := lock(names...); !errors.Is(err, ErrLocked) {
			t.Errorf("%v: %v", names, err)
		}
	}
	if err := lock(dir); err != nil {
		t.Errorf("another directory: %v", err)
	}
	unlock()
	for _, names := range [][]string{{sub}, {sub + "/b.tf"}, {dir, sub}} {
		if err := lock(names...); err != nil {
			t.Errorf("%v: %v", names, err)
		}
	}
	if entries, _ := os.ReadDir(sub); len(entries) != 1 {
		t.Errorf("left: %v", entries)
	}
}

// Where a directory cannot be locked a file in it is, which is gone afterwards.
func TestLockFile(t *testing.T) {
	dir := t.TempDir()
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	for range 2 {
		unlock, err := lockFileIn(root, ".")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := lockFileIn(root, "."); !errors.Is(err, errBusy) {
			t.Errorf("a second one ends with %v", err)
		}
		unlock()
	}
	if entries, _ := os.ReadDir(dir); len(entries) != 0 {
		t.Errorf("left: %v", entries)
	}
}

func TestNewNames(t *testing.T) {
	w := Workspace{}
	defer w.Close()
	dir := t.TempDir()
	r := openRoots(t, dir)
	check := func(name string, want bool) {
		_, err := w.New(dir, name)
		_, in := r.New(".", name)
		if (err == nil) != want || (in == nil) != want {
			t.Errorf("%q: %v, %v", name, err, in)
		}
	}
	for _, name := range []string{"main.tf", "a.tofu", "x.auto.tfvars", "terragrunt.hcl", "a b.tf", "ä.tf", "console.tf", "com.tf", "com10.tf", "a.tftest.hcl", "a.tf.json", "a.tftest.json"} {
		check(name, true)
	}
	for _, name := range []string{"", ".", "..", ".tf", ".a.tf", "a", "a.json", "Makefile", "a.sh", "../a.tf", "a/b.tf", `a\b.tf`, "a:b.tf", "a?.tf", "a\x00.tf", "a\n.tf", "a\u202e.tf", "con.tf", "CON.tf", "Aux.x.tf", "nul .tf", "com1.tf", "LPT9.tfvars", "COM².tf", "a\xff.tf"} {
		check(name, false)
	}
}
