package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"
)

// TestNeovim has a session of Neovim with the language server: a rename across folders,
// undo, a refactoring, formatting, an outline, errors.
func TestNeovim(t *testing.T) {
	neovim, err := exec.LookPath("nvim")
	if err != nil {
		t.Skip("SKIPPED, no editor has tried the language server: ", err)
	}
	archive, err := txtar.ParseFile("testdata/editor/session.txtar")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	want := ""
	for _, f := range archive.Files {
		if f.Name == "seen" {
			want = string(f.Data)
			continue
		}
		path := filepath.Join(dir, f.Name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, f.Data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	script, err := filepath.Abs("testdata/editor/session.lua")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, neovim, "--headless", "-u", "NONE", "-i", "NONE", "-c", "luafile "+script)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PATH="+filepath.Dir(binary)+string(os.PathListSeparator)+os.Getenv("PATH"),
		"HOME="+dir, "XDG_STATE_HOME="+dir, "XDG_CONFIG_HOME="+dir, "XDG_DATA_HOME="+dir, "XDG_CACHE_HOME="+dir, "LC_ALL=C.UTF-8")
	out, err := cmd.CombinedOutput()
	seen, readErr := os.ReadFile(filepath.Join(dir, "seen"))
	if err != nil || readErr != nil {
		t.Fatalf("%v, %v\n%s", err, readErr, out)
	}
	// What it shows of blocks that a file has is the same text below a line of "==", as "--" begins
	// a file of the archive.
	got := strings.ReplaceAll(string(seen), "\n-- ", "\n>> ")
	if os.Getenv("UPDATE") != "" {
		archive.Files[len(archive.Files)-1].Data = []byte(got)
		if err := os.WriteFile("testdata/editor/session.txtar", txtar.Format(archive), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}
