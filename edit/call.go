package edit

import (
	"slices"

	"iacedit/address"
	"iacedit/edit/internal/plan"
	"iacedit/internal/excerpt"
	"iacedit/internal/fault"
	"iacedit/syntax"
	"iacedit/value"
)

// Paths go through calls and parentheses (docs/edits.md, "Paths").

// items are the values of a draft, as package address follows paths in them.
type items struct{ *applier }

func (v items) Inside(id syntax.ItemID) syntax.Inside {
	if !v.expand(id) {
		return syntax.InsideNothing
	}
	return v.d.Inside(id)
}

func (v items) First(id syntax.ItemID) syntax.ItemID { return v.d.FirstItem(id) }

func (v items) Next(id syntax.ItemID) syntax.ItemID {
	v.budget.Step(1)
	return v.d.NextItem(id)
}

func (v items) Element(list syntax.ItemID, number int) (syntax.ItemID, int) {
	return v.index.element(list, number)
}

func (v items) Pair(object syntax.ItemID, key string, m value.Mode) syntax.ItemID {
	return v.index.pair(object, key, m)
}

func (v items) IsSpread(_, argument syntax.ItemID) bool { return v.d.IsSpread(argument) }

func (v items) Call(call syntax.ItemID) []byte {
	opening, _ := v.d.Brackets(call)
	return v.d.At(opening)
}

// child looks for what a step of a path leads to from the value of an item: in is the
// object, list or call that it is in, or would be; where that is unknown, the value that
// stands in the way.
func (a *applier) child(id syntax.ItemID, p *value.Schema, step address.Step) (in, found syntax.ItemID, seen address.Sight) {
	in, found, seen = address.Follow(items{a}, id, p, step)
	if a.report != nil && seen != address.Unknown && step.Kind == address.StepKey {
		if call := address.Enter(items{a}, id, step); call != in {
			a.noteMerge(call, in)
		}
	}
	return in, found, seen
}

// elementsOf counts the elements of a list, or of the list literals that a call joins.
func (a *applier) elementsOf(id syntax.ItemID) (count int) {
	lists, _ := address.Lists(items{a}, id)
	for _, list := range lists {
		for c := a.d.FirstItem(list); c != syntax.NoItem; c = a.d.NextItem(c) {
			a.budget.Step(1)
			count++
		}
	}
	return count
}

// deleteKey deletes the pairs that the last step of a path leads to: of a key that an
// object has several times, every one, and of "merge" those in all its literal arguments,
// or an earlier one would come back.
func (a *applier) deleteKey(id syntax.ItemID, attr *plan.Attribute, p *value.Schema) error {
	last := len(attr.Path) - 1
	step := attr.Path[last]
	objects, in, merged := address.Objects(items{a}, id, step)
	if !merged {
		child, _, err := a.step(id, last, plan.Delete, attr, p)
		if err == nil {
			a.deleteAll(child, step.Key, p.KeyMode())
		}
		return err
	}
	if len(objects) == 0 {
		return a.noWay(in, last, plan.Delete, attr)
	}
	found := false
	for _, object := range objects {
		if pair := a.index.pair(object, step.Key, p.KeyMode()); pair != syntax.NoItem {
			found = true
			a.deleteAll(pair, step.Key, p.KeyMode())
		}
	}
	if !found {
		return fault.At(attr.At, fault.AttributeNotFound, "delete: no key %s for %s in an object literal of %s; there are %s", step.Key, attr.Text, a.excerptOf(in), a.keysOf(step.Key, objects...))
	}
	return nil
}

// deleteAll deletes a pair and all others of its object with that key.
func (a *applier) deleteAll(pair syntax.ItemID, key string, m value.Mode) {
	object := a.d.Item(pair).Parent
	for ; pair != syntax.NoItem; pair = a.index.pair(object, key, m) {
		a.delete(pair)
	}
}

// noWay is the error of a step, by its number in a path, that cannot go into the value of
// an item.
func (a *applier) noWay(id syntax.ItemID, number int, action plan.Action, attr *plan.Attribute) *fault.Error {
	step := attr.Path[number]
	what, need := "", ""
	switch inside := a.d.Inside(id); {
	case inside == syntax.InsideCall:
		return a.numberNeeded(id, number, action, attr)
	case step.Kind == address.StepArgument:
		what, need = ", which is not a call", ""
	case inside == syntax.InsideObject:
		what, need = "an object", "a key"
	case inside == syntax.InsideList:
		what, need = "a list", "[number], [+] or [=]"
	default:
		what = ", which is not an object or list literal"
	}
	if need == "" {
		return fault.At(attr.At, fault.InvalidRequest, "%s: %s leads into %s%s", action, attr.Text, a.excerptOf(id), what)
	}
	return fault.At(attr.At, fault.InvalidRequest, "%s: %s leads into %s, where it needs %s", action, attr.Text, what, need)
}

// numberNeeded is the error of a step into a call that leaves in doubt which argument is
// meant.
func (a *applier) numberNeeded(call syntax.ItemID, number int, action plan.Action, attr *plan.Attribute) *fault.Error {
	inside := syntax.InsideList
	if attr.Path[number].Kind == address.StepKey {
		inside = syntax.InsideObject
	}
	argument, n, literal := 0, 0, false
	for c := a.d.FirstItem(call); c != syntax.NoItem; c = a.d.NextItem(c) {
		is := address.Literal(items{a}, call, c, inside) != syntax.NoItem
		if is || !literal && a.leadsIn(c, attr.Path[number]) {
			argument = n // the last one wins
		}
		literal = literal || is
		n++
	}
	if n == 0 {
		return fault.At(attr.At, fault.InvalidRequest, "%s: %s leads into %s, which has no arguments", action, attr.Text, a.excerptOf(call))
	}
	meant := address.Path{Name: attr.Name, Steps: slices.Insert(slices.Clone(attr.Path), number, address.Step{Kind: address.StepArgument, Index: argument})}
	return fault.At(attr.At, fault.InvalidRequest, "%s: %s leads into %s, and which argument of %s is meant must be said, by its number from 0: %s",
		action, attr.Text, a.excerptOf(call), address.FunctionOf(items{a}, call), meant)
}

// leadsIn reports whether a step leads into an argument that is no literal.
func (a *applier) leadsIn(argument syntax.ItemID, step address.Step) bool {
	_, _, seen := address.Follow(items{a}, argument, nil, step)
	return seen != address.Unknown && !a.d.IsSpread(argument)
}

// excerptOf returns the beginning of an item's value as it now stands, for a message.
func (a *applier) excerptOf(id syntax.ItemID) string {
	if !a.d.EditedInside(id) {
		return excerpt.Line(a.d.At(a.d.Item(id).Content))
	}
	return excerpt.Line(a.d.AppendValue(nil, id))
}

// rendered returns the class of the value of an item that has been edited inside and is
// no object or list: that of its text as it now stands.
func (a *applier) rendered(id syntax.ItemID, schema *value.Schema) value.Class {
	a.text = append(a.d.AppendValue(a.text[:0], id), '\n')
	end := len(a.text) - 1
	a.budget.Step(end >> 2)
	e, err := syntax.ParseExpression(nil, a.text, syntax.Span{To: int32(end)})
	if err != nil {
		panic("edit: an invalid expression in a tree: " + err.Error())
	}
	return a.classes.Root(e, schema)
}
