package oracle

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"iacedit/edit"
)

// rootPairs is how many generated pairs of root modules TestBlocksBetweenRoots makes, where the
// environment variable IACEDIT_ROOTS does not say. A hundred take about five minutes on two cores.
const rootPairs = 6

// After blocks moved from one root module to another, Terraform plans imports in the one and forgets
// in the other, for the states that it had before, and creates and destroys nothing.
func TestBlocksBetweenRoots(t *testing.T) {
	total := fromEnv(t, "IACEDIT_ROOTS", rootPairs)
	if testing.Short() {
		total = min(total, 2)
	}
	objects := 0
	for i := range total {
		m := rootMaker{Rand: rand.New(rand.NewPCG(uint64(fromEnv(t, "IACEDIT_SEED", 0)), uint64(i)))}
		objects += m.check(t, i)
		if t.Failed() {
			return
		}
	}
	t.Logf("%d pairs, %d objects moved", total, objects)
}

// A rootMaker makes pairs of root modules, in the folders a and b.
type rootMaker struct {
	*rand.Rand
	files  map[string]string
	blocks []rootBlock
}

// A rootBlock is a resource or a call of the first root module.
type rootBlock struct {
	address string // as in references
	each    byte   // 'c' for count, 'e' for for_each, 0 for neither
	moves   bool
}

// refer returns an expression with a value of a block.
func (m *rootMaker) refer(b *rootBlock, each byte) string {
	attribute := ".id"
	if strings.HasPrefix(b.address, "module.") {
		attribute = ".out"
	}
	switch {
	case b.each == 'c' && each == 'c':
		return b.address + "[count.index]" + attribute
	case b.each == 'c':
		return []string{b.address + "[0]" + attribute, `join(",", ` + b.address + "[*]" + attribute + ")"}[m.IntN(2)]
	case b.each == 'e' && each == 'e':
		return b.address + "[each.key]" + attribute
	case b.each == 'e':
		return []string{b.address + `["a"]` + attribute, `join(",", [for x in ` + b.address + " : x" + attribute + "])"}[m.IntN(2)]
	}
	return b.address + attribute
}

// generate makes the two root modules, and a module that the first may call.
func (m *rootMaker) generate() {
	const settings = "terraform {\n  required_providers {\n    terraform = {\n      source = \"terraform.io/builtin/terraform\"\n    }\n  }\n}\n\nprovider \"terraform\" {\n  alias = \"other\"\n}\n\n"
	const variables = "variable \"here\" {\n  type    = string\n  default = \"h\"\n}\n\n"
	var a strings.Builder
	a.WriteString(settings + variables + "variable \"only\" {\n  type    = string\n  default = \"o\"\n}\n\nlocals {\n  zone = \"z\"\n}\n\n")
	for n := range 3 + m.IntN(6) {
		b := rootBlock{address: fmt.Sprintf("terraform_data.r%d", n), each: "\x00ce"[m.IntN(3)], moves: m.IntN(2) == 0}
		isCall := m.IntN(5) == 0
		value := `"${var.here}` + []string{"", "${var.only}", "${local.zone}", "${path.module}"}[m.IntN(4)] + `"`
		var depends string
		if len(m.blocks) > 0 {
			other := &m.blocks[m.IntN(len(m.blocks))]
			if m.IntN(2) == 0 {
				value = m.refer(other, b.each)
			}
			if m.IntN(4) == 0 {
				depends = "  depends_on = [" + m.blocks[m.IntN(len(m.blocks))].address + "]\n"
			}
		}
		head := fmt.Sprintf("# Number %d.\nresource \"terraform_data\" \"r%d\" {\n", n, n)
		input := "input"
		if isCall {
			b.address = fmt.Sprintf("module.r%d", n)
			head = fmt.Sprintf("module \"r%d\" {\n  source = \"../modules/m\"\n", n)
			input = "in"
			depends = ""
		} else if m.IntN(4) == 0 {
			head += "  provider = terraform.other\n"
		}
		switch b.each {
		case 'c':
			head += "  count = 2\n"
		case 'e':
			head += "  for_each = toset([\"a\", \"b\"])\n"
		}
		fmt.Fprintf(&a, "%s  %s = %s\n%s}\n\n", head, input, value, depends)
		m.blocks = append(m.blocks, b)
	}
	fmt.Fprintf(&a, "output \"all\" {\n  value = [%s]\n}\n", m.refer(&m.blocks[len(m.blocks)-1], 0))
	m.files = map[string]string{
		"a/main.tf":         a.String(),
		"b/main.tf":         settings + variables + "resource \"terraform_data\" \"own\" {\n  input = var.here\n}\n",
		"modules/m/main.tf": "variable \"in\" {}\n\nresource \"terraform_data\" \"x\" {\n  for_each = toset([\"p\", \"q\"])\n  input    = var.in\n}\n\noutput \"out\" {\n  value = terraform_data.x[\"p\"].id\n}\n",
	}
}

// check applies a pair, moves blocks, and checks what Terraform plans. It returns how many objects
// moved.
func (m *rootMaker) check(t *testing.T, number int) (objects int) {
	t.Helper()
	m.generate()
	dir := t.TempDir()
	a, b := filepath.Join(dir, "a"), filepath.Join(dir, "b")
	writeFiles(t, dir, m.files)
	for _, root := range []string{a, b} {
		mustRun(t, root, "init", "-input=false", "-no-color")
		mustRun(t, root, "apply", "-auto-approve", "-input=false", "-no-color")
	}
	var state any
	if err := json.Unmarshal(mustRun(t, a, "show", "-json"), &state); err != nil {
		t.Fatal(err)
	}
	after, moved := m.move(t, state)
	if len(moved) == 0 {
		return 0
	}
	writeFiles(t, dir, after)
	for _, root := range []string{a, b} {
		mustRun(t, root, "init", "-input=false", "-no-color")
		args := append([]string{"plan", "-input=false", "-no-color", "-out=p"}, valuesFor(after, filepath.Base(root), m.files, m.blocks)...)
		if out, err := terraform(t, root, args...); err != nil {
			t.Fatalf("%d: terraform %s in %s: %v\n%s\n%s\nbefore:\n%s", number, strings.Join(args, " "), root, err, out, shownFiles(after), shownFiles(m.files))
		}
		n, wrong := plannedMoves(t, mustRun(t, root, "show", "-json", "p"), moved, root == b)
		objects += n
		if len(wrong) > 0 {
			t.Errorf("%d: in %s: %v\n%s\nbefore:\n%s", number, root, wrong, shownFiles(after), shownFiles(m.files))
		}
	}
	return objects / 2
}

// move moves blocks to the second root module, and returns all files and the addresses.
func (m *rootMaker) move(t *testing.T, state any) (files map[string]string, moved []string) {
	t.Helper()
	types := map[string]any{}
	entry := map[string]any{"root": "b", "folder": "a", "inputs": true, "outputs": true}
	resources, calls := map[string]any{}, map[string]any{}
	for _, b := range m.blocks {
		if !b.moves {
			continue
		}
		_, name, _ := strings.Cut(b.address, ".")
		one := entry
		if len(moved) == 0 { // the entries are moved together
			one = map[string]any{"root": "b", "folder": "a", "state": state}
		}
		if moved = append(moved, b.address); strings.HasPrefix(b.address, "module.") {
			calls[name] = []any{one}
		} else {
			resources[name] = []any{one}
		}
	}
	if len(moved) == 0 {
		return nil, nil
	}
	if len(resources) > 0 {
		types["resource"] = map[string]any{"terraform_data": resources}
	}
	if len(calls) > 0 {
		types["module"] = calls
	}
	if len(moved) == 1 {
		for _, all := range []map[string]any{resources, calls} {
			for name := range all {
				all[name] = []any{map[string]any{"root": "b", "folder": "a", "inputs": true, "outputs": true, "state": state}}
			}
		}
	}
	edits, err := json.Marshal(map[string]any{"move": types})
	if err != nil {
		t.Fatal(err)
	}
	files = map[string]string{}
	var sent []edit.File
	for name, code := range m.files {
		files[name] = code
		sent = append(sent, edit.File{Name: name, Code: []byte(code)})
	}
	changed, err := new(edit.Options).ApplyFiles(sent, edits)
	if err != nil {
		t.Fatalf("%v: %v\n%s", moved, err, shownFiles(m.files))
	}
	for _, f := range changed {
		files[f.Name] = string(f.Code)
	}
	return files, moved
}

// keyed matches the names of variables for a value of one instance.
var keyed = regexp.MustCompile(`_[a0]_`)

var newVariable = regexp.MustCompile(`variable "((?:data_)?r(\d+)\w*|\w+)" \{\n  type = (.*)\n`)

// valuesFor returns arguments of terraform that give values to the new variables of a root module.
func valuesFor(files map[string]string, folder string, before map[string]string, blocks []rootBlock) (args []string) {
	for name, code := range files {
		if !strings.HasPrefix(name, folder+"/") {
			continue
		}
		for _, found := range newVariable.FindAllStringSubmatch(code, -1) {
			if strings.Contains(before[name], `variable "`+found[1]+`" {`) {
				continue
			}
			value := `v`
			several := found[2] != "" && found[3] != "string" && !keyed.MatchString(found[1]) // of all instances
			switch n, _ := strconv.Atoi(found[2]); {
			case several && blocks[n].each == 'c':
				value = `["v","v"]`
			case several && blocks[n].each == 'e':
				value = `{"a":"v","b":"v"}`
			case found[3] == "any":
				value = `"v"`
			}
			args = append(args, "-var="+found[1]+"="+value)
		}
	}
	return args
}

// plannedMoves returns how many objects a plan imports or, in the first root module, forgets, and what
// else it would create or destroy.
func plannedMoves(t *testing.T, shown []byte, moved []string, imports bool) (objects int, wrong []string) {
	t.Helper()
	var plan struct {
		Resources []struct {
			Address string
			Change  struct {
				Actions   []string
				Importing *struct{ ID string }
			}
		} `json:"resource_changes"`
	}
	if err := json.Unmarshal(shown, &plan); err != nil {
		t.Fatal(err)
	}
	found := map[string]bool{}
	for _, r := range plan.Resources {
		i := slices.IndexFunc(moved, func(address string) bool {
			return r.Address == address || strings.HasPrefix(r.Address, address+"[") || strings.HasPrefix(r.Address, address+".")
		})
		is := r.Change.Importing != nil
		if !imports {
			is = slices.Equal(r.Change.Actions, []string{"forget"})
		}
		if i >= 0 && is {
			objects++
			found[moved[i]] = true
		}
		if (i >= 0) != is || slices.Contains(r.Change.Actions, "create") || slices.Contains(r.Change.Actions, "delete") {
			wrong = append(wrong, fmt.Sprintf("%s: %v", r.Address, r.Change.Actions))
		}
	}
	for _, address := range moved {
		if !found[address] {
			wrong = append(wrong, address+" is not in the plan")
		}
	}
	return objects, wrong
}
