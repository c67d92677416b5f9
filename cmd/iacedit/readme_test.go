package main

import (
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// readmeURL is where the README's examples expect the server.
const readmeURL = "http://127.0.0.1:8080"

// fence finds the fenced blocks of a Markdown text: their language and contents.
var fence = regexp.MustCompile("(?ms)^```(\\w*)\n(.*?)^```$")

// An example is a shell command of the README and what it says the command prints.
type example struct {
	line           int
	command, print string
}

// examples returns the README's sh blocks that run curl, each with the json block that
// is the next after it.
func examples(t *testing.T) []example {
	t.Helper()
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	var found []example
	blocks := fence.FindAllSubmatchIndex(text, -1)
	for i, at := range blocks {
		command := string(text[at[4]:at[5]])
		if string(text[at[2]:at[3]]) != "sh" || !strings.Contains(command, "curl") {
			continue
		}
		line := 1 + strings.Count(string(text[:at[0]]), "\n")
		if i+1 == len(blocks) || string(text[blocks[i+1][2]:blocks[i+1][3]]) != "json" {
			t.Errorf("README.md:%d: no answer follows the request", line)
			continue
		}
		next := blocks[i+1]
		found = append(found, example{line, command, string(text[next[4]:next[5]])})
	}
	return found
}

// Every request of the README, run as printed, is answered as printed.
func TestReadme(t *testing.T) {
	for _, tool := range []string{"sh", "curl"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("NOT CHECKED: the README's examples need %s: %v", tool, err)
		}
	}
	found := examples(t)
	if len(found) < 10 {
		t.Errorf("only %d examples found in the README", len(found))
	}
	s := serve(t, nil)
	for _, e := range found {
		command := exec.Command("sh", "-c", strings.ReplaceAll(e.command, readmeURL, s.url))
		out, err := command.Output()
		if err != nil {
			t.Errorf("README.md:%d: %v", e.line, err)
		}
		if got, want := strings.TrimSpace(string(out)), strings.TrimSpace(e.print); got != want {
			t.Errorf("README.md:%d: the answer is\n%s\nnot, as printed,\n%s", e.line, got, want)
		}
	}
}
