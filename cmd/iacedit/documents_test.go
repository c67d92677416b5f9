package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// printedURL is where the examples expect the server.
const printedURL = "http://127.0.0.1:8080"

// fence finds the fenced blocks of a Markdown text: their language and contents.
var fence = regexp.MustCompile("(?ms)^```(\\w*)\n(.*?)^```$")

// documents are those whose examples are run: all.
var documents = []string{"README.md", "docs/*.md"}

// An example is a shell command of a document and what it says the command prints.
type example struct {
	file           string
	line           int
	command, print string
}

// examples returns the document's sh blocks that run curl, each with the json block that
// is the next after it.
func examples(t *testing.T, file string) []example {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var found []example
	blocks := fence.FindAllSubmatchIndex(text, -1)
	for i, at := range blocks {
		command := string(text[at[4]:at[5]])
		if string(text[at[2]:at[3]]) != "sh" || !strings.Contains(command, "curl -s") {
			continue
		}
		line := 1 + strings.Count(string(text[:at[0]]), "\n")
		if i+1 == len(blocks) || string(text[blocks[i+1][2]:blocks[i+1][3]]) != "json" {
			t.Errorf("%s:%d: no answer follows the request", file, line)
			continue
		}
		next := blocks[i+1]
		found = append(found, example{file, line, command, string(text[next[4]:next[5]])})
	}
	return found
}

// Every request of the documents, run as printed, is answered as printed.
func TestRequestsOfDocuments(t *testing.T) {
	for _, tool := range []string{"sh", "curl"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("NOT CHECKED: the documents' examples need %s: %v", tool, err)
		}
	}
	var found []example
	for _, pattern := range documents {
		files, err := filepath.Glob("../../" + pattern)
		if err != nil || len(files) == 0 {
			t.Fatal(pattern, err)
		}
		for _, file := range files {
			found = append(found, examples(t, file)...)
		}
	}
	if len(found) < 3 {
		t.Errorf("only %d examples found", len(found))
	}
	s := serve(t, nil)
	for _, e := range found {
		command := exec.Command("sh", "-c", strings.ReplaceAll(e.command, printedURL, s.url))
		out, err := command.Output()
		if err != nil {
			t.Errorf("%s:%d: %v", e.file, e.line, err)
		}
		if got, want := strings.TrimSpace(string(out)), strings.TrimSpace(e.print); got != want {
			t.Errorf("%s:%d: the answer is\n%s\nnot, as printed,\n%s", e.file, e.line, got, want)
		}
	}
}

// The operations document lists every flag of serve, and holds the proxies' files as they
// are.
func TestOperationsDocument(t *testing.T) {
	text, err := os.ReadFile("../../docs/operations.md")
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(binary, "serve", "--help").Output()
	if err != nil {
		t.Fatal(err)
	}
	flags := regexp.MustCompile(`(?m)^\s+(?:-\w, )?(--[a-z-]+)`).FindAllSubmatch(out, -1)
	if len(flags) < 20 {
		t.Errorf("serve has only %d flags:\n%s", len(flags), out)
	}
	for _, flag := range flags {
		if name := string(flag[1]); name != "--help" && !strings.Contains(string(text), "`"+name+"`") {
			t.Errorf("%s is not documented", name)
		}
	}
	for _, file := range []string{"deploy/nginx/iacedit.conf", "deploy/haproxy/haproxy.cfg"} {
		config, err := os.ReadFile("../../" + file)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(text), "\n"+string(config)+"```\n") {
			t.Errorf("%s is not printed as it is", file)
		}
	}
}

var (
	// inBlocks finds the code of a document: fenced blocks, and lines that are indented.
	inBlocks = regexp.MustCompile("(?ms)^```.*?^```$|^    [^\n]*$")
	// printedCommand finds the lines of code that run iacedit.
	printedCommand = regexp.MustCompile(`(?m)^(?:    )?(iacedit [a-z]+.*)$`)
)

// Every command that a document prints is one that there is, with flags that there are:
// its status is not that of a command line that makes no sense.
func TestCommandsOfDocuments(t *testing.T) {
	count := 0
	for _, pattern := range documents {
		files, err := filepath.Glob("../../" + pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range printedCommand.FindAllStringSubmatch(strings.Join(inBlocks.FindAllString(string(text), -1), "\n"), -1) {
				command, _, _ := strings.Cut(m[1], "  #")
				command, _, _ = strings.Cut(command, " # ")
				for _, end := range []string{" | ", " > ", " && "} {
					command, _, _ = strings.Cut(command, end)
				}
				args := words(command)[1:]
				// What serves until it is stopped, needs a shell, or is a form of commands
				// is not run.
				if args[0] == "serve" || args[0] == "mcp" || strings.ContainsAny(command, "…$\\<") || strings.Count(command, "'")%2 == 1 {
					continue
				}
				count++
				cmd := exec.Command(binary, args...)
				cmd.Dir = (&job{files: map[string]string{"main.tf": "", "modules/main.tf": "", "app/main.tf": "", "data/main.tf": "", "state.json": "{}", "edits.json": "{}", "web.edits.json": "{}"}}).unpack(t)
				if out, err := cmd.CombinedOutput(); cmd.ProcessState == nil || cmd.ProcessState.ExitCode() == 2 {
					t.Errorf("%s: %s\n%v\n%s", file, command, err, out)
				}
			}
		}
	}
	if count < 20 {
		t.Errorf("only %d commands", count)
	}
}
