package typing

import (
	"slices"
	"strings"

	"iacedit/syntax"
)

// rootOf returns the root and the steps of a reference. For var.a["b"].c the root is var, and the
// three steps are a, "" and c. For an expression that is not a reference, the root is "".
func (t *expression) rootOf(id syntax.NodeID) (root string, steps []string) {
	for {
		t.m.Budget.Step(1)
		n := t.expr.Node(id)
		switch n.Kind {
		case syntax.NodeVariable:
			slices.Reverse(steps)
			return string(t.expr.Source(id)), steps
		case syntax.NodeGetAttr:
			steps = append(steps, string(t.expr.Source(t.expr.Node(n.First).Next)))
		case syntax.NodeIndex, syntax.NodeLegacyIndex:
			steps = append(steps, "")
		default:
			return "", nil
		}
		id = n.First
	}
}

// afterResource returns the steps after the address of a resource or data source: arn for the
// reference aws_vpc.main.arn. It returns nil for any other reference.
func (t *expression) afterResource(root string, steps []string) (rest []string) {
	switch root {
	case "", "var", "local", "module", "path", "terraform", "each", "count", "self", "ephemeral":
		return nil
	case "data", "resource":
		if len(steps) < 2 {
			return nil
		}
		return append([]string{}, steps[2:]...)
	}
	if len(steps) < 1 || t.isForName(root) {
		return nil
	}
	return append([]string{}, steps[1:]...)
}

// isForName reports whether an enclosing for expression defines the name.
func (t *expression) isForName(name string) bool {
	return slices.ContainsFunc(t.localNames, func(l forName) bool { return l.name == name })
}

// hasKeys reports whether a reference is to a variable as a whole, such as var.tags, and the type
// of the variable is a map or an object.
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

// elementType returns the type of the elements of a list or map: string for list(string).
func elementType(of Type) Type {
	for _, kind := range [...]string{"list(", "map("} {
		if rest, found := strings.CutPrefix(of.Exact, kind); found {
			return exactType(strings.TrimSuffix(rest, ")"))
		}
	}
	return unknown
}
