package rename

import (
	"iacedit/address"
	"iacedit/edit/internal/draft"
	"iacedit/internal/excerpt"
	"iacedit/internal/fault"
	"iacedit/syntax"
	"iacedit/value"
)

// A nameSite is a body with attributes or an object with keys, in which all names must differ. The
// "locals" blocks of a folder that one tool reads form a single nameSite, without a file.
type nameSite struct {
	file   *draft.File // nil for locals blocks
	locals localsOf    // for locals blocks
	in     syntax.ItemID
}

// A localsOf identifies the "locals" blocks that one tool, such as Terraform, reads in a folder.
type localsOf struct {
	folder string
	tool   draft.Tools
}

// checkNames returns an error if two attributes of a body, or two keys of an object, would get the
// same name. All renames happen at once, so two attributes may swap their names.
func (n *renamer) checkNames() error {
	away := map[draft.Block]bool{} // the items with a new name
	for i := range n.names {
		name := &n.names[i]
		at := draft.Block{File: name.at.File, ID: name.id}
		if away[at] {
			return fault.At(name.of.At, fault.InvalidRequest, "rename: %s is renamed twice", excerpt.Quote(name.of.Text))
		}
		away[at] = true
	}
	locals := map[localsOf]map[string]draft.Block{}
	taken := map[nameSite]map[string]bool{}
	for i := range n.names {
		name := &n.names[i]
		if name.typ {
			continue
		}
		f := name.at.File
		in := f.Draft.Item(name.id).Parent
		take := func(site nameSite, holder draft.Block) error {
			if taken[site] == nil {
				taken[site] = map[string]bool{}
			}
			if !taken[site][name.name] && (holder.ID == syntax.NoItem || away[holder]) {
				taken[site][name.name] = true
				return nil
			}
			if name.along {
				return fault.At(name.of.At, fault.AttributeAlreadyExists, "rename: %s, which calls the module, has %s already", describe(name.at), excerpt.Quote(name.name))
			}
			text := excerpt.Quote(name.name)
			if site.locals != (localsOf{}) {
				text = "local." + name.name
			}
			return holder.WithPosition(fault.At(name.of.At, fault.AttributeAlreadyExists, "rename: %s is there already; choose another name", text))
		}
		site, holder := nameSite{file: f, in: in}, draft.Block{File: f}
		switch {
		case len(name.of.Path) > 0:
			holder.ID = f.Index.Pair(in, name.name, value.Template)
		case isLocals(f, in):
			for tool := range f.Tools().EachTool {
				of := localsOf{f.Folder, tool}
				if locals[of] == nil {
					locals[of] = n.localNames(of)
				}
				if err := take(nameSite{locals: of}, locals[of][name.name]); err != nil {
					return err
				}
			}
			continue
		default:
			holder.ID = f.Index.Attribute(in, name.name)
		}
		if err := take(site, holder); err != nil {
			return err
		}
	}
	return nil
}

type bodyName struct {
	body draft.Block
	name string
}

// A kindSet says whether attributes, nested blocks, or both have a name in a body.
type kindSet uint8

const (
	anAttribute kindSet = 1 << iota
	aBlock
	bothBefore // the body has both before the renames
)

// checkKinds returns an error if a body would get an attribute and nested blocks with the same
// name, unless it already has both.
func (n *renamer) checkKinds() error {
	away := map[draft.Block]bool{} // the items with a new name
	for i := range n.names {
		away[draft.Block{File: n.names[i].at.File, ID: n.names[i].id}] = true
	}
	kinds := map[bodyName]kindSet{}
	for i := range n.names {
		name := &n.names[i]
		f := name.at.File
		body := f.Draft.Item(name.id).Parent
		if len(name.of.Path) > 0 || body == syntax.Root {
			continue
		}
		key := bodyName{draft.Block{File: f, ID: body}, name.name}
		if _, known := kinds[key]; !known {
			kinds[key] = kindsLeft(key, away)
		}
		if name.typ {
			kinds[key] |= aBlock
		} else {
			kinds[key] |= anAttribute
		}
		if kinds[key] == anAttribute|aBlock {
			return fault.At(name.of.At, fault.InvalidRequest, "rename: %s would be an attribute and a nested block beside it", excerpt.Quote(name.name))
		}
	}
	return nil
}

// kindsLeft returns the kinds of the items that have the name key.name in the body key.body, and
// keep it. The map away contains the items that get a new name.
func kindsLeft(key bodyName, away map[draft.Block]bool) (kinds kindSet) {
	f := key.body.File
	attribute := f.Index.Attribute(key.body.ID, key.name)
	blocks := f.Index.Blocks(nil, key.body.ID, []string{key.name})
	if attribute != syntax.NoItem && len(blocks) > 0 {
		return bothBefore
	}
	if attribute != syntax.NoItem && !away[draft.Block{File: f, ID: attribute}] {
		kinds = anAttribute
	}
	for _, id := range blocks {
		if !away[draft.Block{File: f, ID: id}] {
			kinds |= aBlock
		}
	}
	return kinds
}

// isLocals reports whether a body belongs to a "locals" block at the top level.
func isLocals(f *draft.File, body syntax.ItemID) bool {
	it := f.Draft.Item(body)
	return f.Module.Language.Dialect == address.Terraform && body != syntax.Root && it.Parent == syntax.Root && string(f.Draft.Name(body)) == "locals"
}

// localNames returns the attributes of the "locals" blocks that one tool reads in a folder, by
// name.
func (n *renamer) localNames(of localsOf) map[string]draft.Block {
	names := map[string]draft.Block{}
	for _, f := range n.m.FilesIn(of.folder) {
		if !f.Searched() || f.Tools()&of.tool == 0 {
			continue
		}
		for _, block := range f.Index.Blocks(nil, syntax.Root, []string{"locals"}) {
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
