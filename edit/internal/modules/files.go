package modules

import (
	"slices"
	"strings"

	"iacedit/edit/internal/draft"
	"iacedit/internal/engine/render"
	"iacedit/refs"
	"iacedit/syntax"
)

// fileFunctions are functions of Terraform. Their first argument is the path of a file, and their
// results do not contain the path.
var fileFunctions = []string{
	"file", "filebase64", "filebase64sha256", "filebase64sha512", "fileexists", "filemd5", "filesha1", "filesha256", "filesha512", "fileset", "templatefile",
}

// A filePath is a reference to "path.module" at the start of the path of a file.
type filePath struct {
	file *draft.File
	at   syntax.Span
	end  int32 // the offset at which the rest of the path starts
}

// filePaths are the references in extracted code to "path.module" at the start of the path of a
// file.
type filePaths []filePath

// note records a reference to "path.module" at the start of the path of a file, as in
// file("${path.module}/policy.json"). It returns false for any other reference.
func (p *filePaths) note(t *extractor, f *draft.File, r *refs.Reference) bool {
	if !t.Tidy || len(r.Steps) != 1 || strings.ContainsAny(t.folder, `"\$%`) {
		return false
	}
	root := t.reader.find(f, r)
	if root == 0 {
		return false
	}
	e, parent := t.reader.e, t.reader.parent
	interp := parent[t.reader.source(root)]
	template := parent[interp]
	call := parent[template]
	if e.Node(interp).Kind != syntax.NodeInterp || e.Node(template).Kind != syntax.NodeTemplate || e.Node(template).First != interp || e.Node(call).Kind != syntax.NodeCall {
		return false
	}
	name := e.Node(call).First
	end := e.Node(interp).End
	if e.Node(name).Next != template || !slices.Contains(fileFunctions, string(e.Source(name))) || f.Tree.Text()[end] != '/' {
		return false
	}
	*p = append(*p, filePath{f, syntax.Span{From: r.Root.From, To: r.Steps[0].End}, end})
	return true
}

// rebase changes the recorded paths so that they lead from the new module's folder to the same
// files in the old folder. If the module has an input for the path of the old folder, rebase uses
// that input instead.
func (p filePaths) rebase(t *extractor) {
	of := t.inputs.by[passedKey{object: refs.Address{Kind: refs.Other, Name: "path"}, path: ".module"}]
	back := "/" + strings.TrimPrefix(relative(t.To, t.folder), "./")
	for _, one := range p {
		t.m.Budget.Step(stepsPerReference)
		if of != nil {
			t.uses = append(t.uses, use{file: one.file, at: one.at, passed: of, root: "var"})
			continue
		}
		t.edits[one.file] = append(t.edits[one.file], render.Replacement{At: syntax.Span{From: one.end, To: one.end}, Text: back})
	}
}
