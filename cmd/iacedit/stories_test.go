package main

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// storyLink finds the directory of a story's files.
var storyLink = regexp.MustCompile(`testdata/stories/(\w+)/`)

// The commands of each story, run by a shell as printed, print what is printed below them, and
// leave files with the code that is printed.
func TestStories(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skipf("NOT CHECKED: the stories need sh: %v", err)
	}
	text, err := os.ReadFile("../../docs/stories.md")
	if err != nil {
		t.Fatal(err)
	}
	stories := strings.Split(string(text), "\n## ")[1:]
	if len(stories) != 2 {
		t.Errorf("%d stories", len(stories))
	}
	for _, story := range stories {
		heading, _, _ := strings.Cut(story, "\n")
		t.Run(heading, func(t *testing.T) {
			dir := t.TempDir()
			from := os.DirFS(filepath.Join("testdata/stories", storyLink.FindStringSubmatch(story)[1]))
			if err := os.CopyFS(dir, from); err != nil {
				t.Fatal(err)
			}
			printed := ""
			for _, m := range fence.FindAllStringSubmatch(story, -1) {
				switch m[1] {
				case "sh":
					printed = shell(t, dir, m[2])
				case "text":
					if printed != m[2] {
						t.Errorf("the commands print\n%s\nand not, as printed,\n%s", printed, m[2])
					}
				case "hcl":
					if !holds(t, dir, m[2]) {
						t.Errorf("no file holds, as printed,\n%s", m[2])
					}
				default:
					t.Errorf("a block of %q", m[1])
				}
			}
		})
	}
}

// holds reports whether a file below a directory holds some code.
func holds(t *testing.T, dir, code string) (found bool) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		found = found || strings.Contains(string(text), code)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}
