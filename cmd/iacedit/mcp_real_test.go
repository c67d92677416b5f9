package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"iacedit/internal/base/diff"
)

// realModules returns the files of the corpus that are of public modules, by their paths.
// It skips t where there is no corpus.
func realModules(t *testing.T) map[string]string {
	t.Helper()
	dir := realFiles(t)
	manifest, err := os.ReadFile(filepath.Join(dir, "manifest.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for line := range strings.Lines(string(manifest)) {
		row := strings.Split(line, "\t")
		repository, ok := strings.CutPrefix(row[1], "terraform-aws-modules/terraform-aws-")
		if !ok || !strings.HasPrefix(row[0], "valid/") {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(row[0])))
		if err != nil {
			t.Fatal(err)
		}
		files[repository+"/"+row[2]] = string(text)
	}
	return files
}

// Jobs on real modules. What goes besides is the modules' own, and stays as it was.
func TestMCPRealJobs(t *testing.T) {
	files := realModules(t)
	jobs, err := txtar.ParseFile("testdata/mcp/real.txtar")
	if err != nil {
		t.Fatal(err)
	}
	_, formats := exec.LookPath("terraform")
	t.Log("| job | calls | bytes there and back | of these the agent's |")
	for i := 0; i+1 < len(jobs.Files); i += 2 {
		name := strings.TrimSuffix(jobs.Files[i].Name, ".calls")
		dir := module(t, files)
		a := startAgent(t, "--root", dir)
		start := a.bytes.Load()
		a.do(string(jobs.Files[i].Data))
		t.Logf("| %s | %d | %d | %d |", name, a.calls, a.bytes.Load()-start, a.said)
		after, err := filesIn(dir)
		if err != nil {
			t.Fatal(err)
		}
		got, want := "", string(jobs.Files[i+1].Data)
		for _, path := range changedIn(files, after) {
			got += lines(path, files[path], after[path], want)
			if _, ok := files[path]; formats == nil && ok && strings.HasSuffix(path, ".tf") {
				if out, err := exec.Command("terraform", "fmt", "-check", "-diff", filepath.Join(dir, path)).CombinedOutput(); err != nil {
					t.Errorf("%s: terraform fmt: %s", name, out)
				}
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// lines returns how many lines come and go, and those that come that are wanted.
func lines(path, before, after, wanted string) string {
	more, less, text := 0, 0, ""
	for line := range strings.Lines(string(diff.Unified(nil, path, path, []byte(before), []byte(after)))) {
		switch {
		case strings.HasPrefix(line, "+++ "), strings.HasPrefix(line, "--- "):
		case line[0] == '-':
			less++
		case line[0] == '+':
			if more++; strings.Contains("\n"+wanted, "\n"+line[1:]) {
				text += line[1:]
			}
		}
	}
	return fmt.Sprintf("%s +%d -%d\n%s", path, more, less, text)
}

// What is read of a real module, and sent back, changes nothing; what is renamed there and
// back is as it was.
func TestMCPRealLaws(t *testing.T) {
	files := realModules(t)
	dir := module(t, files)
	a := startAgent(t, "--root", dir)
	read, renamed := 0, 0
	for path, text := range files {
		quoted := string(must(json.Marshal(path)))
		a.ok("ls", `{"path": `+quoted+`, "long": true}`)
		for line := range strings.Lines(text) {
			name, ok := strings.CutPrefix(line, "variable \"")
			if name, _, _ = strings.Cut(name, `"`); !ok || !strings.HasSuffix(path, ".tf") || strings.Contains(text, "moved {") {
				continue
			}
			there := a.ok("rename", fmt.Sprintf(`{"path": %s, "address": "var.%s", "to": "quite_another", "write": true}`, quoted, name))
			a.ok("rename", fmt.Sprintf(`{"path": %s, "address": "var.quite_another", "to": "%s", "write": true, "version": "%s"}`, quoted, name, versionIn(t, there)))
			renamed++
			break
		}
		content, isError := a.call("read", `{"path": `+quoted+`, "comments": true}`)
		if isError {
			if !strings.HasPrefix(content, "TOO_LARGE: ") {
				t.Errorf("%s: %s", path, content)
			}
			continue
		}
		read++
		content, _, _ = strings.Cut(content, "\n")
		if got := a.ok("edit", `{"path": `+quoted+`, "write": true, "edits": {"set": `+content+`}}`); !strings.HasPrefix(got, "nothing changes") {
			t.Errorf("%s: %s", path, got)
		}
	}
	after, err := filesIn(dir)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(files, after); diff != "" {
		t.Error(diff)
	}
	if read < 20 || renamed < 3 {
		t.Errorf("%d were read and %d renamed", read, renamed)
	}
}
