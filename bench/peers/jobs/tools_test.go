package jobs

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// The versions that the tools are built at, and those that are taken from PATH.
var (
	modules = map[string]string{
		"hcledit":  "github.com/minamijoyo/hcledit@v0.2.17",
		"tfupdate": "github.com/minamijoyo/tfupdate@v0.10.2",
		"yq":       "github.com/mikefarah/yq/v4@v4.53.2",
	}
	onPath = map[string]string{"terraform fmt": "terraform", "sed": "sed"}
)

// bin is the folder of the tools, and missing tells why one of them is not there.
var (
	bin     string
	missing = map[string]error{}
)

func TestMain(m *testing.M) {
	flag.Parse()
	dir, err := os.MkdirTemp("", "jobs")
	if err != nil {
		panic(err)
	}
	bin = filepath.Join(dir, "bin")
	if err := command("../../..", "go", "build", "-o", filepath.Join(bin, "iacedit"), "./cmd/iacedit"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	for name, module := range modules {
		missing[name] = build(filepath.Join(dir, name), name, module)
	}
	for name, program := range onPath {
		_, missing[name] = exec.LookPath(program)
	}
	status := m.Run()
	os.RemoveAll(dir)
	os.Exit(status)
}

// build builds a tool of a module at its version, with the modules that it asks for and
// no newer ones: a module of its own requires it.
func build(dir, name, module string) error {
	if testing.Short() {
		return errors.New("it is not built with -short")
	}
	path, _, _ := strings.Cut(module, "@")
	if err := os.Mkdir(dir, 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module tools.example/"+name+"\n\ngo 1.26\n"), 0o644); err != nil {
		return err
	}
	if err := command(dir, "go", "mod", "edit", "-require", module); err != nil {
		return err
	}
	return command(dir, "go", "build", "-mod=mod", "-o", filepath.Join(bin, name), path)
}

// patience is how long a command may take: modules come from a network, or do not.
const patience = 80 * time.Second

// command runs a command in a directory; its error holds what it printed.
func command(dir, name string, args ...string) error {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s %v: %w\n%s", name, args, err, out)
	}
	return nil
}
