package rename

import (
	"strings"

	"iacedit/edit/internal/moved"
	"iacedit/internal/base/fault"
)

// addMovedBlocks adds a "moved" block for each resource, module and instance that receives a new
// address.
func (n *renamer) addMovedBlocks() error {
	from, to := map[movedName]bool{}, map[movedName]bool{}
	for i := range n.blocks {
		b := &n.blocks[i]
		from[b.movedName(b.from)], to[b.movedName(b.to)] = true, true
	}
	writers := map[string]*moved.Writer{} // by folder
	writerFor := func(b *renamedBlock) *moved.Writer {
		w := writers[b.block.Folder]
		if w == nil {
			w = moved.NewWriter(n.m, n.o, b.block.Folder, "rename")
			writers[b.block.Folder] = w
		}
		return w
	}
	for i := range n.blocks {
		b := &n.blocks[i]
		if !b.moved {
			continue
		}
		w := writerFor(b)
		old := dotted(b.typ, b.from)
		if from[b.movedName(b.to)] || to[b.movedName(b.from)] {
			return fault.At(b.labelsAt, fault.InvalidRequest, `rename: %s and another of these renames share a name, old for one and new for the other, and "moved" blocks cannot record this: give both "moved": false`, old)
		}
		if err := w.Add(b.cause(), old, dotted(b.typ, b.to)); err != nil {
			return err
		}
	}
	for i := range n.keyed {
		k := &n.keyed[i]
		if !k.moved {
			continue
		}
		if err := addMovedKeys(writerFor(&k.renamedBlock), k); err != nil {
			return err
		}
	}
	return nil
}

// addMovedKeys adds "moved" blocks for instances with a new key. It adds no block if an instance of
// a resource changes from no key to the key 0, or back, because Terraform treats both as the same
// instance.
func addMovedKeys(w *moved.Writer, k *keyedBlock) error {
	address := dotted(k.typ, k.from)
	for _, key := range k.keys {
		if key.From == key.To {
			continue
		}
		if next, ok := k.newKey[key.To]; ok && next != key.To { // another instance has the key key.To, and receives a different key
			return fault.At(key.At, fault.InvalidRequest, `rename: the new key of %s is the old key of another of these instances, and "moved" blocks cannot record this: give "moved": false`, address+key.From.String())
		}
		if k.typ == "resource" && (key.From == "" && key.To == "0" || key.From == "0" && key.To == "") {
			continue
		}
		if err := w.Add(k.cause(), address+key.From.String(), address+key.To.String()); err != nil {
			return err
		}
	}
	return nil
}

func (b *renamedBlock) cause() moved.Cause {
	return moved.Cause{File: b.block.File, ErrorAt: b.labelsAt, ReportAt: b.entryAt}
}

// A movedName identifies a block by its folder, its type, and its address as in a reference.
type movedName struct{ folder, typ, address string }

func (b *renamedBlock) movedName(labels []string) movedName {
	return movedName{b.block.Folder, b.typ, dotted(b.typ, labels)}
}

// dotted returns the address of a block as in a reference: aws_vpc.main, or module.net.
func dotted(typ string, labels []string) string {
	if typ == "module" {
		return "module." + labels[0]
	}
	return strings.Join(labels, ".")
}
