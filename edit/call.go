package edit

import (
	"slices"
	"strings"

	"iacedit/address"
	"iacedit/internal/excerpt"
	"iacedit/syntax"
	"iacedit/value"
)

// Paths go through calls and parentheses (docs/edits.md, "Paths").

// oneArgument holds the functions whose value is, for a path, their one argument.
var oneArgument = map[string]bool{
	"jsonencode": true, "yamlencode": true, "tomap": true, "toset": true, "tolist": true, "sensitive": true, "nonsensitive": true,
}

// entered returns the item whose value a step of a path goes into: what is in parentheses,
// and the argument of a call where that leaves no doubt, stand for the item around them.
func (a *applier) entered(id syntax.ItemID, step address.Step) syntax.ItemID {
	for a.expand(id) {
		switch a.d.Inside(id) {
		case syntax.InsideParens:
			id = a.d.FirstItem(id)
		case syntax.InsideCall:
			first := a.d.FirstItem(id)
			if step.Kind == address.StepArgument || first == syntax.NoItem || first != a.d.LastItem(id) || a.d.IsSpread(first) || !oneArgument[a.function(id)] {
				return id
			}
			id = first
		default:
			return id
		}
	}
	return id
}

// function returns the name of the function that an item's value calls. Terraform's own
// have one in the namespace "core", too.
func (a *applier) function(call syntax.ItemID) string {
	opening, _ := a.d.Brackets(call)
	name := strings.TrimRight(strings.TrimSuffix(string(a.d.At(opening)), "("), " \t")
	return strings.TrimPrefix(name, "core::")
}

// literal returns the item whose value is an object or list literal where that is, but
// for parentheses, the value of an argument; else NoItem.
func (a *applier) literal(argument syntax.ItemID, inside syntax.Inside) syntax.ItemID {
	a.budget.Step(1)
	if a.d.IsSpread(argument) {
		return syntax.NoItem
	}
	id := argument
	for a.expand(id) {
		switch a.d.Inside(id) {
		case syntax.InsideParens:
			id = a.d.FirstItem(id)
		case inside:
			return id
		default:
			return syntax.NoItem
		}
	}
	return syntax.NoItem
}

// literals returns the object or list literals among the arguments of a call.
func (a *applier) literals(call syntax.ItemID, inside syntax.Inside) (all []syntax.ItemID) {
	for c := a.d.FirstItem(call); c != syntax.NoItem; c = a.d.NextItem(c) {
		if id := a.literal(c, inside); id != syntax.NoItem {
			all = append(all, id)
		}
	}
	return all
}

// throughCall looks for what a step leads to in the value of a call that is not entered.
// The rules are those of the function: in is where the step is, or makes what is not
// there.
func (a *applier) throughCall(call syntax.ItemID, step address.Step) (in, child syntax.ItemID, seen sight) {
	switch name := a.function(call); {
	case name == "merge" && step.Kind == address.StepKey:
		return a.inMerge(call, step.Key)
	case name == "concat" && step.Kind == address.StepIndex:
		return a.inConcat(call, step.Index)
	case name == "concat" && step.Kind == address.StepAppend:
		if list := a.lastLiteral(call, syntax.InsideList); list != syntax.NoItem {
			return list, syntax.NoItem, absent
		}
	}
	return call, syntax.NoItem, unknown
}

// lastLiteral returns the last argument of a call where it is such a literal.
func (a *applier) lastLiteral(call syntax.ItemID, inside syntax.Inside) syntax.ItemID {
	last := a.d.LastItem(call)
	if last == syntax.NoItem {
		return last
	}
	return a.literal(last, inside)
}

// inMerge looks for a key in the arguments of "merge", of which the later ones win.
func (a *applier) inMerge(call syntax.ItemID, key string) (in, child syntax.ItemID, seen sight) {
	for c := a.d.LastItem(call); c != syntax.NoItem; c = a.d.PrevItem(c) {
		object := a.literal(c, syntax.InsideObject)
		if object == syntax.NoItem {
			continue
		}
		if pair := a.index.pair(object, key); pair != syntax.NoItem {
			a.noteMerge(call, object)
			return object, pair, there
		}
	}
	if last := a.lastLiteral(call, syntax.InsideObject); last != syntax.NoItem {
		a.noteMerge(call, last)
		return last, syntax.NoItem, absent
	}
	return call, syntax.NoItem, unknown
}

// inConcat looks for an element of what "concat" joins, as far as the arguments are list
// literals.
func (a *applier) inConcat(call syntax.ItemID, number int) (in, child syntax.ItemID, seen sight) {
	for c := a.d.FirstItem(call); c != syntax.NoItem; c = a.d.NextItem(c) {
		list := a.literal(c, syntax.InsideList)
		if list == syntax.NoItem {
			return call, syntax.NoItem, unknown
		}
		element, count := a.index.element(list, number)
		if element != syntax.NoItem {
			return list, element, there
		}
		number -= count
	}
	return call, syntax.NoItem, absent
}

// elementsOf counts the elements of a list, or of the list literals that a call joins.
func (a *applier) elementsOf(id syntax.ItemID) (count int) {
	lists := []syntax.ItemID{id}
	if a.d.Inside(id) == syntax.InsideCall {
		lists = a.literals(id, syntax.InsideList)
	}
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
func (a *applier) deleteKey(id syntax.ItemID, attr *attribute) error {
	last := len(attr.Path) - 1
	step := attr.Path[last]
	in := a.entered(id, step)
	if a.d.Inside(in) != syntax.InsideCall || a.function(in) != "merge" {
		child, _, err := a.step(id, last, toDelete, attr)
		if err == nil {
			a.deleteAll(child, step.Key)
		}
		return err
	}
	objects := a.literals(in, syntax.InsideObject)
	if len(objects) == 0 {
		return a.noWay(in, last, toDelete, attr)
	}
	found := false
	for _, object := range objects {
		if pair := a.index.pair(object, step.Key); pair != syntax.NoItem {
			found = true
			a.deleteAll(pair, step.Key)
		}
	}
	if !found {
		return errorAt(attr.At, AttributeNotFound, "delete: no key %s for %s in an object literal of %s", step.Key, attr.Text, a.excerptOf(in))
	}
	return nil
}

// deleteAll deletes a pair and all others of its object with that key.
func (a *applier) deleteAll(pair syntax.ItemID, key string) {
	object := a.d.Item(pair).Parent
	for ; pair != syntax.NoItem; pair = a.index.pair(object, key) {
		a.delete(pair)
	}
}

// noWay is the error of a step, by its number in a path, that cannot go into the value of
// an item.
func (a *applier) noWay(id syntax.ItemID, number int, action actionKind, attr *attribute) *Error {
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
		return errorAt(attr.At, InvalidRequest, "%s: %s leads into %s%s", action, attr.Text, a.excerptOf(id), what)
	}
	return errorAt(attr.At, InvalidRequest, "%s: %s leads into %s, where it needs %s", action, attr.Text, what, need)
}

// numberNeeded is the error of a step into a call that leaves in doubt which argument is
// meant.
func (a *applier) numberNeeded(call syntax.ItemID, number int, action actionKind, attr *attribute) *Error {
	inside := syntax.InsideList
	if attr.Path[number].Kind == address.StepKey {
		inside = syntax.InsideObject
	}
	argument, n := 0, 0
	for c := a.d.FirstItem(call); c != syntax.NoItem; c = a.d.NextItem(c) {
		if a.literal(c, inside) != syntax.NoItem {
			argument = n // the last one wins
		}
		n++
	}
	if n == 0 {
		return errorAt(attr.At, InvalidRequest, "%s: %s leads into %s, which has no arguments", action, attr.Text, a.excerptOf(call))
	}
	meant := address.Path{Name: attr.Name, Steps: slices.Insert(slices.Clone(attr.Path), number, address.Step{Kind: address.StepArgument, Index: argument})}
	return errorAt(attr.At, InvalidRequest, "%s: %s leads into %s, and which argument of %s is meant must be said, by its number from 0: %s",
		action, attr.Text, a.excerptOf(call), a.function(call), meant)
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
