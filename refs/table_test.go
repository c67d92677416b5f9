package refs

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"iacedit/internal/languages"
	"iacedit/syntax"
)

// table reads a txtar archive in testdata. Each of its cases is a few files in a row,
// called NAME/PART.
func table(t testing.TB, name string) (names []string, cases map[string]map[string]string) {
	t.Helper()
	archive, err := txtar.ParseFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	cases = map[string]map[string]string{}
	for _, f := range archive.Files {
		name, part, _ := strings.Cut(f.Name, "/")
		if cases[name] == nil {
			names = append(names, name)
			cases[name] = map[string]string{}
		}
		cases[name][part] = string(f.Data)
	}
	return names, cases
}

func parse(t testing.TB, code string) *syntax.File {
	t.Helper()
	f, err := syntax.Parse([]byte(code))
	if err != nil {
		t.Fatalf("%v: %.200q", err, code)
	}
	return f
}

// show writes a reference on a line: where it is, its kind, its address, its steps (after
// a "|" those that are not static), its place, and for what is about the owner, that.
func show(f *syntax.File, r *Reference) string {
	line, column := syntax.Position(f.Text(), int(r.Root.From))
	address := []string{}
	for _, part := range []syntax.Span{r.Type, r.Name} {
		if part.Len() > 0 {
			address = append(address, string(f.At(part)))
		}
	}
	if len(address) == 0 {
		address = append(address, string(f.At(r.Root)))
	}
	out := fmt.Sprintf("%d:%d %s %s%s", line, column, r.Kind, strings.Join(address, "."), showSteps(f, r.Steps))
	if r.Place != InExpression {
		out += " in " + r.Place.String()
	}
	if r.Quoted {
		out += " quoted"
	}
	if r.Kind == Self || r.Kind == Own {
		out += fmt.Sprintf(" of %s.%s.%s", r.Owner.Kind, f.At(r.Owner.Type), f.At(r.Owner.Name))
	}
	return out
}

func showSteps(f *syntax.File, steps []Step) (out string) {
	static := true
	for _, s := range steps {
		if static && !s.Static {
			out, static = out+"|", false
		}
		if s.Joined {
			out += "^"
		}
		switch name := f.At(s.Name); s.Kind {
		case StepAttribute:
			out += "." + string(name)
		case StepString:
			out += `["` + string(name) + `"]`
		case StepLiteral:
			out += "[" + string(name) + "]"
		case StepDynamic:
			out += "[(" + string(name) + ")]"
		case StepSplat:
			out += "[*]"
		}
	}
	return out
}

func role(file string) Role {
	switch {
	case strings.HasSuffix(file, ".tf"):
		return Configuration
	case strings.HasSuffix(file, ".tfvars"):
		return Variables
	}
	for end, d := range languageOf {
		if strings.HasSuffix(file, end) {
			return RoleIn(d, end == ".pkrvars.hcl")
		}
	}
	return Generic
}

// languageOf has the languages of files, by the ends of their names.
var languageOf = map[string]languages.Dialect{
	".terragrunt.hcl": languages.Terragrunt, ".pkr.hcl": languages.Packer, ".pkrvars.hcl": languages.Packer,
	".nomad.hcl": languages.Nomad, ".bake.hcl": languages.Bake,
}

// code returns the part of a case that is code, and its name.
func code(parts map[string]string) (name, code string) {
	for _, name := range slices.Concat([]string{"in.tf", "in.tfvars", "in.hcl"}, slices.Collect(maps.Keys(languageOf))) {
		if code, ok := parts[name]; ok {
			return name, code
		}
		if code, ok := parts["in"+name]; ok {
			return "in" + name, code
		}
	}
	return "", ""
}
