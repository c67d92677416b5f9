package rename

import (
	"strings"

	"iacedit/edit/internal/moved"
	"iacedit/internal/fault"
)

// tellMoved adds a "moved" block for each resource, module and instance that gets a new address.
func (n *renamer) tellMoved() error {
	from, to := map[movedName]bool{}, map[movedName]bool{}
	for i := range n.blocks {
		b := &n.blocks[i]
		from[b.nameOf(b.from)], to[b.nameOf(b.to)] = true, true
	}
	tellers := map[string]*moved.Teller{} // by folder
	tellerOf := func(b *renamedBlock) *moved.Teller {
		t := tellers[b.at.Folder]
		if t == nil {
			t = moved.In(n.m, n.o, b.at.Folder, "rename")
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
		if err := t.Say(b.cause(), old, dotted(b.typ, b.to)); err != nil {
			return err
		}
	}
	for i := range n.keyed {
		k := &n.keyed[i]
		if !k.moved {
			continue
		}
		if err := sayKeys(tellerOf(&k.renamedBlock), k); err != nil {
			return err
		}
	}
	return nil
}

// sayKeys adds "moved" blocks for instances with a new key. It adds no block if an instance of a
// resource changes from no key to the key 0, or back, because Terraform treats both as the same
// instance.
func sayKeys(t *moved.Teller, k *keyedBlock) error {
	address := dotted(k.typ, k.from)
	for _, key := range k.keys {
		if key.From == key.To {
			continue
		}
		if next, ok := k.of[key.To]; ok && next != key.To { // another instance has the key key.To, and gets a different key
			return fault.At(key.At, fault.InvalidRequest, `rename: %s and another of these keys meet in one address, which "moved" blocks cannot say: give "moved": false`, address+key.From.String())
		}
		if k.typ == "resource" && (key.From == "" && key.To == "0" || key.From == "0" && key.To == "") {
			continue
		}
		if err := t.Say(k.cause(), address+key.From.String(), address+key.To.String()); err != nil {
			return err
		}
	}
	return nil
}

func (b *renamedBlock) cause() moved.Cause {
	return moved.Cause{File: b.at.File, Error: b.entry, Sent: b.sent}
}

// A movedName identifies a block by its folder, its type, and its address as in a reference.
type movedName struct{ folder, typ, address string }

func (b *renamedBlock) nameOf(labels []string) movedName {
	return movedName{b.at.Folder, b.typ, dotted(b.typ, labels)}
}

// dotted returns the address of a block as in a reference: aws_vpc.main, or module.net.
func dotted(typ string, labels []string) string {
	if typ == "module" {
		return "module." + labels[0]
	}
	return strings.Join(labels, ".")
}
