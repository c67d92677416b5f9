package rules

import (
	"slices"

	"iacedit/internal/base/sequence"
	"iacedit/internal/languages/terraform"
	"iacedit/refs"
	"iacedit/syntax"
)

// Validates reports whether a part of a variable's validation condition refers to the variable.
// Terraform requires such a reference somewhere in the condition. item is the attribute
// "condition", and e is the value of that attribute.
func Validates(f *syntax.File, item syntax.ItemID, e *syntax.Expr, part syntax.NodeID) bool {
	return isIn(referencesTo(e, Owner(f, item, refs.Configuration)), e.Node(part).Span())
}

// neededReferences returns the offsets of the references of which at least one must stay in the
// site's value, if a rule would replace all of them. Otherwise it returns none. mayReplace
// reports whether the rule may replace a node.
func (x *valueSite) neededReferences(a *activeRule, mayReplace func(syntax.NodeID) bool) []int32 {
	if x.place != terraform.Validating && x.place != terraform.Checking || a.pattern == nil {
		return nil
	}
	e, s := x.parse(), x.search
	required := x.required(e)
	var replaced []syntax.Span
	_, _ = s.matcher.Rewrite(nil, e, s.hidden, a.pattern, a.to, func(id syntax.NodeID, _ func() []byte) bool {
		if mayReplace(id) {
			replaced = append(replaced, e.Node(id).Span())
		}
		return false
	}) // the caller rewrites again, and reports the error
	sequence.Sort(replaced, func(a, b syntax.Span) int { return int(a.From - b.From) })
	next, end := 0, int32(-1)
	for _, at := range required {
		for ; next < len(replaced) && replaced[next].From <= at; next++ {
			end = max(end, replaced[next].To)
		}
		if at >= end {
			return nil
		}
	}
	return required
}

// required returns the offsets of those references in an expression that Terraform accepts at the
// site's place: it wants at least one. In the condition of a variable, these are the references to
// the variable; in other conditions, all references.
func (x *valueSite) required(e *syntax.Expr) (starts []int32) {
	x.search.Budget.Step(len(e.Text) / 2)
	if x.place == terraform.Validating {
		return referencesTo(e, Owner(x.search.File, x.item, refs.Configuration))
	}
	var locals refs.Locals
	locals.Find(e)
	keys := map[syntax.NodeID]bool{}
	for id := range e.All() {
		if n := e.Node(id); n.Kind == syntax.NodePair {
			keys[n.First] = true
		}
	}
	for id := range e.All() {
		if n := e.Node(id); n.Kind == syntax.NodeVariable && !keys[id] && locals.Binder(id) == 0 {
			starts = append(starts, n.Start)
		}
	}
	slices.Sort(starts)
	return starts
}

// referencesTo returns the offsets of the references to an object in the site's value, in order.
func (x *valueSite) referencesTo(of refs.Address) []int32 {
	e := x.parse()
	x.search.Budget.Step(len(e.Text) / 2)
	return referencesTo(e, of)
}

// referencesTo returns the offsets of the references to an object in an expression, in order.
func referencesTo(e *syntax.Expr, of refs.Address) (starts []int32) {
	for root, to := range refs.Objects(e) {
		if to == of {
			starts = append(starts, e.Node(root).Start)
		}
	}
	slices.Sort(starts)
	return starts
}

// isIn reports whether one of the sorted offsets is in a span.
func isIn(offsets []int32, in syntax.Span) bool {
	i, _ := slices.BinarySearch(offsets, in.From)
	return i < len(offsets) && offsets[i] < in.To
}
