package conversion

import (
	"slices"

	"iacedit/internal/base/nocopy"
	"iacedit/syntax"
)

// A group is an argument, or the nested blocks of one type, in the order of the code.
type group struct {
	attribute syntax.ItemID
	blocks    []syntax.ItemID // nil for an argument
}

// A groupIndex finds a group by its name. Groups are numbered from 0 in the order in which they are
// added.
type groupIndex struct {
	names   []string
	numbers map[string]int // nil for few names
}

// find returns the number of the group with the given name, or -1.
func (x *groupIndex) find(name string) int {
	if x.numbers == nil {
		return slices.Index(x.names, name)
	}
	if i, ok := x.numbers[name]; ok {
		return i
	}
	return -1
}

// add adds a group with the given name, and gives it the next number.
func (x *groupIndex) add(name string) {
	x.names = append(x.names, name)
	switch {
	case x.numbers != nil:
		x.numbers[name] = len(x.names) - 1
	case len(x.names) > fewMembers:
		x.numbers = make(map[string]int, 4*fewMembers)
		for i, name := range x.names {
			x.numbers[name] = i
		}
	}
}

// groupByType groups blocks by type. The groups are in the order in which the types first occur.
func (w *jsonWriter) groupByType(blocks []syntax.ItemID) (groups []group) {
	var at groupIndex
	for _, id := range blocks {
		name := w.nameOf(id)
		i := at.find(name)
		if i < 0 {
			i = len(groups)
			at.add(name)
			groups = append(groups, group{})
		}
		groups[i].blocks = append(groups[i].blocks, id)
	}
	return groups
}

// groupMembers returns the contents of a block's body: arguments, and nested blocks by type.
func (w *jsonWriter) groupMembers(block syntax.ItemID, b *body) (members []group, err error) {
	var at groupIndex
	for id := range w.f.Children(block) {
		kind := w.f.Kind(id)
		if kind != syntax.KindAttribute && kind != syntax.KindBlock {
			continue
		}
		name := w.nameOf(id)
		i := at.find(name)
		switch {
		case i >= 0 && (kind == syntax.KindAttribute || members[i].blocks == nil):
			return nil, w.refuse(id, "%s is an argument and a nested block of one body", name)
		case i >= 0:
			members[i].blocks = append(members[i].blocks, id)
			continue
		}
		at.add(name)
		if kind == syntax.KindAttribute {
			members = append(members, group{attribute: id})
		} else {
			members = append(members, group{blocks: []syntax.ItemID{id}})
		}
	}
	if i := at.find(dynamicType); i >= 0 && members[i].blocks != nil && b.language.Open() {
		return w.moveBeforeDynamic(members, i, &at)
	}
	return members, nil
}

// moveBeforeDynamic moves some groups of nested blocks in front of the group of all dynamic blocks,
// which share one key in JSON. It moves the groups whose blocks come before a dynamic block of the
// same type. It returns an error if a type has blocks both before and after a dynamic block of the
// type.
func (w *jsonWriter) moveBeforeDynamic(members []group, dynamics int, at *groupIndex) ([]group, error) {
	before := map[int]bool{} // the members to move before the dynamic blocks
	for _, id := range members[dynamics].blocks {
		labels := syntax.Strings(w.f.Labels(id))
		i := -1
		if len(labels) == 1 {
			i = at.find(labels[0])
		}
		if i < 0 || members[i].blocks == nil {
			continue
		}
		static := members[i].blocks
		ahead, _ := slices.BinarySearchFunc(static, id, func(a, b syntax.ItemID) int { return w.nameStart(a) - w.nameStart(b) })
		was, seen := before[i]
		if ahead != 0 && ahead != len(static) || seen && was != (ahead > 0) {
			return nil, w.refuse(id, "dynamic %s stands between blocks of the type %[1]s: JSON has these under one key and dynamic blocks under another, so their order would be lost", labels[0])
		}
		before[i] = ahead > 0
	}
	var moved, rest []group
	for i := range members {
		if i > dynamics && before[i] {
			moved = append(moved, members[i])
		} else {
			rest = append(rest, members[i])
		}
	}
	return slices.Insert(rest, dynamics, moved...), nil
}

// nameOf returns an item's name, which shares memory with the text.
func (w *jsonWriter) nameOf(id syntax.ItemID) string {
	return nocopy.String(w.f.Name(id))
}

// nameStart returns the offset at which an item's name starts.
func (w *jsonWriter) nameStart(id syntax.ItemID) int { return int(w.f.Item(id).Name.From) }
