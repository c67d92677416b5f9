package typing

import (
	"strings"

	"iacedit/lexer"
	"iacedit/syntax"
	"iacedit/value"
)

// An expression finds the types in one expression.
type expression struct {
	*Finder
	folder string
	e      *syntax.Expr
	local  []localName // of the for expressions around
}

// A localName is a name of a for expression.
type localName struct {
	name     string
	instance bool // it is an instance of a resource
}

// of returns the type of a node.
func (t *expression) of(id syntax.NodeID) Type {
	t.m.Budget.Step(2)
	n := t.e.Node(id)
	switch n.Kind {
	case syntax.NodeNumber:
		return sure("number")
	case syntax.NodeTrue, syntax.NodeFalse:
		return sure("bool")
	case syntax.NodeTemplate:
		if sole := t.e.Sole(id); sole != 0 {
			return t.of(sole)
		}
		return sure("string")
	case syntax.NodeParen:
		return t.of(n.First)
	case syntax.NodeUnary:
		if n.Op == lexer.Bang {
			return sure("bool")
		}
		return sure("number")
	case syntax.NodeBinary:
		switch n.Op {
		case lexer.Plus, lexer.Minus, lexer.Star, lexer.Slash, lexer.Percent:
			return sure("number")
		}
		return sure("bool")
	case syntax.NodeConditional:
		yes := t.e.Node(n.First).Next
		return t.same(yes)
	case syntax.NodeCall:
		return t.call(n)
	case syntax.NodeTuple:
		if common := t.same(n.First); n.First != 0 {
			return Type{Usual: Collection("list", common.Usual)}
		}
	case syntax.NodeObject:
		return t.object(n)
	case syntax.NodeForTuple, syntax.NodeForObject:
		return t.loop(n)
	case syntax.NodeVariable, syntax.NodeGetAttr, syntax.NodeIndex, syntax.NodeLegacyIndex:
		return t.path(id)
	case syntax.NodeFullSplat, syntax.NodeAttrSplat:
		return t.splat(n)
	}
	return unknown
}

// same returns the type that a node and those after it share, unknown where they do not.
func (t *expression) same(first syntax.NodeID) Type {
	common := unknown
	for id := first; id != 0; id = t.e.Node(id).Next {
		one := t.of(id)
		if id == first {
			common = one
		}
		if one.Usual != common.Usual {
			return unknown
		}
		if one.Exact != common.Exact {
			common.Exact = ""
		}
	}
	return common
}

// call returns the type of the result of a function.
func (t *expression) call(n syntax.Node) Type {
	name := string(t.e.Source(n.First))
	first := t.e.Node(n.First).Next
	if found := ResultOf(name); found != "" {
		return sure(found)
	}
	if n.Flags&syntax.FlagExpanded != 0 || first == 0 {
		return unknown
	}
	switch name {
	case "coalesce", "try":
		return t.same(first)
	case "toset", "tolist":
		of := t.of(first).Usual
		for _, kind := range [...]string{"list(", "set("} {
			if rest, found := strings.CutPrefix(of, kind); found {
				return sure(strings.TrimPrefix(name, "to") + "(" + rest)
			}
		}
	case "merge":
		if common := t.same(first); strings.HasPrefix(common.Usual, "map(") {
			if !strings.HasPrefix(common.Exact, "map(") {
				common.Exact = ""
			}
			return common
		}
	case "concat":
		if common := t.same(first); strings.HasPrefix(common.Usual, "list(") {
			if !strings.HasPrefix(common.Exact, "list(") {
				common.Exact = ""
			}
			return common
		}
	}
	return unknown
}

// object returns the type of an object that is written out.
func (t *expression) object(n syntax.Node) Type {
	var exact []string
	common, uniform := "", true
	size := 0
	for pair := n.First; pair != 0; pair = t.e.Node(pair).Next {
		key := t.e.Node(pair).First
		one := t.of(t.e.Node(key).Next)
		name := string(t.e.Source(key))
		if k := t.e.Node(key).Kind; k != syntax.NodeVariable && k != syntax.NodeName {
			name, _ = t.e.PlainString(key)
		}
		if one.Exact == "" || !value.IsIdentifier(name) {
			size = Longest + 1
		}
		if size += len(name) + len(one.Exact); size <= Longest {
			exact = append(exact, name+" = "+one.Exact)
		}
		if pair == n.First {
			common = one.Usual
		}
		uniform = uniform && one.Usual == common
	}
	if n.First == 0 {
		return unknown
	}
	var found Type
	if size <= Longest {
		found.Exact = "object({ " + strings.Join(exact, ", ") + " })"
	}
	if found.Usual = found.Exact; uniform {
		found.Usual = Collection("map", common)
	}
	return found
}

// Collection returns the type of a collection of elements, "" where theirs is not known.
func Collection(kind, element string) string {
	if element == "" {
		return ""
	}
	return kind + "(" + element + ")"
}
