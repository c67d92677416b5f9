package report

import (
	"fmt"
	"slices"
	"strings"

	"iacedit/address"
	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/plan"
	"iacedit/internal/base/excerpt"
	"iacedit/internal/base/nearest"
	"iacedit/syntax"
	"iacedit/value"
)

// typeNames are the names in type constraints.
var typeNames = []string{"any", "bool", "number", "string", "list", "set", "map", "object", "tuple"}

// checkConstraint warns if an edit sets the type of a variable to an expression that is no type,
// such as strng.
func (m *Mark) checkConstraint(s Spot, attr *plan.Attribute) {
	v := &attr.Value
	if attr.Name != "type" || len(attr.Path) > 0 || attr.Old != "" || v.Kind != value.String || s.Item == syntax.Root {
		return
	}
	if it := m.f.Draft.Item(s.Item); it.Parent != syntax.Root || string(m.f.Draft.Name(s.Item)) != "variable" {
		return
	}
	code := value.Unwrap(v.Text)
	m.o.Budget.Step(len(code))
	e, err := syntax.ParseCode([]byte(code))
	if err != nil {
		return
	}
	if wrong := notType(e, e.Root, false); wrong != 0 {
		name := string(e.Source(wrong))
		m.o.warnAt(attr.At, NotAType, fmt.Sprintf("%s is not a type%s", excerpt.Quote(name), nearest.Or(name, typeNames)), s)
	}
}

// notType returns the first part of a type constraint that is no type, or 0. If member is true, the
// constraint is the type of an object's member, which may be optional(…).
func notType(e *syntax.Expr, id syntax.NodeID, member bool) syntax.NodeID {
	id = e.Unwrapped(id)
	n := e.Node(id)
	switch n.Kind {
	case syntax.NodeVariable:
		if !isTypeName(string(e.Source(id))) {
			return id
		}
		return 0
	case syntax.NodeCall:
		argument := e.Node(n.First).Next
		switch name := string(e.Source(n.First)); {
		case argument == 0:
			return 0
		case name == "optional" && member:
			return notType(e, argument, false)
		case !slices.Contains(typeNames[4:], name):
			return n.First
		}
		return notInType(e, argument)
	}
	return id
}

// notInType is like notType, but for the argument of a type such as list(…).
func notInType(e *syntax.Expr, id syntax.NodeID) syntax.NodeID {
	switch n := e.Node(id); n.Kind {
	case syntax.NodeObject:
		for c := range e.Children(id) {
			if wrong := notType(e, e.Node(e.Node(c).First).Next, true); wrong != 0 {
				return wrong
			}
		}
		return 0
	case syntax.NodeTuple:
		for c := range e.Children(id) {
			if wrong := notType(e, c, false); wrong != 0 {
				return wrong
			}
		}
		return 0
	}
	return notType(e, id, false)
}

// mostMistyped is the largest number of letters in which a mistyped name differs from the right one.
const mostMistyped = 2

// checkNewType warns if the type of a new resource or data source differs only in one or two letters
// from a type that the module has already. A plural is no mistake: many providers have both.
func (o *Observer) checkNewType(at int, made draft.Block, where address.Address) {
	labels := made.Labels()
	if len(labels) != 2 || made.Module.Language.Dialect.AnyBlock() || made.File.Schema(made.ID) != nil {
		return
	}
	types := o.resourceTypes(made.Module)
	if types[labels[0]] {
		return
	}
	near := nearest.Name(labels[0], func(yield func(string) bool) {
		for _, t := range o.typesInOrder {
			o.Budget.Step(stepsPerKnown)
			if nearest.Distance(t, labels[0]) <= mostMistyped && strings.TrimSuffix(t, "s") != strings.TrimSuffix(labels[0], "s") && !yield(t) {
				return
			}
		}
	})
	if near != "" {
		o.warnAt(at, NewAttributeNearly, fmt.Sprintf("the type %s is new in this module; did you mean %q?", excerpt.Quote(labels[0]), near), Spot{File: made.File, Item: made.ID, Address: where})
	}
}

// resourceTypes returns the types of the resources and data sources that the code had before the
// edits. It reads the code once.
func (o *Observer) resourceTypes(m *draft.Module) map[string]bool {
	if o.types != nil {
		return o.types
	}
	o.types = map[string]bool{}
	for _, f := range m.InOrder() {
		if !f.Searched() {
			continue
		}
		for _, typ := range [...]string{"resource", "data"} {
			for _, id := range f.Index.Blocks(nil, syntax.Root, []string{typ}) {
				o.Budget.Step(stepsPerKnown)
				if !f.Draft.InSource(f.Draft.Item(id).Name) {
					continue
				}
				for label := range f.Draft.Labels(id) {
					if t := string(label); !o.types[t] {
						o.types[t] = true
						o.typesInOrder = append(o.typesInOrder, t)
					}
					break
				}
			}
		}
	}
	return o.types
}
