package main

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// update writes the answers into the page instead of comparing them.
var update = flag.Bool("update", false, "write the answers of docs/mcp.md anew")

var (
	pageFile   = regexp.MustCompile("(?s)`([\\w./-]+)`:\n\n```hcl\n(.*?)```")
	pageCall   = regexp.MustCompile("(?s)```json\n(\\{\"name\": .*?)```\n\n```text\n(.*?)```")
	pageConfig = regexp.MustCompile("(?s)```json\n(\\{\"(?:mcpServers|servers|context_servers)\".*?)```")
)

// Each call of the page on the tools, made in order on the files that it shows, answers
// what it prints. The version "V" and the token "T" are those that an answer before told.
func TestMCPPage(t *testing.T) {
	path := filepath.Join("..", "..", "docs", "mcp.md")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	page := string(text)
	files := map[string]string{}
	for _, m := range pageFile.FindAllStringSubmatch(page, -1) {
		files[m[1]] = m[2]
	}
	a := startAgent(t, "--root", module(t, files))
	last, token := "", ""
	called := map[string]bool{}
	page = pageCall.ReplaceAllStringFunc(page, func(all string) string {
		m := pageCall.FindStringSubmatch(all)
		var call struct {
			Name      string          `json:"name"`
			Arguments json.RawMessage `json:"arguments"`
		}
		if err := json.Unmarshal([]byte(m[1]), &call); err != nil {
			t.Fatalf("%s: %v", m[1], err)
		}
		got, _ := a.call(call.Name, strings.NewReplacer(`"V"`, `"`+last+`"`, `"T"`, `"`+token+`"`).Replace(string(call.Arguments)))
		if found := answeredToken.FindStringSubmatch(got); found != nil {
			token = found[1]
		}
		if found := answeredVersion.FindStringSubmatch(got); found != nil {
			last = found[1]
		}
		called[call.Name] = true
		if got += "\n"; got != m[2] && !*update {
			t.Errorf("%s answers\n%sand not\n%s", m[1], got, m[2])
		}
		return "```json\n" + m[1] + "```\n\n```text\n" + got + "```"
	})
	if *update {
		if err := os.WriteFile(path, []byte(page), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	tools, err := a.session.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range tools.Tools {
		if !called[tool.Name] {
			t.Errorf("the page has no call of %s", tool.Name)
		}
	}
}

// The configurations of the page start this program's server.
func TestMCPPageConfigurations(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "mcp.md"))
	if err != nil {
		t.Fatal(err)
	}
	configurations := pageConfig.FindAllStringSubmatch(string(text), -1)
	if len(configurations) < 6 {
		t.Errorf("only %d configurations", len(configurations))
	}
	for _, m := range configurations {
		var config map[string]map[string]struct {
			Command string
			Args    []string
		}
		if err := json.Unmarshal([]byte(m[1]), &config); err != nil {
			t.Errorf("%s: %v", m[1], err)
		}
		for _, servers := range config {
			server := servers["iacedit"]
			if filepath.Base(server.Command) != "iacedit" || len(server.Args) != 3 || server.Args[0] != "mcp" || server.Args[1] != "--root" {
				t.Errorf("%s does not start it", m[1])
				continue
			}
			startAgent(t, server.Args[1], t.TempDir())
		}
	}
}
