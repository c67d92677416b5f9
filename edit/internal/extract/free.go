package extract

import (
	"slices"

	"iacedit/refs"
	"iacedit/syntax"
)

// boundName returns a name in a value that has a meaning only at the value's place: each, count,
// self, the iterator of a dynamic block, or a name of a for expression around the value. It returns
// "" if the value has no such name.
func boundName(found *foundValue) string {
	bound := append(enclosingIterators(found), refs.Bound(found.file.Tree, found.item, found.file.Reading())...)
	var locals refs.Locals
	locals.Find(found.expr)
	value := found.expr.Node(found.node)
	for id := range found.expr.All() {
		n := found.expr.Node(id)
		if n.Kind != syntax.NodeVariable || n.Start < value.Start || n.End > value.End {
			continue
		}
		name := string(found.expr.Source(id))
		if by := locals.Binder(id); by != 0 {
			if found.expr.Node(by).Start < value.Start {
				return name // a for expression around the value defines the name
			}
			continue
		}
		if slices.Contains(bound, name) {
			return name
		}
	}
	return ""
}

// enclosingIterators returns the iterators of the "dynamic" blocks that contain a value.
func enclosingIterators(found *foundValue) (names []string) {
	f := found.file.Tree
	inner := found.item
	for id := f.Item(inner).Parent; id != syntax.Root; inner, id = id, f.Item(id).Parent {
		if string(f.Name(id)) != "dynamic" || !refs.Iterated(string(f.Name(inner))) {
			continue
		}
		if name, ok := refs.Iterator(f, id); ok {
			names = append(names, string(f.At(name)))
		}
	}
	return names
}
