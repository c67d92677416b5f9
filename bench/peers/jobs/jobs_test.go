package jobs

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"golang.org/x/tools/txtar"

	"iacedit/edit"
	"iacedit/internal/base/diff"
)

// The tools, in the order of the table.
var tools = []string{"iacedit", "hclwrite", "hcledit", "tfupdate", "yq", "terraform fmt", "sed"}

// none is the verdict on a tool that has no way to do a job.
const none = "–"

// A job is a file of testdata.
type job struct {
	name, title  string
	commands     map[string]string // by tool
	before, want map[string][]byte
}

func readJobs(t *testing.T) (all []*job) {
	t.Helper()
	names, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		a, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		j := &job{
			name:     strings.TrimSuffix(filepath.Base(name), ".txtar"),
			commands: map[string]string{}, before: map[string][]byte{}, want: map[string][]byte{},
		}
		crlf := j.readHead(string(a.Comment))
		for _, f := range a.Files {
			text := f.Data
			if crlf {
				text = bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n"))
			}
			if made, ok := strings.CutPrefix(f.Name, "want/"); ok {
				j.want[made] = text
			} else {
				j.before[f.Name] = text
			}
		}
		all = append(all, j)
	}
	return all
}

// readHead reads a job's title and commands, and reports whether its files have CRLF.
func (j *job) readHead(head string) (crlf bool) {
	tool := ""
	for line := range strings.Lines(head) {
		if title, ok := strings.CutPrefix(line, "# "); ok && j.title == "" {
			j.title = strings.TrimSpace(title)
			continue
		}
		if line == "crlf\n" {
			crlf = true
			continue
		}
		if name, command, ok := strings.Cut(line, ": "); ok && slices.Contains(tools, name) {
			tool, line = name, command
		}
		if tool != "" {
			j.commands[tool] += line
		}
	}
	return crlf
}

// verdict does a job with a tool and tells what came out: "yes" where it is what was
// wanted, byte for byte, or what else it is.
func (j *job) verdict(t *testing.T, tool string) string {
	t.Helper()
	var after map[string][]byte
	command, whole := strings.CutPrefix(j.commands[tool], "whole ")
	switch {
	case tool == "hclwrite":
		program := Programs[j.name]
		if program == nil {
			return none
		}
		whole = slices.Contains(wholeValues, j.name)
		out, err := program(j.before["main.tf"])
		if err != nil {
			return "fails"
		}
		after = map[string][]byte{"main.tf": out}
	case command == "":
		return none
	default:
		var err error
		if after, err = j.run(t, command); err != nil {
			t.Logf("%s: %v", tool, err)
			return "fails"
		}
	}
	v := j.compare(t, after)
	if whole && v == "yes" {
		return "whole value again"
	}
	return v
}

// wholeValues are the jobs whose programs say a whole value again.
var wholeValues = []string{"tag-in-merge", "list-append"}

// run runs a command on the files and returns what they are then.
func (j *job) run(t *testing.T, command string) (map[string][]byte, error) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range j.before {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("sh", "-c", command)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	if out, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%w\n%s", err, out)
	}
	after := map[string][]byte{}
	for name := range j.before {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return nil, err
		}
		after[name] = text
	}
	return after, nil
}

// compare tells how files differ from those that are wanted.
func (j *job) compare(t *testing.T, after map[string][]byte) string {
	t.Helper()
	off, comments := 0, false
	for _, name := range slices.Sorted(maps.Keys(j.want)) {
		got, want := after[name], j.want[name]
		if bytes.Equal(got, want) {
			continue
		}
		changed := string(diff.Unified(nil, "want", "got", want, got))
		t.Logf("%s:\n%s", name, changed)
		if _, diags := hclsyntax.ParseConfig(got, name, hcl.InitialPos); diags.HasErrors() {
			return "invalid code"
		}
		if !slices.Equal(tokens(got, false), tokens(want, false)) {
			return "wrong"
		}
		comments = comments || !slices.Equal(tokens(got, true), tokens(want, true))
		off += max(strings.Count(changed, "\n-"), strings.Count(changed, "\n+")-1) // one is in the head
	}
	switch {
	case comments:
		return "comments lost"
	case off == 1:
		return "1 line off"
	case off > 0:
		return fmt.Sprintf("%d lines off", off)
	}
	return "yes"
}

// tokens returns the tokens of code but line breaks, and with or without comments.
func tokens(code []byte, comments bool) (all []string) {
	lexed, _ := hclsyntax.LexConfig(code, "", hcl.InitialPos)
	for _, tok := range lexed {
		switch {
		case tok.Type == hclsyntax.TokenNewline || tok.Type == hclsyntax.TokenComma:
		case tok.Type != hclsyntax.TokenComment:
			all = append(all, string(tok.Bytes))
		case comments:
			all = append(all, strings.TrimSpace(string(tok.Bytes)))
		}
	}
	return all
}

// The packages of this module do each job as the command does.
func TestOperations(t *testing.T) {
	for _, j := range readJobs(t) {
		t.Run(j.name, func(t *testing.T) {
			if j.name == "format" {
				got, err := formatted(j.before["main.tf"])
				if err != nil || j.compare(t, map[string][]byte{"main.tf": got}) != "yes" {
					t.Error(err)
				}
				return
			}
			var files []edit.File
			after := maps.Clone(j.before)
			for _, name := range slices.Sorted(maps.Keys(j.before)) {
				files = append(files, edit.File{Name: name, Code: j.before[name]})
			}
			changed, err := new(edit.Options).ApplyOperationsToFiles(files, Operations[j.name]())
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range changed {
				after[f.Name] = f.Code
			}
			if got := j.compare(t, after); got != "yes" {
				t.Error(got)
			}
		})
	}
}
