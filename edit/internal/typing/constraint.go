package typing

import (
	"strings"

	"iacedit/syntax"
)

// constraint returns the expression of a variable's declared type, or nil.
func (t *Finder) constraint(folder, name string) *syntax.Expr {
	b := t.scopeOf(folder).variables[name]
	if b == nil {
		return nil
	}
	return t.parse(b, "type")
}

// variable returns the type of the value at a path into a variable. The steps are the names of
// attributes, or "" for an index.
func (t *Finder) variable(folder, name string, steps ...string) Type {
	e := t.constraint(folder, name)
	if e == nil {
		return unknown
	}
	id := e.Root
	for _, step := range steps {
		t.m.Budget.Step(4)
		if id = part(e, id, step); id == 0 {
			return unknown
		}
	}
	text := string(e.Source(required(e, id)))
	if len(text) > Longest || strings.ContainsAny(text, "\n\"#") || strings.Contains(text, "any") || strings.Contains(text, "optional") {
		return unknown
	}
	return sure(text)
}

// required returns the first argument of optional(type, default), or the type itself.
func required(e *syntax.Expr, id syntax.NodeID) syntax.NodeID {
	if kind, of := constructor(e, id); kind == "optional" {
		return of
	}
	return id
}

// constructor returns the name and the first argument of a call in a type, as in list(string). It
// returns "" for other types.
func constructor(e *syntax.Expr, id syntax.NodeID) (kind string, of syntax.NodeID) {
	n := e.Node(id)
	if id == 0 || n.Kind != syntax.NodeCall {
		return "", 0
	}
	return string(e.Source(n.First)), e.Node(n.First).Next
}

// part returns the type of the attribute that a step names in a type or, for the step "", the type
// of its elements. It returns 0 if the type has no such part.
func part(e *syntax.Expr, id syntax.NodeID, step string) syntax.NodeID {
	kind, of := constructor(e, required(e, id))
	switch {
	case kind == "map", step == "" && kind == "list":
		return of
	case kind == "object" && step != "":
		return member(e, of, step)
	}
	return 0
}

// member returns the value of a key in an object, or 0.
func member(e *syntax.Expr, object syntax.NodeID, name string) syntax.NodeID {
	if object == 0 || e.Node(object).Kind != syntax.NodeObject {
		return 0
	}
	for pair := e.Node(object).First; pair != 0; pair = e.Node(pair).Next {
		if key := e.Node(pair).First; keyOf(e, key) == name {
			return e.Node(key).Next
		}
	}
	return 0
}

// keyOf returns the name of a key in an object, or "" for an expression.
func keyOf(e *syntax.Expr, key syntax.NodeID) string {
	if k := e.Node(key).Kind; k == syntax.NodeVariable || k == syntax.NodeName {
		return string(e.Source(key))
	}
	name, _ := e.PlainString(key)
	return name
}
