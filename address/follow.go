package address

import (
	"bytes"

	"iacedit/syntax"
	"iacedit/value"
)

// Values are what the steps of a path lead through: those of an expression that is read,
// or of a draft that is edited. The zero ID is no value.
type Values[ID comparable] interface {
	Inside(ID) syntax.Inside         // what stands in a value
	First(ID) ID                     // the first element of a list, argument of a call, or what is in parentheses
	Next(ID) ID                      // the one after it
	Element(ID, int) (ID, int)       // the element of a list or argument of a call with that number, or how many there are
	Pair(ID, string, value.Mode) ID  // the value of the last of an object's pairs with a key, as keys are read; it is the one that counts
	Call(call ID) []byte             // the text of a call, which begins with the function's name
	IsSpread(call, argument ID) bool // whether "..." is behind an argument
}

// A Sight is what comes of looking for what a step leads to.
type Sight uint8

// The Sights.
const (
	Absent  Sight = iota // nothing is there
	Unknown              // the step leads into an expression, or asks a list for a key: who knows
	There
)

// oneArgument holds the functions whose value is, for a path, their one argument.
var oneArgument = map[string]bool{
	"jsonencode": true, "yamlencode": true, "tomap": true, "toset": true, "tolist": true, "sensitive": true, "nonsensitive": true,
}

// typeArgument holds the constructors of types whose first argument says what is in a value
// of the type.
var typeArgument = map[string]bool{"object": true, "list": true, "set": true, "map": true, "optional": true}

// FunctionOf returns the name of the function that a call calls. Terraform's own have one
// in the namespace "core", too.
func FunctionOf[ID comparable, V Values[ID]](v V, call ID) string {
	name := v.Call(call)
	if end := bytes.IndexAny(name, "( \t\r\n/#"); end >= 0 {
		name = name[:end]
	}
	return string(bytes.TrimPrefix(name, []byte("core::")))
}

// Enter returns the value that a step goes into, from a value that is read by p: what is in
// parentheses, and the argument of a call where that leaves no doubt, stand for the value
// around them.
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

// Follow looks for what a step of a path leads to from a value, which is read by p, by the
// rules of docs/edits.md, "Paths". in is the object, list or call that it is in, or would be; where that is unknown,
// the value that stands in the way. The step is none of [=], which Lists are for.
func Follow[ID comparable, V Values[ID]](v V, id ID, p *value.Schema, step Step) (in, found ID, seen Sight) {
	var none ID
	in = Enter(v, id, p, step)
	switch inside := v.Inside(in); {
	case inside == syntax.InsideCall && step.Kind == StepLast:
		if endsInSpread(v, in) {
			return in, none, Unknown
		}
	case inside == syntax.InsideCall && step.Kind != StepArgument:
		return throughCall(v, in, p, step)
	case inside == syntax.InsideCall, inside == syntax.InsideChoice && step.Kind == StepArgument, inside == syntax.InsideList && step.Kind == StepIndex:
		found, _ = v.Element(in, step.Index)
	case inside == syntax.InsideList && step.Kind == StepAppend:
	case inside == syntax.InsideObject && step.Kind == StepKey:
		found = v.Pair(in, step.Key, p.KeyMode())
	default:
		return in, none, Unknown
	}
	if found == none {
		return in, none, Absent
	}
	return in, found, There
}

// endsInSpread reports whether "..." is behind the last argument of a call.
func endsInSpread[ID comparable, V Values[ID]](v V, call ID) bool {
	var none ID
	last := none
	for c := v.First(call); c != none; c = v.Next(c) {
		last = c
	}
	return last != none && v.IsSpread(call, last)
}

// throughCall is Follow into the value of a call that is not entered, by the rules of its
// function.
func throughCall[ID comparable, V Values[ID]](v V, call ID, p *value.Schema, step Step) (in, found ID, seen Sight) {
	var none ID
	switch name := FunctionOf(v, call); {
	case name == "merge" && step.Kind == StepKey:
		return inMerge(v, call, step.Key, p.KeyMode())
	case name == "concat" && step.Kind == StepIndex:
		return inConcat(v, call, step.Index)
	case name == "concat" && step.Kind == StepAppend:
		if _, last := literals(v, call, syntax.InsideList); last != none {
			return last, none, Absent
		}
	}
	return call, none, Unknown
}

// inMerge looks for a key in the arguments of "merge", of which the later ones win.
func inMerge[ID comparable, V Values[ID]](v V, call ID, key string, m value.Mode) (in, found ID, seen Sight) {
	var none ID
	last := none
	for c := v.First(call); c != none; c = v.Next(c) {
		if last = Literal(v, call, c, syntax.InsideObject); last == none {
			continue
		}
		if pair := v.Pair(last, key, m); pair != none {
			in, found = last, pair
		}
	}
	switch {
	case found != none:
		return in, found, There
	case last != none:
		return last, none, Absent
	}
	return call, none, Unknown
}

// inConcat looks for an element of what "concat" joins, as far as the arguments are list
// literals.
func inConcat[ID comparable, V Values[ID]](v V, call ID, number int) (in, found ID, seen Sight) {
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

// Literal returns the object or list literal that an argument of a call is, but for
// parentheses; no value where it is none.
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

// literals returns the object or list literals among the arguments of a call, and the last
// argument where it is one.
func literals[ID comparable, V Values[ID]](v V, call ID, inside syntax.Inside) (all []ID, last ID) {
	var none ID
	for c := v.First(call); c != none; c = v.Next(c) {
		if last = Literal(v, call, c, inside); last != none {
			all = append(all, last)
		}
	}
	return all, last
}

// Objects returns, where the value that a step goes into is a call of "merge", the object
// literals among its arguments. in is that value, and merged whether it is such a call.
func Objects[ID comparable, V Values[ID]](v V, id ID, p *value.Schema, step Step) (objects []ID, in ID, merged bool) {
	in = Enter(v, id, p, step)
	if v.Inside(in) != syntax.InsideCall || FunctionOf(v, in) != "merge" {
		return nil, in, false
	}
	objects, _ = literals(v, in, syntax.InsideObject)
	return objects, in, true
}

// Lists returns the list literals in which [=] looks for an element of a value, and the one
// to which it appends, or no value.
func Lists[ID comparable, V Values[ID]](v V, id ID) (all []ID, last ID) {
	id = Enter(v, id, nil, Step{Kind: StepEqual})
	switch v.Inside(id) {
	case syntax.InsideList:
		return []ID{id}, id
	case syntax.InsideCall:
		if FunctionOf(v, id) == "concat" {
			return literals(v, id, syntax.InsideList)
		}
	}
	return nil, last
}

// Schema returns how what a step leads to is read, in a value that is read by p. An argument
// of a call is read as the call is: it may be a type constraint.
func (s Step) Schema(p *value.Schema) *value.Schema {
	switch s.Kind {
	case StepKey:
		return p.Member(s.Key)
	case StepArgument, StepLast:
		return p
	}
	return p.Element()
}

// SchemaAt returns how what steps lead to is read, in a value that is read by p.
func SchemaAt(p *value.Schema, steps []Step) *value.Schema {
	for _, step := range steps {
		p = step.Schema(p)
	}
	return p
}
