package mcpserver

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"iacedit/internal/languages"
)

// A tool is one of the operations that an agent can call. It has a name, and the function that
// carries out a call.
type tool struct {
	name   string
	run    func(*call) error
	writes bool
	atOnce bool // it writes without a dry run

	schema   schema
	document document
}

// tools has the tools in the order in which an agent sees them.
var tools = []tool{
	{name: "ls", run: ls},
	{name: "get", run: get},
	{name: "read", run: read},
	{name: "find", run: find},
	{name: "refs", run: refs},
	{name: "check", run: check},
	{name: "edit", run: applyEdits, writes: true},
	{name: "rename", run: rename, writes: true},
	{name: "move", run: move, writes: true},
	{name: "prune", run: prune, writes: true},
	{name: "upgrade", run: upgrade, writes: true},
	{name: "mend", run: mend, writes: true},
	{name: "write", run: writeShown, writes: true, atOnce: true},
	{name: "undo", run: takeBack, writes: true, atOnce: true},
	{name: "format", run: formatFiles, writes: true},
	{name: "convert", run: convertFiles, writes: true},
}

// toolsJSON describes the tools to agents: what each tool does, and a JSON schema of its arguments.
// The schemas contain no references and no alternatives, because some agents do not support them.
//
//go:embed tools.json
var toolsJSON []byte

// A document is the description of one tool in toolsJSON.
type document struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	InputSchema json.RawMessage `json:"inputSchema"`
}

// A schema contains the parts of a tool's JSON schema that are needed to decode the arguments.
type schema struct {
	Properties map[string]*property `json:"properties"`
	Required   []string             `json:"required"`
}

// unlisted are arguments that tools accept although the list of tools omits them: few calls use
// them, and each agent would pay for the longer list. docs/mcp.md describes them. The method
// tool.takes reports which of them a tool accepts.
var unlisted = map[string]*property{
	"dialect":      {Type: "string", Enum: languages.Names()},
	"version":      {Type: "string"},
	"offset":       {Type: "integer"},
	"comments":     {Type: "boolean"},
	"lineComments": {Type: "boolean"},
	"ranges":       {Type: "boolean"},
	"references":   {Type: "boolean"},
	"write":        {Type: "boolean"},
	"quiet":        {Type: "boolean"},
	"recursive":    {Type: "boolean"},
	"moved":        {Type: "boolean"},
	"value":        {Type: "string"},
	"reference":    {Type: "string"},
	"house":        {Type: "boolean"},
	"keep":         {Type: "boolean"},
	"keepDefaults": {Type: "boolean"},
	"from":         {Type: "integer"},
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
		for name, p := range unlisted {
			if t.schema.Properties[name] == nil && t.takes(name) {
				t.schema.Properties[name] = p
			}
		}
	}
}

// takes reports whether the tool accepts the argument with the given name, which must be a key of
// unlisted.
func (t *tool) takes(name string) bool {
	switch name {
	case "comments", "lineComments", "ranges":
		return t.name == "read"
	case "references", "moved", "value", "reference":
		return t.name == "rename"
	case "recursive":
		return slices.Contains([]string{"read", "refs", "check", "format", "rename", "move", "prune", "upgrade"}, t.name)
	case "house":
		return t.name == "format"
	case "keep":
		return t.name == "convert"
	case "keepDefaults", "from":
		return t.name == "upgrade"
	case "write", "quiet":
		return t.writes && !t.atOnce
	}
	return !t.atOnce
}

// anObject is the schema that the list of tools gives for every answer. The full schema would be
// too long for agents; the resource answersSchema has it.
var anObject = json.RawMessage(`{"type":"object"}`)

// listed returns the tool's entry in the list of tools. The flag data says whether its answers have
// structured data.
func (t *tool) listed(data bool) *mcp.Tool {
	listed := &mcp.Tool{Name: t.name, Description: t.document.Description, InputSchema: t.document.InputSchema}
	if data {
		listed.OutputSchema = anObject
	}
	if !t.writes {
		listed.Annotations = &mcp.ToolAnnotations{ReadOnlyHint: true}
	}
	return listed
}

// instructions returns the text that an agent reads first.
func (s *Server) instructions() string {
	text := "Reads Terraform, OpenTofu and other HCL2 files. Begin with ls, then get, read or find what matters."
	if !s.options.ReadOnly {
		text = `Reads and edits Terraform, OpenTofu and other HCL2 files exactly: use it in place of text replacement there.
Begin with ls, then get, read or find what matters. Change with edit (many changes in one call), rename (references follow) or move.
These are dry runs that answer a diff and a token; the tool write takes the token and writes what was shown. With write: true they write at once.
Errors say what is there instead.`
	}
	return text + fmt.Sprintf(`
path is a module's directory (best: blocks are found in any file of it, new ones go where they belong) or a file, or several with commas between; the root if left out. recursive: directories below, too.
File names tell Terragrunt, Packer, Nomad and Bake (references follow there, too) from other HCL2; dialect %s says another.
Paths are relative to the root: %s`, languages.Choices(), s.options.Roots.Describe())
}
