package oracle

import (
	"fmt"
	"strings"
)

// A moduleWriter writes a random Terraform module that terraform can plan without a
// network: variables, locals, terraform_data resources of every kind of repetition,
// modules and remote states. The same few names are used for things of every kind, and
// for local names, object keys and text that looks like references. All values are
// strings that are known when planned.
type moduleWriter struct {
	generator
	known []string // expressions that refer to what is declared so far
	whole []string // addresses of what is declared so far, for depends_on
	files map[string]*strings.Builder
}

// moduleNames are what things are called; as many are declared of each kind at most.
var moduleNames = []string{"a", "b", "web", "input", "x-y"}

const (
	moduleChild = `variable "text" { type = string }
resource "terraform_data" "web" { input = var.text }
output "a" { value = terraform_data.web.input }
`
	moduleState = `{"version": 4, "terraform_version": "1.0.0", "serial": 1, "lineage": "x", "outputs": {"a": {"value": "remote", "type": "string"}}, "resources": []}
`
)

// newModule writes a module.
func newModule(g generator) map[string]string {
	w := moduleWriter{generator: g, files: map[string]*strings.Builder{}}
	for _, name := range []string{"main.tf", "variables.tf", "locals.tf", "outputs.tf", "terraform.tfvars"} {
		w.files[name] = new(strings.Builder)
	}
	var declare []func()
	for _, name := range moduleNames {
		for _, one := range []func(string){w.variable, w.local, w.resource, w.module, w.remoteState} {
			if w.IntN(5) > 0 {
				declare = append(declare, func() { one(name) })
			}
		}
	}
	w.Shuffle(len(declare), func(i, j int) { declare[i], declare[j] = declare[j], declare[i] })
	for _, one := range declare {
		one()
	}
	for i := range 5 {
		w.print("outputs.tf", "output \"o%d\" {\n  value = %s\n%s}\n\n", i, w.text(3), w.dependsOn())
	}
	w.print("main.tf", "check \"c\" {\n  assert {\n    condition     = %s != path.module\n    error_message = \"var.a %s\"\n  }\n}\n", w.text(2), "${"+w.text(1)+"}")
	files := map[string]string{"child/main.tf": moduleChild, "last.tfstate": moduleState}
	for name, text := range w.files {
		files[name] = text.String()
	}
	return files
}

func (w *moduleWriter) print(file, format string, args ...any) {
	fmt.Fprintf(w.files[file], format, args...)
}

func (w *moduleWriter) knows(whole string, expressions ...string) {
	if whole != "" {
		w.whole = append(w.whole, whole)
	}
	w.known = append(w.known, expressions...)
}

func (w *moduleWriter) variable(name string) {
	w.print("variables.tf", "variable %q {\n  type    = string\n  default = \"var.%s\" # var.%s\n  validation {\n    condition     = var.%s != \"\"\n    error_message = \"no\"\n  }\n}\n\n", name, name, name, name)
	if w.IntN(2) == 0 {
		w.print("terraform.tfvars", "%s = \"set-%s\"\n", name, name)
	}
	w.knows("", "var."+name, "var . "+name, "(var."+name+")")
}

func (w *moduleWriter) local(name string) {
	w.print("locals.tf", "locals {\n  %s = %s\n}\n", name, w.text(2))
	w.knows("", "local."+name)
}

func (w *moduleWriter) resource(name string) {
	address := "terraform_data." + name
	var repeat string
	var inputs []string
	switch w.IntN(3) {
	case 0:
		inputs = []string{address + ".input", "resource." + address + ".input", "(" + address + ").input", "(" + address + `)["input"]`,
			"(" + address + "[*].input)[0]", address + " .\tinput"}
	case 1:
		repeat = "  count = 2\n"
		inputs = []string{address + "[0].input", address + ".1.input", "(" + address + "[*].input)[1]", address + ".*.input[0]", `join("", ` + address + "[*].input)",
			"[for i, r in " + address + " : r.input][0]", "element(" + address + ", 1).input"}
	default:
		repeat = "  for_each = toset([\"a\", \"input\"])\n"
		inputs = []string{address + `["a"].input`, address + `["input"].input`, "(values(" + address + ")[*].input)[0]",
			"join(\",\", [for k in [\"a\"] : " + address + "[k].input])", "{ for k, v in resource." + address + ` : k => v.input }["a"]`}
	}
	w.print("main.tf", "resource \"terraform_data\" %q {\n%s  input = %s\n  triggers_replace = [%s]\n%s%s}\n\n", name, repeat, w.text(2), w.text(1), w.dependsOn(), w.lifecycle())
	w.knows(address, inputs...)
	if w.IntN(3) == 0 {
		w.print("main.tf", "moved {\n  from = terraform_data.old_%s\n  to   = %s\n}\n\n", name, address)
	}
}

func (w *moduleWriter) lifecycle() string {
	out := "  lifecycle {\n    ignore_changes = [" + w.pick("input", "triggers_replace", "triggers_replace[0]", `"input"`) + "]\n"
	for _, address := range w.whole {
		if strings.HasPrefix(address, "terraform_data.") && w.IntN(3) == 0 {
			out += "    replace_triggered_by = [" + address + "]\n"
			break
		}
	}
	if w.IntN(2) == 0 {
		out += "    postcondition {\n      condition     = self.input != " + w.text(1) + " || self.input != \"terraform_data.a\"\n      error_message = \"no\"\n    }\n"
	}
	return out + "  }\n"
}

func (w *moduleWriter) module(name string) {
	w.print("main.tf", "module %q {\n  source = \"./child\"\n  text   = %s\n%s}\n\n", name, w.text(2), w.dependsOn())
	w.knows("module."+name, "module."+name+".a", "module."+name+`["a"]`)
}

func (w *moduleWriter) remoteState(name string) {
	w.print("main.tf", "data \"terraform_remote_state\" %q {\n  backend = \"local\"\n  config  = { path = \"${path.module}/last.tfstate\" }\n}\n\n", name)
	address := "data.terraform_remote_state." + name
	w.knows(address, address+".outputs.a", address+`.outputs["a"]`, "lookup("+address+".outputs, \"a\")")
}

func (w *moduleWriter) dependsOn() string {
	if len(w.whole) == 0 || w.IntN(2) == 0 {
		return ""
	}
	address := w.pick(w.whole...)
	if w.IntN(3) == 0 {
		address = `"` + address + `"`
	}
	return "  depends_on = [" + address + "]\n"
}

// text writes an expression that gives a string.
func (w *moduleWriter) text(depth int) string {
	if depth == 0 {
		if len(w.known) > 0 && w.IntN(5) > 0 {
			return w.pick(w.known...)
		}
		return w.pick(`"var.a"`, `"terraform_data.web $${local.a}"`, "path.module", "terraform.workspace")
	}
	a, b := w.text(depth-1), w.text(depth-1)
	name := w.pick(moduleNames...)
	switch w.IntN(14) {
	case 0:
		return `"` + name + "-${" + a + "}${~ " + b + ` ~}"`
	case 1:
		return "upper(" + a + ")"
	case 2:
		return "(" + a + " == " + b + " ? " + a + " : " + b + ")"
	case 3:
		return "{ " + name + " = " + a + ", \"var." + name + "\" = " + b + " }[\"" + name + "\"]"
	case 4:
		return "join(\",\", [for " + name + " in [" + a + "] : \"${" + name + "}${" + b + "}\"])"
	case 5: // local names that look like the roots of references
		root := w.pick("var", "local", "module", "terraform_data", "data")
		inside := a
		if strings.Contains(inside, root) { // its references would be to the local name
			inside = `"in"`
		}
		return "[for " + root + " in [{ " + name + " = " + b + " }] : \"${" + root + "." + name + "}${" + inside + "}\"][0]"
	case 6:
		return "\"%{ for var in [" + a + "] }${var}%{ endfor }${" + b + "}\""
	case 7:
		return "\"%{ if " + a + " == " + b + " }" + name + "%{ else }${" + b + "}%{ endif }\""
	case 8:
		return "(<<-EOT\n    var." + name + " ${" + a + "}\n      %{ for k, local in [\"" + name + "\"] ~}\n ${local} %{ endfor ~}\n    ${" + b + "}\n  EOT\n  )"
	case 9:
		return "[" + a + ", # local." + name + "\n    " + b + ",\n  ][" + w.pick("0", "1", "length([])") + "]"
	case 10:
		return "{ for k, v in { (" + a + ") = " + b + " } : \"" + name + "\" => \"${k}${v}\" }[\"" + name + "\"]"
	}
	return a
}
