package address

import (
	"slices"

	"iacedit/internal/languages/terraform"
	"iacedit/syntax"
)

// namesake searches the code for an object of another kind with the same name, such as local.region
// if the target is var.region. It returns the address and the offset of that object, or nil and -1.
// Call it only if the code lacks the target's block or local value.
func (t *Target) namesake(f *syntax.File, l Language) (a Address, offset int) {
	if a, at := t.withoutRoot(f, l); a != nil {
		return a, at
	}
	name, own := t.objectName(), l.block(t.Blocks[0].Type)
	if own == nil || own.Kind == "" || l.Dialect.AnyBlock() || name == nil || slices.ContainsFunc(name, IsPattern) {
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

// withoutRoot handles an address that lacks its root, such as my_events.version for
// module.my_events.version. Such an address was read as if the name of the object were the type of
// a resource. withoutRoot returns the address with the root, and the offset of the object. If there
// is no such object, it returns nil and -1.
func (t *Target) withoutRoot(f *syntax.File, l Language) (a Address, offset int) {
	first := &t.Blocks[0]
	if l.Dialect.AnyBlock() || t.depth > 0 || first.Type != resource || len(first.Labels) == 0 {
		return nil, -1
	}
	for kind := range terraform.Blocks {
		if kind.Root == "" || kind.Labels != 1 && kind.Kind != "local" {
			continue
		}
		id := objectOf(f, kind, first.Labels[:1])
		if id == syntax.NoItem {
			continue
		}
		a = append(Address{{Text: kind.Root}}, t.Address()[1:]...)
		if first.LeftOut > 0 {
			a = Of(kind.Root, first.Labels[0])
		}
		return a, int(f.Item(id).Name.From)
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
// given kind and name. It returns NoItem if the object does not exist.
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
