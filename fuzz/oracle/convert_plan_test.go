package oracle

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"iacedit/convert"
	"iacedit/module"
)

// plansCompared is how many modules TestTerraformPlansTheSame makes, where the environment
// variable IACEDIT_PLANS does not say. 300 take some ten minutes.
const plansCompared = 3

// Terraform plans the same from a module in native syntax and in JSON: modules of all
// features of the language that need no provider but Terraform's own.
func TestTerraformPlansTheSame(t *testing.T) {
	total := fromEnv(t, "IACEDIT_PLANS", plansCompared)
	if testing.Short() {
		total = min(total, 1)
	}
	changes := 0
	for i := range total {
		rnd := rand.New(rand.NewPCG(uint64(fromEnv(t, "IACEDIT_SEED", 0)), uint64(i)))
		changes += comparePlans(t, (&planMaker{Rand: rnd}).files())
		if t.Failed() {
			return
		}
	}
	t.Logf("%d modules, %d planned changes", total, changes)
}

// comparePlans plans a module in both syntaxes, and once more in native syntax that was made
// of the JSON.
func comparePlans(t *testing.T, native map[string]string) int {
	t.Helper()
	inJSON := converted(t, native, convert.JSON)
	again := converted(t, inJSON, convert.Native)
	want := terraformPlan(t, native)
	for name, files := range map[string]map[string]string{"JSON": inJSON, "native code made of JSON": again} {
		if got := terraformPlan(t, files); !reflect.DeepEqual(want, got) {
			t.Errorf("%s plans otherwise: %s\n%s", name, difference(want, got, ""), shownFiles(files))
		}
	}
	if t.Failed() {
		t.Log(shownFiles(native))
	}
	return len(want.(map[string]any)["resource_changes"].([]any))
}

// converted returns a module, with the modules in it, in the other syntax.
func converted(t *testing.T, files map[string]string, to convert.Syntax) map[string]string {
	t.Helper()
	folders := map[string][]module.File{}
	for name, text := range files {
		folder, base := filepath.Split(name)
		folders[folder] = append(folders[folder], module.File{Name: base, Code: []byte(text)})
	}
	out := map[string]string{}
	for folder, files := range folders {
		made, notes, err := new(convert.Options).Files(files, to)
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range notes {
			if n.Code == convert.Guessed {
				t.Errorf("guessed: %v", n)
			}
		}
		for _, f := range made {
			out[folder+f.Name] = string(f.Code)
		}
	}
	return out
}

// terraformPlan returns what Terraform plans for a module, but for what tells of where it is.
func terraformPlan(t *testing.T, files map[string]string) any {
	t.Helper()
	dir := t.TempDir()
	writeFiles(t, dir, files)
	run := func(args ...string) []byte {
		out, err := terraform(t, dir, args...)
		if err != nil {
			t.Fatalf("terraform %s: %v\n%s\n%s", strings.Join(args, " "), err, out, shownFiles(files))
		}
		return out
	}
	run("init", "-input=false")
	run("plan", "-input=false", "-out=p", "-refresh=false")
	var shown map[string]any
	if err := json.Unmarshal(run("show", "-json", "p"), &shown); err != nil {
		t.Fatal(err)
	}
	delete(shown, "timestamp")
	return withoutConstants(shown)
}

// withoutConstants returns a plan without the constant values of its configuration: for
// JSON they are given as for expressions, or not at all.
func withoutConstants(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := map[string]any{}
		for key, inner := range v {
			if key == "constant_value" {
				continue
			}
			if key == "references" {
				inner = sortedTexts(inner)
			}
			if key == "configuration" {
				inner = withoutEmpty(withoutConstants(inner))
			}
			out[key] = withoutConstants(inner)
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = withoutConstants(v[i])
		}
		return out
	}
	return v
}

func sortedTexts(v any) any {
	list, _ := v.([]any)
	var texts []string
	for _, text := range list {
		texts = append(texts, fmt.Sprint(text))
	}
	slices.Sort(texts)
	return fmt.Sprint(slices.Compact(texts))
}

// withoutEmpty leaves out objects in which nothing is left.
func withoutEmpty(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := map[string]any{}
		for key, inner := range v {
			inner = withoutEmpty(inner)
			if object, ok := inner.(map[string]any); ok && len(object) == 0 {
				continue
			}
			out[key] = inner
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = withoutEmpty(v[i])
		}
		return out
	}
	return v
}

func shownFiles(files map[string]string) string {
	var text strings.Builder
	for name, code := range files {
		fmt.Fprintf(&text, "-- %s --\n%s\n", name, code)
	}
	return text.String()
}

// A planMaker makes modules that Terraform plans.
type planMaker struct {
	*rand.Rand
	text strings.Builder
}

func (m *planMaker) one(texts ...string) string { return texts[m.IntN(len(texts))] }

func (m *planMaker) maybe(text string) string {
	if m.IntN(3) == 0 {
		return ""
	}
	return text
}

// value returns an expression of known value.
func (m *planMaker) value(depth int) string {
	if depth == 0 || m.IntN(3) == 0 {
		return m.one(`"plain"`, `"$${literal} %%{text}"`, `"tab\tquote\" slash\\ é"`, "12345678901234567890", "0.10", "1e3", "-5", "true", "null", "local.name", "var.list",
			`"a-${local.name}"`, `"${local.name}"`, `"%{if var.flag}yes%{else}no%{endif}"`, "var.object.a", `var.list[0]`, "length(var.list)", `upper("x")`, "var.flag ? 1 : 2", "!var.flag", "1 + 2 * 3",
			`join(",", var.list)`, "[for x in var.list : upper(x)]", `{ for k, v in var.map : k => v if v != "" }`, "var.list[*]", "path.module", "terraform.workspace", "<<-EOT\n    one ${local.name}\n      two\n  EOT\n", "<<EOT\n%{for x in var.list~}\n${x}\n%{endfor~}\nEOT\n",
			"format(\"%s %d\", local.name, 3)", `jsonencode({ "Version" = "1", s = [local.name] })`)
	}
	inner := func() string { return strings.TrimSuffix(m.inline(depth-1), "\n") }
	switch m.IntN(3) {
	case 0:
		return "[" + inner() + ", " + inner() + "]"
	case 1:
		return "{ a = " + inner() + ", \"b.c d\" = " + inner() + ", (local.name) = " + inner() + " }"
	}
	return "{\n    one = " + inner() + "\n    \"//\" = " + inner() + "\n  }"
}

// inline is value for places where no heredoc may stand.
func (m *planMaker) inline(depth int) string {
	for {
		if v := m.value(depth); !strings.Contains(v, "<<") {
			return v
		}
	}
}

func (m *planMaker) add(format string, args ...any) { fmt.Fprintf(&m.text, format+"\n", args...) }

// files returns the files of a module: a root with a module in it.
func (m *planMaker) files() map[string]string {
	m.add(`# A module.

terraform {
  required_version = ">= 1.0"
}

variable "list" {
  type        = list(string)
  default     = ["a", "b", %s]
  description = "Some ${"$"}${"{"}text}."
}
variable "flag" {
  type    = bool
  default = %s
  %s
}
variable "map" {
  type    = map(string)
  default = { "k.1" = "v", e = "" }
}
variable "object" {
  type    = object({ a = string, b = optional(number, 3) })
  default = { a = "$${not.a.template}" }
  validation {
    condition     = length(var.object.a) > 0
    error_message = "It is empty: ${"$"}${"{"}var.object.a}."
  }
}
locals {
  name = "n%d"
}`, m.one(`"c"`, `"$${c}"`, `"d\ne"`), m.one("true", "false"), m.maybe("nullable = false"), m.IntN(9))
	s := strings.NewReplacer(`${"$"}${"{"}text}`, "$${text}", `${"$"}${"{"}var.object.a}`, "${var.object.a}").Replace(m.text.String())
	m.text.Reset()
	m.text.WriteString(s)
	m.add("locals {")
	for i := range 8 {
		m.add("  v%d = %s", i, m.value(2))
	}
	m.add("}")
	for i := range 3 {
		m.add("# Resource %d.", i)
		m.add("resource \"terraform_data\" \"r%d\" {", i)
		m.add("%s", m.one("", "  count = 2\n", "  for_each = toset([\"x\", \"y\"])\n", "  for_each = { a = { n = 1 }, b = { n = 2 } }\n"))
		m.add("  input = %s", m.value(2))
		m.add("%s", m.maybe("  triggers_replace = [local.name, "+m.inline(1)+"]"))
		if i > 0 {
			m.add("%s", m.maybe(fmt.Sprintf("  depends_on = [terraform_data.r%d]", i-1)))
		}
		m.add("%s", m.maybe("  provisioner \"local-exec\" {\n    command = \"echo ${self.id}\"\n    environment = { A = \"1\" }\n  }\n  provisioner \"local-exec\" {\n    when = destroy\n    on_failure = continue\n    command = \"true\"\n  }\n"))
		ignored := m.one("all", "[input]", "[triggers_replace]")
		m.add("%s", m.maybe("  # Life.\n  lifecycle {\n    ignore_changes = "+ignored+"\n    create_before_destroy = true\n    precondition {\n      condition = length(local.name) > 0\n      error_message = \"No ${local.name}.\"\n    }\n  }"))
		m.add("}")
	}
	m.add(`data "terraform_remote_state" "last" {
  count   = 0
  backend = "local"
  config  = { path = "${path.module}/x" }
}
module "child" {
  source = "./child"
  %s
  text   = local.name
  any    = %s
}
moved {
  from = terraform_data.older
  to   = terraform_data.r0
}
check "c" {
  assert {
    condition     = length(local.name) > 0
    error_message = "Name ${local.name}."
  }
}
output "o" {
  value     = %s
  sensitive = %s
  %s
}
output "all" {
  value = [local.v0, local.v1, local.v2, local.v3, local.v4, local.v5, local.v6, local.v7, module.child]
}`, m.one("", "for_each = toset([\"p\"])", "count = 1"), m.inline(2), m.value(2), m.one("true", "false"), m.maybe("precondition {\n    condition = local.name != \"\"\n    error_message = \"no\"\n  }"))
	child := `variable "text" {
  type = string
}
variable "any" {
  type    = any
  default = null
}
resource "terraform_data" "c" {
  input = [var.text, var.any]
}
output "out" {
  value       = terraform_data.c.input
  description = "What $${this} is."
}
`
	return map[string]string{"main.tf": m.text.String(), "child/main.tf": child, "terraform.tfvars": "map = { \"x\" = \"$${y}\" }\n"}
}
