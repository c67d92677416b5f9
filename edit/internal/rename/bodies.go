package rename

import (
	"slices"

	"iacedit/address"
	"iacedit/edit/internal/draft"
	"iacedit/refs"
	"iacedit/syntax"
)

// A bodyOf is a body of a top-level block, and the path by which references lead to the body.
type bodyOf struct {
	draft.Block
	typ    string
	labels []string
	path   []refs.Part
	made   *refs.Part // for a dynamic block: the nested blocks that it generates
	stays  bool       // leave references as they are
}

// inner returns the bodyOf for a nested block in a body. number is the index of the block among
// the blocks of its type. The argument all says that the entry selects every one of these
// blocks.
func (b bodyOf) inner(body syntax.ItemID, block draft.Block, number int, all bool) bodyOf {
	typ, made := string(b.Draft.Name(block.ID)), b.made
	part := refs.Part{Name: typ}
	b.made = nil
	switch dynamic := b.dynamic(body, typ); {
	case typ == "dynamic" && len(block.Labels()) == 1:
		made := b.madeBy(body, block)
		b.made = &made
		return b
	case typ == "content" && made != nil:
		part = *made
	case all && len(dynamic) == 0:
	case len(dynamic) == 0:
		part.Element = number + 1
	default: // the generated blocks may come first
		part.Element = refs.SomeElement
	}
	b.path = append(slices.Clone(b.path), part)
	return b
}

// madeBy returns the part of a path for the nested blocks that a dynamic block generates. If the
// body also contains blocks of this type, or another dynamic block for this type, the part stands
// for only some blocks of the type.
func (b bodyOf) madeBy(body syntax.ItemID, dynamic draft.Block) refs.Part {
	part := refs.Part{Name: dynamic.Labels()[0]}
	if len(b.dynamic(body, part.Name)) > 1 || b.Index.HasBlock(body, []string{part.Name}) {
		part.Element = refs.SomeElement
	}
	return part
}

// dynamic returns the dynamic blocks in a body that generate nested blocks of a type.
func (b bodyOf) dynamic(body syntax.ItemID, typ string) (found []draft.Block) {
	for _, id := range b.Index.Blocks(nil, body, []string{"dynamic"}) {
		b.Budget.Step(1)
		if block := (draft.Block{File: b.File, ID: id}); slices.Equal(block.Labels(), []string{typ}) {
			found = append(found, block)
		}
	}
	return found
}

// renameIn returns a rename of references to an item of a body. It returns false if references into
// the body are not searched for.
func (b bodyOf) renameIn(part refs.Part, to string) (r refs.Rename, ok bool) {
	if b.stays || b.Module.Language.Dialect == address.HCL || b.made != nil || b.typ != "resource" && b.typ != "data" && b.typ != "ephemeral" {
		return r, false
	}
	of := refs.Address{Kind: refs.KindOf(b.typ), Type: b.labels[0], Name: b.labels[1]}
	return refs.Rename{Of: of, Repeated: repeated(b.Block), Path: append(slices.Clone(b.path), part), Name: to}, true
}
