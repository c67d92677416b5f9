package typing

import (
	"slices"
	"strings"

	"iacedit/edit/internal/draft"
	"iacedit/lexer"
	"iacedit/syntax"
	"iacedit/value"
)

// deepest bounds the chain of declarations that a type is inferred through.
const deepest = 40

// Local returns the type of a local of a folder.
func (t *Finder) Local(folder, name string) Type { return t.declared(typeKey{folder, false, name}) }

// declared returns the type of a local or an output.
func (t *Finder) declared(key typeKey) Type {
	if known, ok := t.known[key]; ok || t.deep > deepest {
		return known
	}
	t.known[key] = unknown // a cycle
	s := t.scopeOf(key.folder)
	b, attribute := s.locals[key.name], key.name
	if key.output {
		b, attribute = s.outputs[key.name], "value"
	}
	if b == nil {
		return unknown
	}
	id := b.Index.Attribute(b.ID, attribute)
	if id == syntax.NoItem {
		return unknown
	}
	at := b.Tree.Value(id)
	t.m.Budget.Step(at.Len())
	e, err := syntax.ParseExpression(nil, b.Tree.Text(), at)
	if err != nil {
		return unknown
	}
	t.deep++
	found := (&expression{t, key.folder, e, nil}).of(e.Root)
	t.deep--
	t.known[key] = found
	return found
}

// Output returns the type of an output of a call in a folder.
func (t *Finder) Output(folder, call, name string) Type {
	to, ok := t.called(folder, call)
	if !ok {
		return unknown
	}
	return t.declared(typeKey{to, true, name})
}

// LocalBlock returns the "locals" block of a folder that defines a local, or nil.
func (t *Finder) LocalBlock(folder, name string) *draft.Block { return t.scopeOf(folder).locals[name] }

// OutputBlock returns the block of an output of a call in a folder, or nil.
func (t *Finder) OutputBlock(folder, call, name string) *draft.Block {
	to, ok := t.called(folder, call)
	if !ok {
		return nil
	}
	return t.scopeOf(to).outputs[name]
}

// called returns the folder that a call in a folder leads to, if it is in the tree.
func (t *Finder) called(folder, call string) (to string, ok bool) {
	b := t.scopeOf(folder).calls[call]
	if b == nil {
		return "", false
	}
	to, lead := b.Source(folder)
	return to, lead == draft.InTree
}

// An expression finds the types in one expression.
type expression struct {
	*Finder
	folder string
	e      *syntax.Expr
	local  []localName // the names of the enclosing for expressions
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
		no := t.e.Node(yes).Next
		switch {
		case t.e.Node(yes).Kind == syntax.NodeNull: // null takes the other type
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

// same returns the type that a node and all its following siblings have, else unknown.
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

// call returns the type of the result of a call.
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

// object returns the type of an object literal.
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

// Collection returns the type of a collection of elements, "" if the elements' type is
// unknown.
func Collection(kind, element string) string {
	if element == "" {
		return ""
	}
	return kind + "(" + element + ")"
}

// loop returns the type of a for expression.
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
		t.local = append(t.local, localName{name, rest != nil && len(rest) == 0 && i == len(names)-1})
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

// splat returns the type of a splat.
func (t *expression) splat(n syntax.Node) Type {
	root, steps := t.rootOf(n.First)
	rest := t.resource(root, steps)
	each := t.e.Node(n.First).Next
	if rest == nil || len(rest) > 0 || t.e.Node(each).Kind != syntax.NodeGetAttr || t.e.Node(t.e.Node(each).First).Kind != syntax.NodeEach {
		return unknown
	}
	return Type{Usual: Collection("list", WellKnown(string(t.e.Source(t.e.Node(t.e.Node(each).First).Next))))}
}

// rootOf returns the root variable of an access, and the names of the attributes in order, with ""
// for an index. The root is "" for other expressions.
func (t *expression) rootOf(id syntax.NodeID) (root string, steps []string) {
	for {
		t.m.Budget.Step(1)
		n := t.e.Node(id)
		switch n.Kind {
		case syntax.NodeVariable:
			slices.Reverse(steps)
			return string(t.e.Source(id)), steps
		case syntax.NodeGetAttr:
			steps = append(steps, string(t.e.Source(t.e.Node(n.First).Next)))
		case syntax.NodeIndex, syntax.NodeLegacyIndex:
			steps = append(steps, "")
		default:
			return "", nil
		}
		id = n.First
	}
}

// resource returns the rest of a path after the address of a resource or data source, or nil if
// the path does not begin with one.
func (t *expression) resource(root string, steps []string) (rest []string) {
	switch root {
	case "", "var", "local", "module", "path", "terraform", "each", "count", "self", "ephemeral":
		return nil
	case "data", "resource":
		if len(steps) < 2 {
			return nil
		}
		return append([]string{}, steps[2:]...)
	}
	if len(steps) < 1 || t.isLocal(root) {
		return nil
	}
	return append([]string{}, steps[1:]...)
}

// isLocal reports whether a name is defined by a for expression.
func (t *expression) isLocal(name string) bool {
	return slices.ContainsFunc(t.local, func(l localName) bool { return l.name == name })
}

// path returns the type of a reference.
func (t *expression) path(id syntax.NodeID) Type {
	root, steps := t.rootOf(id)
	for i := len(t.local) - 1; i >= 0; i-- {
		if t.local[i].name == root {
			if t.local[i].instance && len(steps) == 1 {
				return sure(WellKnown(steps[0]))
			}
			return unknown
		}
	}
	var of Type
	switch {
	case root == "path" && len(steps) == 1, root == "terraform" && len(steps) == 1:
		return sure("string")
	case root == "var" && len(steps) > 0:
		of, steps = t.variable(t.folder, steps[0]), steps[1:]
	case root == "local" && len(steps) > 0:
		of, steps = t.declared(typeKey{t.folder, false, steps[0]}), steps[1:]
	case root == "module" && len(steps) == 2:
		of, steps = t.Output(t.folder, steps[0], steps[1]), nil
	default:
		rest := t.resource(root, steps)
		if len(rest) == 2 && rest[0] == "" {
			rest = rest[1:]
		}
		if len(rest) == 1 {
			return sure(WellKnown(rest[0]))
		}
		return unknown
	}
	switch {
	case len(steps) == 0:
		return of
	case len(steps) == 1 && steps[0] == "":
		return element(of)
	}
	return unknown
}

// element returns the type of the elements of a collection.
func element(of Type) Type {
	for _, kind := range [...]string{"list(", "map("} {
		if rest, found := strings.CutPrefix(of.Exact, kind); found {
			return sure(strings.TrimSuffix(rest, ")"))
		}
	}
	return unknown
}
