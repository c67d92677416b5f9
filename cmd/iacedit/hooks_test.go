package main

import (
	"io"
	"os"
	"regexp"
	"strings"
	"testing"
)

// The hooks of pre-commit are commands with flags that there are.
func TestHooks(t *testing.T) {
	text, err := os.ReadFile("../../.pre-commit-hooks.yaml")
	if err != nil {
		t.Fatal(err)
	}
	entries := regexp.MustCompile(`(?m)^  entry: iacedit (.+)$`).FindAllStringSubmatch(string(text), -1)
	if len(entries) < 3 {
		t.Fatalf("there are %d entries", len(entries))
	}
	t.Chdir(t.TempDir())
	code := "terraform {\n  required_version = \">= 1.9\"\n}\n\nvariable \"a\" {}\n"
	if err := os.WriteFile("main.tf", []byte(code), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		args := strings.Fields(entry[1])
		args = append(args, map[string][]string{
			"set":     {"terraform.required_version", "-s", ">= 1.9"},
			"rewrite": {"lookup($m, $k)", "$m[$k]"},
			"sort":    {"variable.*"},
		}[args[0]]...)
		var out strings.Builder
		if status := run(append(args, "."), &streams{out: io.Discard, err: &out}); status != 0 || out.Len() > 0 {
			t.Errorf("iacedit %s: status %d, %s", entry[1], status, out.String())
		}
	}
}

// The hook that formats gets each file that fmt formats in a directory of Terraform code.
func TestFormattingHookFiles(t *testing.T) {
	text, err := os.ReadFile("../../.pre-commit-hooks.yaml")
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile(`(?s)entry: iacedit fmt\n.*?files: (\S+)`).FindSubmatch(text)
	if found == nil {
		t.Fatal("there is no hook that formats")
	}
	files := regexp.MustCompile(string(found[1]))
	for _, name := range []string{"main.tf", "main.tofu", "a/prod.tfvars", "tests/a.tftest.hcl", "tests/a.tfmock.hcl", "tests/a.tofutest.hcl"} {
		if !files.MatchString(name) {
			t.Errorf("%s does not match %s", name, files)
		}
	}
}
