package rename

import (
	"slices"

	"iacedit/address"
	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/plan"
	"iacedit/edit/internal/report"
	"iacedit/internal/budget"
	"iacedit/internal/excerpt"
	"iacedit/internal/fault"
	"iacedit/internal/language"
	"iacedit/internal/terraform"
	"iacedit/module"
	"iacedit/syntax"
)

// find records the objects that an operation renames.
func (n *renamer) find(op *plan.Operation) (err error) {
	n.last = op.At
	defer budget.CatchAt(&err, op.At)
	if n.m.Language.IsValuesFile(op.Type) {
		return n.findValues(op)
	}
	s := n.m.SiteAt(plan.Rename, &op.Target)
	if err := s.Prepare(op.Entries); err != nil {
		return err
	}
	at := n.o.Blocks(s, nil)
	for i := range op.Entries {
		if err := n.findEntry(s, at, &op.Entries[i], i); err != nil {
			return err
		}
	}
	s.Free()
	return nil
}

// findValues records the items that an operation renames in files of variable values.
func (n *renamer) findValues(op *plan.Operation) error {
	where := address.Of(terraform.VariableValues)
	for i := range op.Entries {
		e := &op.Entries[i]
		for _, name := range naming(e).Attributes {
			f, err := n.m.ValuesFile(plan.Rename, e, &name.Attribute)
			if err != nil {
				return err
			}
			if err := n.findName(draft.Block{File: f, ID: syntax.Root}, syntax.Root, where, name); err != nil {
				return err
			}
		}
	}
	return nil
}

// findEntry records the objects that an entry renames. number is the entry's index in its array.
func (n *renamer) findEntry(s *draft.Site, at *report.Blocks, e *plan.Entry, number int) (err error) {
	n.last = e.At
	defer budget.CatchAt(&err, e.At)
	c, err := s.Choose(e, number)
	if err != nil {
		return err
	}
	for _, b := range c.Blocks {
		twin, is := s.Twins.TwinOf(b)
		if !is || e.File != "" {
			err = n.findBlock(s, b, at.Address(b), e, naming(e), false)
		} else if err = n.findBlock(s, b, at.Address(b), e, namingIn(e, b, twin), false); err == nil {
			err = n.findBlock(s, twin, at.Address(twin), e, namingIn(e, twin, b), true)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// namingIn returns the renames that an entry requests for block b, which has a twin (see
// draft.Twins). It leaves out attributes and nested blocks that the twin has and b lacks.
func namingIn(e *plan.Entry, b, other draft.Block) *plan.Naming {
	one := *naming(e)
	has := func(b draft.Block, name string) bool {
		return b.Index.Attribute(b.ID, name) != syntax.NoItem || b.Index.HasBlock(b.ID, []string{name})
	}
	gone := func(name string) bool { return !has(b, name) && has(other, name) }
	one.Attributes = slices.DeleteFunc(slices.Clone(one.Attributes), func(a plan.NewName) bool { return gone(a.Attribute.Name) })
	one.Types = slices.DeleteFunc(slices.Clone(one.Types), func(t plan.NewName) bool { return gone(t.Attribute.Name) })
	one.Blocks = slices.DeleteFunc(slices.Clone(one.Blocks), func(t plan.Target) bool { return gone(t.Type) })
	return &one
}

// stepsPerBlock is the price of recording that a block is renamed.
const stepsPerBlock = 96

// findBlock records the renames that an entry requests for the top-level block b, whose address is
// where. If the flag twin is set, references and "moved" blocks are already recorded
// for the other twin (see draft.Twins).
func (n *renamer) findBlock(s *draft.Site, b draft.Block, where address.Address, e *plan.Entry, names *plan.Naming, twin bool) error {
	n.m.Budget.Step(stepsPerBlock)
	typ, from := string(b.Draft.Name(b.ID)), b.Labels()
	if to := names.To; to != nil {
		if len(to) < len(from) {
			to = append(slices.Clone(from[:len(from)-1]), to...)
		}
		block := renamedBlock{twin: twin, at: b, typ: typ, from: from, to: to, entry: names.At, sent: e.At, was: where, stays: names.KeepReferences, alone: names.KeepCallers}
		if t := language.Block(n.m.Language, s.Type); t != nil && (t.Name == "resource" || t.Name == "module") {
			retyped := !slices.Equal(from[:len(from)-1], to[:len(to)-1])
			block.moved = names.Moved == plan.MovedAlways || names.Moved == plan.MovedByKind && !retyped
		}
		if !slices.Equal(from, to) {
			block.moved = block.moved && !twin
			if err := block.addTo(n); err != nil {
				return err
			}
			if !twin {
				if err := n.alongOverrides(s, block); err != nil {
					return err
				}
			}
			if !names.KeepReferences && !twin {
				n.refer(s.Type, b, from, to, "")
			}
		}
	}
	if len(names.Keys) > 0 && !twin {
		n.keyed = append(n.keyed, keyedBlock{
			renamedBlock: renamedBlock{at: b, typ: typ, from: from, entry: names.At, sent: e.At, was: where, stays: names.KeepReferences, moved: names.Moved != plan.MovedNever},
			newKeys:      n.keys.of(names.Keys, n.m.Budget),
		})
	}
	return n.findIn(bodyOf{Block: b, typ: s.Type, labels: from, stays: names.KeepReferences}, b.ID, where, names)
}

// alongOverrides gives the new labels of a block to the blocks in override files that override it.
func (n *renamer) alongOverrides(s *draft.Site, block renamedBlock) error {
	for _, f := range n.m.FilesIn(block.at.Folder) {
		if !n.m.Named || f.Role != module.Override || f == block.at.File {
			continue
		}
		for _, b := range f.BlocksAt(s.Type, block.from) {
			along := block
			along.at, along.moved, along.stays = b, false, true
			if err := along.addTo(n); err != nil {
				return err
			}
		}
	}
	return nil
}

// addTo adds the block to n.blocks. It returns an error if the block is there already.
func (b renamedBlock) addTo(n *renamer) error {
	if n.renamed[b.at] {
		return fault.At(b.entry, fault.InvalidRequest, "rename: %s %s is renamed twice", b.typ, quoted(b.from))
	}
	draft.Note(&n.renamed, b.at, true)
	n.blocks = append(n.blocks, b)
	return nil
}

// findIn records the renames of items inside a block. The argument where is the address of the
// block.
func (n *renamer) findIn(b bodyOf, body syntax.ItemID, where address.Address, names *plan.Naming) error {
	for _, name := range names.Attributes {
		if err := n.findName(b.Block, body, where, name); err != nil {
			return err
		}
		n.names[len(n.names)-1].stays = b.stays
		n.referTo(b, name)
	}
	for _, typ := range names.Types {
		if err := n.findType(b, body, where, typ); err != nil {
			return err
		}
		n.referTo(b, typ)
	}
	for i := range names.Blocks {
		t := &names.Blocks[i]
		s := b.NestedSite(body, plan.Rename, t.Type, nil)
		at := n.o.Blocks(s, where)
		for j := range t.Entries {
			c, err := s.Choose(&t.Entries[j], j)
			if err != nil {
				return err
			}
			for _, block := range c.Blocks {
				if err := newLabels(n, b, body, block, at.Address(block), &t.Entries[j]); err != nil {
					return err
				}
				number := slices.Index(s.Candidates(), block)
				inner := b.inner(body, block, number, len(c.Blocks) == len(s.Candidates()))
				if err := n.findIn(inner, block.ID, at.Address(block), naming(&t.Entries[j])); err != nil {
					return err
				}
			}
		}
		s.Free()
	}
	return nil
}

// findType records a new type for all nested blocks of one type in a body. The label of each
// dynamic block that generates such blocks changes, too.
func (n *renamer) findType(b bodyOf, body syntax.ItemID, where address.Address, typ plan.NewName) error {
	s := b.NestedSite(body, plan.Rename, typ.Attribute.Name, nil)
	dynamic := b.dynamic(body, typ.Attribute.Name)
	written := s.HasCandidates()
	if !written && len(dynamic) == 0 {
		return fault.At(typ.Attribute.At, fault.BlockNotFound, "rename: no %s block; %s", typ.Attribute.Name, s.ListBlocks(draft.Block{}))
	}
	at := n.o.Blocks(s, where)
	for _, inner := range s.Candidates() {
		n.names = append(n.names, renamedName{at: b.Block, id: inner.ID, typ: true, of: typ.Attribute, name: typ.Name, in: at.Address(inner), stays: b.stays})
	}
	s.Free()
	if len(dynamic) == 0 {
		return nil
	}
	s = b.NestedSite(body, plan.Rename, "dynamic", nil)
	at = n.o.Blocks(s, where)
	for _, block := range dynamic {
		n.labels = append(n.labels, renamedLabels{at: block, to: []string{typ.Name}, entry: typ.Attribute.At, sent: typ.Attribute.At, was: at.Address(block), refers: !written && !b.stays})
		if !b.stays {
			n.iterators.add(block, typ.Name)
		}
	}
	s.Free()
	return nil
}

// findName records a new name for an attribute of a body, or for a key inside it. It returns an
// error if the body has no such attribute or key.
func (n *renamer) findName(b draft.Block, body syntax.ItemID, where address.Address, name plan.NewName) (err error) {
	n.last = name.Attribute.At
	defer budget.CatchAt(&err, name.Attribute.At)
	id, _, seen := b.ValueAt(body, &name.Attribute, nil)
	if seen != address.There {
		return fault.At(name.Attribute.At, fault.AttributeNotFound, "rename: no attribute %s; %s", excerpt.Quote(name.Attribute.Text), b.AttributesOf(body, name.Attribute.Name))
	}
	n.names = append(n.names, renamedName{at: b, body: body, of: name.Attribute, id: id, name: name.Name, in: where})
	return nil
}
