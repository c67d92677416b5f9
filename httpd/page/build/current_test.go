package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/evanw/esbuild/pkg/api"
)

// needPackages skips the test where the packages that the page is built of are not there.
func needPackages(t *testing.T) {
	t.Helper()
	if _, err := os.Stat(modules); err != nil {
		t.Skipf("NOT CHECKED: the packages of package-lock.json are not there (npm ci): %v", err)
	}
}

// What is built of the sources is, byte for byte, what is checked in.
func TestCurrent(t *testing.T) {
	needPackages(t)
	want, err := build()
	if err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(dist)
	if err != nil {
		t.Fatal(err)
	}
	have := map[string]bool{}
	for _, entry := range entries {
		have[entry.Name()] = true
		text, err := os.ReadFile(filepath.Join(dist, entry.Name()))
		if err != nil {
			t.Fatal(err)
		}
		if content, ok := want[entry.Name()]; !ok || !bytes.Equal(text, content) {
			t.Errorf("%s is not what is built: go generate ./httpd/page", entry.Name())
		}
	}
	for name := range want {
		if !have[name] {
			t.Errorf("%s is not checked in: go generate ./httpd/page", name)
		}
	}
}

// The lock names no registry's host but npm's own.
func TestLock(t *testing.T) {
	lock, err := os.ReadFile("package-lock.json")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(lock)) {
		if strings.Contains(line, `"resolved"`) && !strings.Contains(line, `"https://registry.npmjs.org/`) {
			t.Error(line)
		}
	}
	if !bytes.Contains(lock, []byte(`"integrity": "sha512-`)) {
		t.Error("the lock has no digests")
	}
}

// The tests in src, by node.
func TestUnits(t *testing.T) {
	needPackages(t)
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skipf("NOT CHECKED: the page's units: %v", err)
	}
	examples, err := jobs(jobsDir)
	if err != nil {
		t.Fatal(err)
	}
	working, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	script := filepath.Join(t.TempDir(), "units.test.mjs")
	result := api.Build(api.BuildOptions{
		EntryPoints:   []string{filepath.Join(sources, "units.test.js")},
		AbsWorkingDir: working,
		NodePaths:     []string{filepath.Join(working, modules)},
		Outfile:       script,
		Write:         true,
		Bundle:        true,
		Format:        api.FormatESModule,
		Platform:      api.PlatformNode,
		Plugins:       []api.Plugin{virtual("examples", examples)},
	})
	for _, m := range result.Errors {
		t.Fatal(m.Text)
	}
	if out, err := exec.Command(node, "--test", script).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
