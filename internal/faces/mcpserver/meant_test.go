package mcpserver

import (
	"encoding/json"
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
		{"replace", `edit does that: {"edits": {"rewrite": …}}`},
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

// A call with a wrong argument is told the arguments that were meant, or an example.
func TestMeantArguments(t *testing.T) {
	for _, c := range []struct{ tool, given, want string }{
		{"find", `{"rule": "var.region"}`, `find: rule must be a JSON object, found "var.region"; did you mean {"rule": {"match": "var.region"}}?`},
		{"find", `{"match": "var.region"}`, `find has no argument "match"; did you mean {"rule": {"match": "var.region"}}?; it has `},
		{"find", `{"expression": "var.region"}`, `did you mean {"rule": {"match": "var.region"}}?`},
		{"find", `{}`, `find needs rule: a JSON object; as in {"rule": {"match": "var.region"}}, or "text" or "pattern"`},
		{"rename", `{"old": "var.region", "new": "area"}`, `did you mean {"address": "var.region", "to": "area"}?`},
		{"rename", `{"from": "var.region", "to": "area"}`, `did you mean {"address": "var.region", "to": "area"}?`},
		{"rename", `{"address": "var.region"}`, `rename needs to: Name, aws_lb.a, block.arg; as in {"address": "var.region", "to": "area"}`},
		{"rename", `{"new": "area"}`, `did you mean "to"?; as in {"address": "var.region", "to": "area"}`},
		{"edit", `{"edits": [{"address": "var.region", "value": "x"}]}`, `; as in {"edits": {"update": {"variable": {"region": `},
		{"edit", `{"edits": [{"delete": {}}]}`, `did you mean {"edits": {"delete": {}}}?`},
		{"edit", `{"old_string": "a", "new_string": "b"}`, `it belongs in edits: {"edits": {"rewrite": [{"text": "OLD", "by": "NEW"}]}}`},
		{"move", `{"to": "net.tf"}`, `did you mean "file"?; as in {"address": "aws_vpc.main", "file": "network.tf"}`},
		{"move", `{"address": "aws_vpc.a", "to": "net.tf"}`, `did you mean {"address": "aws_vpc.a", "file": "net.tf"}?`},
		{"edit", `{"edits": "update region"}`, `edit: edits must be a JSON object, found "update region"; as in {"edits": {"update": {"variable": {"region": `},
		{"edit", `{"edits": []}`, `as in {"edits": {"update": `},
		{"edit", `{"set": {}}`, `it belongs in edits: {"edits": {"set": `},
		{"get", `{"address": ["var.region"]}`, `did you mean {"address": "var.region"}?`},
		{"mend", `{"path": "main.tf", "lines": 3, "text": ""}`, `did you mean {"lines": "3", "path": "main.tf", "text": ""}?`},
		{"ls", `{"recursive": "true"}`, `did you mean {"recursive": true}?`},
		{"ls", `{"path": ["a", "b"]}`, `did you mean {"path": "a,b"}?`},
		{"read", `{"file": "main.tf"}`, `did you mean {"path": "main.tf"}?`},
		{"edit", `{"edits": {}, "dry_run": true}`, `edit has no argument "dry_run"; a call is a dry run unless it has "write": true; it has `},
		{"read", `{"select": "variable"}`, `read: select must be a JSON object, found "variable"; as in {"select": {"variable": `},
		{"convert", `{}`, `convert needs to: one of hcl, json; as in {"path": "main.tf.json", "to": "hcl"}`},
	} {
		_, err := named(c.tool).decode(json.RawMessage(c.given))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %s: %v\nand not %s", c.tool, c.given, err, c.want)
		}
	}
	for name, others := range otherArguments {
		for _, other := range others {
			if !slices.ContainsFunc(tools, func(t tool) bool { return t.schema.Properties[other] != nil }) {
				t.Errorf("%s: no tool has %s", name, other)
			}
		}
	}
	for name, form := range forms {
		example, _, _ := strings.Cut(form, ", or ")
		if _, err := named(name).decode(json.RawMessage(example)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
