package read

import (
	"iacedit/address"
	"iacedit/syntax"
	"iacedit/value"
)

// The outcomes of following a path.
type sight uint8

const (
	there  sight = iota
	absent       // nothing is there
	closed       // it leads into an expression: who knows
)

// follow goes along the steps of an attribute path from a node, which stands at a place:
// into objects, lists and the arguments of calls (docs/edits.md, "Paths").
func (w *writer) follow(e *syntax.Expr, id syntax.NodeID, p *value.Schema, steps []address.Step) (syntax.NodeID, *value.Schema, sight) {
	for i := 0; i < len(steps); {
		w.budget.Step(1)
		id = e.Unwrapped(id)
		var next syntax.NodeID
		how := closed
		switch step := steps[i]; e.Node(id).Kind {
		case syntax.NodeCall:
			p = nil
			if step.Kind == address.StepIndex {
				if next = w.concatenated(e, id, step.Index); next != 0 {
					how = there
					break
				}
			}
			next = w.argument(e, id, step)
			if how = there; step.Kind != address.StepArgument {
				if next == 0 {
					return id, p, closed
				}
				id = next
				continue // the step leads into the argument
			}
		case syntax.NodeObject:
			if step.Kind == address.StepKey {
				next, how = w.member(e, id, step.Key), there
				p = p.Member(step.Key)
			}
		case syntax.NodeTuple:
			if step.Kind == address.StepIndex {
				next, how = w.element(e, id, step.Index), there
				p = p.Element()
			}
		}
		switch {
		case how == closed:
			return id, p, closed
		case next == 0:
			return id, p, absent
		}
		id = next
		i++
	}
	return id, p, there
}

// member returns the value of an object's last pair with a literal key, or 0.
func (w *writer) member(e *syntax.Expr, object syntax.NodeID, key string) (found syntax.NodeID) {
	for c := range e.Children(object) {
		w.budget.Step(1)
		k := e.Node(c).First
		if text, ok := value.LiteralKey(e, k); ok && text == key {
			found = e.Node(k).Next
		}
	}
	return found
}

// element returns the element of a list with that number, or 0.
func (w *writer) element(e *syntax.Expr, list syntax.NodeID, n int) syntax.NodeID {
	for c := range e.Children(list) {
		w.budget.Step(1)
		if n--; n < 0 {
			return c
		}
	}
	return 0
}

// argument returns the argument of a call that a step leads to or, where it is no number
// of an argument, into; 0 where there is none, or doubt.
func (w *writer) argument(e *syntax.Expr, call syntax.NodeID, step address.Step) syntax.NodeID {
	name := e.Node(call).First
	var last syntax.NodeID
	var found syntax.NodeID
	n := 0
	for c := e.Node(name).Next; c != 0; c = e.Node(c).Next {
		w.budget.Step(1)
		if step.Kind == address.StepArgument && n == step.Index {
			return c
		}
		if step.Kind == address.StepKey && e.Node(e.Unwrapped(c)).Kind == syntax.NodeObject && w.member(e, e.Unwrapped(c), step.Key) != 0 {
			found = c
		}
		last = c
		n++
	}
	switch string(e.Source(name)) {
	case "jsonencode", "yamlencode", "tomap", "toset", "tolist", "sensitive", "nonsensitive":
		if n == 1 && step.Kind != address.StepArgument {
			return last
		}
	case "merge":
		if step.Kind != address.StepKey || e.Node(call).Flags&syntax.FlagExpanded != 0 {
			return 0
		}
		if found == 0 && e.Node(e.Unwrapped(last)).Kind == syntax.NodeObject {
			return last
		}
		return found
	}
	return 0
}

// concatenated returns the element with a number of the lists that a call of "concat"
// joins, counted through literals from the first argument on; 0 where there is none.
func (w *writer) concatenated(e *syntax.Expr, call syntax.NodeID, number int) syntax.NodeID {
	name := e.Node(call).First
	if string(e.Source(name)) != "concat" {
		return 0
	}
	for c := e.Node(name).Next; c != 0; c = e.Node(c).Next {
		list := e.Unwrapped(c)
		if e.Node(list).Kind != syntax.NodeTuple {
			return 0
		}
		for element := range e.Children(list) {
			w.budget.Step(1)
			if number--; number < 0 {
				return element
			}
		}
	}
	return 0
}
