package rename

import (
	"slices"

	"iacedit/address"
	"iacedit/edit/internal/draft"
	"iacedit/refs"
	"iacedit/syntax"
)

// A bodyPath is the body of a top-level block, or of a block nested in it. It includes the path
// that references take to the body.
type bodyPath struct {
	draft.Block
	typ            string
	labels         []string
	path           []refs.Part
	generated      *refs.Part // in a dynamic block: the step to the nested blocks that it generates
	keepReferences bool       // references are not changed
}

// nestedBody returns the bodyPath for a block that is nested directly in a body. The argument
// number is the index of the block among the nested blocks of its type. The flag all says that the
// same renames apply to all these blocks.
func (b bodyPath) nestedBody(body syntax.ItemID, block draft.Block, number int, all bool) bodyPath {
	typ, generated := string(b.Draft.Name(block.ID)), b.generated
	part := refs.Part{Name: typ}
	b.generated = nil
	switch dynamic := b.dynamicBlocks(body, typ); {
	case typ == "dynamic" && len(block.Labels()) == 1:
		generated := b.generatedPart(body, block)
		b.generated = &generated
		return b
	case typ == "content" && generated != nil:
		part = *generated
	case all && len(dynamic) == 0:
	case len(dynamic) == 0:
		part.Element = number + 1
	default: // the index of the block is unknown, because generated blocks may come before it
		part.Element = refs.SomeElement
	}
	b.path = append(slices.Clone(b.path), part)
	return b
}

// generatedPart returns the step of a path that leads to the nested blocks that a dynamic block
// generates. If other nested blocks of the same type are in the body, or another dynamic block
// generates some, the step stands for only some of the blocks of that type.
func (b bodyPath) generatedPart(body syntax.ItemID, dynamic draft.Block) refs.Part {
	part := refs.Part{Name: dynamic.Labels()[0]}
	if len(b.dynamicBlocks(body, part.Name)) > 1 || b.Index.HasBlock(body, []string{part.Name}) {
		part.Element = refs.SomeElement
	}
	return part
}

// dynamicBlocks returns the dynamic blocks in a body that generate nested blocks of type typ.
func (b bodyPath) dynamicBlocks(body syntax.ItemID, typ string) (found []draft.Block) {
	for _, id := range b.Index.Blocks(nil, body, []string{"dynamic"}) {
		b.Budget.Step(1)
		if block := (draft.Block{File: b.File, ID: id}); slices.Equal(block.Labels(), []string{typ}) {
			found = append(found, block)
		}
	}
	return found
}

// renameOf returns the refs.Rename for an item of the body: "part" is its old name, and "to" its
// new name. ok is false if code cannot refer to the item, or if its references must not change.
func (b bodyPath) renameOf(part refs.Part, to string) (r refs.Rename, ok bool) {
	if b.keepReferences || b.Module.Language.Dialect == address.HCL || b.generated != nil || b.typ != "resource" && b.typ != "data" && b.typ != "ephemeral" {
		return r, false
	}
	of := refs.Address{Kind: refs.KindOf(b.typ), Type: b.labels[0], Name: b.labels[1]}
	return refs.Rename{Of: of, Repeated: isRepeated(b.Block), Path: append(slices.Clone(b.path), part), Name: to}, true
}
