package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// What is to be copied does, in a shell, what the page does.
func TestCopiedCommands(t *testing.T) {
	if _, err := exec.LookPath("curl"); err != nil {
		t.Skipf("NOT CHECKED: the commands in a shell: %v", err)
	}
	bin := t.TempDir()
	if out, err := exec.Command("go", "build", "-C", "../../..", "-o", filepath.Join(bin, "iacedit"), "./cmd/iacedit").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	b := open(t, wide, serve(t), "")
	examples := examplesOf(t)
	for _, name := range []string{"instance", "variable-rename", "nomad"} {
		b.choose(name)
		dir := t.TempDir()
		for _, f := range examples[name].Files {
			if err := os.WriteFile(filepath.Join(dir, f.Name), []byte(f.Text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		added := eval[[]string](b, `[...document.querySelectorAll(".row.new .text")].map(line => line.textContent)`)
		for _, view := range []string{"curl", "command"} {
			b.click("#tab-" + view)
			cmd := exec.Command("sh", "-c", eval[string](b, `document.querySelector("#view pre").textContent`))
			cmd.Dir = dir
			cmd.Env = append(os.Environ(), "PATH="+bin+":"+os.Getenv("PATH"), "NO_PROXY=127.0.0.1")
			out, err := cmd.CombinedOutput()
			var answer struct{ Data struct{ Diff string } }
			if view == "curl" && json.Unmarshal(out, &answer) == nil {
				out = []byte(answer.Data.Diff)
			}
			for _, line := range added {
				if !strings.Contains(string(out), "\n+"+line+"\n") || err != nil {
					t.Fatalf("%s, %s: %v\n%s\nhas no %q", name, view, err, out, line)
				}
			}
		}
		b.click("#tab-diff")
	}
}

// examplesOf returns the examples by their names.
func examplesOf(t *testing.T) map[string]example {
	t.Helper()
	text, err := jobs(jobsDir)
	if err != nil {
		t.Fatal(err)
	}
	var all []example
	if err := json.Unmarshal([]byte(text), &all); err != nil {
		t.Fatal(err)
	}
	by := map[string]example{}
	for _, one := range all {
		by[one.Name] = one
	}
	return by
}
