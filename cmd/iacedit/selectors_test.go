package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// selectable is the module of TestSelectors. Each block is preceded by a blank line, so that a
// block is as it was if selectable's text of it, with that line, is there.
var selectable = map[string]string{
	"a.tf": `# The first file.

resource "a_b" "w" {
  count = 1
  n     = 1
  tags  = { z = 1, a = 2 }
}

resource "a_b" "x" {
  count = 1
  n     = 2
  s     = "./vpc"
  tags  = { z = 1, a = 2 }

  rule {
    port = 80
  }
}
`,
	"b.tf": `# The second file.

resource "a_b" "y" {
  count = 1
  n     = 2
  s     = "./dns"
  tags  = { z = 1, a = 2 }
}

resource "a_b" "z" {
  count = 1
  s     = "./vpc"
  tags  = { z = 1, a = 2, owner = "me" }
}
`,
}

// selectors are all kinds of selector, alone and together. Some select nothing.
var selectors = []string{
	"[n]", "[!n]", "[n,s]", "[n,!s]", "[!n][s]", "[rule]", "[!rule]", "[zork]", "[!zork]",
	"[n=2]", "[n=2][s]", "[n=null]", "[tags.owner=me]", "[s=zork]", `[s="./dns"]`,
	`[s~="vpc"]`, `[s~="^vpc"]`, "[tags.owner]", "[!tags.owner]",
	"[1]", "[*]", "[n][*]", "[zork][*]", "[rule][0]", "[zork][0]", "[s=zork][0]",
}

var (
	selectedBlock = regexp.MustCompile(`a_b\.([a-z])\b`)
	selectedText  = regexp.MustCompile(`(?ms)^\nresource "a_b" "([a-z])" \{.*?^\}\n`)
)

// namesIn returns the names of the blocks in addresses.
func namesIn(text string) (names []string) {
	for _, m := range selectedBlock.FindAllStringSubmatch(text, -1) {
		names = append(names, m[1])
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// changedBlocks returns the names of the blocks of selectable that a directory no longer has as
// they were.
func changedBlocks(t *testing.T, dir string) (names []string) {
	for file, before := range selectable {
		after := contents(t, dir, file)
		for _, m := range selectedText.FindAllStringSubmatch(before, -1) {
			if !strings.Contains(after, "\n"+m[0]) {
				names = append(names, m[1])
			}
		}
	}
	slices.Sort(names)
	return names
}

// Every command and every tool for agents that takes an address selects with it the blocks that get
// prints, or refuses the address and changes nothing.
func TestSelectors(t *testing.T) {
	commands := map[string]string{
		"ls":         "ls --json -a ADDRESS",
		"ls long":    "ls -l --json -a ADDRESS",
		"get":        "get --json ADDRESS.tags",
		"set":        "set -w ADDRESS.new 1",
		"set part":   "set -w ADDRESS.tags.new 1",
		"comment in": "set -w ADDRESS.tags --comment new",
		"comment":    "set -w ADDRESS --comment new",
		"add":        "add -w ADDRESS.new 1",
		"block":      "add -w --block ADDRESS.new",
		"rm":         "rm -w ADDRESS",
		"rm part":    "rm -w ADDRESS.tags.z",
		"mv":         "mv -w ADDRESS --file c.tf",
		"sort":       "sort -w ADDRESS.tags",
		"for-each":   "for-each -w ADDRESS k",
		"extract":    "extract -w ADDRESS --to m",
		"refs":       "refs ADDRESS",
		"rename":     "rename -w ADDRESS new",
	}
	tools := map[string]string{
		"mcp ls":   `ls {"path": "DIR", "address": ADDRESS}`,
		"mcp get":  `get {"path": "DIR", "address": ADDRESS}`,
		"mcp refs": `refs {"path": "DIR", "address": ADDRESS}`,
		"mcp move": `move {"path": "DIR", "address": ADDRESS, "file": "c.tf", "write": true}`,
	}
	root := t.TempDir()
	agent := startAgent(t, "--root", root)
	refused := map[string]int{}
	for i, selector := range selectors {
		if testing.Short() && i%3 != 0 {
			continue
		}
		address := "a_b.*" + selector
		want := namesIn(runIn(t, ".", "get", "--json", address, module(t, selectable)).out) // the status is 1 if nothing is selected
		check := func(name string, got []string, failed bool) {
			t.Helper()
			if failed {
				refused[name]++
			}
			if diff := cmp.Diff(want, got); diff != "" && !(failed && len(got) == 0) {
				t.Errorf("%s %s (-get +%[1]s):\n%s", name, address, diff)
			}
		}
		for name, line := range commands {
			dir := module(t, selectable)
			args := strings.Fields(line)
			for i := range args {
				args[i] = strings.ReplaceAll(args[i], "ADDRESS", address)
			}
			r := runIn(t, dir, args...)
			got := changedBlocks(t, dir)
			if !slices.Contains(args, "-w") {
				got = namesIn(r.out)
			}
			check(name, got, r.status != 0)
		}
		for name, line := range tools {
			dir := filepath.Join(root, fmt.Sprint(i, strings.Fields(name)[1]))
			if err := os.CopyFS(dir, os.DirFS(module(t, selectable))); err != nil {
				t.Fatal(err)
			}
			tool, arguments, _ := strings.Cut(line, " ")
			text, failed := agent.call(tool, strings.NewReplacer("ADDRESS", fmt.Sprintf("%q", address), "DIR", filepath.Base(dir)).Replace(arguments))
			got := changedBlocks(t, dir)
			if !strings.Contains(line, "write") && !failed {
				got = namesIn(text)
			}
			check(name, got, failed)
		}
	}
	for name, n := range refused {
		if !testing.Short() && n == len(selectors) && name != "refs" && name != "mcp refs" {
			t.Errorf("%s refuses every selector", name)
		}
	}
}
