package rules

import (
	"slices"

	"iacedit/refs"
	"iacedit/syntax"
)

// Validates reports whether a part of a variable's validation condition refers to the variable.
// Terraform requires such a reference somewhere in the condition. item is the attribute
// "condition", and e is the value of that attribute.
func Validates(f *syntax.File, item syntax.ItemID, e *syntax.Expr, part syntax.NodeID) bool {
	return isIn(referencesTo(e, variableOf(f, item)), e.Node(part).Span())
}

// validates is like Validates, for a node of the site's value.
func (x *valueSite) validates(id syntax.NodeID) bool {
	e := x.parse()
	if x.variableRefs == nil {
		x.search.Budget.Step(len(e.Text) / 2)
		x.variableRefs = append([]int32{}, referencesTo(e, variableOf(x.search.File, x.item))...)
	}
	return isIn(x.variableRefs, e.Node(id).Span())
}

// isIn reports whether one of the sorted offsets is in a span.
func isIn(offsets []int32, in syntax.Span) bool {
	i, _ := slices.BinarySearch(offsets, in.From)
	return i < len(offsets) && offsets[i] < in.To
}

// variableOf returns the name of the variable whose validation block contains an attribute.
func variableOf(f *syntax.File, item syntax.ItemID) string {
	for label := range f.Labels(f.Item(f.Item(item).Parent).Parent) {
		return string(label)
	}
	return ""
}

// refersTo reports whether an expression refers to a variable of the module.
func (s *Search) refersTo(code []byte, variable string) bool {
	e, err := s.parse(code)
	return err == nil && len(referencesTo(e, variable)) > 0
}

// referencesTo returns the offsets of the references to a variable of the module, in order.
func referencesTo(e *syntax.Expr, variable string) (starts []int32) {
	var locals refs.Locals
	locals.Find(e)
	for id := range e.All() {
		n := e.Node(id)
		if n.Kind != syntax.NodeGetAttr {
			continue
		}
		root := e.Node(n.First)
		if root.Kind == syntax.NodeVariable && string(e.Source(n.First)) == "var" && locals.Binder(n.First) == 0 && string(e.Source(root.Next)) == variable {
			starts = append(starts, n.Start)
		}
	}
	slices.Sort(starts)
	return starts
}
