package clients

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"iacedit/client"
	_ "iacedit/httpd" // what changes in the server is tested anew
	"iacedit/internal/testkit/corpus"
)

// binary is the command as the Go toolchain builds it.
var binary string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "iacedit")
	if err != nil {
		panic(err)
	}
	binary = filepath.Join(dir, "iacedit")
	if out, err := exec.Command("go", "build", "-o", binary, "../cmd/iacedit").CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "%s%v\n", out, err)
		os.Exit(1)
	}
	status := m.Run()
	os.RemoveAll(dir)
	os.Exit(status)
}

// token is what the guarded server asks for.
const token = "a-token"

// serve starts "iacedit serve" on a free port, and returns its URL.
func serve(t *testing.T, args ...string) string {
	t.Helper()
	cmd := exec.Command(binary, append([]string{"serve", "--addr=127.0.0.1:0"}, args...)...)
	stderr, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
	})
	log := bufio.NewReader(stderr)
	first, err := log.ReadString('\n')
	found := regexp.MustCompile(`url=(\S+)`).FindStringSubmatch(first)
	if err != nil || found == nil {
		t.Fatal("the server starts with", first, err)
	}
	go log.WriteTo(discard{}) // a server whose log nobody takes waits for it
	return found[1]
}

type discard struct{}

func (discard) Write(p []byte) (int, error) { return len(p), nil }

// guarded starts a server that asks for a token, and answers in the other shape.
func guarded(t *testing.T) string {
	tokens := filepath.Join(t.TempDir(), "tokens")
	if err := os.WriteFile(tokens, []byte(token+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return serve(t, "--shape=b", "--tokens="+tokens)
}

// environment starts servers, and returns what tells a client's tests of them.
func environment(t *testing.T) []string {
	return append(os.Environ(), "IACEDIT_URL="+serve(t), "IACEDIT_GUARDED_URL="+guarded(t),
		"IACEDIT_TOKEN="+token, "IACEDIT_CODE="+code(t), "PYTHONDONTWRITEBYTECODE=1", "NO_COLOR=1")
}

// code returns a folder with code: real modules, or made ones where there are none.
func code(t *testing.T) string {
	if dir, err := corpus.Find(); err == nil {
		return dir
	}
	t.Log("no real modules here: made ones are read and set back")
	dir := t.TempDir()
	for n := range 12 {
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%d.tf", n)), corpus.Module(2000<<(n%4)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// program returns where a program is: on PATH, or where .ci/run installs it.
func program(t *testing.T, name string) string {
	t.Helper()
	if testing.Short() {
		t.Skip("SKIPPED, for it is no test of Go code")
	}
	if path, err := exec.LookPath(name); err == nil {
		return path
	}
	path, err := filepath.Abs("../bin/npm/node_modules/.bin/" + name)
	if err == nil {
		_, err = os.Stat(path)
	}
	if err != nil {
		t.Skipf("SKIPPED, a client was not tested: %s is neither on PATH nor in bin/npm", name)
	}
	return path
}

// run runs a program in a folder, and returns what it prints.
func run(t *testing.T, dir string, env []string, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Env = dir, env
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", cmd, err, out)
	}
	return string(out)
}

func TestPython(t *testing.T) {
	out := run(t, "python", environment(t), program(t, "python3"), "-W", "error", "-m", "unittest")
	if found := regexp.MustCompile(`Ran (\d+) tests`).FindStringSubmatch(out); found == nil || len(found[1]) < 2 || strings.Contains(out, "skipped") {
		t.Errorf("not all tests were run:\n%s", out)
	}
}

// The types of the Python client are right for the oldest Python that it is for.
func TestPythonTypes(t *testing.T) {
	run(t, "python", os.Environ(), program(t, "pyright"))
}

func TestTypeScript(t *testing.T) {
	node := program(t, "node")
	dir, tests := "typescript", "iacedit.test.ts"
	if strings.TrimSpace(run(t, dir, os.Environ(), node, "-p", "process.features.typescript")) == "strip" {
		t.Run("types", func(t *testing.T) { compiled(t) })
	} else {
		dir, tests = compiled(t), "iacedit.test.js"
	}
	out := run(t, dir, environment(t), node, "--test", tests)
	if found := regexp.MustCompile(`(?m)^\S+ pass (\d+)$`).FindStringSubmatch(out); found == nil || len(found[1]) < 2 || !regexp.MustCompile(`(?m)^\S+ skipped 0$`).MatchString(out) {
		t.Errorf("not all tests were run:\n%s", out)
	}
}

// compiled checks the types of the TypeScript client and its tests, and compiles them, for a
// node that does not read TypeScript; it returns where to.
func compiled(t *testing.T) string {
	dir := t.TempDir()
	run(t, "typescript", os.Environ(), program(t, "tsc"), append(types(t), "--outDir", dir)...)
	if err := os.WriteFile(filepath.Join(dir, "package.json"), []byte(`{"type": "module"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

// types returns the flags of tsc that say where the types of node are.
func types(t *testing.T) []string {
	roots, err := filepath.Abs("../bin/npm/node_modules/@types")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(roots); err != nil {
		t.Skip("SKIPPED, the TypeScript client was not compiled: bin/npm has no @types/node")
	}
	return []string{"--project", ".", "--typeRoots", roots}
}

// The Go client's own tests have a server in their process; here is one of its own.
func TestGo(t *testing.T) {
	plain := client.Client{URL: serve(t)}
	asked := client.Client{URL: guarded(t) + "/api", Token: token, Gzip: true}
	paths, err := filepath.Glob(filepath.Join(code(t), "*.tf"))
	if err != nil || len(paths) < 10 {
		t.Fatal(paths, err)
	}
	for _, path := range paths {
		for _, c := range []*client.Client{&plain, &asked} {
			readThenSet(t, c, path)
		}
	}
}

// readThenSet checks that setting what was read changes no byte.
func readThenSet(t *testing.T, c *client.Client, path string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	content, err := c.Read(t.Context(), &client.ReadRequest{Code: string(text)})
	if err != nil {
		t.Fatal(path, err)
	}
	if string(content.Content) == "{}" {
		return
	}
	var v any
	if err := content.Decode(&v); err != nil {
		t.Fatal(path, err)
	}
	answer, err := c.Edit(t.Context(), &client.EditRequest{Code: string(text), Edits: map[string]any{"set": v}})
	if err != nil {
		t.Fatal(path, err)
	}
	if answer.Code != string(text) {
		t.Errorf("%s is not what it was", path)
	}
}

// Every code that the language's document lists is a constant of each client.
func TestCodes(t *testing.T) {
	document := read(t, "../docs/edits.md")
	codes := regexp.MustCompile("(?m)^\\| \\d{3} \\| `([A-Z_]+)` \\|").FindAllStringSubmatch(document, -1)
	if len(codes) < 19 {
		t.Fatal("only", len(codes), "codes")
	}
	for _, file := range []string{"../client/error.go", "typescript/iacedit.ts"} {
		text := read(t, file)
		for _, code := range codes {
			if !strings.Contains(text, `"`+code[1]+`"`) {
				t.Errorf("%s does not have %s", file, code[1])
			}
		}
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
