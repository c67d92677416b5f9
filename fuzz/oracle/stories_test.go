package oracle

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
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
			moves := 0
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
			var plan struct {
				Changes []struct {
					Address  string
					Previous string `json:"previous_address"`
					Change   struct{ Actions []string }
				} `json:"resource_changes"`
				Outputs map[string]struct{ Actions []string } `json:"output_changes"`
			}
			if err := json.Unmarshal(mustRun(t, dir, "show", "-json", "p"), &plan); err != nil {
				t.Fatal(err)
			}
			for _, c := range plan.Changes {
				if !slices.Equal(c.Change.Actions, []string{"no-op"}) {
					t.Errorf("%s is to be changed: %v", c.Address, c.Change.Actions)
				}
				if c.Previous != "" {
					moves++
				}
			}
			for name, c := range plan.Outputs {
				if !slices.Equal(c.Actions, []string{"no-op"}) {
					t.Errorf("output %s is to be changed: %v", name, c.Actions)
				}
			}
			if moves < 8 {
				t.Errorf("only %d instances move", moves)
			}
			t.Logf("%d instances move", moves)
		})
	}
}
