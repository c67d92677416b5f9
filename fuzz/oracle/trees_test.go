package oracle

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"iacedit/edit"
)

// Trees names the environment variable with the number of generated trees of modules that
// terraform is asked about.
const Trees = "IACEDIT_TREES"

// A tree of modules plans the same after variables and outputs of its modules have other
// names, and is the same byte for byte when they have their old names again.
func TestTreesOfModulesPlanTheSame(t *testing.T) {
	rounds := 12
	if n, err := strconv.Atoi(os.Getenv(Trees)); err == nil {
		rounds = n
	} else if testing.Short() {
		rounds = 2
	}
	rnd := rand.New(rand.NewPCG(1, 2))
	for i := range rounds {
		files, there, back := randomTree(rnd)
		renamed := renamedTree(t, files, there)
		if diff := cmp.Diff(files, renamedTree(t, renamed, back)); diff != "" {
			t.Fatalf("tree %d: %s and back (-sent +got):\n%s", i, there, diff)
		}
		if before, after := planOfTree(t, files), planOfTree(t, renamed); before != after {
			t.Fatalf("tree %d: after %s it plans (-before +after):\n%s\n%v", i, there, cmp.Diff(before, after), renamed)
		}
	}
}

// renamedTree applies renames to files.
func renamedTree(t *testing.T, files map[string]string, edits string) map[string]string {
	t.Helper()
	var sent []edit.File
	all := map[string]string{}
	for name, code := range files {
		sent = append(sent, edit.File{Name: name, Code: []byte(code)})
		all[name] = code
	}
	options := edit.Options{}
	changed, err := options.ApplyFiles(sent, []byte(edits))
	if err != nil {
		t.Fatalf("%s: %v", edits, err)
	}
	for _, f := range changed {
		all[f.Name] = string(f.Code)
	}
	return all
}

// planOfTree returns what terraform plans for the module in the folder ".", which it must
// find valid.
func planOfTree(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, code := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(code), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	plan := ""
	for _, args := range [][]string{{"init", "-no-color", "-input=false"}, {"validate", "-no-color"}, {"plan", "-no-color", "-input=false", "-lock=false"}} {
		out, err := terraform(t, dir, args...)
		if err != nil {
			t.Fatalf("terraform %s: %v\n%s\n%v", args[0], err, out, files)
		}
		plan = string(out)
	}
	return plan
}

// randomTree returns a tree of two to six modules in which each calls some of those after it,
// and renames of a variable and an output of each but the first, there and back.
func randomTree(rnd *rand.Rand) (files map[string]string, there, back string) {
	n := 2 + rnd.IntN(5)
	folders := []string{"."}
	for i := 1; i < n; i++ {
		folders = append(folders, []string{"modules/m%d", "m%d", "deep/er/m%d"}[rnd.IntN(3)])
		folders[i] = fmt.Sprintf(folders[i], i)
	}
	files = map[string]string{}
	var variables, outputs, variablesBack, outputsBack []string
	for i, folder := range folders {
		var b strings.Builder
		values := []string{"var.in"}
		for j := i + 1; j < n; j++ {
			if j != i+1 && rnd.IntN(3) > 0 {
				continue
			}
			values = append(values, callOf(rnd, &b, i, folder, folders[j], j))
		}
		def := ""
		if i == 0 {
			def = "\n  default = \"root\"\n"
		}
		fmt.Fprintf(&b, "variable \"in\" {%s}\n\noutput \"out\" {\n  value = join(\"-\", flatten([%s]))\n}\n", def, strings.Join(values, ", "))
		name := "main.tf"
		if folder != "." {
			name = folder + "/main.tf"
			variables = append(variables, fmt.Sprintf(`{"folder": %q, "to": "input_%d"}`, folder, i))
			outputs = append(outputs, fmt.Sprintf(`{"folder": %q, "to": "output_%d"}`, folder, i))
			variablesBack = append(variablesBack, fmt.Sprintf(`"input_%d": {"to": "in"}`, i))
			outputsBack = append(outputsBack, fmt.Sprintf(`"output_%d": {"to": "out"}`, i))
		}
		files[name] = b.String()
	}
	there = fmt.Sprintf(`{"rename": {"variable": {"in": [%s]}, "output": {"out": [%s]}}}`, strings.Join(variables, ", "), strings.Join(outputs, ", "))
	back = fmt.Sprintf(`{"rename": {"variable": {%s}, "output": {%s}}}`, strings.Join(variablesBack, ", "), strings.Join(outputsBack, ", "))
	return files, there, back
}

// callOf writes a call of a module, and returns an expression of its output.
func callOf(rnd *rand.Rand, b *strings.Builder, i int, from, to string, j int) (uses string) {
	up, err := filepath.Rel(filepath.FromSlash(from), filepath.FromSlash(to))
	if err != nil {
		panic(err)
	}
	source := filepath.ToSlash(up)
	if !strings.HasPrefix(source, "../") {
		source = "./" + source
	}
	name := fmt.Sprintf("c%d_%d", i, j)
	many := ""
	switch rnd.IntN(4) {
	case 0:
		many, uses = "  count  = 2\n", "module."+name+"[*].out"
	case 1:
		many, uses = "  for_each = toset([\"a\", \"b\"])\n", "module."+name+"[\"a\"].out, [for k in [\"b\"] : module."+name+"[k].out]"
	case 2:
		uses = "\"x-${module." + name + ".out}\""
	default:
		uses = "module." + name + ".out"
	}
	fmt.Fprintf(b, "module %q {\n%s  source = %q\n  in     = \"${var.in}/%s\"\n}\n\n", name, many, source, name)
	return uses
}
