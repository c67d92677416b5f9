package typing

import (
	"strings"

	"iacedit/syntax"
)

// constraint returns the expression of the argument "type" of a variable, or nil if the variable
// has no such argument.
func (t *Finder) constraint(folder, name string) *syntax.Expr {
	b := t.declarationsIn(folder).variables[name]
	if b == nil {
		return nil
	}
	return t.parse(b, "type")
}

// variableType returns the type of a value inside a variable. The steps lead to the value: each is
// the name of an attribute, or "" for an index.
func (t *Finder) variableType(folder, name string, steps ...string) Type {
	e := t.constraint(folder, name)
	if e == nil {
		return unknown
	}
	id := e.Root
	for _, step := range steps {
		t.m.Budget.Step(4)
		if id = elementAt(e, id, step); id == 0 {
			return unknown
		}
	}
	text := string(e.Source(withoutOptional(e, id)))
	if len(text) > Longest || strings.ContainsAny(text, "\n\"#") || strings.Contains(text, "any") || strings.Contains(text, "optional") {
		return unknown
	}
	return exactType(text)
}

// withoutOptional returns the node of the type in optional(type, default). For any other type it
// returns the given node.
func withoutOptional(e *syntax.Expr, id syntax.NodeID) syntax.NodeID {
	if kind, argument := constructor(e, id); kind == "optional" {
		return argument
	}
	return id
}

// constructor returns the name and the first argument of a type such as list(string). For a type
// without parentheses, such as string, it returns "" and 0.
func constructor(e *syntax.Expr, id syntax.NodeID) (kind string, argument syntax.NodeID) {
	n := e.Node(id)
	if id == 0 || n.Kind != syntax.NodeCall {
		return "", 0
	}
	return string(e.Source(n.First)), e.Node(n.First).Next
}

// elementAt takes one step into the type at a node, and returns the node of the type to which the
// step leads. The step "" leads to the type of the elements, which is string for list(string). Any
// other step is a name, and leads to the type of the attribute or map element with this name. If a
// step leads to no type, elementAt returns 0.
func elementAt(e *syntax.Expr, id syntax.NodeID, step string) syntax.NodeID {
	kind, argument := constructor(e, withoutOptional(e, id))
	switch {
	case kind == "map", step == "" && kind == "list":
		return argument
	case kind == "object" && step != "":
		return member(e, argument, step)
	}
	return 0
}

// member returns the value that an object literal has for a key, or 0.
func member(e *syntax.Expr, object syntax.NodeID, name string) syntax.NodeID {
	if object == 0 || e.Node(object).Kind != syntax.NodeObject {
		return 0
	}
	for pair := e.Node(object).First; pair != 0; pair = e.Node(pair).Next {
		if key := e.Node(pair).First; KeyOf(e, key) == name {
			return e.Node(key).Next
		}
	}
	return 0
}

// KeyOf returns the text of an object's key, or "" if the key is an expression.
func KeyOf(e *syntax.Expr, key syntax.NodeID) string {
	if k := e.Node(key).Kind; k == syntax.NodeVariable || k == syntax.NodeName {
		return string(e.Source(key))
	}
	name, _ := e.PlainString(key)
	return name
}
