package address

import (
	"iter"

	"bytes"

	"iacedit/syntax"
	"iacedit/value"
)

// Values provides access to the values along a path such as tags.Owner. An ID stands for a value:
// it is a node of a parsed expression, or an item of a draft. The zero ID means no value.
type Values[ID comparable] interface {
	Inside(ID) syntax.Inside         // the kind of a value's elements
	First(ID) ID                     // the first element of a list, argument of a call, or value in parentheses
	Next(ID) ID                      // the next element, argument or value
	Element(ID, int) (ID, int)       // the element or argument with the given index, or the zero ID and the number of elements
	Pair(ID, string, value.Mode) ID  // the value of an object's last pair with a key; the mode says how to read the keys
	Call(call ID) []byte             // the text of a call, which begins with the function's name
	IsSpread(call, argument ID) bool // whether "..." follows an argument
}

// A Sight is the result of following a step: whether the target was found.
type Sight uint8

// The results of a step.
const (
	Absent  Sight = iota // the target of the step does not exist
	Unknown              // the step cannot enter the value, such as var.a or, for a key, a list
	There
)

// oneArgument is the set of functions with one argument whose result contains the same keys and
// elements as the argument. A step into a call of such a function enters the argument.
var oneArgument = map[string]bool{
	"jsonencode": true, "yamlencode": true, "tomap": true, "toset": true, "tolist": true, "sensitive": true, "nonsensitive": true,
}

// typeArgument is the set of type constructors whose first argument is the type of the contents, as
// in list(string).
var typeArgument = map[string]bool{"object": true, "list": true, "set": true, "map": true, "optional": true}

// FunctionOf returns the name of the function of a call, without the namespace "core", which
// contains Terraform's own functions. The value must be a call.
func FunctionOf[ID comparable, V Values[ID]](v V, call ID) string {
	name := v.Call(call)
	if end := bytes.IndexAny(name, "( \t\r\n/#"); end >= 0 {
		name = name[:end]
	}
	return string(bytes.TrimPrefix(name, []byte("core::")))
}

// Enter returns the value in which a step looks for its target. The steps before it have reached
// the value id, whose schema is p. Usually Enter returns id itself. For a value in parentheses, it
// returns the value inside. For a call such as jsonencode({…}), it returns the argument, if the
// step can only enter that argument.
func Enter[ID comparable, V Values[ID]](v V, id ID, p *value.Schema, step Step) ID {
	var none ID
	for {
		switch v.Inside(id) {
		case syntax.InsideParens:
			id = v.First(id)
		case syntax.InsideCall:
			first := v.First(id)
			if step.Kind == StepArgument || step.Kind == StepLast || first == none || v.IsSpread(id, first) {
				return id
			}
			name := FunctionOf(v, id)
			if !(oneArgument[name] && v.Next(first) == none) && !(typeArgument[name] && p.StringMode() == value.Expression) {
				return id
			}
			id = first
		default:
			return id
		}
	}
}

// Follow follows one step of a path from the value id, whose schema is p, by the rules of
// docs/edits.md, "Paths". The container is the object, list or call that contains the target of the
// step, or would contain it, and found is the target. If seen is Unknown, the container is the value
// that the step cannot enter. The step must not be [=]; use Lists for it.
func Follow[ID comparable, V Values[ID]](v V, id ID, p *value.Schema, step Step) (container, found ID, seen Sight) {
	var none ID
	container = Enter(v, id, p, step)
	switch inside := v.Inside(container); {
	case inside == syntax.InsideCall && step.Kind == StepLast:
		if endsInSpread(v, container) {
			return container, none, Unknown
		}
	case inside == syntax.InsideCall && step.Kind != StepArgument:
		return followCall(v, container, p, step)
	case inside == syntax.InsideCall, inside == syntax.InsideChoice && step.Kind == StepArgument, inside == syntax.InsideList && step.Kind == StepIndex:
		found, _ = v.Element(container, step.Index)
	case inside == syntax.InsideList && step.Kind == StepAppend:
	case inside == syntax.InsideObject && step.Kind == StepKey:
		found = v.Pair(container, step.Key, p.KeyMode())
	default:
		return container, none, Unknown
	}
	if found == none {
		return container, none, Absent
	}
	return container, found, There
}

// endsInSpread reports whether the last argument of a call is followed by "...", as in
// merge(all...).
func endsInSpread[ID comparable, V Values[ID]](v V, call ID) bool {
	var none ID
	last := none
	for c := v.First(call); c != none; c = v.Next(c) {
		last = c
	}
	return last != none && v.IsSpread(call, last)
}

// followCall is like Follow, but for a step into the result of a call, such as merge(a, b).key.
func followCall[ID comparable, V Values[ID]](v V, call ID, p *value.Schema, step Step) (container, found ID, seen Sight) {
	var none ID
	switch name := FunctionOf(v, call); {
	case name == "merge" && step.Kind == StepKey:
		return findInMerge(v, call, step.Key, p.KeyMode())
	case name == "concat" && step.Kind == StepIndex:
		return findInConcat(v, call, step.Index)
	case name == "concat" && step.Kind == StepAppend:
		last := none
		for last = range literals(v, call, syntax.InsideList) {
		}
		if last != none {
			return last, none, Absent
		}
	}
	return call, none, Unknown
}

// findInMerge finds a key in the object literals of a call such as merge(a, {b = 1}). If several
// of them have the key, the last of these counts, as in Terraform.
func findInMerge[ID comparable, V Values[ID]](v V, call ID, key string, m value.Mode) (container, found ID, seen Sight) {
	var none ID
	last := none
	for c := v.First(call); c != none; c = v.Next(c) {
		if last = Literal(v, call, c, syntax.InsideObject); last == none {
			continue
		}
		if pair := v.Pair(last, key, m); pair != none {
			container, found = last, pair
		}
	}
	switch {
	case found != none:
		return container, found, There
	case last != none:
		return last, none, Absent
	}
	return call, none, Unknown
}

// findInConcat finds an element of the result of "concat" by its number. The result is Unknown if
// an argument before that element is not a list literal.
func findInConcat[ID comparable, V Values[ID]](v V, call ID, number int) (container, found ID, seen Sight) {
	var none ID
	for c := v.First(call); c != none; c = v.Next(c) {
		list := Literal(v, call, c, syntax.InsideList)
		if list == none {
			return call, none, Unknown
		}
		element, count := v.Element(list, number)
		if element != none {
			return list, element, There
		}
		number -= count
	}
	return call, none, Absent
}

// Literal returns an argument of a call if the argument is a literal of the given kind: an object
// such as {a = 1} for syntax.InsideObject, or a list such as [1] for syntax.InsideList. It removes
// parentheses around the argument. For any other argument it returns the zero ID.
func Literal[ID comparable, V Values[ID]](v V, call, argument ID, inside syntax.Inside) (none ID) {
	if v.IsSpread(call, argument) {
		return none
	}
	for id := argument; ; id = v.First(id) {
		switch v.Inside(id) {
		case syntax.InsideParens:
		case inside:
			return id
		default:
			return none
		}
	}
}

// literals yields the result of Literal for each argument of a call.
func literals[ID comparable, V Values[ID]](v V, call ID, inside syntax.Inside) iter.Seq[ID] {
	return func(yield func(ID) bool) {
		var none ID
		for c := v.First(call); c != none; c = v.Next(c) {
			if !yield(Literal(v, call, c, inside)) {
				return
			}
		}
	}
}

// literalsOf calls Literal for each argument of a call, and returns the literals that it finds, and
// what Literal returned at the end of the call, which may be the zero ID.
func literalsOf[ID comparable, V Values[ID]](v V, call ID, inside syntax.Inside) (all []ID, last ID) {
	var none ID
	for last = range literals(v, call, inside) {
		if last != none {
			all = append(all, last)
		}
	}
	return all, last
}

// Objects returns the object literals among the arguments of a call of "merge", such as {b = 1} in
// merge(a, {b = 1}). A step into the call may find its key in one of these objects. The container is
// the value that Enter returns for the value id. If it is not a call of "merge", merged is false and
// there are no objects.
func Objects[ID comparable, V Values[ID]](v V, id ID, p *value.Schema, step Step) (objects []ID, container ID, merged bool) {
	container = Enter(v, id, p, step)
	if v.Inside(container) != syntax.InsideCall || FunctionOf(v, container) != "merge" {
		return nil, container, false
	}
	objects, _ = literalsOf(v, container, syntax.InsideObject)
	return objects, container, true
}

// Lists returns the list literals in which the step [=] searches for an element. For a literal such
// as [1, 2], the result is the list itself. For a call of concat, the result is the literals among
// its arguments. If no literal has the element, an edit appends it to last, which is the zero ID if
// nothing can be appended.
func Lists[ID comparable, V Values[ID]](v V, id ID) (all []ID, last ID) {
	id = Enter(v, id, nil, Step{Kind: StepEqual})
	switch v.Inside(id) {
	case syntax.InsideList:
		return []ID{id}, id
	case syntax.InsideCall:
		if FunctionOf(v, id) == "concat" {
			return literalsOf(v, id, syntax.InsideList)
		}
	}
	return nil, last
}

// Schema returns the schema of the value that the step finds in a value with the schema p. A step
// to an argument of a call does not change the schema: in a type constraint such as list(string),
// the arguments are type constraints, too.
func (s Step) Schema(p *value.Schema) *value.Schema {
	switch s.Kind {
	case StepKey:
		return p.Member(s.Key)
	case StepArgument, StepLast:
		return p
	}
	return p.Element()
}

// SchemaAt returns the schema of the value that the steps find in a value with the schema p. If
// there are no steps, it returns p. If the schema of a value is nil, all strings in the value are
// templates, at any depth.
func SchemaAt(p *value.Schema, steps []Step) *value.Schema {
	for _, step := range steps {
		p = step.Schema(p)
	}
	return p
}
