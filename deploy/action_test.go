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
