package oracle

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	storyFence = regexp.MustCompile("(?ms)^```sh\n(.*?)^```$")
	storyFiles = regexp.MustCompile(`testdata/stories/(\w+)/`)
)

// Terraform plans moves and nothing else after the commands of each story of docs/stories.md,
// as far as they do not remove "moved" blocks.
func TestStoriesPlanNothing(t *testing.T) {
	text, err := os.ReadFile("../../docs/stories.md")
	if err != nil {
		t.Fatal(err)
	}
	bin := t.TempDir()
	build := exec.Command("go", "build", "-o", bin, "./cmd/iacedit")
	build.Dir = "../.."
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, story := range strings.Split(string(text), "\n## ")[1:] {
		heading, _, _ := strings.Cut(story, "\n")
		t.Run(heading, func(t *testing.T) {
			dir := t.TempDir()
			from := filepath.Join("../../cmd/iacedit/testdata/stories", storyFiles.FindStringSubmatch(story)[1])
			if err := os.CopyFS(dir, os.DirFS(from)); err != nil {
				t.Fatal(err)
			}
			mustRun(t, dir, "init", "-input=false", "-no-color")
			mustRun(t, dir, "apply", "-auto-approve", "-input=false", "-no-color")
			for _, m := range storyFence.FindAllStringSubmatch(story, -1) {
				if strings.Contains(m[1], "moved[*]") {
					break
				}
				cmd := exec.Command("sh", "-e", "-c", m[1])
				cmd.Dir = dir
				cmd.Env = append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"), "XDG_CACHE_HOME="+bin)
				if out, err := cmd.CombinedOutput(); err != nil {
					t.Fatalf("%s: %v\n%s", m[1], err, out)
				}
			}
			mustRun(t, dir, "init", "-input=false", "-no-color")
			mustRun(t, dir, "plan", "-input=false", "-no-color", "-out=p")
			moves, changes := movesIn(t, mustRun(t, dir, "show", "-json", "p"))
			for _, c := range changes {
				t.Errorf("it is to be changed: %s", c)
			}
			if moves < 8 {
				t.Errorf("only %d instances move", moves)
			}
			t.Logf("%d instances move", moves)
		})
	}
}
