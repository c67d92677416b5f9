package modules

import (
	"slices"
	"strings"

	"iacedit/edit/internal/draft"
	"iacedit/refs"
	"iacedit/syntax"
)

// An instanceUse describes how a reference uses an object with at most one instance, whose count is
// 0 or 1.
type instanceUse struct {
	used    bool          // the reference uses the only instance; without an instance, the reference is null or not evaluated
	sure    bool          // there must be an instance, because the reference is always evaluated
	removed []syntax.Span // the code to remove from the reference if an attribute of the instance is passed
}

// atMostOne reports whether the count of a block can only be 0 or 1: it is the literal 0 or 1,
// or a conditional whose results are such literals.
func atMostOne(b draft.Block, count syntax.ItemID) bool {
	at := b.Tree.Value(count)
	b.Budget.Step(at.Len())
	e, err := syntax.ParseExpression(nil, b.Tree.Text(), at)
	return err == nil && zeroOrOne(e, e.Root)
}

// zeroOrOne reports whether an expression is the literal 0 or 1, or a conditional whose
// results are such expressions.
func zeroOrOne(e *syntax.Expr, id syntax.NodeID) bool {
	switch n := e.Node(id); n.Kind {
	case syntax.NodeConditional:
		result := e.Node(n.First).Next
		return zeroOrOne(e, result) && zeroOrOne(e, e.Node(result).Next)
	case syntax.NodeNumber:
		text := string(e.Source(id))
		return text == "0" || text == "1"
	}
	return false
}

// instanceUseOf returns how a reference uses the only instance of an object. The argument node is
// the expression for all instances, such as x in x[0].id. instanceUseOf assumes that the reference
// is evaluated. A reference to the passed attribute can replace x[0].id, try(x[0].id, null) and
// one(x[*].id). Inside other calls of try or can, nothing is replaced, because such calls check
// whether there is an instance.
func (c *reader) instanceUseOf(u *use, r *refs.Reference, node syntax.NodeID) (s instanceUse) {
	if len(r.Steps) < 2 || r.Steps[1].Kind != refs.StepAttribute || r.Steps[1].Joined {
		return s
	}
	end := r.Steps[1].End
	for next := c.source(node); next != 0 && c.e.Node(node).End < end; next = c.source(node) {
		node = next
	}
	within := c.e.Node(node)
	if within.End != end {
		return s
	}
	s.removed = []syntax.Span{{From: u.at.To, To: end}}
	up := c.parent[node]
	switch r.Steps[0].Kind {
	case refs.StepLiteral:
		if string(u.file.Tree.At(r.Steps[0].Name)) != "0" {
			return instanceUse{}
		}
		if c.isCall(up, "try") && c.isOrNull(up, node) {
			break
		}
		for ; up != 0; up = c.parent[up] {
			u.file.Budget.Step(1)
			if c.isCall(up, "try") || c.isCall(up, "can") {
				return instanceUse{}
			}
		}
		s.used, s.sure = true, true
		return s
	case refs.StepSplat:
		if !c.isCall(up, "one") || c.firstArgument(up) != node {
			return instanceUse{}
		}
	default:
		return instanceUse{}
	}
	call := c.e.Node(up)
	s.removed = []syntax.Span{{From: call.Start, To: within.Start}, {From: u.at.To, To: call.End}}
	s.used = true
	return s
}

// isCall reports whether a node is the call of a function.
func (c *reader) isCall(id syntax.NodeID, function string) bool {
	n := c.e.Node(id)
	return id != 0 && n.Kind == syntax.NodeCall && string(c.e.Source(n.First)) == function
}

// firstArgument returns the first argument of a call.
func (c *reader) firstArgument(call syntax.NodeID) syntax.NodeID {
	return c.e.Node(c.e.Node(call).First).Next
}

// isOrNull reports whether a call has exactly two arguments: the given node, and null.
func (c *reader) isOrNull(call, node syntax.NodeID) bool {
	if c.firstArgument(call) != node {
		return false
	}
	second := c.e.Node(node).Next
	return second != 0 && c.e.Node(second).Next == 0 && strings.TrimSpace(string(c.e.Source(second))) == "null"
}

// allUseInstance reports whether all uses, except entries of "depends_on", use the only instance of
// the object.
func allUseInstance(uses []*use) bool {
	for _, u := range uses {
		if !u.part.instance.used && !u.part.dependsOn {
			return false
		}
	}
	return true
}

// mustExist reports whether one of the uses would fail if the only instance did not exist.
func mustExist(uses []*use) bool {
	return slices.ContainsFunc(uses, func(u *use) bool { return u.part.instance.sure })
}
