package rename

import (
	"slices"
	"strings"

	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/plan"
	"iacedit/edit/internal/report"
	"iacedit/internal/fault"
	"iacedit/internal/language"
	"iacedit/internal/render"
	"iacedit/internal/terraform"
	"iacedit/module"
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
	draft.Block
	from, to value.Class
	gone     bool
}

// tellMoved writes "moved" blocks for the resources, modules and instances that got another
// address.
func (n *renamer) tellMoved() error {
	from, to := map[movedName]bool{}, map[movedName]bool{}
	for i := range n.blocks {
		b := &n.blocks[i]
		from[b.nameOf(b.from)], to[b.nameOf(b.to)] = true, true
	}
	tellers := map[string]*teller{} // by folder
	tellerOf := func(b *renamedBlock) *teller {
		t := tellers[b.at.Folder]
		if t == nil {
			t = &teller{renamer: n, from: map[value.Class]int{}}
			t.find(b.at.Folder)
			tellers[b.at.Folder] = t
		}
		return t
	}
	for i := range n.blocks {
		b := &n.blocks[i]
		if !b.moved {
			continue
		}
		t := tellerOf(b)
		old := dotted(b.typ, b.from)
		if from[b.nameOf(b.to)] || to[b.nameOf(b.from)] {
			return fault.At(b.entry, fault.InvalidRequest, `rename: %s and another of these renames meet in one name, which "moved" blocks cannot say: give both "moved": false`, old)
		}
		if err := t.say(b, old, dotted(b.typ, b.to)); err != nil {
			return err
		}
	}
	for i := range n.keyed {
		k := &n.keyed[i]
		if !k.moved {
			continue
		}
		t := tellerOf(&k.renamedBlock)
		if err := t.sayKeys(k); err != nil {
			return err
		}
	}
	return nil
}

// sayKeys sees to it that the code says of each instance that got another key where it is now.
// Terraform itself takes a resource with no key for its instance 0, and the other way around.
func (t *teller) sayKeys(k *keyedBlock) error {
	address := dotted(k.typ, k.from)
	for _, key := range k.keys {
		if key.From == key.To {
			continue
		}
		if slices.ContainsFunc(k.keys, func(other plan.NewKey) bool { return other.From == key.To && other.To != key.To }) {
			return fault.At(key.At, fault.InvalidRequest, `rename: %s and another of these keys meet in one address, which "moved" blocks cannot say: give "moved": false`, address+key.From.String())
		}
		if k.typ == "resource" && (key.From == "" && key.To == "0" || key.From == "0" && key.To == "") {
			continue
		}
		if err := t.say(&k.renamedBlock, address+key.From.String(), address+key.To.String()); err != nil {
			return err
		}
	}
	return nil
}

// A movedName is the address of a block, as references have it, in a folder.
type movedName struct{ folder, typ, address string }

func (b *renamedBlock) nameOf(labels []string) movedName {
	return movedName{b.at.Folder, b.typ, dotted(b.typ, labels)}
}

// find notes the "moved" blocks that there are in a folder.
func (t *teller) find(folder string) {
	for _, f := range t.m.FilesIn(folder) {
		if !f.Searched() {
			continue
		}
		for _, id := range f.Index.Blocks(nil, syntax.Root, []string{"moved"}) {
			b := draft.Block{File: f, ID: id}
			t.note(movedBlock{Block: b, from: t.classAt(b, "from"), to: t.classAt(b, "to")})
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
		delete(t.from, now)
		t.remove(b, i)
		for i := range t.blocks {
			if m.File.Twin == nil {
				break
			}
			t.m.Budget.Step(1)
			if twin := &t.blocks[i]; twin.File == m.File.Twin && twin.from == now && twin.to == old {
				t.remove(b, i)
			}
		}
		return nil
	}
	if i, ok := t.from[old]; ok {
		if t.blocks[i].to == now {
			return nil
		}
		return fault.At(b.entry, fault.InvalidRequest, `rename: a "moved" block says already that %s has another name: "moved" blocks cannot say so twice; give "moved": false`, from)
	}
	home := t.homeOf(b, to)
	if home.JSON != nil {
		var err error
		if home, err = t.nativeHome(b); err != nil {
			return err
		}
	}
	for _, f := range [...]*draft.File{home, home.Twin} {
		if f == nil {
			continue
		}
		added, err := t.add(f, from, to)
		if err != nil {
			return err
		}
		t.note(movedBlock{Block: added, from: old, to: now})
		t.tellEffect(b.sent, len(t.blocks)-1, report.Created)
	}
	return nil
}

// remove removes the "moved" block of a number.
func (t *teller) remove(b *renamedBlock, i int) {
	m := &t.blocks[i]
	m.gone = true
	t.tellEffect(b.sent, i, report.Deleted)
	m.File.Delete(m.ID)
}

// classAt returns the class of an address in a "moved" block, 0 for none.
func (t *teller) classAt(b draft.Block, name string) value.Class {
	id := b.Index.Attribute(b.ID, name)
	if id == syntax.NoItem {
		return 0
	}
	return b.Compare().Class(id, language.Body(t.m.Language, "moved").Attribute(name))
}

// classOf returns the class that classAt returns for an address.
func (t *teller) classOf(name, address string) value.Class {
	v := value.Value{Kind: value.String, Text: address}
	return t.m.Classes.Value(&v, language.Body(t.m.Language, "moved").Attribute(name)).Class
}

// homeOf returns the file that a new "moved" block goes into.
func (t *teller) homeOf(b *renamedBlock, to string) *draft.File {
	for len(t.blocks) > 0 && t.blocks[len(t.blocks)-1].gone {
		t.blocks = t.blocks[:len(t.blocks)-1]
	}
	switch n := newMoved(to); {
	case b.at.File.StandsBelow(&n):
		return b.at.File
	case len(t.blocks) > 0:
		return t.blocks[len(t.blocks)-1].File
	}
	return t.movedHome(b)
}

// newMoved describes a new "moved" block by what it is about.
func newMoved(to string) draft.Newcomer {
	return draft.Newcomer{Type: "moved", About: draft.WithoutIndex(to)}
}

// add adds a "moved" block to a file.
func (t *teller) add(f *draft.File, from, to string) (added draft.Block, err error) {
	n := newMoved(to)
	added.File = f
	added.ID, err = added.PutBlock(syntax.Root, added.PlaceBeside(&n), "moved", nil)
	if err != nil {
		return added, err
	}
	body := language.Body(t.m.Language, "moved")
	for _, side := range [...]struct{ name, address string }{{"from", from}, {"to", to}} {
		v := value.Value{Kind: value.String, Text: side.address}
		text, err := added.AttributeText(added.ID, side.name, &v, body.Attribute(side.name))
		if err != nil {
			return added, err
		}
		t.o.Texts(&v, body.Attribute(side.name), report.Spot{})
		if _, err := added.PutAttribute(added.ID, render.Place{}, side.name, text, -1); err != nil {
			return added, err
		}
	}
	return added, nil
}

// movedHome returns the file that the first "moved" block of a module goes into.
func (t *teller) movedHome(b *renamedBlock) *draft.File {
	if file := terraform.Block("moved").File; t.m.Named {
		if f := t.m.Find(module.Join(b.at.Folder, file)); f != nil && f.Role == module.Configuration {
			return f
		}
	}
	return b.at.File
}

// nativeHome returns the file for a "moved" block that cannot go into one in JSON syntax.
func (t *teller) nativeHome(b *renamedBlock) (*draft.File, error) {
	for _, f := range slices.Backward(t.m.FilesIn(b.at.Folder)) {
		if f.JSON == nil && f.Index.HasBlock(syntax.Root, []string{"moved"}) {
			return f, nil
		}
	}
	return t.m.Make(module.Join(b.at.Folder, terraform.Block("moved").File))
}

// dotted writes an address as references do.
func dotted(typ string, labels []string) string {
	if typ == "module" {
		return "module." + labels[0]
	}
	return strings.Join(labels, ".")
}
