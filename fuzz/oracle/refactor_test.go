package oracle

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"iacedit/edit"
	"iacedit/format"
	"iacedit/syntax"
)

// Terraform plans the same for a module after its values are extracted into locals, and after
// its locals are inlined. In tidy code, a value that is extracted and inlined again is the same,
// byte for byte.
func TestExtractedAndInlinedModulesPlanTheSame(t *testing.T) {
	terraform(t, t.TempDir(), "version")
	seed := uint64(fromEnv(t, "IACEDIT_SEED", 0))
	modules, extracted, inlined, refused := fromEnv(t, Trees, 4), 0, 0, map[string]int{}
	if testing.Short() {
		modules = min(modules, 2)
	}
	for i := range modules {
		g := generator{rand.New(rand.NewPCG(43, seed<<32+uint64(i)))}
		files := tidy(t, newModule(g))
		values, locals := extractable(t, files)
		g.Shuffle(len(values), func(i, j int) { values[i], values[j] = values[j], values[i] })
		was := planned(t, files, nil)
		after := files
		for j, value := range values[:min(len(values), 6)] {
			name := fmt.Sprintf("fresh_%d", j)
			one := map[string]any{"value": value, "to": "local." + name}
			if g.IntN(2) == 0 {
				one["everywhere"] = true
			}
			next, err := refactored(files, map[string]any{"extract": []any{one}})
			if err != nil {
				refused[reason(err)]++
				continue
			}
			if one["everywhere"] == nil {
				back, err := refactored(next, map[string]any{"inline": []any{"local." + name}})
				if diff := cmp.Diff(files, back); err != nil || diff != "" {
					t.Fatalf("module %d: %s extracted and inlined again: %v\n%s\n%s", i, value, err, diff, archive(next))
				}
			}
			if next, err = refactored(after, map[string]any{"extract": []any{one}}); err == nil {
				after = next
				extracted++
			}
		}
		if is := planned(t, after, nil); was != is {
			t.Fatalf("module %d: values extracted: the plan was\n%s\nand is\n%s\nof\n%s\nwhich became\n%s", i, was, is, archive(files), archive(after))
		}
		after = files
		for _, name := range locals {
			next, err := refactored(after, map[string]any{"inline": []any{name}})
			if err != nil {
				refused[reason(err)]++
				continue
			}
			after = next
			inlined++
		}
		if is := planned(t, after, nil); was != is {
			t.Fatalf("module %d: locals inlined: the plan was\n%s\nand is\n%s\nof\n%s\nwhich became\n%s", i, was, is, archive(files), archive(after))
		}
	}
	if extracted < modules || inlined < modules {
		t.Errorf("%d extracted and %d inlined in %d modules: %v", extracted, inlined, modules, refused)
	}
	t.Logf("terraform plans the same for %d modules, %d values extracted, %d locals inlined; refused: %v", modules, extracted, inlined, refused)
}

// reason returns why edits were refused, in few words.
func reason(err error) string {
	text := err.Error()
	if i := strings.IndexAny(text, "\"`0123456789"); i > 0 {
		text = text[:i]
	}
	return text
}

// tidy formats the configuration of a module.
func tidy(t *testing.T, files map[string]string) map[string]string {
	t.Helper()
	all := map[string]string{}
	for name, text := range files {
		if all[name] = text; !strings.HasSuffix(name, ".tf") {
			continue
		}
		formatted, err := format.FormatTerraform(nil, []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		all[name] = string(formatted)
	}
	return all
}

// extractable returns addresses of values of a module, and its locals.
func extractable(t *testing.T, files map[string]string) (values, locals []string) {
	parsed := parseModule(t, files)
	for _, name := range sortedKeys(files) {
		f := parsed[name]
		if f == nil || !strings.HasSuffix(name, ".tf") {
			continue
		}
		for id := range f.Children(syntax.Root) {
			var labels []string
			for label := range f.Labels(id) {
				labels = append(labels, `["`+string(label)+`"]`)
			}
			typ := string(f.Name(id))
			for inner := range f.Children(id) {
				attribute := string(f.Name(inner))
				switch {
				case f.Item(inner).Kind != syntax.KindAttribute:
				case typ == "locals":
					values = append(values, "local."+attribute)
					locals = append(locals, "local."+attribute)
				case attribute == "input", attribute == "text", attribute == "value", attribute == "triggers_replace":
					values = append(values, typ+strings.Join(labels, "")+"."+attribute)
				}
			}
		}
	}
	return values, locals
}

func sortedKeys(files map[string]string) (names []string) {
	for name := range files {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// refactored applies edits to the configuration of a module.
func refactored(files map[string]string, edits map[string]any) (map[string]string, error) {
	text, err := json.Marshal(edits)
	if err != nil {
		return nil, err
	}
	var sent []edit.File
	all := map[string]string{}
	for name, code := range files {
		all[name] = code
		if strings.Contains(name, ".tf") && !strings.HasSuffix(name, "state") {
			sent = append(sent, edit.File{Name: name, Code: []byte(code)})
		}
	}
	changed, err := new(edit.Options).ApplyFiles(sent, text)
	if err != nil {
		return nil, err
	}
	for _, f := range changed {
		all[f.Name] = string(f.Code)
	}
	return all, nil
}

// Where instances got other keys after a configuration was applied, terraform plans moves and
// nothing else, and outputs that refer to the instances stay.
func TestNewKeysPlanMovesOnly(t *testing.T) {
	terraform(t, t.TempDir(), "version")
	seed := uint64(fromEnv(t, "IACEDIT_SEED", 0))
	rounds, moves := fromEnv(t, Trees, 3), 0
	if testing.Short() {
		rounds = min(rounds, 1)
	}
	for i := range rounds {
		rnd := rand.New(rand.NewPCG(47, seed<<32+uint64(i)))
		files, there, back := keyedModule(rnd)
		after, err := refactored(files, there)
		if err != nil {
			t.Fatalf("%v\n%s", err, archive(files))
		}
		moves += planMoves(t, files, after)
		if back == nil {
			continue
		}
		// Without the moved blocks of before, which these would take back.
		after, err = refactored(after, map[string]any{"delete": map[string]any{"moved": map[string]any{"all": true}}})
		if err != nil {
			t.Fatal(err)
		}
		again, err := refactored(after, back)
		if err != nil {
			t.Fatalf("%v\n%s", err, archive(after))
		}
		moves += planMoves(t, after, again)
	}
	if moves < 4*rounds {
		t.Errorf("%d moves alone in %d rounds", moves, rounds)
	}
	t.Logf("%d modules, %d moves, and nothing else", rounds, moves)
}

// planMoves applies a configuration, and plans another in its place: nothing may be done but
// moves, whose number it returns.
func planMoves(t *testing.T, before, after map[string]string) (moves int) {
	t.Helper()
	dir := t.TempDir()
	run := func(args ...string) []byte {
		out, err := terraform(t, dir, args...)
		if err != nil {
			t.Fatalf("terraform %s: %v\n%s\nof\n%s\nwhich became\n%s", strings.Join(args, " "), err, out, archive(before), archive(after))
		}
		return out
	}
	writeFiles(t, dir, before)
	run("init", "-input=false", "-no-color")
	run("apply", "-auto-approve", "-input=false", "-no-color")
	writeFiles(t, dir, after)
	run("init", "-input=false", "-no-color")
	run("plan", "-input=false", "-no-color", "-out=plan")
	moves, wrong := movesIn(t, run("show", "-json", "plan"))
	if len(wrong) > 0 {
		t.Fatalf("terraform plans more than moves: %s\nof\n%s\nwhich became\n%s", strings.Join(wrong, "; "), archive(before), archive(after))
	}
	return moves
}

// keyedModule returns a module of resources and modules with count or without, outputs that
// refer to their instances, and edits that give them for_each and take it away again. Those
// are nil where splats became lists made by "for", whose keys are not literal.
func keyedModule(rnd *rand.Rand) (files map[string]string, there, back map[string]any) {
	var b strings.Builder
	set, keys := map[string]map[string]any{}, map[string]map[string]any{}
	setBack, keysBack := map[string]map[string]any{}, map[string]map[string]any{}
	outputs, ordered := 0, rnd.IntN(2) == 0
	for i := range 2 + rnd.IntN(2) {
		for _, typ := range []string{"resource", "module"} {
			name := fmt.Sprintf("%s%d", typ[:1], i)
			address := "terraform_data." + name
			header := fmt.Sprintf("resource \"terraform_data\" %q {\n", name)
			rest := "  input = \"fixed\"\n"
			if typ == "module" {
				address, header, rest = "module."+name, fmt.Sprintf("module %q {\n", name), "  source = \"./child\"\n"
			}
			n := rnd.IntN(4) // 0 is for no count
			meta := ""
			if n > 0 {
				meta = fmt.Sprintf("  count = %d\n", n)
			}
			fmt.Fprintf(&b, "%s%s%s}\n\n", header, meta, rest)
			names := []string{"a", "b-c", "d e", "10", "9"}
			if ordered {
				slices.Sort(names)
			} else {
				rnd.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
			}
			to, from, list := map[string]string{}, map[string]string{}, []string{}
			for k := range max(n, 1) {
				old, quoted := fmt.Sprint(k), fmt.Sprintf("%q", names[k])
				if n == 0 {
					old = ""
				}
				to[old], from[quoted] = quoted, old
				list = append(list, quoted)
			}
			forEach := "${toset([" + strings.Join(list, ", ") + "])}"
			entry := map[string]any{"set": map[string]any{"attributes": map[string]any{"for_each": forEach}}}
			entryBack := map[string]any{"delete": map[string]any{"attributes": []string{"for_each"}}}
			if n > 0 {
				entry["delete"] = map[string]any{"attributes": []string{"count"}}
				entryBack["set"] = map[string]any{"attributes": map[string]any{"count": n}}
			}
			put := func(into map[string]map[string]any, what any) {
				if into[typ] == nil {
					into[typ] = map[string]any{}
				}
				if typ == "module" {
					into[typ][name] = what
					return
				}
				if into[typ]["terraform_data"] == nil {
					into[typ]["terraform_data"] = map[string]any{}
				}
				into[typ]["terraform_data"].(map[string]any)[name] = what
			}
			put(set, entry)
			put(setBack, entryBack)
			put(keys, map[string]any{"keys": to})
			put(keysBack, map[string]any{"keys": from})
			for _, use := range usesOf(rnd, address, n) {
				fmt.Fprintf(&b, "output \"o%d\" {\n  value = %s\n}\n\n", outputs, use)
				outputs++
			}
		}
	}
	files = map[string]string{
		"main.tf":       b.String(),
		"child/main.tf": "resource \"terraform_data\" \"in\" {}\n\noutput \"id\" {\n  value = terraform_data.in.id\n}\n",
	}
	there = map[string]any{"update": set, "rename": keys}
	if !ordered {
		return files, there, nil
	}
	return files, there, map[string]any{"update": setBack, "rename": keysBack}
}

// usesOf returns expressions of the instances of a resource or module.
func usesOf(rnd *rand.Rand, address string, n int) (uses []string) {
	if n == 0 {
		return []string{address + ".id", `"x-${` + address + `.id}"`, "[for k in [1, 2] : \"${k}${" + address + `.id}"]`}
	}
	last := fmt.Sprint(rnd.IntN(n))
	return []string{
		address + "[" + last + "].id", `"x-${` + address + "[0].id}\"", address + "[*].id",
		`join(",", ` + address + "[*].id)", "{ for i, id in " + address + "[*].id : i => id }", "length(" + address + ")",
		"[for k in [1] : \"${k}${" + address + "[" + last + "].id}\"]",
	}
}
