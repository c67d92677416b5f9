package oracle

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"iacedit/edit"
	"iacedit/module"
)

// testedModules is how many random modules are judged, where the environment variable
// IACEDIT_TESTED does not say.
const testedModules = 3

// "terraform test" passes before and after refactorings of random modules that have tests:
// renames, inlined locals, and count that becomes for_each.
func TestTestsFollow(t *testing.T) {
	seed := uint64(fromEnv(t, "IACEDIT_SEED", 0))
	followed := 0
	for round := range fromEnv(t, "IACEDIT_TESTED", testedModules) {
		g := &testedModule{rnd: rand.New(rand.NewPCG(71+seed, uint64(round)))}
		files := g.files()
		if out, err := terraformTest(t, files); err != nil {
			t.Fatalf("round %d: the tests fail before the edits: %s\n%s", round, out, shownFiles(files))
		}
		edits, err := json.Marshal(g.edits())
		if err != nil {
			t.Fatal(err)
		}
		var sent []edit.File
		for name, code := range files {
			sent = append(sent, module.File{Name: name, Code: []byte(code)})
		}
		made, err := new(edit.Options).ApplyFiles(sent, edits)
		if err != nil {
			t.Fatalf("round %d: %v\n%s\n%s", round, err, edits, shownFiles(files))
		}
		after := map[string]string{}
		for name, code := range files {
			after[name] = code
		}
		for _, f := range made {
			after[f.Name] = string(f.Code)
			if strings.HasPrefix(f.Name, "tests/") {
				followed++
			}
		}
		if out, err := terraformTest(t, after); err != nil {
			t.Errorf("round %d: the tests fail after %s: %s\n%s\n%s", round, edits, out, shownFiles(files), shownFiles(after))
		}
	}
	if followed == 0 {
		t.Error("no test changed")
	}
}

func terraformTest(t *testing.T, files map[string]string) (string, error) {
	t.Helper()
	dir := t.TempDir()
	writeFiles(t, dir, files)
	if out, err := terraform(t, dir, "init", "-input=false", "-no-color"); err != nil {
		return string(out), err
	}
	out, err := terraform(t, dir, "test", "-no-color")
	return string(out), err
}

// A testedModule makes a random module that has tests, and edits of it.
type testedModule struct{ rnd *rand.Rand }

func (g *testedModule) pick(all ...string) string { return all[g.rnd.IntN(len(all))] }

// files returns a module in which all values are numbers: two variables, three locals, four
// resources, a call, and outputs; and tests that look at each of them. The called module has names
// like those of the caller, and is tested, too.
func (g *testedModule) files() map[string]string {
	value := func() string {
		return g.pick("1", "var.v", "var.w", "local.a", "var.v + local.a", `tonumber("${local.a}")`, "max([for v in [1, 2] : v + local.a]...)")
	}
	main := fmt.Sprintf(`
variable "v" {
  default = 4

  validation {
    condition     = var.v < 100
    error_message = "too large"
  }
}

variable "w" {
  default = 5
}

locals {
  a = 3
  b = %s
  c = { k = %s, l = [%s] }
}

resource "terraform_data" "one" {
  input = %s
}

resource "terraform_data" "two" {
  count = 2
  input = %s + 0 * count.index
}

module "m" {
  source = "./m"
  v      = %s
}

output "o" {
  value = local.b + terraform_data.two[1].input
}
`, value(), value(), value(), value(), value(), value())
	// Each condition holds for any value, and refers to one or several objects.
	conditions := []string{
		"local.b == local.b + 0", "local.c.k - local.c.k == 0", `local.c["l"][0] > 0`,
		"terraform_data.one.input > 0", "terraform_data.two[0].input == terraform_data.two[1].input",
		`"${terraform_data.two[1].input}" != ""`, "[for one in [1] : terraform_data.one.input][0] > 0",
		"module.m.o > 0", "output.o > 0", "var.w > 0 && var.v > 0", "local.a == 3", "length(terraform_data.two) == 2",
	}
	run := func(name, inner string) string {
		text := fmt.Sprintf("run %q {\n  command = %s\n%s", name, g.pick("plan", "apply"), inner)
		for range 1 + g.rnd.IntN(4) {
			text += fmt.Sprintf("\n  assert {\n    condition     = %s && %s\n    error_message = \"terraform_data.one\"\n  }\n", g.pick(conditions...), g.pick(conditions...))
		}
		return text + "}\n\n"
	}
	test := "variables {\n  v = 6\n}\n\n"
	if g.rnd.IntN(2) == 0 {
		test += "override_module {\n  target = module.m\n  outputs = {\n    o = 7\n  }\n}\n\n"
		conditions = append(conditions, "module.m.o == 7")
	}
	test += run("first", "")
	test += run("second", "\n  variables {\n    w = var.v + 1\n  }\n")
	test += run("third", g.pick("", "\n  variables {\n    w = run.first.o\n  }\n"))
	// The conditions of a run with targets must refer to them alone, or Terraform crashes.
	test += "run \"targets\" {\n  command = plan\n\n  plan_options {\n    target = [terraform_data.one, terraform_data.two[0], terraform_data.two[1]]\n  }\n\n  assert {\n    condition     = terraform_data.one.input > 0 && terraform_data.two[0].input > 0\n    error_message = \"targets\"\n  }\n}\n\n"
	test += "run \"refused\" {\n  command = plan\n\n  variables {\n    v = 1000\n  }\n\n  expect_failures = [var.v]\n}\n\n"
	test += "run \"called\" {\n  variables {\n    v = 1\n  }\n\n  module {\n    source = \"./m\"\n  }\n\n  assert {\n    condition     = terraform_data.one.input == local.a && output.o == 9 && var.v == 1\n    error_message = \"m\"\n  }\n}\n"
	return map[string]string{
		"main.tf":                             main,
		"m/main.tf":                           "variable \"v\" {}\n\nlocals {\n  a = 9\n}\n\nresource \"terraform_data\" \"one\" {\n  input = local.a\n}\n\noutput \"o\" {\n  value = terraform_data.one.input\n}\n",
		g.pick("", "tests/") + "a.tftest.hcl": test,
	}
}

// edits returns some refactorings of the module that files returns.
func (g *testedModule) edits() map[string]any {
	type object = map[string]any
	root := func(members object) []any {
		members["folder"] = "."
		return []any{members}
	}
	renames, edits := object{}, object{"rename": object{}}
	name := func(typ string, labels ...string) {
		in := object{labels[len(labels)-1]: root(object{"to": "renamed"})}
		if len(labels) > 1 {
			in = object{labels[0]: in}
		}
		renames[typ] = in
	}
	for _, chosen := range g.rnd.Perm(7)[:1+g.rnd.IntN(4)] {
		switch chosen {
		case 0:
			name("variable", g.pick("v", "w"))
		case 1:
			name("module", "m")
		case 2:
			name("output", "o")
		case 3:
			if edits["inline"] == nil {
				renames["locals"] = root(object{"attributes": object{g.pick("a", "b"): "renamed"}})
			}
		case 4:
			edits["inline"] = []any{object{"value": g.pick("local.a", "local.b", "local.c"), "folder": "."}}
			delete(renames, "locals")
		case 5:
			if renames["resource"] == nil {
				name("resource", "terraform_data", g.pick("one", "two"))
			}
		case 6:
			edits["update"] = object{"resource": object{"terraform_data": object{"two": root(object{
				"attributes": object{"input": "${local.a + length(each.key)}"},
				"set":        object{"attributes": object{"for_each": `${toset(["x", "y"])}`}}, "delete": object{"attributes": []any{"count"}},
			})}}}
			renames["resource"] = object{"terraform_data": object{"two": root(object{"keys": object{"0": `"x"`, "1": `"y"`}})}}
		}
	}
	edits["rename"] = renames
	if len(renames) == 0 {
		delete(edits, "rename")
	}
	return edits
}
