package edit

import (
	"iacedit/edit/internal/plan"
	"iacedit/internal/fault"
	"iacedit/internal/terraform"
	"iacedit/module"
	"iacedit/render"
	"iacedit/syntax"
	"iacedit/value"
)

// A teller adds the "moved" blocks that renames ask for, so that Terraform does not
// replace what it manages (docs/edits.md, "Rename and move").
type teller struct {
	*renamer
	blocks []movedBlock        // all in code order, those added too
	from   map[value.Class]int // the place in blocks of the one that is away from an address
}

// A movedBlock is a "moved" block, with the classes of its addresses.
type movedBlock struct {
	blockRef
	from, to value.Class
	gone     bool
}

// tellMoved sees to it that the code says of each resource or module that got another
// name where it is now.
func (n *renamer) tellMoved() error {
	from, to := map[string]bool{}, map[string]bool{}
	tells := false
	for i := range n.blocks {
		b := &n.blocks[i]
		from[b.typ+" "+dotted(b.typ, b.from)], to[b.typ+" "+dotted(b.typ, b.to)] = true, true
		tells = tells || b.moved
	}
	if !tells {
		return nil
	}
	t := teller{renamer: n, from: map[value.Class]int{}}
	t.find()
	for i := range n.blocks {
		b := &n.blocks[i]
		if !b.moved {
			continue
		}
		old := dotted(b.typ, b.from)
		if from[b.typ+" "+dotted(b.typ, b.to)] || to[b.typ+" "+old] {
			return fault.At(b.entry, fault.InvalidRequest, `rename: %s and another of these renames meet in one name, which "moved" blocks cannot say: give both "moved": false`, old)
		}
		if err := t.say(b, old, dotted(b.typ, b.to)); err != nil {
			return err
		}
	}
	return nil
}

// find notes the "moved" blocks that there are.
func (t *teller) find() {
	for _, doc := range t.order {
		if !t.searched(doc) {
			continue
		}
		t.in(doc)
		for _, id := range t.index.blocks(nil, syntax.Root, []string{"moved"}) {
			t.note(movedBlock{blockRef: blockRef{doc, id}, from: t.classAt(id, "from"), to: t.classAt(id, "to")})
		}
	}
}

func (t *teller) note(m movedBlock) {
	t.blocks = append(t.blocks, m)
	if m.from != 0 {
		t.from[m.from] = len(t.blocks) - 1
	}
}

// say sees to it that the code says that what was at one address is at another.
func (t *teller) say(b *renamedBlock, from, to string) error {
	old, now := t.classOf("from", from), t.classOf("to", to)
	if i, ok := t.from[now]; ok {
		m := &t.blocks[i]
		if m.to != old {
			return fault.At(b.entry, fault.InvalidRequest, `rename: a "moved" block says that %s has another name now, so that nothing else can have that name without "moved": false`, to)
		}
		m.gone = true
		delete(t.from, now)
		t.in(m.doc)
		t.noteMoved(b.sent, i, EffectDeleted)
		t.delete(m.id)
		return nil
	}
	if i, ok := t.from[old]; ok {
		if t.blocks[i].to == now {
			return nil
		}
		return fault.At(b.entry, fault.InvalidRequest, `rename: a "moved" block says already that %s has another name: "moved" blocks cannot say so twice; give "moved": false`, from)
	}
	id, err := t.add(b, from, to)
	if err != nil {
		return err
	}
	t.note(movedBlock{blockRef: blockRef{t.doc, id}, from: old, to: now})
	t.noteMoved(b.sent, len(t.blocks)-1, EffectCreated)
	return nil
}

// classAt returns the class of an address in a "moved" block, 0 for none.
func (t *teller) classAt(block syntax.ItemID, name string) value.Class {
	id := t.index.attribute(block, name)
	if id == syntax.NoItem {
		return 0
	}
	return t.class(id, t.options.language().Body("moved").Attribute(name))
}

// classOf returns the class that classAt returns for an address.
func (t *teller) classOf(name, address string) value.Class {
	v := value.Value{Kind: value.String, Text: address}
	return t.classes.Value(&v, t.options.language().Body("moved").Attribute(name)).Class
}

// add adds a "moved" block after the last one, or at the end, and makes its document the
// one at hand.
func (t *teller) add(b *renamedBlock, from, to string) (id syntax.ItemID, err error) {
	for len(t.blocks) > 0 && t.blocks[len(t.blocks)-1].gone {
		t.blocks = t.blocks[:len(t.blocks)-1]
	}
	if len(t.blocks) > 0 {
		last := t.blocks[len(t.blocks)-1].blockRef
		t.in(last.doc)
		id, err = t.d.BlockAt(syntax.Root, render.Place{After: last.id}, "moved", nil)
		t.index.reorder(syntax.Root)
	} else {
		t.in(t.movedHome(b))
		id, err = t.d.Block(syntax.Root, "moved", nil)
	}
	if err != nil {
		return id, err
	}
	t.index.added(id)
	body := t.options.language().Body("moved")
	for _, side := range [...]struct{ name, address string }{{"from", from}, {"to", to}} {
		attr := plan.Attribute{Name: side.name, Text: side.name, Value: value.Value{Kind: value.String, Text: side.address}, At: -1}
		if err := t.newAttribute(id, &attr, body.Attribute(side.name)); err != nil {
			return id, err
		}
	}
	return id, nil
}

// movedHome returns the document that the first "moved" block of a module goes into.
func (t *teller) movedHome(b *renamedBlock) int {
	if file := terraform.Block("moved").File; t.module {
		if doc := t.named(file); doc >= 0 && t.docs[doc].role == module.Configuration {
			return doc
		}
	}
	return b.at.doc
}
