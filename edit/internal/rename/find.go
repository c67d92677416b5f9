package rename

import (
	"slices"

	"iacedit/address"
	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/plan"
	"iacedit/edit/internal/report"
	"iacedit/internal/base/budget"
	"iacedit/internal/languages/language"
	"iacedit/internal/languages/terraform"
	"iacedit/module"
	"iacedit/refs"
	"iacedit/syntax"
)

// findRenamed records the objects that an operation renames.
func (n *renamer) findRenamed(op *plan.Operation) (err error) {
	n.lastAt = op.At
	defer budget.CatchAt(&err, op.At)
	if n.m.Language.IsValuesFile(op.Type) {
		return n.findInValuesFiles(op)
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

// findInValuesFiles records the items that an operation renames in files of variable values.
func (n *renamer) findInValuesFiles(op *plan.Operation) error {
	blockAddress := address.Of(terraform.VariableValues)
	for i := range op.Entries {
		e := &op.Entries[i]
		for j := range naming(e).Attributes {
			name := &naming(e).Attributes[j]
			f, err := n.m.ValuesFile(plan.Rename, e, &name.Attribute)
			if err != nil {
				return err
			}
			if err := n.findInValuesFile(f, e, blockAddress, name); err != nil {
				return err
			}
		}
		if naming(e).Names == nil {
			continue
		}
		for _, f := range n.m.ValuesFilesOf(e) {
			names, err := n.changeNames(nil, f, syntax.Root, naming(e).Names)
			if err != nil {
				return err
			}
			for j := range names {
				if err := n.findInValuesFile(f, e, blockAddress, &names[j]); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// findInValuesFile records an item that an entry renames in a file of variable values.
func (n *renamer) findInValuesFile(f *draft.File, e *plan.Entry, blockAddress address.Address, name *plan.NewName) error {
	top := draft.Block{File: f, ID: syntax.Root}
	path := bodyPath{Block: top, optional: e.Optional}
	if _, err := n.pathOf(path, syntax.Root, name, false); err != nil {
		return err
	}
	if err := n.findAttribute(path, syntax.Root, blockAddress, name); err != nil {
		return err
	}
	return n.findSetVariables(top, e, name)
}

// findSetVariables is for languages in which an attribute at the top level of a file is a variable: it
// records that the references to the variable change, and so do blocks that declare it.
func (n *renamer) findSetVariables(top draft.Block, e *plan.Entry, name *plan.NewName) error {
	kind := top.Reading().KindOf("")
	if kind == refs.Other || naming(e).KeepReferences || len(name.Attribute.Path) > 0 {
		return nil
	}
	n.addBodyReference(bodyPath{Block: top}, name)
	for _, f := range n.m.FilesOf(top.Scope()) {
		for _, typ := range f.Reading().BlocksOf(kind) {
			for _, b := range f.BlocksAt(typ, []string{name.Attribute.Name}) {
				from := []string{name.Attribute.Name}
				block := renamedBlock{block: b, typ: typ, from: from, to: []string{name.Name}, labelsAt: name.Attribute.At, entryAt: e.At, oldAddress: address.Of(typ, from...), keepReferences: true}
				if err := block.recordIn(n); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// findEntry records the objects that an entry renames. The entry has the given index in its
// array.
func (n *renamer) findEntry(s *draft.Site, at *report.Blocks, e *plan.Entry, index int) (err error) {
	n.lastAt = e.At
	defer budget.CatchAt(&err, e.At)
	var c draft.Choice
	if err := s.Choose(&c, e, index); err != nil {
		return err
	}
	for _, b := range c.Blocks {
		twin, is := s.Twins.TwinOf(b)
		if !is || e.File != "" {
			err = n.findBlock(s, b, at.Address(b), e, naming(e), false)
		} else if err = n.findBlock(s, b, at.Address(b), e, namingFor(e, b, twin), false); err == nil {
			err = n.findBlock(s, twin, at.Address(twin), e, namingFor(e, twin, b), true)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// namingFor returns the renames that an entry requests for block b, which has a twin (see
// draft.Twins). It leaves out attributes and nested blocks that the twin has and b lacks.
func namingFor(e *plan.Entry, b, twin draft.Block) *plan.Naming {
	one := *naming(e)
	has := func(b draft.Block, name string) bool {
		return b.Index.Attribute(b.ID, name) != syntax.NoItem || b.Index.HasBlock(b.ID, []string{name})
	}
	gone := func(name string) bool { return !has(b, name) && has(twin, name) }
	one.Attributes = slices.DeleteFunc(slices.Clone(one.Attributes), func(a plan.NewName) bool { return gone(a.Attribute.Name) })
	one.Types = slices.DeleteFunc(slices.Clone(one.Types), func(t plan.NewName) bool { return gone(t.Attribute.Name) })
	one.Blocks = slices.DeleteFunc(slices.Clone(one.Blocks), func(t plan.Target) bool { return gone(t.Type) })
	return &one
}

// stepsPerBlock is the price of recording that a block is renamed.
const stepsPerBlock = 96

// findBlock records the renames that an entry requests for a top-level block. If the flag isTwin is
// set, references and "moved" blocks are already recorded for the other twin (see draft.Twins).
func (n *renamer) findBlock(s *draft.Site, b draft.Block, blockAddress address.Address, e *plan.Entry, names *plan.Naming, isTwin bool) error {
	n.m.Budget.Step(stepsPerBlock)
	typ, from := string(b.Draft.Name(b.ID)), b.Labels()
	to, err := n.newLabels(names, b, false)
	if err != nil {
		return err
	}
	if !slices.Equal(from, to) || names.ToLocal {
		block := renamedBlock{toLocal: names.ToLocal, isTwin: isTwin, block: b, typ: typ, from: from, to: to, labelsAt: names.At, entryAt: e.At, oldAddress: blockAddress, keepReferences: names.KeepReferences, keepCalls: names.KeepCallers, byPattern: s.HasPattern}
		if t := language.Block(n.m.Language, s.Type); t != nil && (t.Name == "resource" || t.Name == "module") {
			retyped := !slices.Equal(from[:len(from)-1], to[:len(to)-1])
			block.moved = names.Moved == plan.MovedAlways || names.Moved == plan.MovedByKind && !retyped
		}
		block.moved = block.moved && !isTwin
		if err := block.recordIn(n); err != nil {
			return err
		}
		switch {
		case names.ToLocal:
			if err := n.convertVariable(&block); err != nil {
				return err
			}
		case !isTwin:
			if err := n.renameOverrides(s, block); err != nil {
				return err
			}
		}
		if !names.KeepReferences && !isTwin && !names.ToLocal {
			n.addBlockReference(s.Type, b, from, to, "")
		}
	}
	if names.Alias != "" {
		block := renamedBlock{isTwin: isTwin, block: b, typ: typ, from: from, to: from, labelsAt: names.At, entryAt: e.At, oldAddress: blockAddress, keepReferences: names.KeepReferences, keepCalls: names.KeepCallers}
		if err := n.findAlias(block, names); err != nil {
			return err
		}
	}
	keys := names.Keys
	if names.ChangedKeys != nil {
		optional := e.Optional || e.All || s.HasPattern
		if keys, err = n.changeKeys(b, names.ChangedKeys, blockAddress, optional); err != nil {
			return err
		}
	}
	if len(keys) > 0 && !isTwin {
		n.o.RecordKeys(b)
		n.keyed = append(n.keyed, keyedBlock{
			renamedBlock: renamedBlock{block: b, typ: typ, from: from, labelsAt: names.At, entryAt: e.At, oldAddress: blockAddress, keepReferences: names.KeepReferences, moved: names.Moved != plan.MovedNever},
			newKeys:      n.keys.forEntry(keys, n.m.Budget),
		})
	}
	return n.findInBody(bodyPath{Block: b, typ: s.Type, labels: from, keepReferences: names.KeepReferences, keepCalls: names.KeepCallers, optional: e.Optional, byPattern: s.HasPattern}, b.ID, blockAddress, names)
}

// renameOverrides gives the new labels of a block to the blocks in override files that override it.
func (n *renamer) renameOverrides(s *draft.Site, block renamedBlock) error {
	for _, f := range n.m.FilesIn(block.block.Folder) {
		if !n.m.Named || f.Role != module.Override || f == block.block.File {
			continue
		}
		for _, b := range f.BlocksAt(s.Type, block.from) {
			override := block
			override.block, override.moved, override.keepReferences = b, false, true
			if err := override.recordIn(n); err != nil {
				return err
			}
		}
	}
	return nil
}

// findInBody records the renames of items inside a block.
func (n *renamer) findInBody(b bodyPath, body syntax.ItemID, blockAddress address.Address, names *plan.Naming) error {
	attributes, err := n.attributesToRename(b.File, body, names)
	if err != nil {
		return err
	}
	for i := range attributes {
		name := &attributes[i]
		if name.ToVariable {
			if err := n.convertLocal(b, blockAddress, name); err != nil {
				return err
			}
			continue
		}
		if moves, err := n.findMove(b, body, blockAddress, name, false, names.KeepEmpty); err != nil {
			return err
		} else if moves {
			continue
		}
		if err := n.findAttribute(b, body, blockAddress, name); err != nil {
			return err
		}
		n.addBodyReference(b, name)
	}
	for i := range names.Types {
		typ := &names.Types[i]
		if moves, err := n.findMove(b, body, blockAddress, typ, true, names.KeepEmpty); err != nil {
			return err
		} else if moves {
			continue
		}
		if err := n.findBlockType(b, body, blockAddress, typ); err != nil {
			return err
		}
		n.addBodyReference(b, typ)
	}
	for i := range names.Blocks {
		t := &names.Blocks[i]
		s := b.NestedSite(body, plan.Rename, t.Type, nil)
		s.Optional = b.optional
		at := n.o.Blocks(s, blockAddress)
		for j := range t.Entries {
			var c draft.Choice
			if err := s.Choose(&c, &t.Entries[j], j); err != nil {
				return err
			}
			for _, block := range c.Blocks {
				if err := addLabels(n, b, body, block, at.Address(block), &t.Entries[j]); err != nil {
					return err
				}
				number := slices.Index(s.Candidates(), block)
				inner := b.nestedBody(body, block, number, len(c.Blocks) == len(s.Candidates()))
				inner.optional = inner.optional || t.Entries[j].Optional
				if err := n.findInBody(inner, block.ID, at.Address(block), naming(&t.Entries[j])); err != nil {
					return err
				}
			}
		}
		s.Free()
	}
	return nil
}
