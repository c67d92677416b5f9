package report

import (
	"fmt"
	"maps"
	"slices"

	"iacedit/address"
	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/plan"
	"iacedit/internal/engine/links"
	"iacedit/module"
	"iacedit/refs"
	"iacedit/syntax"
)

// RecordBlockDeletion records that a top-level block is about to be deleted, or to be a comment.
func (o *Observer) RecordBlockDeletion(at int, b draft.Block, action plan.Action) {
	if o == nil {
		return
	}
	role, typ := b.Reading(), string(b.Draft.Name(b.ID))
	if role.DeclaresAttributes(typ) {
		b.Draft.Expand(b.ID)
		for a := b.Draft.FirstItem(b.ID); a != syntax.NoItem; a = b.Draft.NextItem(a) {
			b.Budget.Step(1)
			if b.Draft.Kind(a) == syntax.KindAttribute {
				o.recordDeletion(at, b, a, attributeDeletion(role, typ, string(b.Draft.Name(a)), action))
			}
		}
		return
	}
	labels := b.Labels()
	if typ == "output" && len(labels) == 1 && b.Role != module.Override && !b.Module.Language.Dialect.AnyBlock() {
		o.recordDeletion(at, b, b.ID, deletion{output: labels[0], name: address.Of(typ, labels...).String(), action: action})
		return
	}
	if of, ok := b.Object(); ok {
		o.recordDeletion(at, b, b.ID, deletion{address: of, name: address.Of(typ, labels...).String(), action: action})
	}
}

// Before records what the edit of an attribute replaces or deletes, and to which code may refer: the
// alias of a provider.
func (m *Mark) Before(body syntax.ItemID, attr *plan.Attribute) {
	if m == nil || attr.Name != "alias" || body == syntax.Root || m.f.Module.Language.Dialect.AnyBlock() {
		return
	}
	b := draft.Block{File: m.f, ID: body}
	if it := m.f.Draft.Item(body); it.Parent != syntax.Root || string(m.f.Draft.Name(body)) != "provider" {
		return
	}
	if labels, alias := b.Labels(), b.Alias(); len(labels) == 1 && alias != "" {
		m.alias = &deletion{address: refs.Address{Kind: refs.Provider, Type: labels[0], Name: alias}, name: "the alias " + labels[0] + "." + alias}
	}
}

// attributeDeletion returns the deletion of an attribute that is a declaration, given the type of its
// block, or "" for the top level of a file.
func attributeDeletion(role refs.Role, typ, name string, action plan.Action) deletion {
	kind := role.KindOf(typ)
	return deletion{address: refs.Address{Kind: kind, Name: name}, name: role.ReferenceTo(kind, name), action: action}
}

// recordLocalDeletion records the deletion of a local: an attribute of a "locals" block, or of another
// block whose attributes are declarations. It does nothing for attributes of other blocks.
func (o *Observer) recordLocalDeletion(at int, f *draft.File, body syntax.ItemID, name string, action plan.Action) {
	typ, role := "", f.Reading()
	if body != syntax.Root {
		if typ = string(f.Draft.Name(body)); f.Draft.Item(body).Parent != syntax.Root {
			return
		}
	}
	if role.DeclaresAttributes(typ) && !f.IsValues() {
		o.recordDeletion(at, draft.Block{File: f, ID: body}, body, attributeDeletion(role, typ, name, action))
	}
}

// recordDeletion records the deletion of a block, or of an item inside it. A warning about the
// deletion will have the position of the item's name.
func (o *Observer) recordDeletion(at int, b draft.Block, item syntax.ItemID, d deletion) {
	o.Budget.Grow(bytesPerOutcome + len(d.name))
	d.at, d.file, d.offset = at, b.File, -1
	d.where = b.Module.Language.Header(b.Draft.File, syntax.Root, b.ID)
	if name := b.Draft.Item(item).Name; b.Draft.InSource(name) {
		d.offset = name.From
	}
	o.deleted = append(o.deleted, d)
}

// CheckDeletions warns of references to objects that the edits deleted and did not add again.
func (o *Observer) CheckDeletions(m *draft.Module) error {
	if o == nil || len(o.deleted) == 0 {
		return nil
	}
	gone := map[folderObject]*deletion{}
	outputs := map[moduleMember]*deletion{}
	for i := range o.deleted {
		if d := &o.deleted[i]; d.output != "" {
			outputs[moduleMember{d.file.Folder, d.output}] = d
		} else {
			gone[folderObject{d.file.Scope(), d.address}] = d
		}
	}
	trees := map[*draft.File]*syntax.File{}
	for _, f := range m.InOrder() {
		tree, err := o.editedTree(f)
		if err != nil {
			return err
		}
		if trees[f] = tree; f.Searched() {
			o.Budget.Parse(len(tree.Text()))
			for d := range refs.DeclarationsIn(tree, f.Reading()) {
				delete(gone, folderObject{f.Scope(), d.Address(tree)})
			}
			for id := range tree.Blocks(syntax.Root, "output") {
				for label := range tree.Labels(id) {
					delete(outputs, moduleMember{f.Folder, string(label)})
				}
			}
		}
	}
	for of, d := range outputs { // for the tests of the module, which refer to output.NAME
		gone[folderObject{of.folder, refs.Address{Kind: refs.Resource, Type: "output", Name: of.name}}] = d
	}
	folders := map[string]bool{}
	for of := range gone {
		folders[of.folder] = true
	}
	referrers := draft.NewReferrers(m, trees)
	for _, folder := range slices.Sorted(maps.Keys(folders)) {
		for _, f := range referrers.In(folder) {
			tree := trees[f.File]
			o.Budget.Parse(len(tree.Text()))
			for r := range refs.All(tree, f.Reading()) {
				if r.Kind == refs.Self || r.Kind == refs.Own || !f.Has(r.Root.From) {
					continue
				}
				if d := gone[folderObject{folder, r.Address(tree)}]; d != nil {
					d.addReference(m, f.File, tree, r)
				}
			}
		}
	}
	o.checkReaders(m, referrers, gone)
	variables := map[moduleMember]*deletion{}
	for of, d := range gone {
		if of.of.Kind == refs.Variable {
			variables[moduleMember{of.folder, of.of.Name}] = d
		}
	}
	if m.Named && !m.Language.Dialect.AnyBlock() && len(variables) > 0 {
		o.checkTests(m, variables, trees)
	}
	if m.Tree && !m.Language.Dialect.AnyBlock() && len(outputs)+len(variables) > 0 {
		o.checkCalls(m, outputs, variables, trees)
	}
	for i := range o.deleted {
		if d := &o.deleted[i]; len(d.places) > 0 {
			o.WarnPlace(d.at, StillReferenced, fmt.Sprintf("%s is %s but still referred to, %s", d.name, EffectOf(d.action), d.list()), d.file, d.where, d.offset)
		}
	}
	return nil
}

// checkReaders finds references to deleted objects in other files, which include or read the files of
// the objects.
func (o *Observer) checkReaders(m *draft.Module, referrers *draft.Referrers, gone map[folderObject]*deletion) {
	if !m.Named || len(gone) == 0 || !m.Language.Dialect.LinksFiles() {
		return
	}
	all := referrers.Links()
	for i, f := range m.InOrder() {
		tree := referrers.TreeOf(f)
		o.Budget.Parse(len(tree.Text()))
		for r := range refs.All(tree, f.Reading()) {
			all.Meant(i, r.Address(tree), r.Names(tree), func(to links.Meant) {
				if d := gone[folderObject{m.InOrder()[to.File].Scope(), to.Address}]; d != nil {
					d.addReference(m, f, tree, r)
				}
			})
		}
	}
}

// editedTree returns the tree of a file with all its edits.
func (o *Observer) editedTree(f *draft.File) (*syntax.File, error) {
	if !f.Draft.Changed() {
		return f.Tree, nil
	}
	code := f.Draft.Append(nil)
	o.Budget.Grow(len(code))
	return syntax.Parse(code)
}
