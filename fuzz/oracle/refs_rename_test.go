package oracle

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"iacedit/refs"
	"iacedit/syntax"
)

// modulesPerRun is how many modules TestTerraformPlansRenamedModules renames in, where
// the environment variable IACEDIT_MODULES does not say: each takes about half a
// second. IACEDIT_SEED makes other modules.
const modulesPerRun = 6

// A module in which things of every kind got new names, all at once, is valid, and
// terraform plans the same with it.
func TestTerraformPlansRenamedModules(t *testing.T) {
	terraform(t, t.TempDir(), "version")
	seed := uint64(fromEnv(t, "IACEDIT_SEED", 0))
	modules, replaced := fromEnv(t, "IACEDIT_MODULES", modulesPerRun), 0
	for i := range modules {
		g := generator{rand.New(rand.NewPCG(41, seed<<32+uint64(i)))}
		files := newModule(g)
		list := randomRenames(t, g, files)
		after, n := renameModule(t, files, list)
		replaced += n
		was, is := planned(t, files, list), planned(t, after, nil)
		if was != is {
			t.Errorf("module %d: the plan was\n%s\nand is\n%s\nafter %+v of\n%s\nwhich became\n%s", i, was, is, list, archive(files), archive(after))
		}
		back, _ := renameModule(t, after, reverse(list))
		for name, text := range files {
			if back[name] != text {
				t.Errorf("module %d: there and back, %s is\n%s\nwas\n%s", i, name, back[name], text)
			}
		}
		if t.Failed() {
			return
		}
	}
	t.Logf("terraform plans the same for %d modules after %d replacements", modules, replaced)
}

// randomRenames gives some of what a module declares new names: fresh ones, or those of
// others of their kind.
func randomRenames(t *testing.T, g generator, files map[string]string) (list []refs.Rename) {
	byKind := map[refs.Kind][]refs.Address{}
	for name, f := range parseModule(t, files) {
		for d := range refs.Declarations(f) {
			if d.Kind != refs.Provider && strings.HasSuffix(name, ".tf") {
				byKind[d.Kind] = append(byKind[d.Kind], d.Address(f))
			}
		}
	}
	for kind := refs.Resource; kind <= refs.Local; kind++ {
		all := byKind[kind]
		slices.SortFunc(all, func(a, b refs.Address) int { return strings.Compare(a.Name, b.Name) })
		order := g.Perm(len(all))
		for i, of := range all {
			name := all[order[i]].Name
			if g.IntN(3) == 0 {
				name = "fresh_" + name
			}
			list = append(list, refs.Rename{Of: of, Type: of.Type, Name: name})
		}
	}
	return list
}

func reverse(list []refs.Rename) (back []refs.Rename) {
	for _, one := range list {
		back = append(back, refs.Rename{Of: refs.Address{Kind: one.Of.Kind, Type: one.Type, Name: one.Name}, Type: one.Of.Type, Name: one.Of.Name})
	}
	return back
}

// parseModule parses the code of a module, but for that in folders.
func parseModule(t *testing.T, files map[string]string) map[string]*syntax.File {
	t.Helper()
	parsed := map[string]*syntax.File{}
	for name, text := range files {
		if strings.Contains(name, "/") || !strings.Contains(name, ".tf") || strings.HasSuffix(name, "state") {
			continue
		}
		f, err := syntax.Parse([]byte(text))
		if err != nil {
			t.Fatalf("%s: %v\n%s", name, err, text)
		}
		parsed[name] = f
	}
	return parsed
}

// renameModule makes renames in a module, of what is declared and of the references.
func renameModule(t *testing.T, files map[string]string, list []refs.Rename) (map[string]string, int) {
	t.Helper()
	renames, err := refs.NewRenames(list)
	if err != nil {
		t.Fatal(err)
	}
	to := map[refs.Address]string{}
	for _, one := range list {
		to[one.Of] = one.Name
	}
	out, n := map[string]string{}, 0
	for name, text := range files {
		out[name] = text
	}
	for name, f := range parseModule(t, files) {
		role := refs.Configuration
		if strings.HasSuffix(name, ".tfvars") {
			role = refs.Variables
		}
		replacements, captures := renames.Replacements(nil, f, role)
		if len(captures) > 0 {
			t.Fatalf("%s: captures: %+v", name, captures)
		}
		for d := range refs.Declarations(f) {
			if new, ok := to[d.Address(f)]; ok {
				replacements = append(replacements, refs.Replacement{At: d.Name, Text: new})
			}
		}
		n += len(replacements)
		slices.SortFunc(replacements, func(a, b refs.Replacement) int { return int(b.At.From - a.At.From) })
		text := files[name]
		for _, r := range replacements {
			text = text[:r.At.From] + r.Text + text[r.At.To:]
		}
		out[name] = text
	}
	return out, n
}

// planned returns what terraform plans for a module: its outputs and the resources by
// their names after the renames, in order.
func planned(t *testing.T, files map[string]string, list []refs.Rename) string {
	t.Helper()
	dir := t.TempDir()
	writeFiles(t, dir, files)
	run := func(args ...string) []byte {
		out, err := terraform(t, dir, args...)
		if err != nil {
			t.Fatalf("terraform %s: %v\n%s\nof\n%s", strings.Join(args, " "), err, out, archive(files))
		}
		return out
	}
	run("init", "-backend=false", "-input=false", "-no-color")
	run("validate", "-no-color")
	run("plan", "-input=false", "-no-color", "-refresh=false", "-out=plan")
	var plan struct {
		Values struct {
			Outputs json.RawMessage
			Root    plannedModule `json:"root_module"`
		} `json:"planned_values"`
	}
	if err := json.Unmarshal(run("show", "-json", "plan"), &plan); err != nil {
		t.Fatal(err)
	}
	names := map[refs.Address]string{}
	for _, one := range list {
		names[one.Of] = one.Name
	}
	all := plan.Values.Root.list(names, "")
	slices.Sort(all)
	return string(plan.Values.Outputs) + "\n" + strings.Join(all, "\n")
}

type plannedModule struct {
	Address   string
	Resources []struct {
		Mode, Type, Name string
		Index            json.RawMessage
		Values           json.RawMessage
	}
	Children []plannedModule `json:"child_modules"`
}

// list writes the resources of a module and of those in it, those of the root by their
// new names.
func (m plannedModule) list(names map[refs.Address]string, prefix string) (out []string) {
	kinds := map[string]refs.Kind{"managed": refs.Resource, "data": refs.Data}
	for _, r := range m.Resources {
		name := r.Name
		if to, ok := names[refs.Address{Kind: kinds[r.Mode], Type: r.Type, Name: name}]; ok && prefix == "" {
			name = to
		}
		out = append(out, strings.Join([]string{prefix, r.Mode, r.Type, name, string(r.Index), string(r.Values)}, " "))
	}
	for _, child := range m.Children {
		name := strings.TrimPrefix(child.Address, "module.")
		if to, ok := names[refs.Address{Kind: refs.Module, Name: name}]; ok {
			name = to
		}
		out = append(out, child.list(names, name)...)
	}
	return out
}

// archive writes a module as one text.
func archive(files map[string]string) (out string) {
	for name, text := range files {
		out += "-- " + name + " --\n" + text
	}
	return out
}
