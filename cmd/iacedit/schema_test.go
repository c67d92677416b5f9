package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// largeSchema returns the schema of a provider with many resources, as large providers have:
// many arguments with descriptions, blocks in blocks.
func largeSchema(resources int) string {
	var b strings.Builder
	b.WriteString(`{"format_version":"1.0","provider_schemas":{"registry.terraform.io/hashicorp/aws":{"provider":{"version":0,"block":{}},"resource_schemas":{`)
	for i := range resources {
		if i > 0 {
			b.WriteByte(',')
		}
		name := "aws_instance"
		if i > 0 {
			name = fmt.Sprintf("aws_thing_%d", i)
		}
		fmt.Fprintf(&b, `"%s":{"version":1,"block":{"attributes":{"ami":{"type":"string","optional":true}`, name)
		for a := range 30 {
			fmt.Fprintf(&b, `,"argument_%d_%d":{"type":["map","string"],"description":"Argument number %[2]d, of which the service says much.","description_kind":"plain","optional":true,"computed":true}`, i%50, a)
		}
		b.WriteString(`},"block_types":{"ebs_block_device":{"nesting_mode":"set","block":{"attributes":{"device_name":{"type":"string","required":true}},"block_types":{"inner":{"nesting_mode":"list","max_items":1,"block":{"attributes":{"deep":{"type":"number"}}}}}}}},"description_kind":"plain"}}`)
	}
	b.WriteString(`},"data_source_schemas":{}}}}`)
	return b.String()
}

// The service and the tools of agents know the schemas too: they convert without a guess, tell of
// names that the provider does not have, and take forms of nested blocks from the schemas.
func TestSchemasOfTheService(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	file := filepath.Join(t.TempDir(), "schema.json")
	if err := os.WriteFile(file, []byte(largeSchema(1500)), 0o600); err != nil {
		t.Fatal(err)
	}
	s := serve(t, nil, "--schema", file)
	ask := func(path, body string, want ...string) {
		t.Helper()
		status, answer := s.post(path, body)
		if status != 200 {
			t.Fatalf("%s is answered %d %s", body, status, answer)
		}
		for _, part := range want {
			if !strings.Contains(answer, part) {
				t.Errorf("%s is answered without %s: %s", body, part, answer)
			}
		}
		if len(want) == 0 && (strings.Contains(answer, "IN_SCHEMA") || strings.Contains(answer, "GUESSED")) {
			t.Errorf("%s is answered %s", body, answer)
		}
	}
	edit := func(contents string) string {
		return `{"code": "resource \"aws_instance\" \"web\" {\n}\n", "report": true, "edits": {"set": {"resource": {"aws_instance": {"web": ` + contents + `}}}}}`
	}
	ask("/v1/iac/edit", edit(`{"attributes": {"ami": "a", "count": 1}, "blockTypes": {"ebs_block_device": {"attributes": {"device_name": "a"}}}}`))
	ask("/v1/iac/edit", edit(`{"attributes": {"amj": "a"}}`), "NOT_IN_SCHEMA", `did you mean \"ami\"?`)
	ask("/v1/iac/edit", edit(`{"blockTypes": {"ebs_blok_device": {}}}`), "NOT_IN_SCHEMA", `did you mean \"ebs_block_device\"?`)
	ask("/v1/iac/edit", edit(`{"blockTypes": {"ebs_block_device": {"blockTypes": {"inner": {"attributes": {"dep": 1}}}}}}`), "NOT_IN_SCHEMA", `did you mean \"deep\"?`)
	ask("/v1/iac/edit", edit(`{"attributes": {"ebs_block_device": {"device_name": "a"}}}`), "USUALLY_A_BLOCK")
	ask("/v1/iac/convert", `{"to": "hcl", "code": "{\"resource\": {\"aws_instance\": {\"web\": {\"ebs_block_device\": {\"device_name\": \"a\"}, \"argument_0_1\": {\"a\": \"b\"}}}}}"}`)
	ask("/v1/iac/convert", `{"to": "hcl", "code": "{\"resource\": {\"aws_instance\": {\"web\": {\"amj\": \"a\"}}}}"}`, "NOT_IN_SCHEMA", `did you mean \"ami\"?`)
	ask("/v1/iac/edit", `{"code": "resource \"aws_instance\" \"web\" {\n  ami = \"a\"\n  argument_0_1 = {}\n\n  ebs_block_device {\n    device_name = \"a\"\n    inner {}\n  }\n}\n", "edits": {"tidy": {"resource": {"*": {"*": [{"only": ["empty"]}]}}}}}`,
		`resource \"aws_instance\" \"web\" {\n  ami = \"a\"\n\n  ebs_block_device {\n    device_name = \"a\"\n  }\n}\n`)

	const reshaped = `"edits": {"reshape": {"resource": {"aws_instance": {"web": [{"blockTypes": {"ebs_block_device": {"as": "list"}}}]}}}}}`
	const device = "resource \"aws_instance\" \"web\" {\n  ebs_block_device {\n    inner {\n      deep = 1 # kept\n    }\n  }\n}\n"
	ask("/v1/iac/edit", fmt.Sprintf(`{"code": %q, %s`, device, reshaped), `ebs_block_device = [\n    {\n      inner = {\n        deep = 1 # kept\n      }\n    },\n  ]\n`)

	dir := module(t, map[string]string{"main.tf": "resource \"aws_instance\" \"web\" {\n}\n", "device.tf": strings.ReplaceAll(device, "web", "other"), "x.tf.json": `{"resource": {"aws_instance": {"other": {"ebs_block_device": {"device_name": "a"}}}}}`})
	a := startAgent(t, "--root", dir, "--schema", file)
	got := a.ok("edit", `{"path": "main.tf", "edits": {"set": {"resource": {"aws_instance": {"web": [{"attributes": {"amj": "a"}}]}}}}}`)
	if !strings.Contains(got, "NOT_IN_SCHEMA") || !strings.Contains(got, `did you mean "ami"?`) {
		t.Errorf("the agent is not told of the name: %s", got)
	}
	got = a.ok("edit", `{"path": "device.tf", `+strings.ReplaceAll(reshaped, "web", "other"))
	if !strings.Contains(got, "+      inner = {") {
		t.Errorf("the agent does not reshape the inner block: %s", got)
	}
	got = a.ok("convert", `{"path": "x.tf.json", "to": "hcl"}`)
	if strings.Contains(got, "GUESSED") || !strings.Contains(got, "+  ebs_block_device {") {
		t.Errorf("the agent's conversion guesses: %s", got)
	}
}
