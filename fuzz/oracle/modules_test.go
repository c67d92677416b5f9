package oracle

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"iacedit/edit"
	"iacedit/format"
)

// modulesTaken is how many generated modules TestBlocksTakenOutPlanNothing makes, where the
// environment variable IACEDIT_MODULES does not say.
const modulesTaken = 8

// After blocks were taken out into a module, Terraform plans moves and nothing else for what
// it applied before.
func TestBlocksTakenOutPlanNothing(t *testing.T) {
	total := fromEnv(t, "IACEDIT_MODULES", modulesTaken)
	if testing.Short() {
		total = min(total, 2)
	}
	refused, moves := 0, 0
	for i := range total {
		rnd := rand.New(rand.NewPCG(uint64(fromEnv(t, "IACEDIT_SEED", 0)), uint64(i)))
		m := &stateMaker{Rand: rnd}
		files := m.files()
		blocks := m.taken()
		changed, err := takenOut(files, blocks, i%2 == 1)
		if i%4 > 1 { // the blocks go into the module one after another
			changed, err = files, nil
			for _, block := range blocks {
				if err == nil {
					changed, err = takenAlong(changed, block, i%2 == 1)
				}
			}
		}
		if err != nil {
			if refused++; !strings.Contains(err.Error(), "would depend on itself") && !(i%4 > 1 && strings.Contains(err.Error(), " as a whole, and would be in it")) {
				t.Errorf("%d: %v is refused: %v\n%s", i, blocks, err, shownFiles(files))
			}
			continue
		}
		moves += planAfter(t, i, files, changed, blocks)
		if t.Failed() {
			return
		}
	}
	t.Logf("%d modules, %d refused because of circles, %d instances moved", total, refused, moves)
	if refused > total/2 {
		t.Errorf("%d of %d modules are refused", refused, total)
	}
}

// takenOut returns files after blocks of the root module were taken out.
func takenOut(files map[string]string, blocks []string, tidy bool) (map[string]string, error) {
	var sent []edit.File
	all := map[string]string{}
	for name, code := range files {
		if all[name] = code; !strings.HasSuffix(name, ".tfstate") {
			sent = append(sent, edit.File{Name: name, Code: []byte(code)})
		}
	}
	edits, err := json.Marshal(map[string]any{"extract": []any{map[string]any{"blocks": blocks, "to": "modules/taken", "name": "taken", "tidy": tidy}}})
	if err != nil {
		return nil, err
	}
	changed, err := new(edit.Options).ApplyFiles(sent, edits)
	for _, f := range changed {
		all[f.Name] = string(f.Code)
	}
	return all, err
}

// takenAlong is like takenOut for one block, which a local may have gone with before.
func takenAlong(files map[string]string, block string, tidy bool) (map[string]string, error) {
	changed, err := takenOut(files, []string{block}, tidy)
	if refused, ok := errors.AsType[*edit.Error](err); ok && refused.Code == edit.BlockNotFound && strings.HasPrefix(block, "local.") {
		return files, nil
	}
	return changed, err
}

// planAfter applies files, and checks that what they became plans nothing. It returns how many
// instances have another address.
func planAfter(t *testing.T, number int, before, after map[string]string, blocks []string) (moves int) {
	t.Helper()
	dir := t.TempDir()
	run := func(files map[string]string, args ...string) []byte {
		out, err := terraform(t, dir, args...)
		if err != nil {
			t.Fatalf("%d: %v: terraform %s: %v\n%s\n%s\nbefore:\n%s", number, blocks, strings.Join(args, " "), err, out, shownFiles(files), shownFiles(before))
		}
		return out
	}
	writeFiles(t, dir, before)
	run(before, "init", "-input=false", "-no-color")
	run(before, "apply", "-auto-approve", "-input=false", "-no-color")
	writeFiles(t, dir, after)
	run(after, "init", "-input=false", "-no-color")
	run(after, "plan", "-input=false", "-no-color", "-out=p")
	moves, changes := movesIn(t, run(after, "show", "-json", "p"))
	for _, c := range changes {
		t.Errorf("%d: %v: it is to be changed: %s\n%s\nbefore:\n%s", number, blocks, c, shownFiles(after), shownFiles(before))
	}
	if out := run(after, "fmt", "-check", "-recursive", "-diff", "-no-color"); len(out) > 0 {
		t.Errorf("%d: %v: not tidy:\n%s", number, blocks, out)
	}
	return moves
}

// A stateMaker makes modules that Terraform applies without any provider but its own.
type stateMaker struct {
	*rand.Rand
	things []stateThing
	checks []string // addresses of check blocks, which nothing refers to
	main   strings.Builder
}

// A stateThing is a block, or a local, that others may refer to.
type stateThing struct {
	address  string
	repeated byte // 'c' for count, 'o' and 'n' for a count of 0 or 1 (one, none), 'e' for for_each, 0 for neither
	mayLeave bool
	value    string // a string expression, if the thing is neither repeated nor a resource
}

func (m *stateMaker) one(texts ...string) string { return texts[m.IntN(len(texts))] }

func (m *stateMaker) add(format string, args ...any) { fmt.Fprintf(&m.main, format+"\n", args...) }

// ref returns an expression of a string with something declared before. in is how the block
// is repeated that it stands in.
func (m *stateMaker) ref(in byte) string {
	if len(m.things) == 0 || m.IntN(6) == 0 {
		return m.one(`var.text`, `var.object.a`, `"plain"`, `path.module`, `terraform.workspace`, `var.list[0]`)
	}
	th := m.things[m.IntN(len(m.things))]
	if th.value != "" {
		return th.value
	}
	if field := m.one(".id", ".id", ".input", ".output"); field != ".id" {
		return "jsonencode(" + m.instance(th, in, field) + ")"
	}
	return m.instance(th, in, ".id")
}

// instance returns an expression with an attribute of a resource.
func (m *stateMaker) instance(th stateThing, in byte, field string) string {
	switch {
	case th.repeated == 'c' && in == 'c':
		return th.address + m.one("[count.index]", "[0]", "[1]") + field
	case th.repeated == 'c':
		return m.one(th.address+"[0]"+field, th.address+"[1]"+field, "try("+th.address+"[7]"+field+`, "none")`, `join(",", `+th.address+"[*].id)",
			"var.flag ? "+th.address+"[5]"+field+" : "+th.address+"[1]"+field, th.address+"[local.zero]"+field, `join(",", [for x in `+th.address+" : x.id])")
	case th.repeated == 'o':
		return m.one(th.address+"[0]"+field, "jsonencode(var.flag ? null : "+th.address+"[0]"+field+")", m.sole(th, field))
	case th.repeated == 'n':
		return m.one("jsonencode(var.flag ? "+th.address+"[0]"+field+" : null)", m.sole(th, field))
	case th.repeated == 'e' && in == 'e':
		return th.address + m.one("[each.key]", `["a"]`) + field
	case th.repeated == 'e':
		return m.one(th.address+`["a"]`+field, "try("+th.address+`["z"]`+field+`, "none")`, `join(",", values(`+th.address+")[*].id)", `join(",", [for k, v in `+th.address+" : v.id])")
	}
	return th.address + field
}

// sole returns an expression of an attribute of a resource with a count of 0 or 1.
func (m *stateMaker) sole(th stateThing, field string) string {
	first, all := th.address+"[0]"+field, th.address+"[*]"+field
	return m.one("try("+first+`, "none")`, "jsonencode(try("+first+", null))", "jsonencode(one("+all+"))", "jsonencode(can("+first+"))",
		"jsonencode("+all+")", "jsonencode(length("+th.address+") > 0 ? "+first+" : null)", "jsonencode(try([one("+all+"), "+first+"], 7))")
}

// value returns an expression with references.
func (m *stateMaker) value(in byte) string {
	switch m.IntN(6) {
	case 0:
		return `"x-${` + m.ref(in) + `}-${` + m.ref(in) + `}"`
	case 1:
		return "[" + m.ref(in) + ", " + m.ref(in) + "]"
	case 2:
		return "{ a = " + m.ref(in) + ", b = [for x in [" + m.ref(in) + "] : \"${x}-${" + m.ref(in) + "}\"] }"
	case 3:
		return "<<-EOT\n    one ${" + m.ref(in) + "}\n    %{if var.flag}${" + m.ref(in) + "}%{endif}\n  EOT"
	}
	return m.ref(in)
}

// files returns the files of a module.
func (m *stateMaker) files() map[string]string {
	m.things = append(m.things, stateThing{address: "local.zero", value: `"z${local.zero}"`, mayLeave: true})
	m.add("locals {\n  zero = 0\n}\n")
	n := 5 + m.IntN(6)
	for i := range n {
		switch m.IntN(7) {
		case 0:
			m.local(i)
		case 1:
			m.call(i)
		case 2:
			m.data(i)
		case 3:
			m.check(i)
		default:
			m.resource(i)
		}
	}
	for i := range 2 + m.IntN(3) {
		m.add("output \"o%d\" {\n  value = %s\n}\n", i, m.value(0))
	}
	main, err := format.FormatTerraform(nil, []byte(m.main.String()))
	if err != nil {
		panic(err)
	}
	files := map[string]string{
		"main.tf": string(main),
		"variables.tf": `variable "text" {
  type        = string
  description = "Some text."
  default     = "t"

  validation {
    condition     = var.text != ""
    error_message = "No text."
  }
}

variable "object" {
  type    = object({ a = string, b = optional(number, 3) })
  default = { a = "oa" }
}

variable "list" {
  default = ["l0", "l1"]
}

variable "flag" {
  type     = bool
  default  = false
  nullable = false
}
`,
		"versions.tf": `terraform {
  required_providers {
    terraform = {
      source = "terraform.io/builtin/terraform"
    }
  }
}

provider "terraform" {
  alias = "other"
}
`,
		"other.tfstate": `{"version": 4, "terraform_version": "1.11.4", "serial": 1, "lineage": "other", "outputs": {"text": {"value": "remote", "type": "string"}}, "resources": []}`,
		"modules/child/main.tf": `variable "text" {}

resource "terraform_data" "inner" {
  input = var.text
}

output "text" {
  value = terraform_data.inner.output
}
`,
	}
	if m.IntN(2) == 0 {
		files["modules/taken/variables.tf"] = "# Inputs.\n"
	}
	return files
}

func (m *stateMaker) local(i int) {
	m.add("locals {\n  l%d = %s # number %d\n}\n", i, m.ref(0), i)
	address := fmt.Sprintf("local.l%d", i)
	m.things = append(m.things, stateThing{address: address, value: address, mayLeave: true})
}

func (m *stateMaker) call(i int) {
	address := fmt.Sprintf("module.m%d", i)
	repeat, end := "", ".text"
	switch m.IntN(4) {
	case 0:
		repeat, end = "  count = 1\n\n", "[0].text"
	case 1:
		repeat, end = "  for_each = toset([\"k\"])\n\n", `["k"].text`
	}
	m.add("module \"m%d\" {\n%s  source = \"./modules/child\"\n\n  text = %s\n}\n", i, repeat, m.ref(0))
	m.things = append(m.things, stateThing{address: address, value: address + end, mayLeave: true})
}

// remoteState is the body of the only data source that Terraform itself has.
const remoteState = "  backend = \"local\"\n  config = {\n    path = \"other.tfstate\"\n  }\n"

func (m *stateMaker) data(i int) {
	address := fmt.Sprintf("data.terraform_remote_state.d%d", i)
	th := stateThing{address: address, value: address + ".outputs.text", mayLeave: true}
	repeat := ""
	switch m.IntN(4) {
	case 0:
		repeat, th.value = "  count = 2\n\n", m.one(`join(",", `+address+"[*].outputs.text)", address+"[1].outputs.text", "try("+address+`[9].outputs.text, "none")`)
	case 1:
		repeat, th.value = "  for_each = toset([\"a\", \"b\"])\n\n", m.one(`join(",", [for k, v in `+address+" : v.outputs.text])", address+`["a"].outputs.text`)
	}
	m.add("data \"terraform_remote_state\" \"d%d\" {\n%s%s  defaults = {\n    text = %s\n  }\n}\n", i, repeat, remoteState, m.ref(0))
	m.things = append(m.things, th)
}

func (m *stateMaker) check(i int) {
	data, text := "", m.ref(0)
	if m.IntN(2) == 0 {
		data = fmt.Sprintf("  data \"terraform_remote_state\" \"c%d\" {\n%s  }\n\n", i, remoteState)
		text = fmt.Sprintf("data.terraform_remote_state.c%d.outputs.text", i)
	}
	m.add("check \"c%d\" {\n%s  assert {\n    condition     = length(%s) > 0 && %s != \"\"\n    error_message = \"Empty: ${%s}\"\n  }\n}\n", i, data, text, m.ref(0), m.ref(0))
	m.checks = append(m.checks, fmt.Sprintf("check.c%d", i))
}

func (m *stateMaker) resource(i int) {
	var repeated byte
	repeat := ""
	switch m.IntN(6) {
	case 4:
		repeated, repeat = 'o', "  count = "+m.one("var.flag ? 0 : 1", "local.zero == 0 ? 1 : 0")+"\n\n"
	case 5:
		repeated, repeat = 'n', "  count = "+m.one("var.flag ? 1 : 0", "local.zero == 0 ? 0 : 1")+"\n\n"
	case 0:
		repeated, repeat = 'c', "  count = "+m.one("2", "length(var.list)", "local.zero + 2")+"\n\n"
	case 1:
		repeated, repeat = 'e', "  for_each = "+m.one(`toset(["a", "b"])`, `{ a = "x", b = "y" }`)+"\n\n"
	}
	m.add("# Resource %d.\nresource \"terraform_data\" \"r%d\" {\n%s  input = %s", i, i, repeat, m.value(repeated))
	if m.IntN(4) == 0 {
		m.add("  provider = terraform.other")
	}
	if m.IntN(4) == 0 {
		m.add("  triggers_replace = [%s]", m.ref(repeated))
	}
	if m.IntN(3) == 0 {
		m.add("\n  lifecycle {\n    precondition {\n      condition     = !var.flag && length(%s) > 0\n      error_message = \"Empty: ${%s}\"\n    }\n  }", m.ref(repeated), m.ref(repeated))
	}
	if m.IntN(3) == 0 {
		var depends []string
		for range 1 + m.IntN(2) {
			if th := m.things[m.IntN(len(m.things))]; !strings.HasPrefix(th.address, "local.") && !slices.Contains(depends, th.address) {
				depends = append(depends, th.address)
			}
		}
		if len(depends) > 0 {
			m.add("\n  depends_on = [%s]", strings.Join(depends, ", "))
		}
	}
	m.add("}\n")
	m.things = append(m.things, stateThing{address: fmt.Sprintf("terraform_data.r%d", i), repeated: repeated, mayLeave: true})
}

// taken returns 1 to 5 of the addresses.
func (m *stateMaker) taken() (all []string) {
	for _, address := range m.checks {
		m.things = append(m.things, stateThing{address: address})
	}
	m.Shuffle(len(m.things), func(i, j int) { m.things[i], m.things[j] = m.things[j], m.things[i] })
	for _, th := range m.things[:min(len(m.things), 1+m.IntN(5))] {
		if th.address != "local.zero" {
			all = append(all, th.address)
		}
	}
	if len(all) == 0 {
		all = append(all, "local.zero")
	}
	return all
}
