package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/txtar"

	"iacedit/edit"
	"iacedit/internal/languages"
)

// An example is one request that the page can show. It is built from a job, which is a test script
// of the command iacedit.
type example struct {
	Name     string   `json:"name"`
	Title    string   `json:"title"`
	Group    string   `json:"group"`
	Dialect  string   `json:"dialect"`
	Files    []file   `json:"files"`
	Edits    string   `json:"edits"`
	Commands []string `json:"commands"` // commands with the same effect, without the names of directories
}

type file struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// The groups of examples, in the order in which they are shown.
var groups = []string{"One file", "A module of several files", "Terragrunt, Packer, Nomad, Bake"}

// first is the example that is shown by default.
const first = "instance"

// jobs converts the jobs in a directory to examples, and returns the examples as JSON.
func jobs(dir string) (string, error) {
	command, err := os.MkdirTemp("", "iacedit")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(command)
	binary := filepath.Join(command, "iacedit")
	if out, err := exec.Command("go", "build", "-C", "../../..", "-o", binary, "./cmd/iacedit").CombinedOutput(); err != nil {
		return "", fmt.Errorf("go build: %w\n%s", err, out)
	}
	paths, err := filepath.Glob(filepath.Join(dir, "*.txtar"))
	if err != nil || len(paths) == 0 {
		return "", errors.Join(err, fmt.Errorf("%s has no jobs", dir))
	}
	var all []example
	for _, path := range paths {
		one, err := exampleOf(binary, path)
		if err != nil {
			return "", fmt.Errorf("%s: %w", path, err)
		}
		if one != nil {
			all = append(all, *one)
		}
	}
	slices.SortStableFunc(all, func(a, b example) int {
		if (a.Name == first) != (b.Name == first) {
			return map[bool]int{true: -1, false: 1}[a.Name == first]
		}
		return slices.Index(groups, a.Group) - slices.Index(groups, b.Group)
	})
	text, err := json.Marshal(all)
	return string(text), err
}

// exampleOf converts a job to an example. It merges the edits that the job's commands print. The
// merged edits must have the same effect as the commands. The result is nil for a job about a
// tree of modules, because the page shows only the files of one directory, and for a job that
// upgrades a provider or moves a directory, because that is no edit.
func exampleOf(binary, path string) (*example, error) {
	archive, err := txtar.ParseFile(path)
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "job")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	module, err := extract(archive, dir)
	if err != nil {
		return nil, err
	}
	one := &example{Name: strings.TrimSuffix(filepath.Base(path), ".txtar"), Dialect: "terraform", Group: groups[0], Commands: []string{}}
	if one.Files, err = filesIn(filepath.Join(dir, module)); err != nil {
		return nil, err
	}
	var edits json.RawMessage
	var commands [][]string
	for line := range strings.Lines(string(archive.Comment)) {
		line = strings.TrimSpace(line)
		if title, ok := strings.CutPrefix(line, "# "); ok && one.Title == "" {
			one.Title = strings.TrimSuffix(title, ".")
		}
		line, ok := strings.CutPrefix(line, "exec iacedit ")
		if !ok {
			continue
		}
		args, err := words(line)
		if err != nil {
			return nil, err
		}
		if args[0] == "upgrade" || args[0] == "mv-dir" || slices.Contains(args, "--callers") {
			return nil, nil
		}
		commands = append(commands, args)
		more, err := editsOf(binary, dir, args)
		if err != nil {
			return nil, err
		}
		if bytes.Contains(more, []byte(`"folder"`)) {
			return nil, nil
		}
		if edits, err = merge(edits, more); err != nil {
			return nil, err
		}
		if _, err := run(binary, dir, args); err != nil {
			return nil, err
		}
		if args[0] != "edit" {
			one.Commands = append(one.Commands, inside("iacedit "+line, module))
		}
	}
	after, err := filesIn(filepath.Join(dir, module))
	if err != nil {
		return nil, err
	}
	if name := named(commands, module, one.Files); name != "" {
		others := func(f file) bool { return f.Name != name }
		one.Files, after = slices.DeleteFunc(one.Files, others), slices.DeleteFunc(after, others)
	}
	if d, ok := languages.OfFile(one.Files[0].Name, nil); ok {
		one.Dialect = d.String()
	}
	switch {
	case one.Title == "" || edits == nil:
		return nil, errors.New("it has no title, or no command")
	case one.Dialect != "terraform":
		one.Group = groups[2]
	case len(one.Files) > 1:
		one.Group = groups[1]
	}
	one.Edits = string(edits)
	return one, one.verify(after)
}

// named returns the name of the file that all commands name, or "" if there is no such file.
func named(commands [][]string, module string, files []file) string {
	for _, f := range files {
		if !slices.ContainsFunc(commands, func(args []string) bool { return args[len(args)-1] != path.Join(module, f.Name) }) {
			return f.Name
		}
	}
	return ""
}

// extract writes the files of a job into dir, and returns the path of its first module,
// relative to dir.
func extract(archive *txtar.Archive, dir string) (module string, err error) {
	for i, f := range archive.Files {
		if f.Name == "want.diff" {
			continue
		}
		if i == 0 {
			module = path.Dir(f.Name)
		}
		to := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			return "", err
		}
		if err := os.WriteFile(to, f.Data, 0o644); err != nil {
			return "", err
		}
	}
	return module, nil
}

// filesIn returns the files of a directory.
func filesIn(dir string) (all []file, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	for _, entry := range entries {
		if entry.IsDir() {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, entry.Name()))
		if err != nil {
			return nil, err
		}
		all = append(all, file{entry.Name(), string(text)})
	}
	return all, nil
}

// editsOf returns the edits of a command of iacedit. The edits of "iacedit edit" are on its command
// line. Any other command prints its edits if it has the flag --print-edits.
func editsOf(binary, dir string, args []string) (json.RawMessage, error) {
	if args[0] == "edit" {
		if i := slices.Index(args, "-e"); i >= 0 && i+1 < len(args) && json.Valid([]byte(args[i+1])) {
			return json.RawMessage(args[i+1]), nil
		}
		return nil, errors.New("its edits are not on the command line")
	}
	out, err := run(binary, dir, append(slices.Clone(args), "--print-edits"))
	if err != nil {
		return nil, err
	}
	if !json.Valid(out) {
		return nil, fmt.Errorf("%q makes more than one request: %s", args, out)
	}
	return bytes.TrimSpace(out), nil
}

// run runs the command, and returns its output.
func run(binary, dir string, args []string) ([]byte, error) {
	cmd := exec.Command(binary, args...)
	cmd.Dir = dir
	var failed bytes.Buffer
	cmd.Stderr = &failed
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("iacedit %q: %w: %s", args, err, &failed)
	}
	return out, nil
}

// verify applies the edits as the page does. It returns an error if the result differs from the
// expected files.
func (e *example) verify(after []file) error {
	options := edit.Options{}
	options.Dialect, _ = languages.Named(e.Dialect)
	before := make([]edit.File, len(e.Files))
	for i, f := range e.Files {
		before[i] = edit.File{Name: f.Name, Code: []byte(f.Text)}
	}
	if len(before) == 1 {
		code, err := options.Apply(nil, before[0].Code, []byte(e.Edits))
		if err == nil && (len(after) != 1 || string(code) != after[0].Text) {
			err = fmt.Errorf("%s\nmakes\n%s", e.Edits, code)
		}
		return err
	}
	changed, err := options.ApplyFiles(before, []byte(e.Edits))
	if err != nil {
		return err
	}
	have := map[string]string{}
	for _, f := range slices.Concat(before, changed) {
		have[f.Name] = string(f.Code)
	}
	for _, f := range after {
		if have[f.Name] != f.Text {
			return fmt.Errorf("%s\nmakes of %s\n%s", e.Edits, f.Name, have[f.Name])
		}
	}
	return nil
}
