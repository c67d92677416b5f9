package main

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// A recipe is a section of a document: commands, the diff that they make on the files of
// a job, and perhaps the edits that do the same, and what the commands print.
type recipe struct {
	heading, job, commands, diff, edits, printed string
}

// jobLink is how a recipe names its job.
var jobLink = regexp.MustCompile(`testdata/jobs/([\w-]+)\.txtar`)

// headings are where sections begin.
var headings = regexp.MustCompile(`(?m)^##+ `)

// readRecipes returns the recipes of a document: the sections that have a diff, or, where
// it is all recipes, those that have blocks.
func readRecipes(t *testing.T, file string, all bool) (found []recipe) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, section := range headings.Split(string(text), -1) {
		blocks := map[string]string{}
		for _, m := range fence.FindAllStringSubmatch(section, -1) {
			blocks[m[1]] += m[2]
		}
		if blocks["diff"] == "" && !(all && len(blocks) > 0) {
			continue
		}
		r := recipe{commands: blocks["sh"], diff: blocks["diff"], edits: blocks["json"], printed: blocks["text"]}
		r.heading, _, _ = strings.Cut(section, "\n")
		if m := jobLink.FindStringSubmatch(section); m != nil {
			r.job = m[1]
		}
		if r.job == "" || r.commands == "" || r.diff == "" {
			t.Errorf("%s, %s: it has no link to a job, no sh or no diff", file, r.heading)
			continue
		}
		found = append(found, r)
	}
	return found
}

// Every recipe, run by a shell as printed on the files of its job, makes the diff that is
// printed, which is the job's; and its edits are those of the job's commands. Every job is
// told.
func TestRecipes(t *testing.T) {
	for _, tool := range []string{"sh", "git"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("NOT CHECKED: the recipes need %s: %v", tool, err)
		}
	}
	jobs, told := map[string]*job{}, map[string]bool{}
	for _, j := range readJobs(t) {
		jobs[j.name] = j
	}
	for _, r := range append(readRecipes(t, "../../docs/recipes.md", true), readRecipes(t, "../../README.md", false)...) {
		t.Run(r.heading, func(t *testing.T) {
			told[r.job] = true
			j := jobs[r.job]
			if j == nil {
				t.Fatalf("there is no job %s", r.job)
			}
			if r.diff != j.want {
				t.Errorf("the diff is not that of the job %s:\n%s", r.job, j.want)
			}
			r.run(t, j)
			if r.edits != "" {
				j.compareEdits(t, r.edits)
			}
		})
	}
	for name := range jobs {
		if !told[name] {
			t.Errorf("no recipe is the job %s", name)
		}
	}
}

// run runs a recipe's commands and compares what they change with its diff.
func (r *recipe) run(t *testing.T, j *job) {
	t.Helper()
	dir := j.unpack(t)
	if strings.Contains(r.commands, "git ") {
		clones(t, dir)
	}
	if out := shell(t, dir, r.commands); r.printed != "" && out != r.printed {
		t.Errorf("the commands print\n%s\nand not, as printed,\n%s", out, r.printed)
	}
	after, err := filesIn(dir)
	if err != nil {
		t.Fatal(err)
	}
	maps.DeleteFunc(after, func(name, _ string) bool { return strings.Contains("/"+name, "/.git/") })
	if got := changesOf(j.files, after); got != r.diff {
		t.Errorf("the commands change\n%s\nand not, as printed,\n%s", got, r.diff)
	}
}

// unpack writes a job's files into a new directory.
func (j *job) unpack(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range j.files {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// clones makes each directory in dir a git repository with one commit.
func clones(t *testing.T, dir string) {
	t.Helper()
	shell(t, dir, `for clone in */; do
		git -C "$clone" init --quiet
		git -C "$clone" add .
		git -C "$clone" commit --quiet --message first
	done`)
}

// shell runs commands in a directory, with iacedit on PATH, and returns what they print.
func shell(t *testing.T, dir, commands string) string {
	t.Helper()
	cmd := exec.Command("sh", "-e", "-c", commands)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PATH="+filepath.Dir(binary)+string(os.PathListSeparator)+os.Getenv("PATH"),
		"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.com", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.com")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Errorf("%s\n%v\n%s", commands, err, out)
	}
	return string(out)
}

// compareEdits compares the edits that a job's commands print, each after those before it
// were done, with what is printed.
func (j *job) compareEdits(t *testing.T, printed string) {
	t.Helper()
	dir := j.unpack(t)
	var got strings.Builder
	for _, command := range j.commands {
		got.Write(editsOf(t, dir, command[1:]))
		if r := runIn(t, dir, command[1:]...); r.status != 0 {
			t.Fatalf("%q: status %d\n%s", command, r.status, r.both())
		}
	}
	if got.String() != printed {
		t.Errorf("the edits are\n%s\nand not, as printed,\n%s", got.String(), printed)
	}
}
