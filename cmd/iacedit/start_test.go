package main

import (
	"os"
	"os/exec"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The commands of docs/start.md, run one after another by a shell, print what the page shows.
func TestStartPage(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("NOT CHECKED: ", err)
	}
	page, err := os.ReadFile("../../docs/start.md")
	if err != nil {
		t.Fatal(err)
	}
	dir, printed := t.TempDir(), ""
	for _, m := range fence.FindAllStringSubmatch(string(page), -1) {
		switch m[1] {
		case "sh":
			printed = shell(t, dir, m[2])
		case "text":
			if d := cmp.Diff(m[2], printed); d != "" {
				t.Errorf("(-page +printed)\n%s", d)
			}
		}
	}
}
