package clients

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// vpc is the code that the documents' examples edit.
const vpc = "# The network.\r\nmodule \"vpc\" {\r\n  version = \"5.0.0\" # pinned\r\n}\r\n"

// example writes the blocks of a client's README in a language, one after the other, as a
// program beside a copy of the client, and returns the folder and the file with the code.
func example(t *testing.T, client, language, program, more string) (dir, code string) {
	t.Helper()
	dir = t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(client)); err != nil {
		t.Fatal(err)
	}
	var source strings.Builder
	blocks := regexp.MustCompile("(?ms)^```"+language+"\n(.*?)^```$").FindAllStringSubmatch(read(t, filepath.Join(client, "README.md")), -1)
	if len(blocks) != 2 {
		t.Fatalf("%d examples", len(blocks))
	}
	for _, block := range blocks {
		source.WriteString(strings.ReplaceAll(block[1], "http://127.0.0.1:8080", serve(t)))
	}
	code = filepath.Join(dir, "main.tf")
	for path, text := range map[string]string{filepath.Join(dir, program): source.String() + more, code: vpc} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir, code
}

// check checks what an example made: a diff, the file with its line ends, the code edited
// once more.
func check(t *testing.T, out, path string) {
	t.Helper()
	if !strings.Contains(out, "+  version = \"5.1.0\" # pinned") || !strings.Contains(out, "  version = \"6.0.0\" # pinned") {
		t.Errorf("the example prints\n%s", out)
	}
	if got, want := read(t, path), strings.Replace(vpc, "5.0.0", "5.1.0", 1); got != want {
		t.Errorf("the example made\n%q", got)
	}
}

// The examples of the READMEs do what they say.
func TestPythonReadme(t *testing.T) {
	python := program(t, "python3")
	dir, code := example(t, "python", "python", "example.py", "print(code)\n")
	check(t, run(t, dir, os.Environ(), python, "-W", "error", "example.py"), code)
}

func TestTypeScriptReadme(t *testing.T) {
	node := program(t, "node")
	dir, code := example(t, "typescript", "ts", "example.ts", "console.log(edited);\n")
	run(t, dir, os.Environ(), program(t, "tsc"), types(t)...)
	check(t, run(t, dir, os.Environ(), node, "example.js"), code)
}
