package check

import (
	"log/slog"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"iacedit/httpd"
)

// The generators of clients that the contract is tried with, and what they need beside.
const oapiCodegen = "github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2"

// npmTools is where CI installs Redocly, openapi-typescript and TypeScript.
const npmTools = "bin/openapi/node_modules/.bin"

// generated is what the programs over generated clients print.
const generated = "\"locals {\\n  a = 2\\n}\\n\"\nATTRIBUTE_NOT_FOUND\n"

// serving starts a server and returns its URL.
func serving(t *testing.T) string {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := httpd.New(httpd.Config{Logger: slog.New(slog.DiscardHandler)})
	go s.Serve(ln)
	t.Cleanup(func() { s.Shutdown(t.Context()) })
	return "http://" + ln.Addr().String()
}

// mustRun runs a program in a directory and returns what it prints on standard output.
func mustRun(t *testing.T, dir, program string, args ...string) string {
	t.Helper()
	cmd := exec.Command(program, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off")
	var errors strings.Builder
	cmd.Stderr = &errors
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s %v: %v\n%s%s", program, args, err, out, errors.String())
	}
	return string(out)
}

// copyTo copies a file.
func copyTo(t *testing.T, from, to string) {
	t.Helper()
	text, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(to, text, 0o644); err != nil {
		t.Fatal(err)
	}
}

// npmTool returns the path of a program that CI installs by npm.
func npmTool(t *testing.T, name string) string {
	t.Helper()
	path, err := filepath.Abs(filepath.Join(root, npmTools, name))
	if err == nil {
		_, err = os.Stat(path)
	}
	if err != nil {
		t.Skipf("SKIPPED: %s is not installed (npm install --prefix bin/openapi %s)", name, name)
	}
	return path
}

// documentPath returns the contract's path.
func documentPath(t *testing.T) string {
	t.Helper()
	path, err := filepath.Abs(filepath.Join(root, "openapi", "openapi.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// Redocly finds no error in the contract.
func TestRedocly(t *testing.T) {
	mustRun(t, t.TempDir(), npmTool(t, "redocly"), "lint", "--max-problems", "1", documentPath(t))
}

// oapi-codegen makes a client of the contract that compiles and edits.
func TestGeneratedGo(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a generator and what it makes")
	}
	dir := t.TempDir()
	if out, err := exec.Command("go", "mod", "download", strings.Replace(oapiCodegen, "/cmd/oapi-codegen@", "@", 1)).CombinedOutput(); err != nil {
		t.Skipf("SKIPPED: oapi-codegen cannot be had: %s", out)
	}
	copyTo(t, "testdata/generated/main.go.txt", filepath.Join(dir, "main.go"))
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module generated\n\ngo 1.25\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "api"), 0o755); err != nil {
		t.Fatal(err)
	}
	mustRun(t, dir, "go", "run", oapiCodegen, "-generate", "types,client", "-package", "api", "-o", "api/api.go", documentPath(t))
	mustRun(t, dir, "go", "mod", "tidy")
	if got := mustRun(t, dir, "go", "run", ".", serving(t)); got != generated {
		t.Errorf("the program prints\n%s", got)
	}
}

// openapi-typescript makes types of the contract by which a program compiles that edits.
func TestGeneratedTypeScript(t *testing.T) {
	makes, compiles := npmTool(t, "openapi-typescript"), npmTool(t, "tsc")
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("SKIPPED: node is not installed")
	}
	dir := t.TempDir()
	copyTo(t, "testdata/generated/use.ts", filepath.Join(dir, "use.ts"))
	if err := os.WriteFile(filepath.Join(dir, "package.json"), []byte(`{"type": "module"}`), 0o644); err != nil {
		t.Fatal(err)
	}
	types := filepath.Join(filepath.Dir(filepath.Dir(compiles)), "@types")
	mustRun(t, dir, makes, documentPath(t), "-o", filepath.Join(dir, "api.ts"))
	mustRun(t, dir, compiles, "--strict", "--target", "es2022", "--module", "es2022", "--moduleResolution", "bundler", "--typeRoots", types, "--types", "node", "use.ts")
	if got := mustRun(t, dir, node, "use.js", serving(t)); got != generated {
		t.Errorf("the program prints\n%s", got)
	}
}
