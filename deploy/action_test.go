package deploy

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A job is a run of the action's script in a repository of its own.
type job struct {
	repository, temp string
}

// newJob makes a repository with files.
func newJob(t *testing.T, files map[string]string) *job {
	t.Helper()
	lookProgram(t, "jq")
	j := &job{repository: t.TempDir(), temp: t.TempDir()}
	for name, text := range files {
		path := filepath.Join(j.repository, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		write(t, path, text)
	}
	j.git(t, "init", "-q")
	j.git(t, "add", "-A")
	j.git(t, "-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-qm", "files")
	return j
}

// git runs git in the repository.
func (j *job) git(t *testing.T, args ...string) string {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = j.repository
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return string(out)
}

// run runs the script with inputs, and returns what it prints and whether it succeeds.
func (j *job) run(t *testing.T, inputs ...string) (string, bool) {
	t.Helper()
	script, err := filepath.Abs("action/run")
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("bash", script)
	cmd.Dir = j.repository
	cmd.Env = append(os.Environ(), "IACEDIT="+binary, "RUNNER_TEMP="+j.temp, "GITHUB_OUTPUT="+filepath.Join(j.temp, "output"),
		"GITHUB_STEP_SUMMARY="+filepath.Join(j.temp, "summary"), "INPUT_PATH=.", "INPUT_CHECK=true", "INPUT_FMT=true", "INPUT_COMMAND=", "INPUT_FAIL=true")
	cmd.Env = append(cmd.Env, inputs...)
	out, err := cmd.CombinedOutput()
	return string(out), err == nil
}

// file returns a file that the script wrote, "" for none.
func (j *job) file(name string) string {
	text, _ := os.ReadFile(filepath.Join(j.temp, name))
	return string(text)
}

// The action passes code that is as it should be.
func TestActionPasses(t *testing.T) {
	j := newJob(t, map[string]string{"main.tf": "module \"vpc\" {\n  version = \"5.1.0\"\n}\n"})
	out, ok := j.run(t, "INPUT_COMMAND=set -R module.*.version -s 5.1.0 .")
	if !ok || !strings.Contains(j.file("output"), "changed=false") || j.file("iacedit.patch") != "" {
		t.Errorf("%v: %s%s%s", ok, out, j.file("output"), j.file("iacedit.patch"))
	}
}

// The action fails where its command changes something; the patch, applied to what was
// committed, gives the files as the action leaves them.
func TestActionChanges(t *testing.T) {
	j := newJob(t, map[string]string{"main.tf": "a=1\n", "infra/vpc.tf": "module \"vpc\" {\n  version = \"5.0.0\"\n}\n"})
	const command = `INPUT_COMMAND=set -R module.*.version -s '5.1.0 $(id) b' .`
	out, ok := j.run(t, command)
	if ok || !strings.Contains(j.file("output"), "changed=true") || !strings.Contains(j.file("summary"), "+a = 1") {
		t.Errorf("%v: %s%s%s", ok, out, j.file("output"), j.file("summary"))
	}
	want := j.git(t, "diff", "HEAD")
	if !strings.Contains(want, `5.1.0 $(id) b`) {
		t.Errorf("the command's words are not taken as they are: %s", want)
	}
	j.git(t, "reset", "-q", "--hard")
	j.git(t, "apply", filepath.Join(j.temp, "iacedit.patch"))
	if got := j.git(t, "diff", "HEAD"); got != want {
		t.Errorf("the patch gives\n%s, not\n%s", got, want)
	}
	j.git(t, "reset", "-q", "--hard")
	if out, ok := j.run(t, command, "INPUT_FAIL=false"); !ok {
		t.Errorf("it fails: %s", out)
	}
}

// The action names what is not valid syntax, where GitHub shows it, and changes nothing.
func TestActionErrors(t *testing.T) {
	j := newJob(t, map[string]string{"bad.tf": "b = 1\na = {\n", "main.tf": "a=1\n"})
	out, ok := j.run(t)
	if ok || !strings.Contains(out, "::error file=bad.tf,line=2,col=5::") {
		t.Errorf("%v: %s", ok, out)
	}
	if got := j.git(t, "diff", "HEAD"); got != "" {
		t.Error(got)
	}
}

// Only what the action changes counts: files that were untracked or changed before do not.
func TestActionLeavesOtherChanges(t *testing.T) {
	j := newJob(t, map[string]string{"main.tf": "a = 1\n"})
	write(t, filepath.Join(j.repository, "plan.txt"), "a plan\n")
	write(t, filepath.Join(j.repository, "main.tf"), "a = 2\n")
	out, ok := j.run(t)
	if !ok || !strings.Contains(j.file("output"), "changed=false") || j.file("iacedit.patch") != "" {
		t.Errorf("%v: %s%s%s", ok, out, j.file("output"), j.file("iacedit.patch"))
	}
	write(t, filepath.Join(j.repository, "new.tf"), "b=1\n")
	if out, ok = j.run(t); ok || !strings.Contains(j.file("iacedit.patch"), "+b = 1") || strings.Contains(j.file("iacedit.patch"), "a = 2") {
		t.Errorf("%v: %s%s", ok, out, j.file("iacedit.patch"))
	}
}

// The words of the command are those that a shell would pass, without expansions.
func TestActionWords(t *testing.T) {
	const code = "module \"vpc\" {\n  version = \"1\"\n}\n"
	for command, want := range map[string]string{
		`set module.vpc.version -s 'a b' .`:           `"a b"`,
		`set module.vpc.version -x "\"a  \$HOME\"" .`: `"a  $HOME"`,
		`set module.vpc.version -s a\ 'b'"c" .`:       `"a bc"`,
		"set\nmodule.vpc.version\n-s '2' .":           `"2"`,
	} {
		j := newJob(t, map[string]string{"main.tf": code})
		out, ok := j.run(t, "INPUT_COMMAND="+command, "INPUT_FAIL=false")
		got, err := os.ReadFile(filepath.Join(j.repository, "main.tf"))
		if !ok || err != nil || !strings.Contains(string(got), want) {
			t.Errorf("%s: %v, %s\n%s", command, ok, out, got)
		}
	}
	j := newJob(t, map[string]string{"main.tf": "variable \"a\" {}\n"})
	if out, ok := j.run(t, "INPUT_COMMAND=rm variable.a 'b"); ok || !strings.Contains(out, "::error::") || j.git(t, "diff", "HEAD") != "" {
		t.Errorf("%v: %s%s", ok, out, j.git(t, "diff", "HEAD"))
	}
}

// No name of a file and no message is a command of the runner.
func TestActionEscapes(t *testing.T) {
	j := newJob(t, map[string]string{"x\n::warning::injected.tf": "a = {\n", "b,c:d.tf": "a = {\n"})
	out, ok := j.run(t)
	if ok || !strings.Contains(out, "file=b%2Cc%3Ad.tf,") || !strings.Contains(out, "file=x%0A%3A%3Awarning") {
		t.Errorf("%v: %s", ok, out)
	}
	token := ""
	for line := range strings.Lines(out) {
		line = strings.TrimSpace(line)
		switch {
		case token == "" && strings.HasPrefix(line, "::stop-commands::"):
			token = "::" + strings.TrimPrefix(line, "::stop-commands::") + "::"
		case line == token:
			token = ""
		case token == "" && strings.HasPrefix(line, "::") && !strings.HasPrefix(line, "::error file="):
			t.Errorf("the runner reads %s", line)
		}
	}
}
