package address

import (
	"slices"

	"iacedit/internal/terraform"
	"iacedit/syntax"
)

// namesake returns the address and the offset of an object of another kind that has the name of
// the target's object, such as local.region for var.region; or nil. Call it only if the code
// lacks the target's block or local value.
func (t *Target) namesake(f *syntax.File, l Language) (a Address, offset int) {
	name, own := t.objectName(), l.block(t.Blocks[0].Type)
	if own == nil || own.Kind == "" || l.Dialect == HCL || name == nil || slices.ContainsFunc(name, IsPattern) {
		return nil, -1
	}
	for kind := range terraform.Blocks {
		if kind.Name == t.Blocks[0].Type || kind.Kind == "" || kind.Unique == terraform.ByAlias {
			continue
		}
		id := objectOf(f, kind, name)
		if id == syntax.NoItem {
			continue
		}
		if kind.Root == "" {
			return Of(name[0], name[1:]...), int(f.Item(id).Name.From)
		}
		return Of(kind.Root, name...), int(f.Item(id).Name.From)
	}
	return nil, -1
}

// objectName returns the labels of the target's top-level block, or the name of the local value;
// nil if the target has neither.
func (t *Target) objectName() []string {
	switch first := &t.Blocks[0]; {
	case t.depth > 0 && !t.isLocal():
		return nil
	case t.isLocal():
		return []string{t.Path.Name}
	case first.LeftOut > 0 || len(first.Labels) == 0:
		return nil
	default:
		return first.Labels
	}
}

// objectOf returns the block, or the attribute for a local value, that declares the object of the
// given kind and name. It returns NoItem if there is none.
func objectOf(f *syntax.File, kind *terraform.BlockType, name []string) syntax.ItemID {
	blocks := childrenOf(f, []syntax.ItemID{syntax.Root}, syntax.KindBlock, kind.Name)
	if kind.Kind == "local" && len(name) == 1 {
		for _, id := range childrenOf(f, blocks, syntax.KindAttribute, name[0]) {
			return id
		}
	}
	for _, id := range blocks {
		if kind.Labels == len(name) && slices.Equal(labelsOf(f, id), name) {
			return id
		}
	}
	return syntax.NoItem
}
