package typing

import (
	"strings"

	"iacedit/lexer"
	"iacedit/syntax"
	"iacedit/value"
)

// maxDepth bounds the recursion: a type is inferred through at most this many declarations.
const maxDepth = 40

// Local returns the type of a local, or of a value inside it. The steps are the names of the
// attributes that lead to the value.
func (t *Finder) Local(folder, name string, steps ...string) Type {
	return t.typeInside(typeKey{folder, false, name}, steps)
}

// typeInside returns the type of a value inside a local or an output. The steps lead to the value,
// through object literals and references.
func (t *Finder) typeInside(key typeKey, steps []string) Type {
	if len(steps) == 0 {
		return t.declaredType(key)
	}
	e := t.valueOf(key)
	if e == nil || t.depth > maxDepth {
		return unknown
	}
	id := e.Root
	for len(steps) > 0 && e.Node(id).Kind == syntax.NodeObject {
		if id = member(e, id, steps[0]); id == 0 {
			return unknown
		}
		steps = steps[1:]
	}
	t.depth++
	defer func() { t.depth-- }()
	in := &expression{t, key.folder, e, nil}
	if len(steps) == 0 {
		return in.typeOf(id)
	}
	root, before := in.rootOf(id)
	return in.referenceType(root, append(before, steps...))
}

func (t *Finder) declaredType(key typeKey) Type {
	if known, ok := t.types[key]; ok || t.depth > maxDepth {
		return known
	}
	t.types[key] = unknown // the result if the declaration refers to itself
	e := t.valueOf(key)
	if e == nil {
		return unknown
	}
	t.depth++
	found := (&expression{t, key.folder, e, nil}).typeOf(e.Root)
	t.depth--
	t.types[key] = found
	return found
}

// Output returns the type of an output of a called module. The "module" block that calls this
// module is in the given folder, and the argument label is the label of that block.
func (t *Finder) Output(folder, label, name string) Type {
	to, ok := t.moduleFolder(folder, label)
	if !ok {
		return unknown
	}
	return t.declaredType(typeKey{to, true, name})
}

// TypeOf returns the type of a node of an expression in a file of a folder.
func (t *Finder) TypeOf(folder string, e *syntax.Expr, id syntax.NodeID) Type {
	return (&expression{t, folder, e, nil}).typeOf(id)
}

// An expression has the methods that infer the types of the nodes in one expression.
type expression struct {
	*Finder
	folder     string
	expr       *syntax.Expr
	localNames []forName // the names that the enclosing for expressions define
}

// A forName is a name that a for expression defines, such as v in [for v in var.list : v.id].
type forName struct {
	name       string
	isInstance bool // the values are instances of a resource
	isKey      bool // the values are keys of a map or an object
}

// typeOf returns the type of the expression at a node.
func (t *expression) typeOf(id syntax.NodeID) Type {
	t.m.Budget.Step(2)
	n := t.expr.Node(id)
	switch n.Kind {
	case syntax.NodeNumber:
		return exactType("number")
	case syntax.NodeTrue, syntax.NodeFalse:
		return exactType("bool")
	case syntax.NodeTemplate:
		if sole := t.expr.Sole(id); sole != 0 {
			return t.typeOf(sole)
		}
		return exactType("string")
	case syntax.NodeParen:
		return t.typeOf(n.First)
	case syntax.NodeUnary:
		if n.Op == lexer.Bang {
			return exactType("bool")
		}
		return exactType("number")
	case syntax.NodeBinary:
		switch n.Op {
		case lexer.Plus, lexer.Minus, lexer.Star, lexer.Slash, lexer.Percent:
			return exactType("number")
		}
		return exactType("bool")
	case syntax.NodeConditional:
		yes := t.expr.Node(n.First).Next
		no := t.expr.Node(yes).Next
		switch {
		case t.expr.Node(yes).Kind == syntax.NodeNull: // null converts to the type of the other result
			return t.typeOf(no)
		case t.expr.Node(no).Kind == syntax.NodeNull:
			return t.typeOf(yes)
		}
		return t.commonType(yes)
	case syntax.NodeCall:
		return t.callType(n)
	case syntax.NodeTuple:
		if common := t.commonType(n.First); n.First != 0 {
			return Type{Usual: Collection("list", common.Usual)}
		}
	case syntax.NodeObject:
		return t.objectType(n)
	case syntax.NodeForTuple, syntax.NodeForObject:
		return t.forType(n)
	case syntax.NodeVariable, syntax.NodeGetAttr, syntax.NodeIndex, syntax.NodeLegacyIndex:
		return t.pathType(id)
	case syntax.NodeFullSplat, syntax.NodeAttrSplat:
		return t.splatType(n)
	}
	return unknown
}

// commonType returns the type that a node and all siblings after it have. If their usual types
// differ, it returns unknown. If only their exact types differ, Exact is "".
func (t *expression) commonType(first syntax.NodeID) Type {
	common := unknown
	for id := first; id != 0; id = t.expr.Node(id).Next {
		one := t.typeOf(id)
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

func (t *expression) callType(n syntax.Node) Type {
	name := string(t.expr.Source(n.First))
	first := t.expr.Node(n.First).Next
	if found := ResultOf(name); found != "" {
		return exactType(found)
	}
	if n.Flags&syntax.FlagExpanded != 0 || first == 0 {
		return unknown
	}
	switch name {
	case "coalesce", "try":
		return t.commonType(first)
	case "one":
		if of, found := strings.CutPrefix(t.typeOf(first).Usual, "list("); found {
			return Type{Usual: strings.TrimSuffix(of, ")")}
		}
	case "toset", "tolist":
		of := t.typeOf(first).Usual
		for _, kind := range [...]string{"list(", "set("} {
			if rest, found := strings.CutPrefix(of, kind); found {
				return exactType(strings.TrimPrefix(name, "to") + "(" + rest)
			}
		}
	case "merge":
		if common := t.commonType(first); strings.HasPrefix(common.Usual, "map(") {
			if !strings.HasPrefix(common.Exact, "map(") {
				common.Exact = ""
			}
			return common
		}
	case "concat":
		if common := t.commonType(first); strings.HasPrefix(common.Usual, "list(") {
			if !strings.HasPrefix(common.Exact, "list(") {
				common.Exact = ""
			}
			return common
		}
	}
	return unknown
}

func (t *expression) objectType(n syntax.Node) Type {
	var exact []string
	common, uniform := "", true
	size := 0
	for pair := n.First; pair != 0; pair = t.expr.Node(pair).Next {
		key := t.expr.Node(pair).First
		one := t.typeOf(t.expr.Node(key).Next)
		name := KeyOf(t.expr, key)
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

func (t *expression) forType(n syntax.Node) Type {
	var names []string
	id := n.First
	for ; t.expr.Node(id).Kind == syntax.NodeName; id = t.expr.Node(id).Next {
		names = append(names, string(t.expr.Source(id)))
	}
	root, steps := t.rootOf(id)
	rest := t.afterResource(root, steps)
	before := len(t.localNames)
	for i, name := range names {
		last := i == len(names)-1
		t.localNames = append(t.localNames, forName{name, last && rest != nil && len(rest) == 0, !last && t.hasKeys(root, steps)})
	}
	result, kind := t.expr.Node(id).Next, "list"
	if n.Kind == syntax.NodeForObject {
		result, kind = t.expr.Node(result).Next, "map"
	}
	found := t.typeOf(result).Usual
	t.localNames = t.localNames[:before]
	if n.Flags&syntax.FlagExpanded != 0 {
		found = Collection("list", found)
	}
	return Type{Usual: Collection(kind, found)}
}

func (t *expression) splatType(n syntax.Node) Type {
	root, steps := t.rootOf(n.First)
	rest := t.afterResource(root, steps)
	each := t.expr.Node(n.First).Next
	if rest == nil || len(rest) > 0 || t.expr.Node(each).Kind != syntax.NodeGetAttr || t.expr.Node(t.expr.Node(each).First).Kind != syntax.NodeEach {
		return unknown
	}
	return Type{Usual: Collection("list", WellKnown(string(t.expr.Source(t.expr.Node(t.expr.Node(each).First).Next))))}
}

func (t *expression) pathType(id syntax.NodeID) Type {
	return t.referenceType(t.rootOf(id))
}

// referenceType returns the type of a reference, given its root and its steps. The reference
// var.a["b"].c has the root var and three steps: a, "" and c.
func (t *expression) referenceType(root string, steps []string) Type {
	for i := len(t.localNames) - 1; i >= 0; i-- {
		if t.localNames[i].name == root {
			if t.localNames[i].isInstance && len(steps) == 1 {
				return exactType(WellKnown(steps[0]))
			}
			if t.localNames[i].isKey && len(steps) == 0 {
				return exactType("string")
			}
			return unknown
		}
	}
	switch {
	case root == "path" && len(steps) == 1, root == "terraform" && len(steps) == 1:
		return exactType("string")
	case root == "var" && len(steps) > 0:
		return t.variableType(t.folder, steps[0], steps[1:]...)
	case root == "local" && len(steps) > 0:
		key := typeKey{t.folder, false, steps[0]}
		if len(steps) == 2 && steps[1] == "" {
			return elementType(t.declaredType(key))
		}
		return t.typeInside(key, steps[1:])
	case root == "module" && len(steps) == 2:
		return t.Output(t.folder, steps[0], steps[1])
	}
	rest := t.afterResource(root, steps)
	if len(rest) == 2 && rest[0] == "" {
		rest = rest[1:]
	}
	if len(rest) == 1 {
		return exactType(WellKnown(rest[0]))
	}
	return unknown
}
