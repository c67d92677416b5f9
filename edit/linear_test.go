package edit

import (
	"fmt"
	"strings"
	"testing"

	"iacedit/internal/testkit/measure"
)

// TestManyEditsAreLinear: the cost of many edits of one body, object or list is proportional
// to their number, not to its square.
func TestManyEditsAreLinear(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes long; make test-all runs it")
	}
	const few = 1000
	list := func(n int, format string) string {
		var items []string
		for i := range n {
			items = append(items, fmt.Sprintf(format, i))
		}
		return strings.Join(items, ",")
	}
	lines := func(n int, format string) string { return strings.ReplaceAll(list(n, format), ",", "\n") }
	for name, request := range map[string]func(n int) (code, edits string){
		"attributes added": func(n int) (string, string) {
			return "locals {\n}\n", `{"set":{"locals":[{"attributes":{` + list(n, `"a%d":1`) + `}}]}}`
		},
		"blocks tidied": func(n int) (string, string) {
			return lines(n, "resource \"a\" \"b%d\" {\n  x    = null\n  name = 1\n}"), `{"tidy":{"resource":{"*":{"*":[{}]}}}}`
		},
		"null arguments of a block tidied": func(n int) (string, string) {
			return "resource \"a\" \"b\" {\n" + lines(n, "  a%d = null") + "\n}\n", `{"tidy":{"resource":{"*":{"*":[{}]}}}}`
		},
		"nested blocks tidied": func(n int) (string, string) {
			return "resource \"a\" \"b\" {\n" + lines(n, "  c {\n    k = %d\n    n = null\n  }") + "\n}\n", `{"tidy":{"resource":{"*":{"*":[{}]}}}}`
		},
		"IDs tidied": func(n int) (string, string) {
			return lines(n, "# __generated__ by Terraform from \"id-%[1]d-long\"\nresource \"a\" \"b%[1]d\" {\n}") + "\n" + lines(n, "resource \"c\" \"d%[1]d\" {\n  x = \"id-%[1]d-long\"\n}"), `{"tidy":{"resource":{"*":{"*":[{}]}}}}`
		},
		"IDs in a list tidied": func(n int) (string, string) {
			return lines(n, "# __generated__ by Terraform from \"id-%[1]d-long\"\nresource \"a\" \"b%[1]d\" {\n}") + "\nresource \"c\" \"d\" {\n  x = [" + list(n, `"id-%d-long"`) + "]\n}\n", `{"tidy":{"resource":{"*":{"*":[{}]}}}}`
		},
		"IDs that would make circles tidied": func(n int) (string, string) {
			return lines(n, "# __generated__ by Terraform from \"id-%[1]d-long\"\nresource \"a\" \"b%[1]d\" {\n  x = [a.hub.id]\n}") + "\nresource \"a\" \"hub\" {\n  x = [" + list(n, `"id-%d-long"`) + "]\n}\n", `{"tidy":{"resource":{"*":{"*":[{}]}}}}`
		},
		"a policy tidied": func(n int) (string, string) {
			return "resource \"a\" \"b\" {\n  policy = <<EOF\n{" + list(n, `"k%d":"${var.x}"`) + "}\nEOF\n}\n", `{"tidy":{"resource":{"*":{"*":[{}]}}}}`
		},
		"attributes updated": func(n int) (string, string) {
			return "locals {\n" + lines(n, "  a%d = 1") + "\n}\n", `{"set":{"locals":[{"attributes":{` + list(n, `"a%d":2`) + `}}]}}`
		},
		"attributes deleted": func(n int) (string, string) {
			return "locals {\n" + lines(n, "  a%d = 1") + "\n}\n", `{"delete":{"locals":[{"attributes":[` + list(n, `"a%d"`) + `]}]}}`
		},
		"pairs updated": func(n int) (string, string) {
			return "m = {\n" + lines(n, "  k%d = 1") + "\n}\n", `{"set":{"iacvars":[{"attributes":{"m":{` + list(n, `"k%d":2`) + `}}}]}}`
		},
		"elements replaced on one line": func(n int) (string, string) {
			return "l = [" + list(n, "%d") + "]\n", `{"set":{"iacvars":[{"attributes":{"l":[` + list(n, `"x%d"`) + `]}}]}}`
		},
		"keys set in a call": func(n int) (string, string) {
			return "m = merge(var.x, {\n" + lines(n, "  k%d = 1") + "\n})\n", `{"set":{"iacvars":[{"attributes":{` + list(n, `"m.k%d":2`) + `}}]}}`
		},
		"arguments set": func(n int) (string, string) {
			return "c = f(" + list(n, "%d") + ")\n", `{"set":{"iacvars":[{"attributes":{` + list(n, `"c(%d)":-1`) + `}}]}}`
		},
		"elements set by value": func(n int) (string, string) {
			return "l = concat(var.x, [" + list(n, "%d") + "])\n", `{"set":{"iacvars":[` + list(n, `{"attributes":{"l[=]":"x%d"}}`) + `]}}`
		},
		"elements changed and set by value": func(n int) (string, string) {
			return "l = [" + list(n, "%d") + "]\n", `{"set":{"iacvars":[` + list(n, `{"attributes":{"l[%[1]d]":"y","l[=]":"x%[1]d"}}`) + `]}}`
		},
		"elements deleted by value": func(n int) (string, string) {
			return "l = [" + list(n, "%d") + "]\n", `{"delete":{"iacvars":[` + list(n, `{"attributes":{"l[=]":%d}}`) + `]}}`
		},
		"elements of many lists set by value": func(n int) (string, string) {
			return "l = concat(" + list(n, "[%d]") + ")\n", `{"set":{"iacvars":[` + list(n, `{"attributes":{"l[=]":%d}}`) + `]}}`
		},
		"elements of many lists deleted by value": func(n int) (string, string) {
			return "l = concat(" + list(n, "[%d]") + ")\n", `{"delete":{"iacvars":[` + list(n, `{"attributes":{"l[=]":%d}}`) + `]}}`
		},
		"blocks found by an element": func(n int) (string, string) {
			return "resource \"a\" \"b\" {\n" + lines(n, "  r {\n    l = [%d]\n  }") + "\n}\n",
				`{"set":{"resource":{"a":{"b":[{"update":{"blockTypes":{"r":[` + list(n, `{"where":{"l[=]":"%d"},"all":true,"attributes":{"n":-1}}`) + `]}}}]}}}}`
		},
		"texts of several lines": func(n int) (string, string) {
			return "locals {\n}\n", `{"set":{"locals":[{"attributes":{` + list(n, `"a%d":"x\ny\n"`) + `}}]}}`
		},
		"blocks by index": func(n int) (string, string) {
			return "resource \"a\" \"b\" {\n" + lines(n, "  r {\n    n = %d\n  }") + "\n}\n",
				`{"set":{"resource":{"a":{"b":[{"update":{"blockTypes":{"r":[` + list(n, `{"index":%d,"attributes":{"n":-1}}`) + `]}}}]}}}}`
		},
		"blocks by dotted address": func(n int) (string, string) {
			return lines(n, "resource \"t_u\" \"x%d\" {\n  a = 1\n}") + "\n", `{"set":[` + list(n, `{"address":"t_u.x%d.a","value":2}`) + `]}`
		},
		"blocks beside dotted addresses": func(n int) (string, string) {
			return lines(n, "resource \"t_u\" \"x%d\" {\n  a = 1\n}") + "\n" + lines(n, "variable \"y%d\" {}") + "\n", `{"move":[` + list(n, `{"address":"t_u.x%[1]d","place":{"after":"var.y%[1]d"}}`) + `]}`
		},
		"attributes beside dotted addresses": func(n int) (string, string) {
			return lines(n, "resource \"t_u\" \"x%d\" {\n  a = 1\n}") + "\n", `{"set":[` + list(n, `{"address":"t_u.x%[1]d.b","value":2,"place":{"before":"t_u.x%[1]d.a"}}`) + `]}`
		},
		"locals by dotted address": func(n int) (string, string) {
			return "locals {}\nlocals {\n" + lines(n, "  a%d = 1") + "\n}\n", `{"delete":[` + list(n, `"local.a%d"`) + `]}`
		},
		"addresses with any label": func(n int) (string, string) {
			return lines(n, `resource "t%d" "x" {}`) + "\n", `{"update":{"resource":{` + list(n, `"t%d":{"*":[{"attributes":{"n":1}}]}`) + `}}}`
		},
		"moved blocks": func(n int) (string, string) {
			return lines(n, `resource "t%d" "x" {}`) + "\n", `{"rename":{"resource":{"*":{"x":[{"to":"y"}]}}}}`
		},
		"attributes renamed in blocks found": func(n int) (string, string) {
			return lines(n, "locals {\n  a%d = 1\n}") + "\n", `{"rename":{"locals":[` + list(n, `{"has":["a%[1]d"],"attributes":{"a%[1]d":"b%[1]d"}}`) + `]}}`
		},
		"what is absent passed over": func(n int) (string, string) {
			return lines(n, `resource "t%d" "x" {}`) + "\n", `{"delete":{"resource":{` + list(n, `"u%d":{"x":[{"optional":true}]}`) + `}}}`
		},
		"attributes that are absent passed over": func(n int) (string, string) {
			return "a {\n" + lines(n, "  a%d = 1") + "\n}\nmodule \"m\" {\n" + lines(n, "  a%d = 1") + "\n}\n",
				`{"delete":{"module":{"m":[{"optional":true,"attributes":[` + list(n, `"b%d"`) + `]}]}}}`
		},
		"blocks added": func(n int) (string, string) {
			return "", `{"add":{"module":{` + list(n, `"m%d":[{"attributes":{"source":"./m"}}]`) + `}}}`
		},
		"attributes placed": func(n int) (string, string) {
			return "locals {\n" + lines(n, "  x%d = 1") + "\n}\n",
				`{"set":{"locals":[{"attributes":{` + list(n, `"a%[1]d":1,"b%[1]d":1`) + `},"places":{` + list(n, `"a%[1]d":"first","b%[1]d":{"after":"x%[1]d"}`) + `}}]}}`
		},
		"meta-arguments": func(n int) (string, string) {
			return "module \"m\" {\n  count = 1\n\n  depends_on = []\n}\n", `{"set":{"module":{"m":[{"attributes":{` + list(n, `"a%d":1`) + `}}]}}}`
		},
		"keys placed": func(n int) (string, string) {
			return "m = {\n" + lines(n, "  x%d = 1") + "\n}\n",
				`{"set":{"iacvars":[{"attributes":{` + list(n, `"m.a%d":1`) + `},"places":{` + list(n, `"m.a%[1]d":{"before":"x%[1]d"}`) + `}}]}}`
		},
		"blocks placed": func(n int) (string, string) {
			return lines(n, "variable \"x%d\" {}") + "\n",
				`{"add":{"variable":{` + list(n, `"a%[1]d":[{"place":"first"}],"b%[1]d":[{"place":{"before":{"variable":{"x%[1]d":{}}}}}]`) + `}}}`
		},
		"nested blocks placed": func(n int) (string, string) {
			return "resource \"a\" \"b\" {\n" + lines(n, "  r {\n    n = %d\n  }") + "\n}\n",
				`{"update":{"resource":{"a":{"b":[{"add":{"blockTypes":{"r":[` + list(n, `{"place":"first","attributes":{"n":%d}}`) + `]}}},{"add":{"blockTypes":{"s":[{}]}}}]}}}}`
		},
		"nested blocks added to all": func(n int) (string, string) {
			return lines(n, "resource \"t_u\" \"x%d\" {\n  r {\n    n = 1\n  }\n}") + "\n",
				`{"update":{"resource":{"t_u":{"*":{"add":{"blockTypes":{"s":[{"attributes":{"n":1}}]}}}}}}}`
		},
		"blocks moved": func(n int) (string, string) {
			return lines(n, "variable \"x%d\" {}\n") + "\n", `{"move":{"variable":{` + list(n, `"x%d":[{"place":"first"}]`) + `}}}`
		},
		"blocks moved to the end": func(n int) (string, string) {
			return lines(n, "variable \"x%d\" {}\n") + "\n", `{"move":{"variable":{` + list(n, `"x%d":[{"place":"last"}]`) + `}}}`
		},
		"attributes moved": func(n int) (string, string) {
			return "locals {\n" + lines(n, "  x%d = 1") + "\n}\n", `{"move":{"locals":[{"attributes":{` + list(n, `"x%d":"last"`) + `}}]}}`
		},
		"keys moved": func(n int) (string, string) {
			return "m = { " + list(n, "x%d = 1") + " }\n", `{"move":{"iacvars":[{"attributes":{` + list(n, `"m.x%d":"last"`) + `}}]}}`
		},
		"comments": func(n int) (string, string) {
			return "locals {\n" + lines(n, "  x%d = 1") + "\n}\n", `{"set":{"locals":[{"comments":{` + list(n, `"x%d":"one\\ntwo"`) + `}}]}}`
		},
		"comments of elements": func(n int) (string, string) {
			return "m = [" + list(n, "%d") + "]\n", `{"set":{"iacvars":[{"comments":{` + list(n, `"m[%d]":"one"`) + `}}]}}`
		},
	} {
		t.Run(name, func(t *testing.T) {
			measure.Linear(t, few, func(n int) func() {
				code, edits := request(n)
				return func() {
					if _, err := new(Options).Apply(nil, []byte(code), []byte(edits)); err != nil {
						t.Fatal(err)
					}
				}
			})
		})
	}
}

// Many blocks of a module of many files are found and added without a look into each file
// for each of them.
func TestManyFilesAreLinear(t *testing.T) {
	for name, entry := range map[string]string{
		"where they belong": `"v%[1]d":[{}]`,
		"in files":          `"v%[1]d":[{"file":"f%[1]d.tf"}]`,
	} {
		t.Run(name, func(t *testing.T) {
			measure.Linear(t, 400, func(n int) func() {
				var files []File
				var adds, updates []string
				for i := range n {
					files = append(files, File{Name: fmt.Sprintf("f%d.tf", i), Code: fmt.Appendf(nil, "variable \"old%d\" {}\n", i)})
					adds = append(adds, fmt.Sprintf(entry, i))
					updates = append(updates, fmt.Sprintf(`"old%d":[{"attributes":{"type":"string"}}]`, i))
				}
				edits := `{"add":{"variable":{` + strings.Join(adds, ",") + `}},"update":{"variable":{` + strings.Join(updates, ",") + `}}}`
				return func() {
					if _, err := new(Options).ApplyFiles(files, []byte(edits)); err != nil {
						t.Fatal(err)
					}
				}
			})
		})
	}
}

// Many variables and outputs of a module are renamed that many modules call, which are looked
// through once.
func TestManyCallersAreLinear(t *testing.T) {
	for name, kind := range map[string]struct{ typ, body, call, use string }{
		"variables": {"variable", "", "  x%d = 1\n", ""},
		"outputs":   {"output", "  value = 1\n", "", "output \"o%[1]d\" {\n  value = module.m%[1]d.x%[1]d\n}\n"},
	} {
		t.Run(name, func(t *testing.T) {
			measure.Linear(t, 400, func(n int) func() {
				var module, root strings.Builder
				var renames []string
				for i := range n {
					fmt.Fprintf(&module, "%s \"x%d\" {\n%s}\n", kind.typ, i, kind.body)
					fmt.Fprintf(&root, "module \"m%d\" {\n  source = \"./m\"\n", i)
					if kind.call != "" {
						fmt.Fprintf(&root, kind.call, i)
					}
					root.WriteString("}\n")
					if kind.use != "" {
						fmt.Fprintf(&root, kind.use, i)
					}
					renames = append(renames, fmt.Sprintf(`"x%[1]d":{"to":"y%[1]d"}`, i))
				}
				files := []File{{Name: "main.tf", Code: []byte(root.String())}, {Name: "m/main.tf", Code: []byte(module.String())}}
				edits := fmt.Sprintf(`{"rename":{%q:{%s}}}`, kind.typ, strings.Join(renames, ","))
				return func() {
					result, err := new(Options).Edit(files, []byte(edits), ReturnCode|ReturnReport)
					if err != nil || len(result.Files) != 2 {
						t.Fatal(err)
					}
				}
			})
		})
	}
}

// Variables and outputs of modules are renamed that many units of Terragrunt use.
func TestManyUnitsAreLinear(t *testing.T) {
	for name, of := range map[string]struct{ typ, unit, app string }{
		"variables":    {"variable", "", ""},
		"outputs":      {"output", "", "dependency \"u\" {\n  config_path = \"../u%[1]d\"\n  mock_outputs = {\n    x%[1]d = 1\n  }\n}\ninputs = dependency.u.outputs.x%[1]d\n"},
		"lost outputs": {"output", "", "dependency \"u\" {\n  config_path = local.u%[1]d\n}\ninputs = dependency.u.outputs.x%[1]d\n"},
		"inputs":       {"variable", "include {\n  path = \"../root.hcl\"\n}\ninputs = {\n  x%d = 1\n}\n", ""},
	} {
		t.Run(name, func(t *testing.T) {
			measure.Linear(t, 100, func(n int) func() {
				var module, inputs strings.Builder
				var renames []string
				var files []File
				for i := range n {
					folder := fmt.Sprintf("m%d", i%10)
					fmt.Fprintf(&inputs, "  x%d = 1\n", i)
					unit := fmt.Sprintf("terraform {\n  source = \"../%s\"\n}\n", folder)
					if of.unit != "" {
						unit += fmt.Sprintf(of.unit, i)
					}
					files = append(files, File{Name: fmt.Sprintf("u%d/terragrunt.hcl", i), Code: []byte(unit)})
					if of.app != "" {
						files = append(files, File{Name: fmt.Sprintf("a%d/terragrunt.hcl", i), Code: fmt.Appendf(nil, of.app, i)})
					}
					if i < 10 {
						renames = append(renames, fmt.Sprintf(`"x%[1]d":{"folder":"%s","to":"y%[1]d"}`, i, folder))
					}
				}
				files = append(files, File{Name: "root.hcl", Code: []byte("inputs = {\n" + inputs.String() + "}\n")})
				for f := range 10 {
					module.Reset()
					for i := f; i < n; i += 10 {
						fmt.Fprintf(&module, "%s \"x%d\" {}\n", of.typ, i)
					}
					files = append(files, File{Name: fmt.Sprintf("m%d/main.tf", f), Code: []byte(module.String())})
				}
				edits := fmt.Sprintf(`{"rename":{%q:{%s}}}`, of.typ, strings.Join(renames, ","))
				return func() {
					if _, err := new(Options).Edit(files, []byte(edits), ReturnCode|ReturnReport); err != nil {
						t.Fatal(err)
					}
				}
			})
		})
	}
}

// A block that an edit made in a file is found there by those after it, and a file whose
// last block went is no longer where new ones belong.
func TestFilesAreKnownAsTheyAre(t *testing.T) {
	var files []File
	for i := range 20 { // more than are looked through for each edit
		files = append(files, File{Name: fmt.Sprintf("f%02d.tf", i), Code: fmt.Appendf(nil, "variable \"old%d\" {}\n", i)})
	}
	last := len(files) - 1
	var updates []string
	for i := range last {
		updates = append(updates, fmt.Sprintf(`"old%d":[{"attributes":{"type":"string"}}]`, i))
	}
	var ops []Operation
	for _, edits := range []string{
		`{"set":{"variable":{"new":[{"file":"a.tf"}]}}}`,
		`{"update":{"variable":{"new":[{"attributes":{"type":"number"}}],` + strings.Join(updates, ",") + `}}}`,
		fmt.Sprintf(`{"delete":{"variable":{"old%d":[{}]}}}`, last),
		`{"set":{"variable":{"newer":[{}]}}}`,
	} {
		decoded, err := new(Options).Decode([]byte(edits))
		if err != nil {
			t.Fatal(err)
		}
		ops = append(ops, decoded...)
	}
	got, err := new(Options).ApplyOperationsToFiles(files, ops...)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"a.tf": "variable \"new\" {\n  type = number\n}\n", files[last].Name: "", files[last-1].Name: "variable \"old18\" {\n  type = string\n}\n\nvariable \"newer\" {}\n"}
	for _, f := range got {
		if text, ok := want[f.Name]; ok && string(f.Code) != text {
			t.Errorf("%s: got %q, want %q", f.Name, f.Code, text)
		}
		delete(want, f.Name)
	}
	if len(want) > 0 {
		t.Errorf("unchanged: %v", want)
	}
}
