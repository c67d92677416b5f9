package judges

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/docker/buildx/bake/hclparser"
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"

	"iacedit/edit"
)

// Buildx reads the same targets and groups after renames.
func TestBake(t *testing.T) {
	l := language{
		dialect:   edit.Bake,
		generate:  bakeFiles,
		judge:     bakeTargets,
		mayTell:   []string{"KEY_NOT_LITERAL"}, // of a target that computes its names: these stay
		mayRefuse: []string{"would be taken for a local name"},
	}
	l.run(t)
}

// bakeFileNames are the files that Bake reads, in this order.
var bakeFileNames = []string{"docker-bake.hcl", "docker-bake.override.hcl"}

// A bakeTarget is a target in the form in which buildx's parser fills it. Its types have the names of
// the fields in package bake.
type bakeTarget struct {
	Name     string             `hcl:"name,label" cty:"name"`
	Inherits []string           `hcl:"inherits,optional" cty:"inherits"`
	Contexts map[string]string  `hcl:"contexts,optional" cty:"contexts"`
	Args     map[string]*string `hcl:"args,optional" cty:"args"`
	Tags     []string           `hcl:"tags,optional" cty:"tags"`
	Context  *string            `hcl:"context,optional" cty:"context"`
}

type bakeGroup struct {
	Name    string   `hcl:"name,label" cty:"name"`
	Targets []string `hcl:"targets" cty:"targets"`
}

type bakeConfig struct {
	Groups  []*bakeGroup  `hcl:"group,block"`
	Targets []*bakeTarget `hcl:"target,block"`
}

// attributeOf returns an attribute of a block of a target, or nil.
func attributeOf(block *hcl.Block, name string) *hcl.Attribute {
	content, _, _ := block.Body.PartialContent(&hcl.BodySchema{Attributes: []hcl.AttributeSchema{{Name: name}}})
	return content.Attributes[name]
}

// GetEvalContexts returns a context for each combination in the matrix of a target.
func (*bakeTarget) GetEvalContexts(base *hcl.EvalContext, block *hcl.Block, load func(hcl.Expression) hcl.Diagnostics) ([]*hcl.EvalContext, error) {
	matrix := attributeOf(block, "matrix")
	if matrix == nil {
		return []*hcl.EvalContext{base}, nil
	}
	if diags := load(matrix.Expr); diags.HasErrors() {
		return nil, diags
	}
	v, diags := matrix.Expr.Value(base)
	if diags.HasErrors() {
		return nil, diags
	}
	all := []map[string]cty.Value{{}}
	for key, list := range v.AsValueMap() {
		var next []map[string]cty.Value
		for _, one := range list.AsValueSlice() {
			for _, variables := range all {
				with := map[string]cty.Value{key: one}
				for k, v := range variables {
					with[k] = v
				}
				next = append(next, with)
			}
		}
		all = next
	}
	var contexts []*hcl.EvalContext
	for _, variables := range all {
		c := base.NewChild()
		c.Variables = variables
		contexts = append(contexts, c)
	}
	return contexts, nil
}

// GetName returns the name that a target computes, or its label.
func (*bakeTarget) GetName(context *hcl.EvalContext, block *hcl.Block, load func(hcl.Expression) hcl.Diagnostics) (string, error) {
	name := attributeOf(block, "name")
	if name == nil {
		return block.Labels[0], nil
	}
	if diags := load(name.Expr); diags.HasErrors() {
		return "", diags
	}
	v, diags := name.Expr.Value(context)
	if diags.HasErrors() {
		return "", diags
	}
	v, err := convert.Convert(v, cty.String)
	return v.AsString(), err
}

// bakeTargets returns the targets and groups of the files, in order.
func bakeTargets(_ string, files map[string]string, was names) (any, error) {
	var parsed []*hcl.File
	for _, name := range bakeFileNames {
		f, diags := hclsyntax.ParseConfig([]byte(files[name]), name, hcl.InitialPos)
		if diags.HasErrors() {
			return nil, diags
		}
		parsed = append(parsed, f)
	}
	var config bakeConfig
	meta, diags := hclparser.Parse(hclparser.MergeFiles(parsed), hclparser.Opt{}, &config)
	if diags.HasErrors() {
		return nil, diags
	}
	computed := map[string][]string{} // by label: the names that a target computes
	for label, names := range meta.Renamed["target"] {
		if attribute := slices.Compact(slices.Clone(names)); len(attribute) > 1 || attribute[0] != label {
			computed[label] = attribute
		}
	}
	isGroup := func(name string) bool {
		return slices.ContainsFunc(config.Groups, func(g *bakeGroup) bool { return g.Name == name })
	}
	isTarget := func(name string) bool {
		return slices.ContainsFunc(config.Targets, func(t *bakeTarget) bool { return t.Name == name })
	}
	targetOf := func(name string) (string, error) {
		if !isTarget(name) {
			return "", fmt.Errorf("target %q is missing", name)
		}
		return "target." + was.of("target", name), nil
	}
	var seen []string
	var failed error
	add := func(what string, names []string, of func(string) (string, error)) {
		for _, name := range names {
			old, err := of(name)
			failed = errors.Join(failed, err)
			what += " " + old
		}
		seen = append(seen, what)
	}
	// named returns what a string in a group names. A target that computes its names has a group with its
	// label.
	named := func(in string) func(name string) (string, error) {
		return func(name string) (string, error) {
			switch {
			case len(computed[name]) > 0:
				return "target." + was.of("target", name), nil
			case isGroup(name) && name != in:
				return "group." + was.of("target", name), nil
			}
			return targetOf(name)
		}
	}
	for _, g := range config.Groups {
		add("group "+was.of("target", g.Name), g.Targets, named(g.Name))
	}
	for label, names := range computed {
		slices.Sort(names)
		seen = append(seen, fmt.Sprint("computed by ", was.of("target", label), names))
	}
	for _, t := range config.Targets {
		what := "target " + was.of("target", t.Name) + fmt.Sprint(" tags ", t.Tags)
		if t.Context != nil {
			what += " context " + *t.Context
		}
		for _, key := range slices.Sorted(maps.Keys(t.Args)) {
			what += " " + key + "=" + *t.Args[key]
		}
		for _, key := range slices.Sorted(maps.Keys(t.Contexts)) {
			value := t.Contexts[key]
			if name, ok := strings.CutPrefix(value, "target:"); ok {
				old, err := targetOf(name)
				failed, value = errors.Join(failed, err), old
			}
			what += " " + key + "=" + value
		}
		add(what+" inherits", t.Inherits, targetOf)
	}
	slices.Sort(seen)
	return seen, failed
}

// bakeFiles returns the two files of Bake. A group and a target have different names: the string with their
// name would mean the group alone.
func bakeFiles(g *code) (files map[string]string, objects []object) {
	g.roots = []string{"target"}
	main, override := bakeFileNames[0], bakeFileNames[1]
	var text, more strings.Builder
	var refs []string
	names := g.take(6)
	for _, name := range names[:2+g.IntN(3)] {
		switch g.IntN(3) {
		case 0: // an attribute alone
			fmt.Fprintf(&text, "%s = \"%s\"\n\n", name, g.name())
			objects = append(objects, object{file: main, block: "iacvars", attribute: name, kind: "variable"})
		default:
			fmt.Fprintf(&text, "variable \"%s\" {\n  default = %s\n}\n\n", name, g.line(refs))
			objects = append(objects, object{file: main, block: "variable", labels: []string{name}, kind: "variable"})
			if g.IntN(3) == 0 {
				fmt.Fprintf(&more, "%s = \"%s\"\n\n", name, g.name())
			}
		}
		refs = append(refs, name)
	}
	if g.IntN(2) == 0 {
		name, params := g.name(), g.take(2)
		fmt.Fprintf(&text, "function \"f_%s\" {\n  params = [%s]\n  result = %s\n}\n\n", name, strings.Join(params, ", "), g.expr(append(params, refs...), 2))
		objects = append(objects, object{file: main, block: "function", labels: []string{"f_" + name}, kind: "function"})
		for range 2 {
			refs = append(refs, fmt.Sprintf("f_%s(%s, \"%s\")", name, g.ref(refs), g.name()))
		}
	}
	var targets, inGroups []string
	for _, name := range g.take(2 + g.IntN(3)) {
		scope := refs
		fmt.Fprintf(&text, "target \"%s\" {\n", name)
		if g.IntN(4) == 0 {
			key := g.name()
			fmt.Fprintf(&text, "  name   = \"%s-${%s}\"\n  matrix = { %s = [\"a\", \"b\"] }\n", name, key, key)
			scope = append(slices.Clone(refs), key, key)
		} else {
			targets = append(targets, name)
		}
		inGroups = append(inGroups, name)
		fmt.Fprintf(&text, "  context = %s\n  args = {\n    %s = %s\n  }\n", g.line(scope), g.name(), g.expr(scope, 2))
		if n := len(targets); n > 1 {
			other := targets[g.IntN(n-1)]
			if other != name {
				fmt.Fprintf(&text, "  inherits = [\"%s\"]\n  contexts = {\n    %s = \"target:%s\"\n    src = \"%s\"\n  }\n  tags = [target.%s.context, %s]\n", other, other, other, other, other, g.expr(scope, 2))
			}
		}
		text.WriteString("}\n\n")
		objects = append(objects, object{file: main, block: "target", labels: []string{name}, kind: "target"})
	}
	if n := len(targets); n > 0 && g.IntN(2) == 0 {
		fmt.Fprintf(&more, "target \"%s\" {\n  context = %s\n  tags = [%s]\n}\n", targets[g.IntN(n)], g.line(refs), g.expr(refs, 2))
	}
	for _, name := range []string{"default", "all"} {
		fmt.Fprintf(&text, "group \"%s\" {\n  targets = [\"%s\"]\n}\n\n", name, strings.Join(inGroups, "\", \""))
		objects = append(objects, object{file: main, block: "group", labels: []string{name}, kind: "target"})
		inGroups = append(inGroups[1:], name)
	}
	return map[string]string{main: text.String(), override: more.String()}, objects
}
