package judges

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/hashicorp/nomad/jobspec2"

	"iacedit/edit"
)

// Nomad reads the same job after renames.
func TestNomad(t *testing.T) {
	l := language{
		dialect:  edit.Nomad,
		generate: nomadJob,
		judge: func(_ string, files map[string]string, _ names) (any, error) {
			job, err := jobspec2.ParseWithConfig(&jobspec2.ParseConfig{Path: nomadFile, Body: []byte(files[nomadFile]), Strict: true})
			if err != nil {
				return nil, err
			}
			text, err := json.MarshalIndent(job, "", " ")
			return strings.Split(string(text), "\n"), err
		},
	}
	l.run(t)
}

const nomadFile = "job.nomad.hcl"

// nomadJob returns a file with a job.
func nomadJob(g *code) (files map[string]string, objects []object) {
	g.roots = []string{"var", "local"}
	var text strings.Builder
	var refs []string
	vars := g.take(1 + g.IntN(4))
	inBlock := g.IntN(len(vars) + 1)
	for _, name := range vars[:inBlock] {
		fmt.Fprintf(&text, "variable \"%s\" {\n  type    = string\n  default = \"%s\"\n}\n\n", name, g.name())
		objects = append(objects, object{file: nomadFile, block: "variable", labels: []string{name}, kind: "variable"})
	}
	if inBlock < len(vars) {
		text.WriteString("variables {\n")
		for _, name := range vars[inBlock:] {
			fmt.Fprintf(&text, "  %s = \"%s\"\n", name, g.name())
			objects = append(objects, object{file: nomadFile, block: "variables", attribute: name, kind: "variable"})
		}
		text.WriteString("}\n\n")
	}
	for _, name := range vars {
		refs = append(refs, "var."+name)
	}
	text.WriteString("locals {\n")
	for _, name := range g.take(1 + g.IntN(4)) {
		fmt.Fprintf(&text, "  %s = %s\n", name, g.line(refs))
		refs = append(refs, "local."+name)
		objects = append(objects, object{file: nomadFile, block: "locals", attribute: name, kind: "local"})
	}
	text.WriteString("}\n\n")
	fmt.Fprintf(&text, "job \"%s\" {\n  datacenters = [%s]\n\n  meta {\n    %s = %s\n  }\n\n", g.name(), g.expr(refs, 2), g.name(), g.line(refs))
	fmt.Fprintf(&text, "  group \"%s\" {\n    network {\n      port \"http\" {}\n    }\n\n", g.name())
	fmt.Fprintf(&text, "    task \"%s\" {\n      driver = \"docker\"\n\n", g.name())
	fmt.Fprintf(&text, "      config {\n        image = %s\n", g.line(refs))
	fmt.Fprintf(&text, "        args  = [%s, \"${NOMAD_PORT_http}\", \"${attr.kernel.%s}\", \"$${local.%s}\"]\n", g.expr(refs, 2), g.name(), g.name())
	fmt.Fprintf(&text, "        x_%s = { %s = %s }\n      }\n\n", g.name(), g.name(), g.expr(refs, 2))
	fmt.Fprintf(&text, "      env {\n        %s = %s\n      }\n\n", g.name(), g.line(refs))
	fmt.Fprintf(&text, "      template {\n        data        = <<E\n{{ key \"%s\" }} ${%s} local.%s\nE\n        destination = \"local/${%s}\"\n      }\n\n", g.name(), g.expr(refs, 1), g.name(), g.ref(refs))
	text.WriteString(dynamic(g, refs, "      ", "artifact", "source"))
	text.WriteString("    }\n  }\n}\n")
	return map[string]string{nomadFile: text.String()}, objects
}

// dynamic returns a dynamic block whose iterator may have the name of a root of references.
func dynamic(g *code, refs []string, indent, block, attribute string) string {
	iterator, in := "", block
	if g.IntN(2) == 0 {
		in = append(g.roots, "it")[g.IntN(len(g.roots)+1)]
		iterator = "  iterator = " + in + "\n"
	}
	code := fmt.Sprintf("dynamic \"%s\" {\n  for_each = [%s, \"b\"]\n%s  content {\n    %s = \"${%s.value}-%s\"\n  }\n}\n", block, g.expr(refs, 1), iterator, attribute, in, g.name())
	return indent + strings.ReplaceAll(strings.TrimSuffix(code, "\n"), "\n", "\n"+indent) + "\n"
}
