package check

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"iacedit/address"
	"iacedit/edit"
	"iacedit/internal/requests/ruleset"
)

// The rules that are kept fit the schema of rules, and their edits the schema of edits, whose
// operations the schema of rules names.
func TestRulesFitTheirSchema(t *testing.T) {
	text, err := os.ReadFile(root + "/rules/schema.json")
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("rules.json", parsed(t, text)); err != nil {
		t.Fatal(err)
	}
	rules, err := c.Compile("rules.json")
	if err != nil {
		t.Fatal(err)
	}
	ofEdits := compiled(t, address.Terraform)

	paths, err := filepath.Glob(root + "/rules/*.yaml")
	if err != nil || len(paths) == 0 {
		t.Fatal(paths, err)
	}
	for _, path := range paths {
		rule := inYAML(t, path)
		if err := rules.Validate(rule); err != nil {
			t.Errorf("%s: %v", path, err)
			continue
		}
		for _, edits := range editsOf(t, path) {
			if err := ofEdits.Validate(parsed(t, edits)); err != nil {
				t.Errorf("%s: %v", path, err)
			}
		}
	}
	for _, bad := range []string{`{}`, `{"description": "a", "edits": []}`, `{"description": "a", "edits": [{"sett": {}}]}`, `{"description": "a", "edits": [{"set": {}}], "test": []}`, `{"description": "a", "notes": [{"at": "a"}]}`} {
		if rules.Validate(parsed(t, []byte(bad))) == nil {
			t.Errorf("%s fits", bad)
		}
	}

	var named []string
	for _, name := range rules.Properties["edits"].Items2020.PropertyNames.Enum.Values {
		if !slices.Contains([]any{"each", "if", "unless"}, name) { // which say for what the edits are
			named = append(named, name.(string))
		}
	}
	var known []string
	for name := range operationsOf(ofEdits) {
		known = append(known, name)
	}
	slices.Sort(named)
	slices.Sort(known)
	if diff := cmp.Diff(known, named); diff != "" {
		t.Errorf("the operations in rules/schema.json are others: %s", diff)
	}
}

// The schema of the rules of a repository and its parser accept the same files.
func TestHouseFitsItsSchema(t *testing.T) {
	text, err := os.ReadFile(root + "/rules/house.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("house.json", parsed(t, text)); err != nil {
		t.Fatal(err)
	}
	house, err := c.Compile("house.json")
	if err != nil {
		t.Fatal(err)
	}
	for text, good := range map[string]bool{
		`{"order": {"*": ["variable", "*"], "variable": ["type"]}}`:   true,
		`{"order": {"resource": ["a_*", "*"]}, "paragraphs": "join"}`: true,
		`{"order": {}}`:                   false,
		`{}`:                              false,
		`{"order": {"variable": "type"}}`: false,
		`{"order": {"variable": [1]}}`:    false,
		`{"order": {"variable": ["type"]}, "paragraphs": "keep"}`: false,
		`{"order": {"variable": ["type"]}, "sort": {}}`:           false,
	} {
		h, err := ruleset.ParseHouse([]byte(text))
		if err == nil {
			_, err = h.Edits()
		}
		if fits := house.Validate(parsed(t, []byte(text))); (fits == nil) != good || (err == nil) != good {
			t.Errorf("%s: the schema says %v, and the parser %v", text, fits, err)
		}
	}
}

// The files of the catalogue of upgrades fit their schema.
func TestUpgradesFitTheirSchema(t *testing.T) {
	text, err := os.ReadFile(root + "/upgrades/schema.json")
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("upgrades.json", parsed(t, text)); err != nil {
		t.Fatal(err)
	}
	files, err := c.Compile("upgrades.json")
	if err != nil {
		t.Fatal(err)
	}
	paths, err := filepath.Glob(root + "/upgrades/*/*.yaml")
	if err != nil || len(paths) == 0 {
		t.Fatal(paths, err)
	}
	for _, path := range paths {
		if err := files.Validate(inYAML(t, path)); err != nil {
			t.Errorf("%s: %v", path, err)
		}
	}
	for _, bad := range []string{`{}`, `{"provider": "a/b", "to": 2, "version": "2"}`, `{"provider": "a/b", "to": 2, "version": "2.0.0", "resource": {"b_c": {"renam": {}}}}`,
		`{"provider": "a/b", "to": 2, "version": "2.0.0", "resource": {"b_c": {"rename": {"a[0]": "b"}}}}`} {
		if files.Validate(parsed(t, []byte(bad))) == nil {
			t.Errorf("%s fits", bad)
		}
	}
}

// editsOf returns the edits of a rule with the parameters of its first test; those that are made
// for each of some blocks as they are for the code of the test.
func editsOf(t *testing.T, path string) (all [][]byte) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	rule, err := ruleset.Parse(text)
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	steps, err := rule.With(rule.Tests[0].Parameters)
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	var files []edit.File
	for name, code := range rule.Tests[0].Before {
		files = append(files, edit.File{Name: name, Code: []byte(code)})
	}
	for i := range steps {
		edits, _, err := steps[i].On(files, true)
		if err != nil || edits == nil {
			t.Fatalf("%s: edits %d are for nothing in the first test: %v", path, i+1, err)
		}
		all = append(all, edits)
	}
	return all
}

// operationsOf returns the members that edits can have.
func operationsOf(s *jsonschema.Schema) map[string]*jsonschema.Schema {
	for s.Ref != nil {
		s = s.Ref
	}
	return s.Properties
}

// inYAML returns what a file of YAML says, as JSON has it.
func inYAML(t *testing.T, path string) any {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	asJSON, err := yaml.YAMLToJSON(text)
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return parsed(t, bytes.TrimSpace(asJSON))
}
