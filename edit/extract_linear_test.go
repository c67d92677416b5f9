package edit

import (
	"fmt"
	"strings"
	"testing"

	"iacedit/internal/testkit/measure"
)

// The cost of taking blocks out into a module grows with the size of the code, whatever there
// are many of.
func TestExtractingModulesIsLinear(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes long; make test-all runs it")
	}
	// request returns the files, and the addresses of the blocks, at a size.
	type request func(n int) (files map[string]string, blocks []string)
	each := func(n int, format string) string { return strings.Join(listed(n, format), "") }
	for name, shape := range map[string]struct {
		few     int
		request request
	}{
		"half of the blocks, by name": {100, func(n int) (map[string]string, []string) {
			return map[string]string{"main.tf": each(n, "resource \"a\" \"x%[1]d\" {\n  v = [a.y%[1]d.id, var.v%[1]d, local.l]\n}\n\nresource \"a\" \"y%[1]d\" {\n  v = a.x%[1]d.z\n}\n\nvariable \"v%[1]d\" {\n  type = string\n}\n\n") + "locals {\n  l = 1\n}\n"}, listed(n, "a.x%d")
		}},
		"by a pattern": {100, func(n int) (map[string]string, []string) {
			return map[string]string{"main.tf": each(n, "resource \"a\" \"x%[1]d\" {\n  v = a.y%[1]d.id\n}\n\nresource \"a\" \"y%[1]d\" {\n  v = a.x%[1]d.z\n}\n\n")}, []string{"a.x*"}
		}},
		"locals": {200, func(n int) (map[string]string, []string) {
			return map[string]string{"main.tf": "locals {\n" + each(n, "  x%[1]d = [local.y%[1]d, a.r.id]\n  y%[1]d = 1\n") + "}\n\noutput \"all\" {\n  value = [" + each(n, "local.x%d, ") + "]\n}\n\nresource \"a\" \"r\" {}\n"}, listed(n, "local.x%d")
		}},
		"blocks of locals": {200, func(n int) (map[string]string, []string) {
			return map[string]string{"main.tf": each(n, "locals {\n  x%[1]d = local.y%[1]d\n  y%[1]d = 1\n}\n\n")}, listed(n, "local.x%d")
		}},
		"files": {100, func(n int) (map[string]string, []string) {
			files := map[string]string{}
			for i := range n {
				files[fmt.Sprintf("f%d.tf", i)] = fmt.Sprintf("resource \"a\" \"x%[1]d\" {\n  v = a.y%[1]d.id\n}\n\nresource \"a\" \"y%[1]d\" {\n  v = a.x%[1]d.z\n}\n", i)
			}
			return files, listed(n, "a.x%d")
		}},
		"folders": {200, func(n int) (map[string]string, []string) {
			files := map[string]string{"main.tf": "resource \"a\" \"x\" {\n  v = var.v\n}\n\nvariable \"v\" {}\n"}
			for i := range n {
				files[fmt.Sprintf("f%d/main.tf", i)] = "resource \"a\" \"y\" {\n  v = var.v\n}\n\nvariable \"v\" {}\n"
			}
			return files, []string{"a.x"}
		}},
		"callers": {200, func(n int) (map[string]string, []string) {
			return map[string]string{"m/main.tf": "resource \"a\" \"x\" {\n  v = var.v\n}\n\nvariable \"v\" {}\n",
				"main.tf": each(n, "module \"m%d\" {\n  source = \"./m\"\n  v      = 1\n}\n\n")}, []string{"a.x"}
		}},
		"taken calls": {100, func(n int) (map[string]string, []string) {
			return map[string]string{"main.tf": each(n, "module \"x%[1]d\" {\n  source = \"./m\"\n  v      = module.y%[1]d.o\n}\n\nmodule \"y%[1]d\" {\n  source = \"./m\"\n  v      = 1\n}\n\n"),
				"m/main.tf": "variable \"v\" {}\n\noutput \"o\" {\n  value = [var.v]\n}\n"}, listed(n, "module.x%d")
		}},
		"dependencies": {100, func(n int) (map[string]string, []string) {
			return map[string]string{"main.tf": each(n, "resource \"a\" \"x%[1]d\" {\n  depends_on = [a.y%[1]d, module.m]\n}\n\nresource \"a\" \"y%[1]d\" {}\n\nresource \"a\" \"z%[1]d\" {\n  depends_on = [a.x%[1]d]\n}\n\n") + "module \"m\" {\n  source = \"./m\"\n}\n"}, []string{"a.x*"}
		}},
		"dependencies of one block": {400, func(n int) (map[string]string, []string) {
			return map[string]string{"main.tf": "resource \"a\" \"x\" {\n  depends_on = [" + each(n, "a.y%d, ") + "]\n}\n\n" + each(n, "resource \"a\" \"y%[1]d\" {}\n\n")}, []string{"a.x"}
		}},
		"providers": {100, func(n int) (map[string]string, []string) {
			return map[string]string{"main.tf": each(n, "resource \"a\" \"x%[1]d\" {\n  provider = a.p%[1]d\n}\n\nprovider \"a\" {\n  alias = \"p%[1]d\"\n}\n\n")}, []string{"a.x*"}
		}},
		"required providers": {100, func(n int) (map[string]string, []string) {
			return map[string]string{"main.tf": "terraform {\n  required_providers {\n" + each(n, "    p%[1]d = {\n      source = \"a/p%[1]d\"\n    }\n") + "  }\n}\n\n" + each(n, "resource \"p%[1]d_r\" \"x%[1]d\" {}\n\n")}, listed(n, "p%[1]d_r.x%[1]d")
		}},
		"instances": {100, func(n int) (map[string]string, []string) {
			return map[string]string{"main.tf": each(n, "resource \"a\" \"x%[1]d\" {\n  for_each = toset(a.y%[1]d[*].id)\n\n  v = a.y%[1]d[0].id\n}\n\nresource \"a\" \"y%[1]d\" {\n  count = length(a.x%[1]d)\n\n  v = [for k, v in a.x%[1]d : v.id]\n}\n\n")}, []string{"a.x*"}
		}},
		"references in one value": {400, func(n int) (map[string]string, []string) {
			return map[string]string{"main.tf": "resource \"a\" \"x\" {\n  v = [" + each(n, "a.y[\"k%d\"].id, ") + "]\n  w = [" + each(n, "var.z[%d], ") + "]\n}\n\nresource \"a\" \"y\" {\n  for_each = {}\n}\n\nvariable \"z\" {}\n"}, []string{"a.x"}
		}},
		"validations": {200, func(n int) (map[string]string, []string) {
			return map[string]string{"main.tf": "resource \"a\" \"x\" {\n  v = var.v\n}\n\nvariable \"o\" {}\n\nvariable \"v\" {\n" + each(n, "  validation {\n    condition     = var.v != var.o && var.v != %d\n    error_message = \"No.\"\n  }\n") + "}\n"}, []string{"a.x"}
		}},
		"tests": {200, func(n int) (map[string]string, []string) {
			return map[string]string{"main.tf": "resource \"a\" \"x\" {}\n", "tests/main.tftest.hcl": each(n, "run \"r%d\" {\n  assert {\n    condition     = a.x.id == \"\"\n    error_message = \"No.\"\n  }\n}\n\n")}, []string{"a.x"}
		}},
		"chains of locals": {200, func(n int) (map[string]string, []string) {
			return map[string]string{"main.tf": "resource \"a\" \"x\" {\n  v = [" + each(n, "local.l%d, ") + "]\n}\n\nlocals {\n  l0 = \"a\"\n" + strings.Join(listedPairs(n, "  l%d = local.l%d\n"), "") + "}\n"}, []string{"a.x"}
		}},
	} {
		for _, tidy := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, tidy %v", name, tidy), func(t *testing.T) {
				measure.Linear(t, shape.few, func(n int) func() {
					texts, blocks := shape.request(n)
					var files []File
					for name, text := range texts {
						files = append(files, File{Name: name, Code: []byte(text)})
					}
					edits := fmt.Sprintf(`{"extract":[{"blocks":["%s"],"to":"new","tidy":%v}]}`, strings.Join(blocks, `","`), tidy)
					return func() {
						if _, err := new(Options).Edit(files, []byte(edits), ReturnCode|ReturnReport); err != nil {
							t.Fatal(err)
						}
					}
				})
			})
		}
	}
}

// listed returns a text for each number below n.
func listed(n int, format string) (all []string) {
	for i := range n {
		all = append(all, fmt.Sprintf(format, i))
	}
	return all
}

// listedPairs returns a text for each number from 1 below n and the number before it.
func listedPairs(n int, format string) (all []string) {
	for i := 1; i < n; i++ {
		all = append(all, fmt.Sprintf(format, i, i-1))
	}
	return all
}
