package oracle

import (
	"bytes"
	"slices"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	hcljson "github.com/hashicorp/hcl/v2/json"

	"iacedit/convert"
	"iacedit/edit"
	"iacedit/module"
)

// TestRenamingInJSON renames a variable in files in JSON syntax. hcl/v2's json package then reads
// the same references in each argument but for the name, and no other byte has changed.
func TestRenamingInJSON(t *testing.T) {
	files := accepted(samples(t))
	if testing.Short() && len(files) > 300 {
		files = files[:300]
	}
	if !testing.Short() {
		files = append(files, corpusFiles(t)...)
	}
	renamed := 0
	for _, s := range files {
		text, _, err := new(convert.Options).ToJSON(nil, s.src)
		if err != nil {
			continue
		}
		native, _ := hclsyntax.ParseConfig(s.src, s.name, hcl.InitialPos)
		name := variableOf(native.Body.(*hclsyntax.Body))
		if name == "" {
			continue
		}
		if renameInJSON(t, s.name, text, name) {
			renamed++
		}
	}
	t.Logf("%d files in JSON syntax, in which a variable is renamed", renamed)
	if renamed < 10 {
		t.Error("those are too few")
	}
}

// variableOf returns the name of the first variable that code refers to, "" for none.
func variableOf(body *hclsyntax.Body) (name string) {
	_ = hclsyntax.VisitAll(body, func(n hclsyntax.Node) hcl.Diagnostics {
		if r, ok := n.(*hclsyntax.ScopeTraversalExpr); ok && name == "" && r.Traversal.RootName() == "var" && len(r.Traversal) > 1 {
			if step, ok := r.Traversal[1].(hcl.TraverseAttr); ok {
				name = step.Name
			}
		}
		return nil
	})
	return name
}

// renameInJSON renames a variable in a file, and reports whether that is done.
func renameInJSON(t *testing.T, title string, text []byte, name string) bool {
	const to = "renamed_by_the_judge"
	files := []module.File{{Name: "x.tf.json", Code: text}}
	if !bytes.Contains(text, []byte(`"variable": {`)) || !declares(text, name) {
		files = append(files, module.File{Name: "main.tf", Code: []byte("variable \"" + name + "\" {}\n")})
	}
	changed, err := new(edit.Options).ApplyFiles(files, []byte(`{"rename": {"variable": {"`+name+`": {"to": "`+to+`"}}}}`))
	if err != nil {
		t.Errorf("%s: %s: %v", title, name, err)
		return false
	}
	at := slices.IndexFunc(changed, func(f edit.File) bool { return f.Name == "x.tf.json" })
	if at < 0 {
		t.Errorf("%s: %s is renamed, and the JSON is as it was", title, name)
		return false
	}
	got := changed[at].Code
	if back := bytes.ReplaceAll(got, []byte(to), []byte(name)); !bytes.Equal(back, text) {
		t.Errorf("%s: %s: more has changed than the name:\n%s", title, name, got)
	}
	was, is := variablesIn(t, title, text), variablesIn(t, title, got)
	for i := range was {
		if was[i] == "var."+name {
			was[i] = "var." + to
		}
	}
	slices.Sort(was)
	if !slices.Equal(was, is) {
		t.Errorf("%s: %s: the references are %v, want %v", title, name, is, was)
		return false
	}
	return true
}

// declares reports whether a file in JSON syntax has a variable.
func declares(text []byte, name string) bool {
	f, diags := hcljson.Parse(text, "x.tf.json")
	if diags.HasErrors() {
		return false
	}
	content, _, _ := f.Body.PartialContent(&hcl.BodySchema{Blocks: []hcl.BlockHeaderSchema{{Type: "variable", LabelNames: []string{"name"}}}})
	return slices.ContainsFunc(content.Blocks, func(b *hcl.Block) bool { return b.Labels[0] == name })
}

// variablesIn returns the references "var.x" that hcl/v2 finds in a file in JSON syntax.
func variablesIn(t *testing.T, title string, text []byte) (all []string) {
	f, diags := hcljson.Parse(text, "x.tf.json")
	if diags.HasErrors() {
		t.Fatalf("%s: %v\n%s", title, diags, text)
	}
	attributes, _ := f.Body.JustAttributes()
	for _, a := range attributes {
		for _, r := range a.Expr.Variables() {
			if len(r) > 1 && r.RootName() == "var" {
				if step, ok := r[1].(hcl.TraverseAttr); ok {
					all = append(all, "var."+step.Name)
				}
			}
		}
	}
	slices.Sort(all)
	return all
}
