package docs

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// block finds the fenced blocks of a page that have a language.
var block = regexp.MustCompile("(?ms)^```(\\w+)\n(.*?)^```$")

// TestGoPrograms: the programs of go.md print the output in go.md, in a module that is made by its
// commands.
func TestGoPrograms(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT CHECKED: the programs of go.md are built anew")
	}
	text, err := os.ReadFile("go.md")
	if err != nil {
		t.Fatal(err)
	}
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	blocks := block.FindAllStringSubmatch(string(text), -1)
	if len(blocks) < 2 || blocks[0][1] != "sh" || blocks[1][1] != "sh" {
		t.Fatal("go.md does not begin with how to get the packages")
	}
	dir := t.TempDir()
	shell(t, dir, strings.ReplaceAll(blocks[0][2], "../iacedit", root))
	dir = filepath.Join(dir, "tool")
	var printed []string
	for i := 2; i < len(blocks); i += 2 {
		if i+1 == len(blocks) || blocks[i][1] != "go" || blocks[i+1][1] != "text" {
			t.Fatalf("a program and what it prints are missing at\n%s", blocks[i][0])
		}
		name := filepath.Join(dir, "program"+strconv.Itoa(len(printed)), "main.go")
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(blocks[i][2]), 0o644); err != nil {
			t.Fatal(err)
		}
		printed = append(printed, blocks[i+1][2])
	}
	tidy, _, _ := strings.Cut(blocks[1][2], "\n")
	shell(t, dir, tidy)
	shell(t, dir, "go build -o bin/ ./...")
	for i, want := range printed {
		out, err := exec.Command(filepath.Join(dir, "bin", "program"+strconv.Itoa(i))).Output()
		if diff := cmp.Diff(want, string(out)); err != nil || diff != "" {
			t.Errorf("program %d: %v\n%s", i, err, diff)
		}
	}
	if len(printed) < 6 {
		t.Errorf("only %d programs", len(printed))
	}
}

// shell runs a command in a directory. If the command needs modules from the network and there is
// none, it skips the test.
func shell(t *testing.T, dir, command string) {
	t.Helper()
	cmd := exec.Command("sh", "-e", "-c", command)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=")
	out, err := cmd.CombinedOutput()
	switch {
	case err == nil:
	case strings.Contains(string(out), "dial tcp"):
		t.Skipf("NOT CHECKED: the programs need modules from the network\n%s", out)
	default:
		t.Fatalf("%s\n%v\n%s", command, err, out)
	}
}
