package mcpserver

import (
	"encoding/json"
	"strings"
	"testing"
)

// A refusal has the whole request that works, where one that differs in the place of the mistake
// does.
func TestCorrections(t *testing.T) {
	s, _ := serve(t, map[string]string{
		"main.tf":   "resource \"aws_vpc\" \"this\" {\n  cidr = \"a\"\n  tags = merge(var.tags, var.more)\n\n  rule {\n    port = 1\n  }\n}\n\nvariable \"name\" {\n  default = \"\"\n}\n",
		"b/main.tf": "module \"a\" {\n  source = \"x\"\n}\n",
		"c/main.tf": "module \"a\" {\n  source = \"y\"\n}\n",
	})
	for _, c := range []struct{ tool, sent, works string }{
		{"edit", `{"edits": {"update": {"resource": {"aws_vpc": {"thiss": {"attributes": {"cidr": "b"}}}}}}}`, `{"edits":{"update":{"resource":{"aws_vpc":{"this":{"attributes":{"cidr":"b"}}}}}}}`},
		{"edit", `{"edits": {"update": {"aws_vpc": {"this": {"attributes": {"cidr": "b"}}}}}}`, `{"edits":{"update":{"resource":{"aws_vpc":{"this":{"attributes":{"cidr":"b"}}}}}}}`},
		{"edit", `{"edits": {"update": {"resource.aws_vpc.this": {"cidr": "b"}}}, "write": true}`, `{"edits":{"update":{"resource":{"aws_vpc":{"this":{"attributes":{"cidr":"b"}}}}}},"write":true}`},
		{"edit", `{"edits": "{\"rewrite\": {\"match\": \"var.tags\", \"to\": \"local.tags\"}}"}`, `{"edits":{"rewrite":[{"match":"var.tags","to":"local.tags"}]}}`},
		{"edit", `{"edits": {"rename": {"variable": {"name": "nam"}}}}`, `{"edits":{"rename":{"variable":{"name":[{"to":"nam"}]}}}}`},
		{"edit", `{"edits": {"delete": {"variable": ["name"]}}}`, `{"edits":{"delete":{"variable":{"name":[]}}}}`},
		{"edit", `{"edits": {"add": {"variable": {"name": {"attributes": {"default": "x<y"}}}}}}`, `{"edits":{"set":{"variable":{"name":{"attributes":{"default":"x<y"}}}}}}`},
		{"edit", `{"edits": {"update": {"resource": {"aws_vpc": {"this": {"attributes": {"tags.Owner": "core"}}}}}}}`, `{"edits":{"update":{"resource":{"aws_vpc":{"this":{"attributes":{"tags(+)":{"Owner":"core"}}}}}}}}`},
		{"edit", `{"recursive": true, "edits": {"update": {"module": {"a": {"all": true, "where": {"source": "x"}, "blockTypes": {"rule": {"all": true, "attributes": {"port": 2}}}, "attributes": {"version": "1"}}}}}}`,
			`{"edits":{"update":{"module":{"a":{"all":true,"attributes":{"version":"1"},"optional":true,"update":{"blockTypes":{"rule":{"all":true,"attributes":{"port":2},"optional":true}}},"where":{"source":"x"}}}}},"recursive":true}`},
		{"rename", `{"address": "var.nam", "to": "x"}`, `{"address":"var.name","to":"x"}`},
		{"get", `{"address": "aws_vpc.thi.cidr"}`, `{"address":"aws_vpc.this.cidr"}`},
		{"edit", `{"edits": {"update": {"module": {"zork": {"attributes": {"a": 1}}}}}}`, ""},
	} {
		_, _, err := s.call(t.Context(), named(c.tool), json.RawMessage(c.sent), nil)
		if err == nil {
			t.Errorf("%s is done", c.sent)
			continue
		}
		text := explain(err)
		_, works, _ := strings.Cut(text, "\nthis works: ")
		if works != c.works {
			t.Errorf("%s:\n%s\nwant %s", c.sent, text, c.works)
		}
		if works == "" {
			continue
		}
		var arguments map[string]any
		if err := json.Unmarshal([]byte(works), &arguments); err != nil {
			t.Fatal(err)
		}
		delete(arguments, "write")
		if _, _, err := s.call(t.Context(), named(c.tool), compact(arguments), nil); err != nil {
			t.Errorf("%s is refused: %v", works, err)
		}
	}
}
