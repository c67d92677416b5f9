package mcpserver

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"iacedit/internal/base/nearest"
)

// A part describes an argument that is an object: it lists the names of the object's members. An
// agent may use such a name by mistake as the name of an argument or of a tool.
type part struct {
	argument string   // the name of the argument
	names    []string // the names of its members
	form     string   // an example of the argument
}

// operations has the names of the operations in edits.
var operations = []string{"add", "update", "set", "delete", "tidy", "replace", "rewrite", "extract", "inline", "keys", "sort", "enable", "disable", "reshape", "rename", "move"}

// parts describes all arguments that are objects.
var parts = []part{
	{
		"edits",
		slices.Concat(operations, []string{
			"address", "attribute", "attributes", "name", "value", "values", "block", "blocks", "resource", "module", "variable", "locals", "output", "changes", "edit",
		}),
		`{"edits": {"set": {"resource": {"TYPE": {"NAME": [{"attributes": {"KEY": VALUE}}]}}}}}`,
	},
	{
		"edits",
		[]string{"old_string", "new_string", "old_str", "new_str", "old_text", "new_text", "old", "new", "search", "replacement", "replace_all"},
		`{"edits": {"rewrite": [{"text": "OLD", "by": "NEW"}]}} for text in values, {"edits": {"set": …}} for one value`,
	},
	{
		"rule",
		[]string{"match", "text", "pattern", "in", "types", "words", "reference", "query"},
		`{"rule": {"text": "TEXT"}}, or "match" or "pattern" in place of "text"`,
	},
}

// partOf returns the end of the message about an unknown argument that is really a member of
// another argument. The message names that other argument. If no argument has such a member, the
// result is "".
func (t *tool) partOf(name string) string {
	for _, p := range parts {
		if t.schema.Properties[p.argument] != nil && slices.Contains(p.names, name) {
			return fmt.Sprintf("; it belongs in %s: %s", p.argument, p.form)
		}
	}
	return ""
}

// otherTools has names of tools that agents expect, each with the tool that the server has instead.
var otherTools = map[string]string{
	"set": "edit", "add": "edit", "update": "edit", "delete": "edit", "tidy": "edit", "replace": "edit", "rewrite": "edit", "extract": "edit", "inline": "edit", "sort": "edit", "enable": "edit", "disable": "edit", "reshape": "edit",
	"create": "edit", "insert": "edit", "remove": "edit", "rm": "edit", "apply": "edit",
	"mv": "move", "list": "ls", "search": "find", "grep": "find", "references": "refs", "validate": "check", "fmt": "format",
}

// otherOperations has names of operations that agents expect, each with the operation that they
// probably mean.
var otherOperations = map[string]string{"create": "add", "insert": "add", "remove": "delete", "rm": "delete", "apply": "set", "replace": "rewrite"}

// offers reports whether the server offers a tool. A read-only server offers no tools that write.
func (s *Server) offers(t *tool) bool { return !s.options.ReadOnly || !t.writes }

// unknownTool returns a message if the server has no tool with the given name, otherwise "". The
// message suggests the tool or the operation that was probably meant.
func (s *Server) unknownTool(name string) string {
	var names []string
	for i := range tools {
		if s.offers(&tools[i]) {
			names = append(names, tools[i].name)
		}
	}
	if slices.Contains(names, name) {
		return ""
	}
	hint, meant := nearest.DidYouMean(name, slices.Values(names)), otherTools[name]
	switch operation := otherOperations[name]; {
	case !slices.Contains(names, meant):
	case meant != "edit":
		hint = fmt.Sprintf("; %s does that", meant)
	default:
		if operation == "" {
			operation = name
		}
		hint = fmt.Sprintf(`; edit does that: {"edits": {%q: …}}`, operation)
	}
	return fmt.Sprintf("unknown tool %q%s; the tools are %s", name, hint, strings.Join(names, ", "))
}

// refuseUnknown wraps a handler of MCP requests. The new handler answers calls of unknown tools
// with an error, and passes all other requests to the handler next.
func (s *Server) refuseUnknown(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, r mcp.Request) (mcp.Result, error) {
		if call, ok := r.(*mcp.CallToolRequest); ok {
			if message := s.unknownTool(call.Params.Name); message != "" {
				return nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: message}
			}
		}
		return next(ctx, method, r)
	}
}
