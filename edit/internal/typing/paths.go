package typing

import (
	"slices"
	"strings"

	"iacedit/syntax"
)

// loop returns the type of a for expression.
func (t *expression) loop(n syntax.Node) Type {
	var names []string
	id := n.First
	for ; t.e.Node(id).Kind == syntax.NodeName; id = t.e.Node(id).Next {
		names = append(names, string(t.e.Source(id)))
	}
	root, steps := t.rootOf(id)
	rest := t.resource(root, steps)
	before := len(t.local)
	for i, name := range names {
		t.local = append(t.local, localName{name, rest != nil && len(rest) == 0 && i == len(names)-1})
	}
	result, kind := t.e.Node(id).Next, "list"
	if n.Kind == syntax.NodeForObject {
		result, kind = t.e.Node(result).Next, "map"
	}
	found := t.of(result).Usual
	t.local = t.local[:before]
	if n.Flags&syntax.FlagExpanded != 0 {
		found = Collection("list", found)
	}
	return Type{Usual: Collection(kind, found)}
}

// splat returns the type of a splat over the instances of a resource.
func (t *expression) splat(n syntax.Node) Type {
	root, steps := t.rootOf(n.First)
	rest := t.resource(root, steps)
	each := t.e.Node(n.First).Next
	if rest == nil || len(rest) > 0 || t.e.Node(each).Kind != syntax.NodeGetAttr || t.e.Node(t.e.Node(each).First).Kind != syntax.NodeEach {
		return unknown
	}
	return Type{Usual: Collection("list", WellKnown(string(t.e.Source(t.e.Node(t.e.Node(each).First).Next))))}
}

// rootOf returns the variable that a node accesses something of, and the names of the
// attributes in order, "" for an index; "" where it is another expression.
func (t *expression) rootOf(id syntax.NodeID) (root string, steps []string) {
	for {
		t.m.Budget.Step(1)
		n := t.e.Node(id)
		switch n.Kind {
		case syntax.NodeVariable:
			slices.Reverse(steps)
			return string(t.e.Source(id)), steps
		case syntax.NodeGetAttr:
			steps = append(steps, string(t.e.Source(t.e.Node(n.First).Next)))
		case syntax.NodeIndex, syntax.NodeLegacyIndex:
			steps = append(steps, "")
		default:
			return "", nil
		}
		id = n.First
	}
}

// resource returns what follows the address of a resource or data source that a path begins
// with, which is nil where it begins with none.
func (t *expression) resource(root string, steps []string) (rest []string) {
	switch root {
	case "", "var", "local", "module", "path", "terraform", "each", "count", "self", "ephemeral":
		return nil
	case "data", "resource":
		if len(steps) < 2 {
			return nil
		}
		return append([]string{}, steps[2:]...)
	}
	if len(steps) < 1 || t.isLocal(root) {
		return nil
	}
	return append([]string{}, steps[1:]...)
}

// isLocal reports whether a name is one of a for expression.
func (t *expression) isLocal(name string) bool {
	return slices.ContainsFunc(t.local, func(l localName) bool { return l.name == name })
}

// path returns the type of a reference.
func (t *expression) path(id syntax.NodeID) Type {
	root, steps := t.rootOf(id)
	for i := len(t.local) - 1; i >= 0; i-- {
		if t.local[i].name == root {
			if t.local[i].instance && len(steps) == 1 {
				return sure(WellKnown(steps[0]))
			}
			return unknown
		}
	}
	of := unknown
	switch {
	case root == "path" && len(steps) == 1, root == "terraform" && len(steps) == 1:
		return sure("string")
	case root == "var" && len(steps) > 0:
		of, steps = t.variable(t.folder, steps[0]), steps[1:]
	case root == "local" && len(steps) > 0:
		of, steps = t.declared(typeKey{t.folder, false, steps[0]}), steps[1:]
	case root == "module" && len(steps) == 2:
		of, steps = t.Output(t.folder, steps[0], steps[1]), nil
	default:
		rest := t.resource(root, steps)
		if len(rest) == 2 && rest[0] == "" {
			rest = rest[1:]
		}
		if len(rest) == 1 {
			return sure(WellKnown(rest[0]))
		}
		return unknown
	}
	switch {
	case len(steps) == 0:
		return of
	case len(steps) == 1 && steps[0] == "":
		return element(of)
	}
	return unknown
}

// element returns the type of the elements of a collection.
func element(of Type) Type {
	for _, kind := range [...]string{"list(", "map("} {
		if rest, found := strings.CutPrefix(of.Exact, kind); found {
			return sure(strings.TrimSuffix(rest, ")"))
		}
	}
	return unknown
}
