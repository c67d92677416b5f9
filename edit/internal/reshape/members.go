package reshape

import (
	"iacedit/edit/internal/draft"
	"iacedit/refs"
	"iacedit/syntax"
)

// A member is a nested block of a type, or a dynamic block that makes such blocks.
type member struct {
	id      syntax.ItemID
	dynamic bool
	body    syntax.ItemID // the block itself or, for a dynamic block, its content; NoItem if there is not one content
}

// stepsPerMember is the price of reading an item of a body.
const stepsPerMember = 6

// membersOf returns the nested blocks of a body by type, in code order.
func membersOf(f *draft.File, body syntax.ItemID) map[string][]member {
	var all map[string][]member
	f.Expand(body)
	for id := f.Draft.FirstItem(body); id != syntax.NoItem; id = f.Draft.NextItem(id) {
		f.Budget.Step(stepsPerMember)
		if f.Draft.Kind(id) != syntax.KindBlock {
			continue
		}
		typ, one := string(f.Draft.Name(id)), member{id, false, id}
		if typ == "dynamic" {
			typ, one = generates(f, id), member{id, true, contentOf(f, id)}
		}
		draft.Note(&all, typ, append(all[typ], one))
	}
	return all
}

// generates returns the type of the blocks that a dynamic block makes, or "" if the block has not
// one label.
func generates(f *draft.File, dynamic syntax.ItemID) string {
	if labels := (draft.Block{File: f, ID: dynamic}).Labels(); len(labels) == 1 {
		return labels[0]
	}
	return ""
}

// contentOf returns the content block of a dynamic block, or NoItem if the block has not one.
func contentOf(f *draft.File, dynamic syntax.ItemID) syntax.ItemID {
	f.Expand(dynamic)
	if found := f.Index.Blocks(nil, dynamic, []string{"content"}); len(found) == 1 {
		return found[0]
	}
	return syntax.NoItem
}

// attributeOf returns an attribute of a body, or NoItem.
func attributeOf(f *draft.File, body syntax.ItemID, name string) syntax.ItemID {
	f.Expand(body)
	return f.Index.Attribute(body, name)
}

// iteratorOf returns the name of a dynamic block's iterator.
func iteratorOf(f *draft.File, dynamic syntax.ItemID) string {
	if id := attributeOf(f, dynamic, "iterator"); id != syntax.NoItem {
		return string(f.Draft.At(f.Draft.Current(id)))
	}
	return generates(f, dynamic)
}

// objectOf returns the object to which references to a block refer, and whether its attributes can
// be referred to.
func objectOf(b draft.Block) (object, bool) {
	of, ok := b.Object()
	if of.Kind != refs.Resource && of.Kind != refs.Data && of.Kind != refs.Ephemeral || !ok || b.Module.Language.Dialect.AnyBlock() {
		return object{}, false
	}
	return object{of, b.IsRepeated()}, true
}

// An object is what references refer to.
type object struct {
	address  refs.Address
	repeated bool // it has several instances
}
