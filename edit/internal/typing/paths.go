package typing

import (
	"slices"
	"strings"

	"iacedit/syntax"
)

// rootOf returns the root variable of an access, and its steps in order: the names of attributes,
// or "" for an index. The root is "" for other expressions.
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

// resource returns the rest of a path after the address of a resource or data source. It returns
// nil if the path does not begin with such an address.
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

// isLocal reports whether a for expression defines a name.
func (t *expression) isLocal(name string) bool {
	return slices.ContainsFunc(t.local, func(l localName) bool { return l.name == name })
}

// hasKeys reports whether a reference is to a whole variable whose type is a map or an object.
func (t *expression) hasKeys(root string, steps []string) bool {
	if root != "var" || len(steps) != 1 {
		return false
	}
	e := t.constraint(t.folder, steps[0])
	if e == nil {
		return false
	}
	kind, _ := constructor(e, e.Root)
	return kind == "map" || kind == "object"
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
