package judges

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function"
	"github.com/zclconf/go-cty/cty/function/stdlib"
	ctyjson "github.com/zclconf/go-cty/cty/json"
)

// terragruntInputs evaluates the units of a tree, and returns their inputs.
func terragruntInputs(_ string, files map[string]string, _ names) (any, error) {
	e := &terragruntTreeReader{files: files, values: map[string]cty.Value{}}
	stack, err := e.read("terragrunt.stack.hcl", ".")
	if err != nil {
		return nil, err
	}
	for source, values := range stack.units {
		e.values[path.Join(source, "terragrunt.hcl")] = values
	}
	var seen []string
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if path.Base(name) != "terragrunt.hcl" {
			continue
		}
		config, err := e.read(name, path.Dir(name))
		if err != nil {
			return nil, err
		}
		for _, key := range slices.Sorted(maps.Keys(config.inputs)) {
			text, err := ctyjson.Marshal(config.inputs[key], config.inputs[key].Type())
			if err != nil {
				return nil, err
			}
			seen = append(seen, fmt.Sprintf("%s %s = %s", name, key, text))
		}
	}
	return seen, nil
}

// A terragruntTreeReader evaluates the files of a tree. Paths are relative to the tree.
type terragruntTreeReader struct {
	files  map[string]string
	values map[string]cty.Value // by file of a unit: what its stack gives it
}

// A terragruntConfig is what a file means.
type terragruntConfig struct {
	locals, inputs, dependencies map[string]cty.Value
	units                        map[string]cty.Value // by source: the values
}

func (c *terragruntConfig) value() cty.Value {
	return cty.ObjectVal(map[string]cty.Value{"locals": cty.ObjectVal(c.locals), "inputs": cty.ObjectVal(c.inputs)})
}

// read evaluates a file, for the unit of a directory: paths lead from there.
func (e *terragruntTreeReader) read(name, dir string) (*terragruntConfig, error) {
	text, ok := e.files[name]
	if !ok {
		return nil, fmt.Errorf("%s is missing", name)
	}
	file, diags := hclsyntax.ParseConfig([]byte(text), name, hcl.InitialPos)
	if diags.HasErrors() {
		return nil, diags
	}
	body := file.Body.(*hclsyntax.Body)
	config := &terragruntConfig{map[string]cty.Value{}, map[string]cty.Value{}, map[string]cty.Value{}, map[string]cty.Value{}}
	ctx := &hcl.EvalContext{Variables: map[string]cty.Value{"values": e.values[name]}, Functions: e.functions(dir)}
	if e.values[name] == cty.NilVal {
		delete(ctx.Variables, "values")
	}
	includes, features, units := map[string]cty.Value{}, map[string]cty.Value{}, map[string]cty.Value{}
	blocks := func(typ string, do func(label string, b *hclsyntax.Body) error) error {
		for _, b := range body.Blocks {
			label := ""
			if len(b.Labels) > 0 {
				label = b.Labels[0]
			}
			if b.Type != typ {
				continue
			}
			if err := do(label, b.Body); err != nil {
				return err
			}
		}
		return nil
	}
	steps := []struct {
		typ string
		do  func(label string, b *hclsyntax.Body) error
	}{
		{"include", func(label string, b *hclsyntax.Body) error {
			p, err := valueOf(b, "path", ctx)
			if err != nil {
				return err
			}
			included, err := e.read(resolved(dir, p.AsString()), dir)
			if err != nil {
				return err
			}
			includes[label] = included.value()
			maps.Copy(config.inputs, included.inputs)
			maps.Copy(config.dependencies, included.dependencies)
			ctx.Variables["include"] = cty.ObjectVal(includes)
			return nil
		}},
		{"feature", func(label string, b *hclsyntax.Body) error {
			v, err := valueOf(b, "default", ctx)
			features[label] = cty.ObjectVal(map[string]cty.Value{"value": v})
			ctx.Variables["feature"] = cty.ObjectVal(features)
			return err
		}},
		{"locals", func(_ string, b *hclsyntax.Body) error { return config.readLocals(b, ctx) }},
		{"dependency", func(label string, b *hclsyntax.Body) error {
			v, err := valueOf(b, "mock_outputs", ctx)
			config.dependencies[label] = cty.ObjectVal(map[string]cty.Value{"outputs": v})
			return err
		}},
		{"unit", func(label string, b *hclsyntax.Body) error {
			p, err := valueOf(b, "path", ctx)
			units[label] = cty.ObjectVal(map[string]cty.Value{"path": p})
			ctx.Variables["unit"] = cty.ObjectVal(units)
			if err != nil || b.Attributes["values"] == nil {
				return err
			}
			source, err := valueOf(b, "source", ctx)
			if err != nil {
				return err
			}
			config.units[resolved(dir, source.AsString())], err = valueOf(b, "values", ctx)
			return err
		}},
	}
	for _, s := range steps {
		if err := blocks(s.typ, s.do); err != nil {
			return nil, err
		}
	}
	ctx.Variables["dependency"] = cty.ObjectVal(config.dependencies)
	if body.Attributes["inputs"] == nil {
		return config, nil
	}
	inputs, err := valueOf(body, "inputs", ctx)
	if err == nil {
		maps.Copy(config.inputs, inputs.AsValueMap())
	}
	return config, err
}

// readLocals evaluates the attributes of a block "locals", in an order in which each can be evaluated.
func (c *terragruntConfig) readLocals(b *hclsyntax.Body, ctx *hcl.EvalContext) error {
	for range b.Attributes {
		for name := range b.Attributes {
			ctx.Variables["local"] = cty.ObjectVal(c.locals)
			if v, err := valueOf(b, name, ctx); err == nil {
				c.locals[name] = v
			}
		}
	}
	ctx.Variables["local"] = cty.ObjectVal(c.locals)
	for name := range b.Attributes {
		if _, err := valueOf(b, name, ctx); err != nil {
			return err
		}
	}
	return nil
}

func valueOf(b *hclsyntax.Body, name string, ctx *hcl.EvalContext) (cty.Value, error) {
	v, diags := b.Attributes[name].Expr.Value(ctx)
	if diags.HasErrors() {
		return cty.DynamicVal, diags
	}
	return v, nil
}

// inTree begins paths that do not depend on a directory.
const inTree = "/tree/"

// resolved returns the path in the tree to which a path leads from a directory.
func resolved(dir, p string) string {
	if rest, ok := strings.CutPrefix(p, inTree); ok {
		return path.Clean(rest)
	}
	return path.Join(dir, p)
}

// functions returns the functions of Terragrunt, for the unit of a directory.
func (e *terragruntTreeReader) functions(dir string) map[string]function.Function {
	text := func(params int, do func(args []string) (cty.Value, error)) function.Function {
		spec := &function.Spec{
			Type: function.StaticReturnType(cty.DynamicPseudoType),
			Impl: func(args []cty.Value, _ cty.Type) (cty.Value, error) {
				var all []string
				for _, a := range args {
					all = append(all, a.AsString())
				}
				return do(all)
			},
		}
		for range params {
			spec.Params = append(spec.Params, function.Parameter{Name: "text", Type: cty.String})
		}
		return function.New(spec)
	}
	return map[string]function.Function{
		"upper": stdlib.UpperFunc, "join": stdlib.JoinFunc,
		"dirname": text(1, func(args []string) (cty.Value, error) { return cty.StringVal(path.Dir(args[0])), nil }),
		"find_in_parent_folders": text(1, func(args []string) (cty.Value, error) {
			for up := dir; up != "."; {
				up = path.Dir(up)
				if p := path.Join(up, args[0]); e.files[p] != "" {
					return cty.StringVal(inTree + p), nil
				}
			}
			return cty.NilVal, fmt.Errorf("no %s above %s", args[0], dir)
		}),
		"read_terragrunt_config": text(1, func(args []string) (cty.Value, error) {
			config, err := e.read(resolved(dir, args[0]), dir)
			if err != nil {
				return cty.NilVal, err
			}
			return config.value(), nil
		}),
	}
}
