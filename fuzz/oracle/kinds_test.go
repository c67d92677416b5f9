package oracle

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"iacedit/edit"
)

// kindsChanged is how many generated modules TestVariablesAndLocalsPlanNothing makes, where the
// environment variable IACEDIT_KINDS does not say.
const kindsChanged = 4

// After variables became locals, Terraform plans nothing for what it applied before; and again after
// the locals became variables.
func TestVariablesAndLocalsPlanNothing(t *testing.T) {
	total := fromEnv(t, "IACEDIT_KINDS", kindsChanged)
	if testing.Short() {
		total = min(total, 1)
	}
	changed, refused := 0, 0
	for i := range total {
		m := kindMaker{rand.New(rand.NewPCG(uint64(fromEnv(t, "IACEDIT_SEED", 0)), uint64(i)))}
		before, names := m.files()
		there, locals := maps.Clone(before), []string(nil)
		for _, name := range names {
			err := rename(there, "mod", "var."+name, "local.l_"+name)
			switch {
			case err == nil:
				locals = append(locals, name)
			case strings.Contains(err.Error(), "its type changes the default"):
				refused++
			default:
				t.Fatalf("%d: var.%s: %v\n%s", i, name, err, shownFiles(there))
			}
		}
		back := maps.Clone(there)
		for _, name := range locals {
			if err := rename(back, "mod", "local.l_"+name, "var."+name); err != nil {
				t.Fatalf("%d: local.l_%s: %v\n%s", i, name, err, shownFiles(back))
			}
		}
		changed += len(locals)
		dir := t.TempDir()
		writeFiles(t, dir, before)
		mustRun(t, dir, "init", "-input=false", "-no-color")
		if out, err := terraform(t, dir, "apply", "-auto-approve", "-input=false", "-no-color"); err != nil {
			t.Fatalf("%d: %v\n%s\n%s", i, err, out, shownFiles(before))
		}
		for _, after := range []map[string]string{there, back} {
			writeFiles(t, dir, after)
			if out, err := terraform(t, dir, "plan", "-input=false", "-no-color", "-out=p"); err != nil {
				t.Fatalf("%d: %v\n%s\n%s\nbefore:\n%s", i, err, out, shownFiles(after), shownFiles(before))
			}
			if _, changes := movesIn(t, mustRun(t, dir, "show", "-json", "p")); len(changes) > 0 {
				t.Fatalf("%d: to be changed: %v\n%s\nbefore:\n%s", i, changes, shownFiles(after), shownFiles(before))
			}
			if out, err := terraform(t, dir, "fmt", "-check", "-recursive", "-diff", "-no-color", filepath.Join(dir, "mod")); err != nil {
				t.Errorf("%d: not tidy:\n%s", i, out)
			}
		}
	}
	t.Logf("%d modules, %d variables became locals and variables again, %d refused", total, changed, refused)
	if refused > changed {
		t.Errorf("%d variables are refused, and only %d are not", refused, changed)
	}
}

// rename gives an object in a folder another address, in files by their names.
func rename(files map[string]string, folder, address, to string) error {
	var sent []edit.File
	for name, code := range files {
		sent = append(sent, edit.File{Name: name, Code: []byte(code)})
	}
	edits, err := json.Marshal(map[string]any{"rename": []any{map[string]any{"address": address, "folder": folder, "to": to}}})
	if err != nil {
		return err
	}
	changed, err := new(edit.Options).ApplyFiles(sent, edits)
	for _, f := range changed {
		files[f.Name] = string(f.Code)
	}
	return err
}

// A kindMaker makes a module with variables of many types, and a root module that calls it.
type kindMaker struct{ *rand.Rand }

func (m kindMaker) one(texts ...string) string { return texts[m.IntN(len(texts))] }

// files returns the files, and the names of the variables.
func (m kindMaker) files() (files map[string]string, names []string) {
	var variables, uses, call strings.Builder
	for i := range 8 {
		name := fmt.Sprintf("v%d", i)
		names = append(names, name)
		typ, value := m.typed(2)
		if m.IntN(10) == 0 {
			typ, value = "string", "<<EOT\ntext\nEOT\n"
		}
		sensitive, behind := m.IntN(4) == 0, m.one("", " # behind")
		if strings.HasSuffix(value, "\n") {
			behind = ""
		}
		fmt.Fprintf(&variables, "%svariable %q {\n", m.one("", "# Above.\n"), name)
		if m.IntN(3) == 0 {
			fmt.Fprintf(&variables, "  description = \"About %s.\"\n", name)
		}
		if m.IntN(6) > 0 {
			fmt.Fprintf(&variables, "  type = %s\n", typ)
		}
		fmt.Fprintf(&variables, "  default = %s%s\n", value, behind)
		if sensitive {
			variables.WriteString("  sensitive = true\n")
		}
		if m.IntN(4) == 0 && value != "null" {
			fmt.Fprintf(&variables, "  nullable = %s\n", m.one("true", "false"))
		}
		variables.WriteString("}\n\n")
		use := strings.ReplaceAll(m.one("V", "jsonencode(V)", "[V, 1]", "{ k = V }", `V == null ? "none" : jsonencode([V])`), "V", "var."+name)
		fmt.Fprintf(&uses, "resource \"terraform_data\" \"r%d\" {\n  input = %s\n}\n\n", i, use)
		fmt.Fprintf(&uses, "output \"o%d\" {\n  value = var.%s\n  sensitive = %t\n}\n\n", i, name, sensitive)
		if !sensitive && strings.HasPrefix(typ, "set(string") && strings.HasPrefix(value, `["`) && !strings.Contains(value, "null") { // for_each takes no null
			fmt.Fprintf(&uses, "resource \"terraform_data\" \"e%d\" {\n  for_each = toset(var.%s)\n}\n\n", i, name)
		}
		if m.IntN(4) == 0 {
			fmt.Fprintf(&call, "  %s = %s\n", name, value)
		}
	}
	files = map[string]string{
		"main.tf":          "module \"m\" {\n  source = \"./mod\"\n" + call.String() + "}\n",
		"mod/main.tf":      uses.String(),
		"mod/variables.tf": variables.String(),
	}
	if m.IntN(2) == 0 {
		files["mod/main.tf"] += "locals {\n  other = 1\n}\n"
	}
	for name, code := range files {
		files[name] = string(formatted([]byte(code)))
	}
	return files, names
}

// typed returns a random type, and a value that Terraform makes one of the type.
func (m kindMaker) typed(depth int) (typ, value string) {
	kinds := 9
	if depth == 0 {
		kinds = 4
	}
	switch m.IntN(kinds) {
	case 0:
		return "number", m.one("1", "-2.5", "0", `"7"`)
	case 1:
		return "bool", m.one("true", "false")
	case 2:
		return m.one("string", "number", "any"), "null"
	case 3:
		return "string", m.one(`"a"`, `""`, `"$${x}"`, "7")
	case 4, 5:
		element, first := m.typed(depth - 1)
		return m.one("list", "set") + "(" + element + ")", m.one("[]", "["+first+"]", "["+first+", "+first+"]", "["+first+", null]")
	case 6:
		element, first := m.typed(depth - 1)
		return "map(" + element + ")", m.one("{}", "{ a = "+first+" }", "{ a = "+first+", \"b-c\" = "+first+" }", "{ a = null }")
	case 7:
		a, first := m.typed(depth - 1)
		b, second := m.typed(depth - 1)
		return "tuple([" + a + ", " + b + "])", "[" + first + ", " + second + "]"
	}
	a, first := m.typed(depth - 1)
	b, second := m.typed(depth - 1)
	if m.IntN(3) == 0 {
		return "object({ a = " + a + ", b = optional(" + b + ") })", m.one("{ a = "+first+", b = "+second+" }", "{ a = "+first+" }")
	}
	return "object({ a = " + a + ", b = " + b + " })", "{ a = " + first + ", b = " + second + " }"
}
