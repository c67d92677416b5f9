package mcpserver

import (
	"slices"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// A call of a tool that does not exist is told which tool does that, and which tools there are.
func TestUnknownTools(t *testing.T) {
	s, _ := serve(t, nil)
	here, there := mcp.NewInMemoryTransports()
	go s.Run(t.Context(), there)
	session, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), here, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	for _, c := range []struct{ name, want string }{
		{"set", `unknown tool "set"; edit does that: {"edits": {"set": …}}; the tools are ls, get, `},
		{"add", `edit does that: {"edits": {"add": …}}`},
		{"update", `edit does that: {"edits": {"update": …}}`},
		{"delete", `edit does that: {"edits": {"delete": …}}`},
		{"replace", `edit does that: {"edits": {"replace": …}}`},
		{"rm", `edit does that: {"edits": {"delete": …}}`},
		{"mv", `move does that`},
		{"renam", `did you mean "rename"?`},
		{"weather", `unknown tool "weather"; the tools are ls, get, `},
	} {
		if _, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: c.name, Arguments: map[string]any{}}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v\nand not %s", c.name, err, c.want)
		}
	}
	s.options.ReadOnly = true
	if got := s.unknownTool("set"); strings.Contains(got, "edit") || !strings.Contains(got, "the tools are ls, ") {
		t.Errorf("reading only: %s", got)
	}
}

// Each other name of a tool or operation is none itself, and stands for one that exists. Arguments
// have parts.
func TestMeantExists(t *testing.T) {
	for name, meant := range otherTools {
		if named(name) != nil || named(meant) == nil {
			t.Errorf("%s: %s", name, meant)
		}
	}
	for name, meant := range otherOperations {
		if otherTools[name] != "edit" || otherOperations[meant] != "" || otherTools[meant] != "edit" {
			t.Errorf("%s: %s", name, meant)
		}
	}
	for _, p := range parts {
		if !slices.ContainsFunc(tools, func(t tool) bool { q := t.schema.Properties[p.argument]; return q != nil && q.Type == "object" }) {
			t.Errorf("no tool has %s", p.argument)
		}
	}
}
