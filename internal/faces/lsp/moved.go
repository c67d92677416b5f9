package lsp

import (
	"os"
	"slices"

	"iacedit/edit"
	"iacedit/internal/disk/project"
	"iacedit/refs"
	"iacedit/syntax"
)

// offerMoved offers to add a moved block if the user probably renamed a resource or module call by
// hand. A rename is probable if an earlier state of the file contains a block of the same type that
// the open file lacks. The earlier states are the file when it was opened, and the file on the
// disk.
func offerMoved(p *place, _ *request) []offer {
	b, ok := p.block()
	if !ok || p.role != refs.Configuration || !p.isOnHeader(b.id) {
		return nil
	}
	if typ := b.address[0].Text; typ != "resource" && typ != "module" {
		return nil
	}
	for _, before := range p.earlier() {
		if from := p.formerAddress(before); from != "" && !p.hasMovedBlock(from) {
			return []offer{{"Add a moved block from " + from, from}}
		}
	}
	return nil
}

// earlier returns the code of the file when it was opened, and its code on the disk.
func (p *place) earlier() (all [][]byte) {
	if p.document.opened != nil {
		all = append(all, p.document.opened)
	}
	if code, err := os.ReadFile(p.document.path); err == nil {
		all = append(all, code)
	}
	return all
}

// formerAddress returns the address that the block at the place probably had in the earlier code,
// or "". It compares the blocks of the same type in the earlier and the current code: the n-th
// block that is new corresponds to the n-th block that is gone.
func (p *place) formerAddress(code []byte) string {
	tree, err := syntax.Parse(code)
	if err != nil {
		return ""
	}
	before, now := movable(tree), movable(p.tree)
	b, _ := p.block()
	typ, name := typeAndName(p.tree, b.id)
	isNew := func(m moving, among []moving) bool {
		return !slices.ContainsFunc(among, func(o moving) bool { return o == m })
	}
	if !isNew(moving{typ, name}, before) {
		return ""
	}
	number := 0
	for _, m := range now {
		if m == (moving{typ, name}) {
			break
		}
		if m.typ == typ && isNew(m, before) {
			number++
		}
	}
	for _, m := range before {
		if m.typ != typ || !isNew(m, now) {
			continue
		}
		if number == 0 {
			return m.String()
		}
		number--
	}
	return ""
}

// A moving names a resource or a module call, in the form that moved blocks use. For a module call,
// typ is "module".
type moving struct{ typ, name string }

func (m moving) String() string { return m.typ + "." + m.name }

// movable returns the resources and module calls of a file.
func movable(tree *syntax.File) (all []moving) {
	for id := range tree.Blocks(syntax.Root, "") {
		if typ := string(tree.Name(id)); typ == "resource" || typ == "module" {
			t, name := typeAndName(tree, id)
			all = append(all, moving{t, name})
		}
	}
	return all
}

// typeAndName returns the type and name of a resource, or "module" and the name of a module
// call.
func typeAndName(tree *syntax.File, id syntax.ItemID) (typ, name string) {
	labels := syntax.Strings(tree.Labels(id))
	switch {
	case string(tree.Name(id)) == "module" && len(labels) == 1:
		return "module", labels[0]
	case len(labels) == 2:
		return labels[0], labels[1]
	}
	return "", ""
}

// hasMovedBlock reports whether the file already has a moved block whose attribute "from" is the
// given address.
func (p *place) hasMovedBlock(from string) bool {
	for id := range p.tree.Blocks(syntax.Root, "moved") {
		if a := p.tree.Attribute(id, "from"); a != syntax.NoItem && string(p.tree.At(p.tree.Value(a))) == from {
			return true
		}
	}
	return false
}

// planMoved returns a plan that adds the moved block to the file.
func planMoved(p *place, r *request, from string) (*project.Plan, error) {
	b, ok := p.block()
	if !ok {
		return nil, errNothingNamed
	}
	typ, name := typeAndName(p.tree, b.id)
	op := edit.Add(edit.Block("moved"), edit.Attr("from", edit.Expr(from)), edit.Attr("to", edit.Expr(moving{typ, name}.String())))
	return planEdits(r.scope(p.file()), op)
}
