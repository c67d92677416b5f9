package edit

import (
	"iacedit/internal/terraform"
	"iacedit/module"
	"iacedit/render"
	"iacedit/syntax"
	"iacedit/value"
)

// tellMoved adds a "moved" block for each resource or module that has another name, so
// that Terraform does not replace what it manages (docs/edits.md, "Rename and move").
func (n *renamer) tellMoved() error {
	old := map[string]bool{}
	for i := range n.blocks {
		old[n.blocks[i].typ+" "+dotted(n.blocks[i].typ, n.blocks[i].from)] = true
	}
	for i := range n.blocks {
		b := &n.blocks[i]
		if !b.moved {
			continue
		}
		from, to := dotted(b.typ, b.from), dotted(b.typ, b.to)
		if old[b.typ+" "+to] || n.becomes(b.typ, from) {
			return errorAt(b.entry, InvalidRequest, `rename: %s and another of these renames meet in one name, which "moved" blocks cannot say: give both "moved": false`, from)
		}
		if err := n.moved(b, from, to); err != nil {
			return err
		}
	}
	return nil
}

// becomes reports whether something is renamed to an address.
func (n *renamer) becomes(typ, address string) bool {
	for i := range n.blocks {
		if n.blocks[i].typ == typ && dotted(typ, n.blocks[i].to) == address {
			return true
		}
	}
	return false
}

// moved sees to it that the code says that what was at one address is at another.
func (n *renamer) moved(b *renamedBlock, from, to string) error {
	home, after := -1, syntax.NoItem
	for doc := range n.docs {
		if !n.searched(doc) {
			continue
		}
		n.in(doc)
		for _, id := range n.index.blocks(nil, syntax.Root, []string{"moved"}) {
			home, after = doc, id
			switch n.codeAt(id, "from") {
			case to:
				if n.codeAt(id, "to") != from {
					return errorAt(b.entry, InvalidRequest, `rename: a "moved" block says that %s is %s now, so that nothing else can have that name without "moved": false`, to, n.codeAt(id, "to"))
				}
				n.noteMoved(b.sent, EffectDeleted)
				n.delete(id)
				return nil
			}
		}
	}
	if home < 0 {
		home = b.at.doc
		if file := terraform.Block("moved").File; n.module && n.exists(file) && n.docs[n.named(file)].role == module.Configuration {
			home = n.named(file)
		}
	}
	n.in(home)
	n.noteMoved(b.sent, EffectCreated)
	return n.addMoved(after, from, to)
}

// codeAt returns the code of an attribute of a block, "" for none.
func (n *renamer) codeAt(block syntax.ItemID, name string) string {
	id := n.index.attribute(block, name)
	if id == syntax.NoItem {
		return ""
	}
	return string(n.d.At(n.d.Item(id).Content))
}

// addMoved adds a "moved" block after another one, or at the end.
func (n *renamer) addMoved(after syntax.ItemID, from, to string) error {
	var id syntax.ItemID
	var err error
	if after == syntax.NoItem {
		id, err = n.d.Block(syntax.Root, "moved", nil)
	} else {
		id, err = n.d.BlockAt(syntax.Root, render.Place{After: after}, "moved", nil)
		n.index.reorder(syntax.Root)
	}
	if err != nil {
		return err
	}
	n.index.added(id)
	body := n.options.language().Body("moved")
	for _, side := range [...]struct{ name, address string }{{"from", from}, {"to", to}} {
		attr := attribute{Name: side.name, Text: side.name, Value: value.Value{Kind: value.String, Text: side.address}, At: -1}
		if err := n.newAttribute(id, &attr, body.Attribute(side.name)); err != nil {
			return err
		}
	}
	return nil
}
