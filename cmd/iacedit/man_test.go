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
	if out, err := exec.Command(binary, "man", "--out", dir).CombinedOutput(); err != nil || len(out) > 0 {
		t.Fatalf("%v: %s", err, out)
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
		printed, err := exec.Command(binary, "man", c.Name).Output()
		if err != nil || string(printed) != string(text) {
			t.Errorf("%s: printed, the page is another one: %v", c.Name, err)
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
	if out, err := exec.Command(binary, "man", "nothing").CombinedOutput(); err == nil || !strings.Contains(string(out), `no command "nothing"`) {
		t.Errorf("%v: %s", err, out)
	}
}
