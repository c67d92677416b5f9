//go:build unix

package workspace

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// What is no file with text is refused and not waited for.
func TestRootsIrregular(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe.tf"), 0o600); err != nil {
		t.Skip("SKIPPED, no pipes here: ", err)
	}
	big, err := os.Create(filepath.Join(dir, "big.tf"))
	if err != nil {
		t.Fatal(err)
	}
	big.Truncate(mostBytes + 1)
	big.Close()
	r := openRoots(t, dir)
	for name, want := range map[string]string{"pipe.tf": "not a regular file", "big.tf": "more than"} {
		if _, err := r.Sources([]string{name}, false)[0].Read(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
