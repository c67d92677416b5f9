package check

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"iacedit/address"
	"iacedit/edit"
)

// tools are the tools for coding agents with their arguments' schemas, compiled.
func tools(t *testing.T) (schemas map[string]*jsonschema.Schema, examples []any) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, "internal", "faces", "mcpserver", "tools.json"))
	if err != nil {
		t.Fatal(err)
	}
	var listed []struct {
		Name        string
		Description string
		InputSchema json.RawMessage
	}
	if err := json.Unmarshal(text, &listed); err != nil {
		t.Fatal(err)
	}
	schemas = map[string]*jsonschema.Schema{}
	for _, tool := range listed {
		c := jsonschema.NewCompiler()
		if err := c.AddResource(tool.Name, parsed(t, tool.InputSchema)); err != nil {
			t.Fatal(err)
		}
		if schemas[tool.Name], err = c.Compile(tool.Name); err != nil {
			t.Errorf("%s: %v", tool.Name, err)
		}
		if tool.Name == "edit" {
			examples = shown(t, tool.Description)
		}
	}
	return schemas, examples
}

// shown returns the edits that a description shows in its line "Others: rewrite: […], …", in
// which keys have no quotes.
func shown(t *testing.T, description string) (examples []any) {
	t.Helper()
	line := regexp.MustCompile(`(?m)^Also: (.*)\.$`).FindStringSubmatch(description)
	if line == nil {
		t.Fatal("the description of edit shows no other operations")
	}
	quoted := regexp.MustCompile(`([{ ]|^)([a-zA-Z]+): `).ReplaceAllString(line[1], `$1"$2": `)
	var all map[string]any
	if err := json.Unmarshal([]byte("{"+quoted+"}"), &all); err != nil {
		t.Fatalf("%s: %v", quoted, err)
	}
	for operation, edits := range all {
		examples = append(examples, map[string]any{operation: edits})
	}
	return examples
}

// The tool edit is offered with a schema that says less than that of edits, so that it is
// short. It takes all that the server takes.
func TestToolTakesAllEdits(t *testing.T) {
	schemas, _ := tools(t)
	count := 0
	for _, s := range edits(t) {
		if s.own(t, s.edits) != "" {
			continue
		}
		count++
		arguments := map[string]any{"path": "infra", "edits": s.edits, "write": true, "version": "0123456789ab"}
		if s.dialect.AnyBlock() {
			arguments["dialect"] = "hcl"
		}
		if err := schemas["edit"].Validate(arguments); err != nil {
			t.Errorf("%s: %v", s.name, err)
		}
	}
	if count < 500 {
		t.Errorf("only %d edits", count)
	}
	t.Logf("%d edits", count)
}

// The examples that an agent is shown are edits by the whole schema, and by the server.
func TestToolExamples(t *testing.T) {
	_, examples := tools(t)
	whole := compiled(t, address.Terraform)
	if len(examples) < 5 {
		t.Errorf("only %d examples", len(examples))
	}
	for _, example := range examples {
		if err := whole.Validate(example); err != nil {
			t.Errorf("%v: %v", example, err)
		}
		text, err := json.Marshal(example)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := (&edit.Options{}).Decode(text); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
}
