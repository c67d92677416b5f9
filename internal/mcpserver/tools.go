package mcpserver

import (
	_ "embed"
	"encoding/json"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// A tool is one of the server's tools.
type tool struct {
	name   string
	run    func(*call) error
	writes bool
	again  bool // calling it again changes nothing more

	schema   schema
	document document
}

// tools are in the order in which an agent reads of them.
var tools = []tool{
	{name: "ls", run: ls},
	{name: "get", run: get},
	{name: "read", run: read},
	{name: "refs", run: refs},
	{name: "check", run: check},
	{name: "edit", run: applyEdits, writes: true},
	{name: "rename", run: rename, writes: true},
	{name: "move", run: move, writes: true, again: true},
	{name: "format", run: formatFiles, writes: true, again: true},
	{name: "convert", run: convertFiles, writes: true},
}

// toolsJSON is what an agent reads of the tools. The schemas hold nothing that some
// agents do not know: no references, no alternatives.
//
//go:embed tools.json
var toolsJSON []byte

// A document is what toolsJSON says of a tool.
type document struct {
	Name        string          `json:"name"`
	Title       string          `json:"title"`
	Description string          `json:"description"`
	InputSchema json.RawMessage `json:"inputSchema"`
}

// A schema is what decoding needs of a tool's schema.
type schema struct {
	Properties map[string]*property `json:"properties"`
	Required   []string             `json:"required"`
}

func init() {
	var documents []document
	if err := json.Unmarshal(toolsJSON, &documents); err != nil {
		panic(err)
	}
	for i := range tools {
		t := &tools[i]
		if t.document = documents[i]; t.document.Name != t.name {
			panic("mcpserver: tools.json has " + t.document.Name + " where " + t.name + " is")
		}
		if err := json.Unmarshal(t.document.InputSchema, &t.schema); err != nil {
			panic(err)
		}
	}
}

// listed returns the tool as it is listed.
func (t *tool) listed() *mcp.Tool {
	no := false
	a := &mcp.ToolAnnotations{Title: t.document.Title, ReadOnlyHint: !t.writes, IdempotentHint: t.again || !t.writes, OpenWorldHint: &no}
	if !t.writes {
		a.DestructiveHint = &no
	}
	return &mcp.Tool{Name: t.name, Description: t.document.Description, InputSchema: t.document.InputSchema, Annotations: a}
}

// instructions returns what an agent is told first.
func (s *Server) instructions() string {
	text := fmt.Sprintf(`Reads and edits Terraform, OpenTofu and other HCL2 files exactly: use it in place of text replacement there.
Paths are relative to the root: %s
Begin with ls, then get or read what matters. Change with edit (many changes in one call), rename (references follow) or move.
These are dry runs that answer a diff and a version; call again with write: true and that version to write. Errors say what is there instead.
A block is found in any file of the directory that path names, so path is best the module's directory.`, s.options.Roots.Describe())
	if s.options.ReadOnly {
		text = fmt.Sprintf("Reads Terraform, OpenTofu and other HCL2 files. Begin with ls, then get or read what matters.\nPaths are relative to the root: %s", s.options.Roots.Describe())
	}
	return text
}
