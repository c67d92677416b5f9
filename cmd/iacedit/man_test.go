package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// There is a page for the program and for each command, with its flags and examples; man
// finds nothing to object to.
func TestManPages(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "pages")
	if r := runIn(t, ".", "man", "--out", dir); r.status != 0 || r.both() != "" {
		t.Fatalf("status %d: %s", r.status, r.both())
	}
	program := parserOf(new(commands), &streams{}).Model.Node
	formats, err := exec.LookPath("man")
	if err != nil {
		t.Log("NOT CHECKED: man is not installed; it does not judge the pages")
	}
	for _, c := range program.Children {
		if c.Hidden {
			continue
		}
		file := filepath.Join(dir, pageName(c)+".1")
		text, err := os.ReadFile(file)
		if err != nil {
			t.Error(err)
			continue
		}
		if r := runIn(t, ".", "man", c.Name); r.status != 0 || r.out != string(text) {
			t.Errorf("%s: printed, the page is another one: %s", c.Name, r.err)
		}
		for _, f := range c.Flags {
			if !f.Hidden && !strings.Contains(string(text), manEscapes.Replace("--"+f.Name)) {
				t.Errorf("%s: nothing of --%s", file, f.Name)
			}
		}
		if !strings.Contains(string(text), ".EX\niacedit "+manEscapes.Replace(c.Name)) && !strings.Contains(string(text), "iacedit "+manEscapes.Replace(c.Name)) {
			t.Errorf("%s: no example", file)
		}
		if formats == "" {
			continue
		}
		check := exec.Command(formats, "--warnings", "-l", file)
		check.Env = append(os.Environ(), "LC_ALL=C.UTF-8", "MANPAGER=cat")
		var complaints strings.Builder
		check.Stderr = &complaints
		if _, err := check.Output(); err != nil || complaints.Len() > 0 {
			t.Errorf("%s: %v: %s", file, err, complaints.String())
		}
	}
	if r := runIn(t, ".", "man", "nothing"); r.status == 0 || !strings.Contains(r.err, `no command "nothing"`) {
		t.Errorf("status %d: %s", r.status, r.both())
	}
}
