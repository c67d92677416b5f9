package fuzz

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"iacedit/internal/testkit/measure"
	"iacedit/read"
)

// TestReadingIsLinear: the cost is proportional to the code and the selection.
func TestReadingIsLinear(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes long; make test-all runs it")
	}
	repeat := func(format string) func(n int) string {
		return func(n int) string {
			var b strings.Builder
			for i := range n {
				fmt.Fprintf(&b, format, i)
			}
			return b.String()
		}
	}
	inside := func(head, format, tail string) func(n int) string {
		return func(n int) string { return head + repeat(format)(n) + tail }
	}
	none := func(int) string { return "" }
	for name, c := range map[string]struct {
		code    func(n int) string
		request func(n int) string
	}{
		"blocks":               {repeat("resource \"a\" \"b%d\" {\n  x = 1\n}\n"), none},
		"blocks of a name":     {repeat("locals {\n  x%d = 1\n}\n"), none},
		"labels":               {repeat("a \"b%d\" {}\na {}\n"), none},
		"nested types":         {inside("a {\n", "  b%d {}\n", "}\n"), none},
		"nested labels":        {inside("a {\n", "  b \"c%d\" {}\n", "}\n"), none},
		"attributes":           {repeat("x%d = var.y\n"), none},
		"a long object":        {inside("x = {\n", "  \"k%d\" = [1, \"a${b}\"]\n", "}\n"), none},
		"a long list":          {inside("x = [\n", "  # c%d\n  \"a\\n${b}\",\n", "]\n"), func(int) string { return `{"include": ["comments", "ranges"]}` }},
		"a long template":      {inside("x = \"", "a${b%d ~} $${c}", "\"\n"), none},
		"a long heredoc":       {inside("x = <<-E\n", "  a${b%d}\n", "  E\n"), none},
		"templates with marks": {inside("x = [", "\"${~ a%d ~} b\", ", "]\n"), none},
		"objects twice":        {inside("x = [", "{ a%d = 1, \"b\" = 2, b = 3 }, ", "]\n"), none},
		"a sum":                {inside("x = 1", " + a%d", "\n"), none},
		"names selected": {repeat("x%d = 1\n"), func(n int) string {
			return `{"select": {"iacvars": [{"attributes": [` + strings.TrimSuffix(repeat(`"x%d",`)(n), ",") + `]}]}}`
		}},
		"blocks selected": {repeat("variable \"x%d\" {}\n"), func(n int) string {
			return `{"select": {"variable": {` + strings.TrimSuffix(repeat(`"x%d": [],`)(n), ",") + `}}}`
		}},
		"blocks selected by any label": {repeat("resource \"a\" \"x%d\" {\n  y = \"1\"\n}\n"), func(n int) string {
			return `{"select": {"resource": {"*": {"*": [{"where": {"y": 1}, "attributes": ["y"]}]}}}}`
		}},
		"values at addresses": {repeat("variable \"x%d\" {\n  y = 1\n}\n"), func(n int) string {
			return `{"select": [` + strings.TrimSuffix(repeat(`"var.x%d.y",`)(n), ",") + `], "return": "values"}`
		}},
		"values at an address": {repeat("resource \"a\" \"x%d\" {\n  y = f(1)\n}\n"), func(n int) string {
			return `{"select": ["a.*.y"], "return": "values"}`
		}},
		"values at addresses without labels": {repeat("a \"b%d\" {\n  y {\n    z = 1\n  }\n}\n"), func(n int) string {
			return `{"select": ["a.*.y", "a.*.y.z"], "return": "values", "dialect": "hcl"}`
		}},
	} {
		t.Run(name, func(t *testing.T) {
			measure.Linear(t, 2000, func(n int) func() {
				code, request := []byte(c.code(n)), []byte(c.request(n))
				if len(request) == 0 {
					request = nil
				}
				return func() {
					got, err := new(read.Options).Read(nil, code, request)
					if err != nil || !json.Valid(got) {
						t.Fatalf("%v: %.300s", err, got)
					}
				}
			})
		})
	}
}
