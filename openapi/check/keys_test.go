package check

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"iacedit/address"
	"iacedit/edit"
	"iacedit/openapi"
	"iacedit/openapi/check/schema"
)

// keysOf returns the texts that the cases of a function in a file name.
func keysOf(t *testing.T, file, function string) (keys []string) {
	t.Helper()
	source, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root, file), nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range source.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || f.Name.Name != function {
			continue
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if c, ok := n.(*ast.CaseClause); ok {
				for _, e := range c.List {
					if text, ok := e.(*ast.BasicLit); ok && text.Kind == token.STRING {
						key, err := strconv.Unquote(text.Value)
						if err != nil {
							t.Fatal(err)
						}
						keys = append(keys, key)
					}
				}
			}
			return true
		})
	}
	if len(keys) == 0 {
		t.Fatalf("%s: %s names no keys", file, function)
	}
	return keys
}

// keyValues are, by key, values that an entry may hold for it in one place or another.
var keyValues = map[string][]string{
	"where":        {`{"a": 1}`, `{}`, `{"a[=]": 1}`, `{"a[+]": 1}`, `[]`},
	"matches":      {`{"a": "x"}`, `{}`, `{"a": 1}`, `{"a[+]": "x"}`, `[]`},
	"has":          {`["a"]`, `["a[=]"]`, `{}`},
	"lacks":        {`["a"]`, `[1]`},
	"index":        {`0`, `-1`, `1.5`, `"0"`},
	"lineComments": {`{"c": "x"}`, `{"c": null}`, `{}`, `[]`},
	"pattern":      {`"^a$"`, `1`},
	"allLabels":    {`true`, `1`},
	"names":        {`{"pattern": "^a", "by": "b"}`, `{}`, `1`},
	"labels":       {`[]`, `[1]`, `"x"`},
	"all":          {`true`, `false`},
	"patterns":     {`true`, `false`},
	"optional":     {`true`, `false`, `1`},
	"follow":       {`true`, `1`},
	"references":   {`true`, `"x"`},
	"moved":        {`false`, `null`},
	"alias":        {`"x"`, `"a b"`, `[]`, `1`},
	"to":           {`"x"`, `["x"]`, `["x", "y"]`, `"a b"`, `[]`, `1`},
	"keepEmpty":    {`true`, `false`, `1`},
	"callers":      {`false`, `1`},
	"keys":         {`{"0": "\"a\""}`, `{"": "0"}`, `{}`, `{"00": "1"}`, `{"0": 1}`, `["0"]`},
	"folder":       {`"modules/net"`, `"modules/*"`, `"."`, `"a//b"`, `"../a"`, `"a\\b"`, `""`, `1`},
	"file":         {`"main.tf"`, `"a/b"`, `".."`, `"x.json"`, `"x.tf.json"`, `".tf.json"`, `"a/x.tfvars.json"`, `1`},
	"attributes":   {`{"a": 1}`, `{"a": "b"}`, `{"a": "first"}`, `["a"]`, `{}`, `[]`, `{"a b": 1}`, `{"a[+]": 1}`, `{"a[=]": 1}`, `{"a.b": {"after": "a.c"}}`, `{"a[0]": "first"}`, `null`, `"*"`, `"a"`},
	"blockTypes":   {`{"a": {}}`, `{"a": []}`, `{"a": [{}]}`, `{"a": "b"}`, `{"a": [{"place": "first"}]}`, `{"a": {"attributes": {"a": "b"}}}`, `{}`, `{"a b": {}}`, `[]`},
	"add":          {`{"attributes": {"a": 1}}`, `{}`, `{"blockTypes": {"a": [{}]}}`, `{"a": 1}`, `[]`},
	"update":       {`{"attributes": {"a": 1}}`, `{}`, `{"attributes": ["a"]}`},
	"set":          {`{"attributes": {"a": 1}}`, `{}`, `{"attributes": {"a[+]": 1}}`},
	"delete":       {`{"attributes": ["a"]}`, `{}`, `{"attributes": {"a": null}, "blockTypes": {"b": []}}`},
	"replace":      {`{"attributes": {"a": {"text": "x", "by": "y"}}}`, `{"attributes": {"a.b": {"pattern": "x", "by": ""}}}`, `{"attributes": {"a": {"text": "", "by": "y"}}}`, `{"attributes": {"a": {"text": "x", "pattern": "x", "by": "y"}}}`, `{"attributes": {"a[+]": {"text": "x", "by": "y"}}}`, `{"attributes": {"a": "x"}}`, `{}`, `{"blockTypes": {"b": [{"index": 0, "attributes": {"a": {"text": "x", "by": "y"}}}]}}`, `{"blockTypes": {"b": {"place": "first"}}}`, `{"attributes": ["a"]}`},
	"move":         {`{"attributes": {"a": "first"}}`},
	"sort":         {`{"attributes": ["a"]}`},
	"rename":       {`{"attributes": {"a": "b"}}`},
	"by":           {`["arn"]`, `["a b"]`, `[]`, `"name"`, `"required"`, `"x"`, `1`},
	"only":         {`["nulls"]`, `["ids", "order"]`, `["null"]`, `[]`, `"nulls"`, `[1]`},
	"order":        {`["a"]`, `["a", "*"]`, `["a", "a"]`, `[]`, `[1]`, `[""]`, `"a"`},
	"paragraphs":   {`"join"`, `"x"`, `true`},
	"comment":      {`"x"`, `null`, `1`},
	"comments":     {`{"a": "x"}`, `{"a": null}`, `{}`, `{"a": 1}`, `{"a[=]": ""}`},
	"place":        {`"first"`, `"last"`, `"middle"`, `{"before": {"locals": {}}}`, `{"after": {"locals": [{}]}}`, `{"after": {"locals": [{"attributes": {"a": 1}}]}}`, `{"before": {}}`, `{"before": {"iacvars": {}}}`, `{"before": {"module": {"m": {}}}}`, `{}`},
	"places":       {`{"a": "first"}`, `{"a": {"after": "b"}}`, `{"a[0]": "first"}`, `{"a": {"after": 1}}`, `{}`},
	"root":         {`"m"`, `1`, `""`},
	"state":        {`{}`, `1`},
	"ids":          {`{"a.b": "1"}`, `{"a.b": 1}`, `[]`},
	"inputs":       {`true`, `1`},
	"outputs":      {`true`, `1`},
	"import":       {`false`, `1`},
	"range":        {`{}`},
	"ranges":       {`null`},
	"unreadable":   {`["a"]`},
	"unknown":      {`1`},
}

// Each member of an entry is accepted under the operations and at the places at which edit
// accepts it, with the values that it accepts: the schema's table is edit's.
func TestKeys(t *testing.T) {
	const plan = "edit/internal/plan"
	lists := map[string][]string{
		"entryKeys":   slices.Concat(keysOf(t, plan+"/decode_entry.go", "entryKey"), keysOf(t, "internal/engine/selection/selector.go", "Selector")),
		"namingKeys":  keysOf(t, plan+"/decode_naming.go", "decode"),
		"sortingKeys": keysOf(t, plan+"/decode_sorting.go", "decode"),
	}
	for list, keys := range lists {
		for _, key := range keys {
			if keyValues[key] == nil {
				t.Errorf("edit's entries may have the key %q, which this test and perhaps the schema do not know", key)
			}
			if !slices.Contains(variable(t, plan, list), key) {
				t.Errorf("edit does not think of %q when a key is misspelt: %s lacks it", key, list)
			}
		}
	}
	count, taken := 0, 0
	for _, d := range schema.Dialects {
		s := compiled(t, d)
		for _, action := range schema.Operations() {
			for place, form := range map[string]string{
				"no label": `{%q: {"locals": [%s]}}`, "a label": `{%q: {"module": {"m": [%s]}}}`, "two labels": `{%q: {"resource": {"a": {"b": [%s]}}}}`,
				"a file": `{%q: {"iacvars": [%s]}}`, "nested": `{%q: {"module": {"m": [{"blockTypes": {"x": [%s]}}]}}}`,
				"nested deeper": `{%q: {"module": {"m": [{"blockTypes": {"y": [{"blockTypes": {"x": [%s]}}]}}]}}}`,
			} {
				for key, values := range keyValues {
					for _, value := range values {
						for _, more := range []string{"", `, "attributes": {"c": 1}`, `, "attributes": {"c": "last"}`, `, "attributes": ["c"]`} {
							if more != "" && key == "attributes" {
								continue
							}
							count++
							if !agree(t, d, s, fmt.Sprintf(form, action, fmt.Sprintf("{%q: %s%s}", key, value, more)), key, place) {
								taken++
							}
						}
					}
				}
			}
		}
	}
	t.Logf("%d entries, of which %d are taken", count, taken)
	if taken < count/10 || taken > count/2 {
		t.Error("that is no fair sample")
	}
}

// unsaid reports whether a schema cannot say when a key is refused: labels under "set" must
// be those of the address, and there must be as many new ones as the block has, of which the
// schema of the dialect HCL knows nothing.
func unsaid(d address.Dialect, key string) bool {
	return key == "alias" || key == "labels" && d == address.Terraform || key == "to" && d == address.HCL
}

// agree checks that the schema refuses edits if edit does before it looks at the code, and
// reports whether they do.
func agree(t *testing.T, d address.Dialect, s *jsonschema.Schema, text, key, place string) (refused bool) {
	t.Helper()
	request := sent{dialect: d, files: map[string]string{"main.tf": ""}}
	code := request.answer(t, json.RawMessage(text), brokenCode)
	err := s.Validate(parsed(t, []byte(text)))
	refused = code == edit.InvalidRequest
	if refused != (err != nil) && !(refused && unsaid(d, key)) {
		t.Errorf("%s in %s: the server answers %q, and the schema %v: %s", key, place, code, err, text)
	}
	return refused
}

// The schema has the names that the language itself defines, so that what completes by it
// offers them, also those of arguments with ordinary values.
func TestSchemaHasTheLanguagesNames(t *testing.T) {
	var document map[string]any
	if err := json.Unmarshal(openapi.EditsSchema, &document); err != nil {
		t.Fatal(err)
	}
	defs := document["$defs"].(map[string]any)
	for name, want := range map[string][]string{
		"VariableBody":              {"type", "default", "sensitive", "nullable", "ephemeral", "description"},
		"OutputBody":                {"value", "sensitive", "depends_on"},
		"ResourceLifecycleBody":     {"prevent_destroy", "create_before_destroy", "ignore_changes"},
		"VariableValidationBody":    {"condition", "error_message"},
		"CloudWorkspacesBody":       {"name", "project", "tags"},
		"LifecyclePreconditionBody": {"condition", "error_message"},
	} {
		contents, ok := defs[name+"Contents"].(map[string]any)
		if !ok {
			t.Errorf("the schema has no %s", name)
			continue
		}
		attributes := contents["properties"].(map[string]any)["attributes"].(map[string]any)["properties"].(map[string]any)
		for _, attribute := range want {
			if attributes[attribute] == nil {
				t.Errorf("%s has no %s", name, attribute)
			}
		}
	}
}
