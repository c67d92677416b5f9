package typing

import (
	"strings"

	"iacedit/lexer"
	"iacedit/syntax"
	"iacedit/value"
)

// deepest bounds the recursion: a type is inferred through at most this many declarations.
const deepest = 40

// Local returns the type of a local, or of a value inside it. The steps are the names of the
// attributes that lead to the value.
func (t *Finder) Local(folder, name string, steps ...string) Type {
	return t.within(typeKey{folder, false, name}, steps)
}

// within returns the type of a value inside a local or an output. The steps lead to the value,
// through object literals and references.
func (t *Finder) within(key typeKey, steps []string) Type {
	if len(steps) == 0 {
		return t.declared(key)
	}
	e := t.valueOf(key)
	if e == nil || t.deep > deepest {
		return unknown
	}
	id := e.Root
	for len(steps) > 0 && e.Node(id).Kind == syntax.NodeObject {
		if id = member(e, id, steps[0]); id == 0 {
			return unknown
		}
		steps = steps[1:]
	}
	t.deep++
	defer func() { t.deep-- }()
	in := &expression{t, key.folder, e, nil}
	if len(steps) == 0 {
		return in.of(id)
	}
	root, before := in.rootOf(id)
	return in.reference(root, append(before, steps...))
}

func (t *Finder) declared(key typeKey) Type {
	if known, ok := t.known[key]; ok || t.deep > deepest {
		return known
	}
	t.known[key] = unknown // the result if the declaration refers to itself
	e := t.valueOf(key)
	if e == nil {
		return unknown
	}
	t.deep++
	found := (&expression{t, key.folder, e, nil}).of(e.Root)
	t.deep--
	t.known[key] = found
	return found
}

// Output returns the type of an output of a called module. The "module" block that calls this
// module is in the given folder, and the argument call is the label of the block.
func (t *Finder) Output(folder, call, name string) Type {
	to, ok := t.called(folder, call)
	if !ok {
		return unknown
	}
	return t.declared(typeKey{to, true, name})
}

// An expression has the methods that infer the types of the nodes in one expression.
type expression struct {
	*Finder
	folder string
	e      *syntax.Expr
	local  []localName // the names that the enclosing for expressions define
}

// A localName is a name that a for expression defines for its result.
type localName struct {
	name     string
	instance bool // the values are instances of a resource
	key      bool // the values are keys of a map or an object
}

// The result is the type of the expression at a node.
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
		no := t.e.Node(yes).Next
		switch {
		case t.e.Node(yes).Kind == syntax.NodeNull: // null converts to the type of the other result
			return t.of(no)
		case t.e.Node(no).Kind == syntax.NodeNull:
			return t.of(yes)
		}
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

// same returns the type of a node if all its next siblings have the same type, and otherwise
// unknown.
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
	case "one":
		if of, found := strings.CutPrefix(t.of(first).Usual, "list("); found {
			return Type{Usual: strings.TrimSuffix(of, ")")}
		}
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

func (t *expression) object(n syntax.Node) Type {
	var exact []string
	common, uniform := "", true
	size := 0
	for pair := n.First; pair != 0; pair = t.e.Node(pair).Next {
		key := t.e.Node(pair).First
		one := t.of(t.e.Node(key).Next)
		name := keyOf(t.e, key)
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

// Collection returns the type of a collection: list(string) for "list" and "string". It returns ""
// if the type of the elements is "".
func Collection(kind, element string) string {
	if element == "" {
		return ""
	}
	return kind + "(" + element + ")"
}

func (t *expression) loop(n syntax.Node) Type {
	var names []string
	id := n.First
	for ; t.e.Node(id).Kind == syntax.NodeName; id = t.e.Node(id).Next {
		names = append(names, string(t.e.Source(id)))
	}
	root, steps := t.rootOf(id)
	rest := t.resource(root, steps)
	before := len(t.local)
	for i, name := range names {
		last := i == len(names)-1
		t.local = append(t.local, localName{name, last && rest != nil && len(rest) == 0, !last && t.hasKeys(root, steps)})
	}
	result, kind := t.e.Node(id).Next, "list"
	if n.Kind == syntax.NodeForObject {
		result, kind = t.e.Node(result).Next, "map"
	}
	found := t.of(result).Usual
	t.local = t.local[:before]
	if n.Flags&syntax.FlagExpanded != 0 {
		found = Collection("list", found)
	}
	return Type{Usual: Collection(kind, found)}
}

func (t *expression) splat(n syntax.Node) Type {
	root, steps := t.rootOf(n.First)
	rest := t.resource(root, steps)
	each := t.e.Node(n.First).Next
	if rest == nil || len(rest) > 0 || t.e.Node(each).Kind != syntax.NodeGetAttr || t.e.Node(t.e.Node(each).First).Kind != syntax.NodeEach {
		return unknown
	}
	return Type{Usual: Collection("list", WellKnown(string(t.e.Source(t.e.Node(t.e.Node(each).First).Next))))}
}

func (t *expression) path(id syntax.NodeID) Type {
	return t.reference(t.rootOf(id))
}

// reference returns the type of a reference, given its root and its steps. The reference
// var.a["b"].c has the root var and three steps: a, "" and c.
func (t *expression) reference(root string, steps []string) Type {
	for i := len(t.local) - 1; i >= 0; i-- {
		if t.local[i].name == root {
			if t.local[i].instance && len(steps) == 1 {
				return sure(WellKnown(steps[0]))
			}
			if t.local[i].key && len(steps) == 0 {
				return sure("string")
			}
			return unknown
		}
	}
	switch {
	case root == "path" && len(steps) == 1, root == "terraform" && len(steps) == 1:
		return sure("string")
	case root == "var" && len(steps) > 0:
		return t.variable(t.folder, steps[0], steps[1:]...)
	case root == "local" && len(steps) > 0:
		key := typeKey{t.folder, false, steps[0]}
		if len(steps) == 2 && steps[1] == "" {
			return element(t.declared(key))
		}
		return t.within(key, steps[1:])
	case root == "module" && len(steps) == 2:
		return t.Output(t.folder, steps[0], steps[1])
	}
	rest := t.resource(root, steps)
	if len(rest) == 2 && rest[0] == "" {
		rest = rest[1:]
	}
	if len(rest) == 1 {
		return sure(WellKnown(rest[0]))
	}
	return unknown
}
