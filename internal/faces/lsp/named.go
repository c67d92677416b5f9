package lsp

import (
	"path/filepath"
	"strings"

	"iacedit/internal/engine/uses"
	"iacedit/refs"
	"iacedit/syntax"
)

// named describes an object that can be renamed: a resource, a variable, an output, …
type named struct {
	unit    // to which it belongs: its module or, in some languages, its file
	address refs.Address
	output  bool // the object is an output; for module.network.id, address.Type is "network" and address.Name is "id"
	at      syntax.Span
}

// isShared reports whether other modules can use the object's name, by calls of its module.
func (n *named) isShared() bool {
	return n.output || n.address.Kind == refs.Variable && !n.dialect.AnyBlock()
}

// String returns the dotted address of the object.
func (n *named) String() string {
	a := n.address
	switch {
	case n.output:
		return "output." + a.Name
	case a.Type != "":
		return a.Kind.String() + "." + a.Type + "." + a.Name
	}
	return a.Kind.String() + "." + a.Name
}

// canBeRenamed reports whether an object has a name that can be changed. The name of a provider is
// its alias. The names of objects such as path.module and each.key are fixed.
func canBeRenamed(a refs.Address) bool {
	switch a.Kind {
	case refs.Provider:
		return a.Name != ""
	case refs.Resource, refs.Data, refs.Ephemeral, refs.Module, refs.Variable, refs.Local:
		return true
	}
	return a.Kind == refs.Source || refs.Dependency <= a.Kind && a.Kind <= refs.Function
}

// named returns the object whose name is at the place, in its declaration or in a reference to it.
// If no such name is there, it returns nil.
func (p *place) named() *named {
	if p.document.path == "" || p.role == refs.Generic {
		return nil
	}
	if !p.hasValues() {
		if n := p.declared(); n != nil {
			return n
		}
	}
	return p.referred()
}

// declared returns the object that the code at the place declares, or nil. If the place is on the
// name of an argument of a module call, it returns the variable of the called module that the
// argument sets.
func (p *place) declared() *named {
	for d := range refs.DeclarationsIn(p.tree, p.role) {
		if a := d.Address(p.tree); canBeRenamed(a) && (p.holds(d.Name) || a.Kind != refs.Provider && p.holds(d.Type)) {
			return &named{unit: p.unit, address: a, at: d.Name}
		}
	}
	if p.unit.dialect.AnyBlock() {
		return nil
	}
	for id := range p.tree.Blocks(syntax.Root, "") {
		switch string(p.tree.Name(id)) {
		case "output":
			if name, at := label(p.tree, id); p.holds(at) {
				return &named{unit: p.unit, output: true, address: refs.Address{Name: name}, at: at}
			}
		case "module":
			dir := calledBy(p.tree, id, p.dir)
			for attribute := range p.tree.Attributes(id) {
				at := p.tree.Item(attribute).Name
				if name := string(p.tree.Name(attribute)); dir != "" && p.holds(at) && !ofCall[name] {
					return &named{unit: unit{path: dir}, address: refs.Address{Kind: refs.Variable, Name: name}, at: at}
				}
			}
		}
	}
	return nil
}

// ofCall has the arguments that Terraform defines for every module call, such as source. All other
// arguments set variables of the called module.
var ofCall = map[string]bool{"source": true, "version": true, "count": true, "for_each": true, "depends_on": true, "providers": true}

// label returns the label of a block that has exactly one label, and the span of the label without
// its quotes.
func label(tree *syntax.File, block syntax.ItemID) (name string, at syntax.Span) {
	for l := range tree.Labels(block) {
		name = string(l)
	}
	header := tree.Header(block)
	if i := strings.LastIndex(string(tree.At(header)), name); i >= 0 && name != "" {
		at = syntax.Span{From: header.From + int32(i), To: header.From + int32(i+len(name))}
	}
	return name, at
}

// calledBy returns the directory of the module that a block in the directory dir calls. It returns
// "" if the source is not a local path.
func calledBy(tree *syntax.File, block syntax.ItemID, dir string) string {
	to, kind := uses.Called(tree, block, ".", nil)
	if kind != uses.SourceInTree && kind != uses.SourceOutside {
		return ""
	}
	return filepath.Join(dir, filepath.FromSlash(to))
}

// referred returns the object to which the reference at the place refers, or nil. In
// module.network.id, for example, the place may be on "network", which names a module call, or on
// "id", which names an output.
func (p *place) referred() (found *named) {
	for ref := range refs.All(p.tree, p.role) {
		a := ref.Address(p.tree)
		if !canBeRenamed(a) || ref.Kind == refs.Self || ref.Kind == refs.Own {
			continue
		}
		if p.holds(syntax.Span{From: ref.Root.From, To: ref.Name.To}) {
			return &named{unit: p.unit, address: a, at: ref.Name}
		}
		if a.Kind == refs.Module {
			if name, at := outputOf(p.tree, ref); p.holds(at) {
				return &named{unit: p.unit, output: true, address: refs.Address{Type: a.Name, Name: name}, at: at} // the call may be in another file of the directory
			}
		}
	}
	return nil
}

// outputOf returns the name that follows the module in a reference, such as id in
// module.network.id, and the span of that name.
func outputOf(tree *syntax.File, ref *refs.Reference) (name string, at syntax.Span) {
	for _, step := range ref.Steps {
		if step.Kind == refs.StepAttribute || step.Kind == refs.StepString {
			return string(tree.At(step.Name)), step.Name
		}
	}
	return "", syntax.Span{}
}
