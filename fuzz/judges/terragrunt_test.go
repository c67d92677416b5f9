package judges

import (
	"fmt"
	"strings"
	"testing"

	"iacedit/edit"
)

// The units of a tree have the same inputs after renames.
func TestTerragrunt(t *testing.T) {
	l := language{dialect: edit.Terragrunt, generate: terragruntTree, judge: terragruntInputs}
	l.run(t)
}

// A terragruntCode makes the files of a tree.
type terragruntCode struct {
	*code
	files   map[string]string
	objects []object
}

// block writes a block with a name, and returns the name.
func (c *terragruntCode) block(text *strings.Builder, file, typ, body string) string {
	name := c.name()
	fmt.Fprintf(text, "%s \"%s\" {\n%s}\n\n", typ, name, body)
	c.objects = append(c.objects, object{file: file, block: typ, labels: []string{name}, kind: file + " " + typ})
	return name
}

// locals writes a block "locals", and returns the references to what it declares. The values may refer to refs,
// and to what the values in given, by reference, declare.
func (c *terragruntCode) locals(text *strings.Builder, file string, refs []string, configs []string, members []string) []string {
	text.WriteString("locals {\n")
	names := c.take(2 + c.IntN(3) + len(configs))
	for i, config := range configs {
		name := names[i]
		fmt.Fprintf(text, "  %s = %s\n", name, config)
		c.objects = append(c.objects, object{file: file, block: "locals", attribute: name, kind: file + " local"})
		for _, member := range members {
			refs = append(refs, "local."+name+".locals."+member)
		}
	}
	for _, name := range names[len(configs):] {
		fmt.Fprintf(text, "  %s = %s\n", name, c.line(refs))
		c.objects = append(c.objects, object{file: file, block: "locals", attribute: name, kind: file + " local"})
		refs = append(refs, "local."+name)
	}
	text.WriteString("}\n\n")
	return refs
}

// declared returns the names of the locals of a file whose values are strings.
func (c *terragruntCode) declared(file string, skip int) (names []string) {
	for _, o := range c.objects {
		if o.file == file && o.block == "locals" {
			names = append(names, o.attribute)
		}
	}
	return names[skip:]
}

func (c *terragruntCode) inputs(text *strings.Builder, refs []string) {
	text.WriteString("inputs = {\n")
	for _, name := range c.take(3) {
		fmt.Fprintf(text, "  %s = %s\n", name, c.expr(refs, 2))
	}
	text.WriteString("}\n\n")
}

// terragruntTree returns the files of a tree: two units, which include two files and read a third, and a
// stack with a unit.
func terragruntTree(g *code) (map[string]string, []object) {
	g.roots = []string{"local", "include", "dependency"}
	c := &terragruntCode{g, map[string]string{}, nil}
	for _, file := range []string{"root.hcl", "eu/region.hcl"} {
		var text strings.Builder
		refs := c.locals(&text, file, nil, nil, nil)
		if file == "root.hcl" {
			c.inputs(&text, refs)
		}
		c.files[file] = text.String()
	}
	root, region := c.declared("root.hcl", 0), c.declared("eu/region.hcl", 0)
	c.included(region)
	for _, unit := range []string{"eu/app/", "eu/db/"} {
		c.unit(unit+"terragrunt.hcl", root, region)
	}
	c.stack()
	return c.files, c.objects
}

const includedFile = "_env/app.hcl"

// included makes a file that units include.
func (c *terragruntCode) included(region []string) {
	var text strings.Builder
	refs := c.locals(&text, includedFile, nil, []string{`read_terragrunt_config(find_in_parent_folders("region.hcl"))`}, region)
	name := c.block(&text, includedFile, "dependency", fmt.Sprintf("  config_path  = \"../db\"\n  mock_outputs = { id = %s }\n", c.expr(refs, 1)))
	c.inputs(&text, append(refs, "dependency."+name+".outputs.id"))
	c.files[includedFile] = text.String()
}

func (c *terragruntCode) unit(file string, root, region []string) {
	var text strings.Builder
	var refs []string
	add := func(prefix string, names []string) {
		for _, name := range names {
			refs = append(refs, prefix+name)
		}
	}
	includes := c.take(2)
	for i, path := range []string{`find_in_parent_folders("root.hcl")`, `"${dirname(find_in_parent_folders("root.hcl"))}/` + includedFile + `"`} {
		fmt.Fprintf(&text, "include \"%s\" {\n  path   = %s\n  expose = true\n}\n\n", includes[i], path)
		c.objects = append(c.objects, object{file: file, block: "include", labels: []string{includes[i]}, kind: file + " include"})
	}
	add("include."+includes[0]+".locals.", root)
	add("include."+includes[1]+".locals.", c.declared(includedFile, 1))
	add(`read_terragrunt_config("../region.hcl").locals.`, region)
	feature := c.block(&text, file, "feature", "  default = \""+c.name()+"\"\n")
	refs = append(refs, "feature."+feature+".value")
	refs = c.locals(&text, file, refs, []string{`read_terragrunt_config(find_in_parent_folders("region.hcl"))`}, region)
	var included string // the dependency of the included file
	for _, o := range c.objects {
		if o.file == includedFile && o.block == "dependency" {
			included = o.name()
		}
	}
	add("dependency.", []string{included + ".outputs.id"})
	if name := "own_" + c.name(); c.IntN(2) == 0 {
		fmt.Fprintf(&text, "dependency \"%s\" {\n  config_path  = \"../db\"\n  mock_outputs = { id = %s }\n}\n\n", name, c.expr(nil, 1))
		c.objects = append(c.objects, object{file: file, block: "dependency", labels: []string{name}, kind: file + " dependency", fresh: true})
		refs = append(refs, "dependency."+name+".outputs.id")
	}
	c.inputs(&text, refs)
	c.files[file] = text.String()
}

// stack makes a stack, and the code of its units.
func (c *terragruntCode) stack() {
	const file, unit = "terragrunt.stack.hcl", "units/web/terragrunt.hcl"
	var text strings.Builder
	refs := c.locals(&text, file, nil, nil, nil)
	names := c.take(2)
	fmt.Fprintf(&text, "unit \"%s\" {\n  source = \"./units/db\"\n  path = \"%s\"\n}\n\n", names[0], c.name())
	refs = append(refs, "unit."+names[0]+".path")
	keys := c.take(3)
	fmt.Fprintf(&text, "unit \"%s\" {\n  source = \"./units/web\"\n  path = \"x\"\n  values = {\n", names[1])
	var values []string
	for _, key := range keys {
		fmt.Fprintf(&text, "    %s = %s\n", key, c.expr(refs, 2))
		values = append(values, "values."+key)
		c.objects = append(c.objects, object{file: file, block: "unit", labels: []string{names[1]}, attribute: key, inside: "values.", kind: "key"})
	}
	text.WriteString("  }\n}\n")
	c.objects = append(c.objects, object{file: file, block: "unit", labels: []string{names[0]}, kind: "unit", fresh: true})
	c.files[file] = text.String()
	var code strings.Builder
	c.inputs(&code, c.locals(&code, unit, values, nil, nil))
	c.files[unit] = code.String()
	c.files["units/db/terragrunt.hcl"] = "inputs = {}\n"
}
