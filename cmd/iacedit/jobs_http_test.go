package main

import (
	"encoding/json"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"iacedit/edit"
	"iacedit/internal/languages"
)

// A job is a file of testdata/jobs: commands, the files that they work on, and the diff
// that they make.
type job struct {
	name     string
	about    string     // what its first comment says
	commands [][]string // the words of each
	files    map[string]string
	want     string
}

// readJobs returns the jobs of testdata/jobs.
func readJobs(t *testing.T) []*job {
	t.Helper()
	names, err := filepath.Glob("testdata/jobs/*.txtar")
	if err != nil || len(names) < 30 {
		t.Fatal(names, err)
	}
	var jobs []*job
	for _, name := range names {
		a, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		j := &job{name: strings.TrimSuffix(filepath.Base(name), ".txtar"), files: map[string]string{}}
		for line := range strings.Lines(string(a.Comment)) {
			line = strings.TrimSpace(line)
			if about, ok := strings.CutPrefix(line, "# "); ok && j.about == "" {
				j.about = about
			}
			if command, ok := strings.CutPrefix(line, "exec "); ok {
				j.commands = append(j.commands, words(command))
			}
		}
		for _, f := range a.Files {
			j.files[f.Name] = string(f.Data)
		}
		j.want = j.files["want.diff"]
		delete(j.files, "want.diff")
		jobs = append(jobs, j)
	}
	return jobs
}

// movesDirectories reports whether a job moves directories, which only the command can.
func (j *job) movesDirectories() bool { return j.commands[0][1] == "mv-dir" }

// words splits a command as testscript does: what is in single quotes is one word.
func words(command string) (all []string) {
	for i, part := range strings.Split(command, "'") {
		if i%2 == 0 {
			all = append(all, strings.Fields(part)...)
		} else {
			all = append(all, part)
		}
	}
	return all
}

// Each job is done over HTTP, too: the edits that the command would make, as it prints
// them, sent with the code they are about, give the same bytes.
func TestJobsByHTTP(t *testing.T) {
	s := serve(t, nil)
	for _, j := range readJobs(t) {
		if j.movesDirectories() {
			continue // the service has no directories that could move
		}
		t.Run(j.name, func(t *testing.T) {
			s := *s
			s.t = t
			after := maps.Clone(j.files)
			for _, command := range j.commands {
				if command[0] != "iacedit" {
					t.Fatalf("%q is no command for the service", command)
				}
				s.do(command[1:], after)
			}
			if got := changesOf(j.files, after); got != j.want {
				t.Errorf("the changes are\n%s\nand not\n%s", got, j.want)
			}
		})
	}
}

// do sends what a command would do to the service, and puts the answer into the files.
func (s *served) do(command []string, files map[string]string) {
	s.t.Helper()
	if command[0] == "upgrade" {
		s.upgrade(command, files)
		return
	}
	edits := editsOf(s.t, (&job{files: files}).unpack(s.t), command)
	dialect := edit.Terraform.String()
	for name := range files {
		if d, ok := languages.OfFile(path.Base(name), nil); ok && d.Refers() {
			dialect = d.String()
		}
	}
	if slices.Contains(command, "--root") {
		s.editTree(map[string]any{"files": files, "edits": edits, "dialect": dialect}, files)
		return
	}
	if at := slices.IndexFunc(command, func(word string) bool { _, ok := files[word]; return ok }); at >= 0 {
		name := command[at]
		var data struct {
			Code string `json:"edited_code"`
		}
		s.edit(map[string]any{"code": files[name], "edits": edits, "dialect": dialect}, &data)
		files[name] = data.Code
		return
	}
	if command[0] == "edit" && slices.Contains(command, "-R") || slices.Contains(command, "--to") { // one tree
		s.editTree(map[string]any{"files": files, "edits": edits}, files)
		return
	}
	for _, dir := range modules(command, files) {
		sent := map[string]string{}
		for name, text := range files {
			if path.Dir(name) == dir {
				sent[path.Base(name)] = text
			}
		}
		var data struct {
			Files map[string]string `json:"edited_files"`
		}
		s.edit(map[string]any{"files": sent, "edits": edits, "dialect": dialect}, &data)
		for name, text := range data.Files {
			files[path.Join(dir, name)] = text
		}
	}
}

// editTree sends a request for files to be edited, and puts the answer into them.
func (s *served) editTree(request map[string]any, files map[string]string) {
	s.t.Helper()
	var data struct {
		Files map[string]string `json:"edited_files"`
	}
	s.edit(request, &data)
	maps.Copy(files, data.Files)
}

// upgrade sends the files of a job to be upgraded.
func (s *served) upgrade(command []string, files map[string]string) {
	s.t.Helper()
	at := slices.IndexFunc(command, func(word string) bool { return strings.Contains(word, "@") })
	provider, to, _ := strings.Cut(command[at], "@")
	request := map[string]any{"files": files, "upgrade": map[string]any{"provider": provider, "to": json.RawMessage(to), "keepDefaults": slices.Contains(command, "--keep-defaults")}}
	var data struct {
		Files map[string]string `json:"edited_files"`
	}
	s.ask("/v1/iac/upgrade", request, &data)
	maps.Copy(files, data.Files)
}

// modules returns the directories that a command speaks of: the last word, and with -R
// those below.
func modules(command []string, files map[string]string) (dirs []string) {
	for _, name := range slices.Sorted(maps.Keys(files)) {
		dir := path.Dir(name)
		if (slices.Contains(command, dir) || slices.Contains(command, "-R")) && !slices.Contains(dirs, dir) {
			dirs = append(dirs, dir)
		}
	}
	return dirs
}

// editsOf returns the edits of a command, as --print-edits prints them.
func editsOf(t *testing.T, dir string, command []string) json.RawMessage {
	t.Helper()
	if command[0] == "edit" {
		return json.RawMessage(command[1+slices.Index(command, "-e")])
	}
	args := slices.DeleteFunc(slices.Clone(command), func(word string) bool { return word == "-w" })
	r := runIn(t, dir, append(args, "--print-edits")...)
	if r.status != 0 {
		t.Fatalf("%q: status %d\n%s", command, r.status, r.err)
	}
	return json.RawMessage(r.out)
}

// edit sends a request to edit that succeeds, and decodes the data of its answer.
func (s *served) edit(request map[string]any, data any) {
	s.t.Helper()
	s.ask("/v1/iac/edit", request, data)
}

// ask sends a request that succeeds, and decodes the data of its answer.
func (s *served) ask(path string, request map[string]any, data any) {
	s.t.Helper()
	body, err := json.Marshal(request)
	if err != nil {
		s.t.Fatal(err)
	}
	status, answer := s.post(path, string(body))
	if status != 200 {
		s.t.Fatalf("%s\nis answered %d %s", body, status, answer)
	}
	if err := json.Unmarshal([]byte(answer), &struct{ Data any }{data}); err != nil {
		s.t.Fatal(err)
	}
}
