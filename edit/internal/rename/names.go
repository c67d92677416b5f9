package rename

import (
	"iacedit/edit/internal/draft"
	"iacedit/internal/base/excerpt"
	"iacedit/internal/base/fault"
	"iacedit/syntax"
	"iacedit/value"
)

// A nameSite is a body with attributes or an object with keys, in which all names must differ. All
// "locals" blocks that one tool reads in a scope form a single nameSite, which has no file; so do all
// blocks of another type whose attributes are declarations.
type nameSite struct {
	file   *draft.File // nil for locals blocks
	locals localsScope // for such blocks
	body   syntax.ItemID
}

// A localsScope identifies the "locals" blocks, or the blocks of a similar type, that one tool, such as
// Terraform, reads in a scope (see draft.File.Scope).
type localsScope struct {
	scope string
	typ   string
	tool  draft.Tools
}

// checkNames returns an error if two attributes of a body, or two keys of an object, would have the
// same name. All renames happen together, so two attributes may swap their names.
func (n *renamer) checkNames() error {
	renamed := map[draft.Block]bool{} // the items with a new name
	for i := range n.names {
		name := &n.names[i]
		at := draft.Block{File: name.block.File, ID: name.id}
		if renamed[at] {
			return fault.At(name.attribute.At, fault.InvalidRequest, "rename: %s is renamed twice", excerpt.Quote(name.attribute.Text))
		}
		renamed[at] = true
	}
	for i := range n.moves {
		at := draft.Block{File: n.moves[i].block.File, ID: n.moves[i].id}
		if renamed[at] {
			return fault.At(n.moves[i].name.Attribute.At, fault.InvalidRequest, "rename: %s is renamed twice", excerpt.Quote(n.moves[i].name.Attribute.Text))
		}
		renamed[at] = true
	}
	locals := map[localsScope]map[string]draft.Block{}
	taken := map[nameSite]map[string]bool{}
	for i := range n.names {
		name := &n.names[i]
		if name.isBlock {
			continue
		}
		f := name.block.File
		body := f.Draft.Item(name.id).Parent
		claim := func(site nameSite, holder draft.Block) error {
			if taken[site] == nil {
				taken[site] = map[string]bool{}
			}
			if !taken[site][name.newName] && (holder.ID == syntax.NoItem || renamed[holder]) {
				taken[site][name.newName] = true
				return nil
			}
			if name.implied {
				return fault.At(name.attribute.At, fault.AttributeAlreadyExists, "rename: %s, which calls the module, has %s already", blockAddress(name.block), excerpt.Quote(name.newName))
			}
			text, also := excerpt.Quote(name.newName), ""
			if site.locals != (localsScope{}) {
				text = f.Reading().ReferenceTo(f.Reading().KindOf(site.locals.typ), name.newName)
			}
			if name.made {
				also = ", and " + excerpt.Quote(name.attribute.Text) + " would become it"
			}
			return holder.WithPosition(fault.At(name.attribute.At, fault.AttributeAlreadyExists, "rename: %s is there already%s; choose another name", text, also))
		}
		site, holder := nameSite{file: f, body: body}, draft.Block{File: f}
		switch {
		case len(name.attribute.Path) > 0:
			holder.ID = f.Index.Pair(body, name.newName, value.Template)
		case declaresAttributes(f, body):
			for tool := range f.Tools().EachTool {
				scope := localsScope{f.Scope(), string(f.Draft.Name(body)), tool}
				if locals[scope] == nil {
					locals[scope] = n.localNames(scope)
				}
				if err := claim(nameSite{locals: scope}, locals[scope][name.newName]); err != nil {
					return err
				}
			}
			continue
		default:
			holder.ID = f.Index.Attribute(body, name.newName)
		}
		if err := claim(site, holder); err != nil {
			return err
		}
	}
	return nil
}

type bodyName struct {
	body draft.Block
	name string
}

// A kindSet describes what has a certain name in a body: an attribute, nested blocks, or both.
type kindSet uint8

const (
	hasAttribute kindSet = 1 << iota
	hasBlock
	hadBoth // the body has both before the renames
)

// checkKinds returns an error if a body would have an attribute and nested blocks with the same
// name, unless the body already has both.
func (n *renamer) checkKinds() error {
	renamed := map[draft.Block]bool{} // the items with a new name
	for i := range n.names {
		renamed[draft.Block{File: n.names[i].block.File, ID: n.names[i].id}] = true
	}
	kinds := map[bodyName]kindSet{}
	for i := range n.names {
		name := &n.names[i]
		f := name.block.File
		body := f.Draft.Item(name.id).Parent
		if len(name.attribute.Path) > 0 || body == syntax.Root {
			continue
		}
		key := bodyName{draft.Block{File: f, ID: body}, name.newName}
		if _, known := kinds[key]; !known {
			kinds[key] = remainingKinds(key, renamed)
		}
		if name.isBlock {
			kinds[key] |= hasBlock
		} else {
			kinds[key] |= hasAttribute
		}
		if kinds[key] == hasAttribute|hasBlock {
			return fault.At(name.attribute.At, fault.InvalidRequest, "rename: %s would be the name of both an attribute and a nested block", excerpt.Quote(name.newName))
		}
	}
	return nil
}

// remainingKinds returns the kinds of the items in the body key.body that are named key.name and
// keep that name. renamed contains the items that receive a new name. If both an attribute and
// nested blocks have the name before the renames, remainingKinds returns hadBoth.
func remainingKinds(key bodyName, renamed map[draft.Block]bool) (kinds kindSet) {
	f := key.body.File
	attribute := f.Index.Attribute(key.body.ID, key.name)
	blocks := f.Index.Blocks(nil, key.body.ID, []string{key.name})
	if attribute != syntax.NoItem && len(blocks) > 0 {
		return hadBoth
	}
	if attribute != syntax.NoItem && !renamed[draft.Block{File: f, ID: attribute}] {
		kinds = hasAttribute
	}
	for _, id := range blocks {
		if !renamed[draft.Block{File: f, ID: id}] {
			kinds |= hasBlock
		}
	}
	return kinds
}

// declaresAttributes reports whether a body belongs to a block at the top level whose attributes are
// declarations, such as "locals".
func declaresAttributes(f *draft.File, body syntax.ItemID) bool {
	it := f.Draft.Item(body)
	return body != syntax.Root && it.Parent == syntax.Root && f.Reading().DeclaresAttributes(string(f.Draft.Name(body)))
}

// checkDeclared returns an error if a block would have the name of an object of the same kind that an
// attribute declares, as a block local and an attribute of locals in Packer.
func (n *renamer) checkDeclared() error {
	r := n.m.Language.Dialect.References()
	if r == nil {
		return nil
	}
	renamed := map[draft.Block]string{} // the attributes with a new name
	for i := range n.names {
		renamed[draft.Block{File: n.names[i].block.File, ID: n.names[i].id}] = n.names[i].newName
	}
	known := map[localsScope]map[string]draft.Block{}
	for i := range n.blocks {
		b := &n.blocks[i]
		kind := b.block.Reading().KindOf(b.typ)
		for _, d := range r.Declares {
			if !d.Attributes || d.Block == "" || d.Kind != kind.String() || len(b.to) != 1 {
				continue
			}
			scope := localsScope{b.block.Scope(), d.Block, b.block.Tools()}
			if known[scope] == nil {
				known[scope] = map[string]draft.Block{}
				for name, holder := range n.localNames(scope) {
					if holder.Draft.Kind(holder.ID) == syntax.KindAttribute {
						if to, ok := renamed[holder]; ok {
							name = to
						}
						known[scope][name] = holder
					}
				}
			}
			if holder, taken := known[scope][b.to[0]]; taken {
				return holder.WithPosition(fault.At(b.labelsAt, fault.AttributeAlreadyExists, "rename: %s is there already; choose another name", b.block.Reading().ReferenceTo(kind, b.to[0])))
			}
		}
	}
	return nil
}

// localNames returns the attributes of the blocks of a scope, by name, and the blocks that declare
// objects of the same kind by their labels.
func (n *renamer) localNames(scope localsScope) map[string]draft.Block {
	names := map[string]draft.Block{}
	for _, f := range n.m.FilesOf(scope.scope) {
		if !f.Searched() || f.Tools()&scope.tool == 0 {
			continue
		}
		role := f.Reading()
		for _, typ := range role.BlocksOf(role.KindOf(scope.typ)) {
			for _, b := range f.BlocksOf(typ) {
				n.m.Budget.Step(1)
				if labels := b.Labels(); len(labels) == 1 {
					names[labels[0]] = b
				}
			}
		}
		for _, block := range f.Index.Blocks(nil, syntax.Root, []string{scope.typ}) {
			d := f.Draft
			d.Expand(block)
			for id := d.FirstItem(block); id != syntax.NoItem; id = d.NextItem(id) {
				n.m.Budget.Step(1)
				if d.Kind(id) == syntax.KindAttribute {
					names[string(d.Name(id))] = draft.Block{File: f, ID: id}
				}
			}
		}
	}
	return names
}
