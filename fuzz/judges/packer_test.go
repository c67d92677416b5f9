package judges

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/go-version"
	"github.com/hashicorp/hcl/v2/hclparse"
	"github.com/hashicorp/packer/hcl2template"
	"github.com/hashicorp/packer/packer"

	"iacedit/edit"
)

// Packer starts the same builds, with the same arguments for builders, provisioners and
// post-processors, after renames.
func TestPacker(t *testing.T) {
	l := language{
		dialect:   edit.Packer,
		generate:  packerTemplate,
		judge:     packerBuilds,
		mayLeave:  []string{"KEY_NOT_LITERAL"},
		mayRefuse: []string{},
	}
	l.run(t)
}

// packerBuilds returns the builds of a template, and what Packer passes to the plugins.
func packerBuilds(dir string, files map[string]string, was names) (any, error) {
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			return nil, err
		}
	}
	r := &recorder{was: was}
	const core = "1.9.4"
	parser := &hcl2template.Parser{CorePackerVersion: version.Must(version.NewVersion(core)), CorePackerVersionString: core, Parser: hclparse.NewParser(), PluginConfig: r.plugins()}
	config, diags := parser.Parse(dir, nil, nil)
	if diags.HasErrors() {
		return nil, diags
	}
	if diags = config.Initialize(packer.InitializeOptions{}); diags.HasErrors() {
		return nil, diags
	}
	builds, diags := config.GetBuilds(packer.GetBuildsOptions{})
	if diags.HasErrors() {
		return nil, diags
	}
	r.add("builds", len(builds))
	return r.seen, nil
}

// packerTypes are the types of sources.
var packerTypes = []string{"alpha", "beta-x"}

// packerTemplate returns the files of a template.
func packerTemplate(g *code) (files map[string]string, objects []object) {
	g.roots = []string{"var", "local", "data"}
	var vars, values, locals, sources strings.Builder
	var refs []string
	varNames := g.take(2 + g.IntN(4))
	inBlock := g.IntN(len(varNames) + 1)
	for i, name := range varNames {
		if i < inBlock {
			fmt.Fprintf(&vars, "variable \"%s\" {\n  type = string\n", name)
			if g.IntN(2) == 0 {
				fmt.Fprintf(&vars, "  default = \"%s\"\n}\n\n", g.name())
			} else {
				fmt.Fprintf(&vars, "}\n\n")
				fmt.Fprintf(&values, "%s = \"%s\" # %s\n", name, g.name(), name)
			}
			objects = append(objects, object{file: "vars.pkr.hcl", block: "variable", labels: []string{name}, kind: "variable"})
			continue
		}
		if i == inBlock {
			vars.WriteString("variables {\n")
		}
		fmt.Fprintf(&vars, "  %s = \"%s\"\n", name, g.name())
		objects = append(objects, object{file: "vars.pkr.hcl", block: "variables", attribute: name, kind: "variable"})
	}
	if inBlock < len(varNames) {
		vars.WriteString("}\n\n")
	}
	for _, name := range varNames {
		refs = append(refs, "var."+name)
	}
	for _, name := range g.take(g.IntN(3)) {
		fmt.Fprintf(&sources, "data \"mock\" \"%s\" {\n  text = %s\n}\n\n", name, g.line(refs))
		objects = append(objects, object{file: "sources.pkr.hcl", block: "data", labels: []string{"mock", name}, kind: "data.mock"})
	}
	for _, o := range objects {
		if o.block == "data" {
			refs = append(refs, "data.mock."+o.name()+".text")
		}
	}
	localNames := g.take(2 + g.IntN(3))
	inBlock = g.IntN(len(localNames) + 1)
	for i, name := range localNames {
		if i < inBlock {
			fmt.Fprintf(&vars, "local \"%s\" {\n  expression = %s\n}\n\n", name, g.line(refs))
			objects = append(objects, object{file: "vars.pkr.hcl", block: "local", labels: []string{name}, kind: "local"})
		} else {
			fmt.Fprintf(&locals, "  %s = %s\n", name, g.line(refs))
			objects = append(objects, object{file: "locals.pkr.hcl", block: "locals", attribute: name, kind: "local"})
		}
		refs = append(refs, "local."+name)
	}
	var all [][2]string
	own := g.IntN(2) == 0
	for _, typ := range packerTypes {
		for _, name := range g.take(1 + g.IntN(3)) {
			fmt.Fprintf(&sources, "source \"%s\" \"%s\" {\n  text = %s\n%s}\n\n", typ, name, g.line(refs), dynamic(g, refs, "  ", "step", "text"))
			objects = append(objects, object{file: "sources.pkr.hcl", block: "source", labels: []string{typ, name}, kind: "source." + typ, fresh: own})
			all = append(all, [2]string{typ, name})
		}
	}
	files = map[string]string{"vars.pkr.hcl": vars.String(), "sources.pkr.hcl": sources.String(), "x.auto.pkrvars.hcl": values.String()}
	files["locals.pkr.hcl"] = "locals {\n" + locals.String() + "}\n"
	files["build.pkr.hcl"] = packerBuild(g, refs, all, own) + packerBuild(g, refs, all, own)
	return files, objects
}

// packerBuild returns a block "build" that runs some of the sources. Set own if sources may have names of
// their own in it, and keys of override may name them: a new name of a source may then be such a name too.
func packerBuild(g *code, refs []string, sources [][2]string, own bool) string {
	var b strings.Builder
	b.WriteString("build {\n")
	if g.IntN(2) == 0 {
		fmt.Fprintf(&b, "  name = \"%s\"\n", g.name())
	}
	var runs []string // what runs, as type.name
	use := func(typ, name string) bool {
		id := typ + "." + name
		if slices.Contains(runs, id) {
			return false
		}
		runs = append(runs, id)
		return true
	}
	var list []string
	for _, s := range sources {
		if len(list) == 0 || g.IntN(2) == 0 {
			use(s[0], s[1])
			list = append(list, fmt.Sprintf("\"%s%s.%s\"", []string{"", "source."}[g.IntN(2)], s[0], s[1]))
		}
	}
	fmt.Fprintf(&b, "  sources = [%s]\n\n", strings.Join(list, ", "))
	for _, s := range sources {
		name := g.name()
		if g.IntN(3) > 0 {
			continue
		}
		label := []string{"", "source."}[g.IntN(2)] + s[0] + "." + s[1]
		if own && g.IntN(3) > 0 && use(s[0], name) {
			fmt.Fprintf(&b, "  source \"%s\" {\n    name = \"%s\"\n    more = %s\n  }\n\n", label, name, g.line(refs))
		} else if use(s[0], s[1]) {
			fmt.Fprintf(&b, "  source \"%s\" {\n    more = %s\n  }\n\n", label, g.line(refs))
		}
	}
	for _, step := range []string{"provisioner \"shell\"", "post-processor \"file\"", "provisioner \"shell\""} {
		fmt.Fprintf(&b, "  %s {\n    text = %s\n", step, g.line(refs))
		on := g.Perm(len(runs))
		switch g.IntN(3) {
		case 0:
			on = on[:1]
			fmt.Fprintf(&b, "    only = [\"%s\"]\n", runs[on[0]])
		case 1:
			fmt.Fprintf(&b, "    except = [\"%s\"]\n", runs[on[0]])
			on = on[1:]
		}
		if own && strings.HasPrefix(step, "provisioner") && len(on) > 0 && g.IntN(2) == 0 {
			_, name, _ := strings.Cut(runs[on[0]], ".")
			fmt.Fprintf(&b, "    override = {\n      %s = { text = %s }\n    }\n", name, g.expr(refs, 1))
		}
		b.WriteString("  }\n\n")
	}
	b.WriteString("}\n\n")
	return b.String()
}
