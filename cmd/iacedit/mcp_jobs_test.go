package main

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"
)

// The jobs that people have (TestJobs), done by an agent: the files come out as they do
// there, and no call fails. The log is a table of what each took.
func TestMCPJobs(t *testing.T) {
	calls, err := txtar.ParseFile("testdata/mcp/jobs.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, j := range readJobs(t) {
		if !j.movesDirectories() && !slices.ContainsFunc(calls.Files, func(f txtar.File) bool { return f.Name == j.name }) {
			t.Errorf("testdata/mcp/jobs.txtar has no calls for the job %s", j.name)
		}
	}
	t.Log("| job | calls | bytes there and back | of these the agent's |")
	for _, job := range calls.Files {
		name := strings.TrimSuffix(job.Name, "\n")
		archive, err := txtar.ParseFile(filepath.Join("testdata/jobs", name+".txtar"))
		if err != nil {
			t.Fatal(err)
		}
		files, want := map[string]string{}, ""
		for _, f := range archive.Files {
			if f.Name == "want.diff" {
				want = string(f.Data)
			} else {
				files[f.Name] = string(f.Data)
			}
		}
		dir := module(t, files)
		a := startAgent(t, "--root", dir)
		start := a.bytes.Load()
		a.do(string(job.Data))
		t.Logf("| %s | %d | %d | %d |", name, a.calls, a.bytes.Load()-start, a.said)
		if diff := cmp.Diff(want, changesIn(t, dir, files)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// do makes calls, a line each, and those that change something twice: as a dry run, and
// with its version to be written.
func (a *agent) do(calls string) {
	a.t.Helper()
	for line := range strings.Lines(calls) {
		tool, arguments, ok := strings.Cut(strings.TrimSpace(line), " ")
		if !ok {
			continue
		}
		answer := a.ok(tool, arguments)
		if slices.Contains([]string{"edit", "rename", "move", "format", "upgrade"}, tool) {
			a.ok(tool, strings.TrimSuffix(arguments, "}")+`, "write": true, "version": "`+versionIn(a.t, answer)+`"}`)
		}
	}
}

// changesIn returns what has changed in a directory since it held these files.
func changesIn(t *testing.T, dir string, before map[string]string) string {
	t.Helper()
	after, err := filesIn(dir)
	if err != nil {
		t.Fatal(err)
	}
	return changesOf(before, after)
}
