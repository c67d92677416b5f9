package modules

import (
	"slices"
	"strings"

	"iacedit/edit/internal/draft"
	"iacedit/lexer"
	"iacedit/module"
	"iacedit/refs"
	"iacedit/syntax"
	"iacedit/value"
)

// A typ is the type of an expression, as type constraints are written.
type typ struct {
	// usual is the type that a person would write: map(string) for an object of strings.
	usual string
	// exact changes no value of the expression. It is "" where no constraint is known to.
	exact string
}

// sure returns a type that is both.
func sure(text string) typ { return typ{text, text} }

// unknown is the type of what no type is known of.
var unknown = typ{}

// longestType is how long the type of a variable may be that nobody declared.
const longestType = 100

// A typer finds the types of expressions in the modules of a tree.
type typer struct {
	m       *draft.Module
	folders map[string]*scope
	known   map[typeKey]typ
	deep    int // how many declarations one leads to another
}

// A typeKey is a local or an output of a folder.
type typeKey struct {
	folder string
	output bool
	name   string
}

// A scope is what is declared in a folder, by name; nil for what is declared twice.
type scope struct {
	variables, outputs, calls, locals map[string]*draft.Block // for a local, the block that it is in
}

// deepest is how many declarations a type is followed through.
const deepest = 40

// scopeOf returns what is declared in a folder.
func (t *typer) scopeOf(folder string) *scope {
	if s := t.folders[folder]; s != nil {
		return s
	}
	s := &scope{map[string]*draft.Block{}, map[string]*draft.Block{}, map[string]*draft.Block{}, map[string]*draft.Block{}}
	t.folders[folder] = s
	note := func(by map[string]*draft.Block, name string, b *draft.Block) {
		t.m.Budget.Step(2)
		if _, twice := by[name]; twice {
			b = nil
		}
		by[name] = b
	}
	for _, f := range t.m.FilesIn(folder) {
		if f.Role != module.Configuration && f.Role != module.Override {
			continue
		}
		for kind, by := range map[string]map[string]*draft.Block{"variable": s.variables, "output": s.outputs, "module": s.calls} {
			for _, b := range f.BlocksOf(kind) {
				if labels := b.Labels(); len(labels) == 1 {
					note(by, labels[0], &b)
				}
			}
		}
		for _, b := range f.BlocksOf("locals") {
			for id := range f.Tree.Attributes(b.ID) {
				note(s.locals, string(f.Tree.Name(id)), &b)
			}
		}
	}
	return s
}

// variable returns the type that a variable declares.
func (t *typer) variable(folder, name string) typ {
	b := t.scopeOf(folder).variables[name]
	if b == nil {
		return unknown
	}
	id := b.Index.Attribute(b.ID, "type")
	if id == syntax.NoItem {
		return unknown
	}
	text := string(b.Tree.At(b.Tree.Value(id)))
	if len(text) > longestType || strings.ContainsAny(text, "\n\"#") || strings.Contains(text, "any") || strings.Contains(text, "optional") {
		return unknown
	}
	return sure(text)
}

// declared returns the type of a local or an output.
func (t *typer) declared(key typeKey) typ {
	if known, ok := t.known[key]; ok || t.deep > deepest {
		return known
	}
	t.known[key] = unknown // in a circle
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
	found := (&typing{t, key.folder, e, nil}).of(e.Root)
	t.deep--
	t.known[key] = found
	return found
}

// output returns the type of an output of a call.
func (t *typer) output(folder, call, name string) typ {
	b := t.scopeOf(folder).calls[call]
	if b == nil {
		return unknown
	}
	to, lead := b.Source(folder)
	if lead != draft.InTree {
		return unknown
	}
	return t.declared(typeKey{to, true, name})
}

// typeOf returns the type of the variable that passes something.
func (t *taker) typeOf(p *passed) string {
	if t.typer == nil {
		t.typer = &typer{m: t.m, folders: map[string]*scope{}, known: map[typeKey]typ{}}
	}
	found := unknown
	switch {
	case p.of.Kind == refs.Other:
		found = sure("string") // path.module
	case p.of.Kind == refs.Local && len(p.path) == 0:
		found = t.typer.declared(typeKey{t.folder, false, p.of.Name})
	case p.of.Kind == refs.Module && len(p.path) == 1 && !t.repeated[p.of]:
		found = t.typer.output(t.folder, p.of.Name, p.path[0])
	case p.of.Type == "" || len(p.path) == 0:
	case p.each == "":
		if found = sure(wellKnown(p.path[len(p.path)-1])); len(p.path) > 2 || len(p.path) == 2 && !t.repeated[p.of] {
			found = unknown // of something inside the resource
		}
	case t.counted[p.of]:
		found.usual = collection("list", wellKnown(p.each))
	default:
		found.usual = collection("map", wellKnown(p.each))
	}
	if p.exposed {
		found.usual = found.exact
	}
	if len(found.usual) > longestType {
		return ""
	}
	return found.usual
}

// collection returns the type of a collection of elements, "" where theirs is not known.
func collection(kind, element string) string {
	if element == "" {
		return ""
	}
	return kind + "(" + element + ")"
}

// element returns the type of the elements of a collection.
func element(of typ) typ {
	for _, kind := range [...]string{"list(", "map("} {
		if rest, found := strings.CutPrefix(of.exact, kind); found {
			return sure(strings.TrimSuffix(rest, ")"))
		}
	}
	return unknown
}

// A typing finds the types in one expression.
type typing struct {
	*typer
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
func (t *typing) of(id syntax.NodeID) typ {
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
			return typ{usual: collection("list", common.usual)}
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
func (t *typing) same(first syntax.NodeID) typ {
	common := unknown
	for id := first; id != 0; id = t.e.Node(id).Next {
		one := t.of(id)
		if id == first {
			common = one
		}
		if one.usual != common.usual {
			return unknown
		}
		if one.exact != common.exact {
			common.exact = ""
		}
	}
	return common
}

// call returns the type of the result of a function.
func (t *typing) call(n syntax.Node) typ {
	name := string(t.e.Source(n.First))
	first := t.e.Node(n.First).Next
	if found := resultTypes[name]; found != "" {
		return sure(found)
	}
	if n.Flags&syntax.FlagExpanded != 0 || first == 0 {
		return unknown
	}
	switch name {
	case "coalesce", "try":
		return t.same(first)
	case "toset", "tolist":
		of := t.of(first).usual
		for _, kind := range [...]string{"list(", "set("} {
			if rest, found := strings.CutPrefix(of, kind); found {
				return sure(strings.TrimPrefix(name, "to") + "(" + rest)
			}
		}
	case "merge":
		if common := t.same(first); strings.HasPrefix(common.usual, "map(") {
			if !strings.HasPrefix(common.exact, "map(") {
				common.exact = ""
			}
			return common
		}
	case "concat":
		if common := t.same(first); strings.HasPrefix(common.usual, "list(") {
			if !strings.HasPrefix(common.exact, "list(") {
				common.exact = ""
			}
			return common
		}
	}
	return unknown
}

// object returns the type of an object that is written out.
func (t *typing) object(n syntax.Node) typ {
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
		if one.exact == "" || !value.IsIdentifier(name) {
			size = longestType + 1
		}
		if size += len(name) + len(one.exact); size <= longestType {
			exact = append(exact, name+" = "+one.exact)
		}
		if pair == n.First {
			common = one.usual
		}
		uniform = uniform && one.usual == common
	}
	if n.First == 0 {
		return unknown
	}
	var found typ
	if size <= longestType {
		found.exact = "object({ " + strings.Join(exact, ", ") + " })"
	}
	if found.usual = found.exact; uniform {
		found.usual = collection("map", common)
	}
	return found
}

// loop returns the type of a for expression.
func (t *typing) loop(n syntax.Node) typ {
	var names []string
	id := n.First
	for ; t.e.Node(id).Kind == syntax.NodeName; id = t.e.Node(id).Next {
		names = append(names, string(t.e.Source(id)))
	}
	root, steps := t.rootOf(id)
	_, _, rest := t.resource(root, steps)
	before := len(t.local)
	for i, name := range names {
		t.local = append(t.local, localName{name, rest != nil && len(rest) == 0 && i == len(names)-1})
	}
	result, kind := t.e.Node(id).Next, "list"
	if n.Kind == syntax.NodeForObject {
		result, kind = t.e.Node(result).Next, "map"
	}
	found := t.of(result).usual
	t.local = t.local[:before]
	if n.Flags&syntax.FlagExpanded != 0 {
		found = collection("list", found)
	}
	return typ{usual: collection(kind, found)}
}

// splat returns the type of a splat over the instances of a resource.
func (t *typing) splat(n syntax.Node) typ {
	root, steps := t.rootOf(n.First)
	_, _, rest := t.resource(root, steps)
	each := t.e.Node(n.First).Next
	if rest == nil || len(rest) > 0 || t.e.Node(each).Kind != syntax.NodeGetAttr || t.e.Node(t.e.Node(each).First).Kind != syntax.NodeEach {
		return unknown
	}
	return typ{usual: collection("list", wellKnown(string(t.e.Source(t.e.Node(t.e.Node(each).First).Next))))}
}

// rootOf returns the variable that a node accesses something of, and the names of the
// attributes in order, "" for an index; "" where it is another expression.
func (t *typing) rootOf(id syntax.NodeID) (root string, steps []string) {
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

// resource returns the type and name of the resource or data source that a path begins with,
// and the rest of the path, which is nil where it begins with none.
func (t *typing) resource(root string, steps []string) (typ, name string, rest []string) {
	switch root {
	case "", "var", "local", "module", "path", "terraform", "each", "count", "self", "ephemeral":
		return "", "", nil
	case "data", "resource":
		if len(steps) < 2 {
			return "", "", nil
		}
		return steps[0], steps[1], append([]string{}, steps[2:]...)
	}
	if len(steps) < 1 || t.isLocal(root) {
		return "", "", nil
	}
	return root, steps[0], append([]string{}, steps[1:]...)
}

// isLocal reports whether a name is one of a for expression.
func (t *typing) isLocal(name string) bool {
	return slices.ContainsFunc(t.local, func(l localName) bool { return l.name == name })
}

// path returns the type of a reference.
func (t *typing) path(id syntax.NodeID) typ {
	root, steps := t.rootOf(id)
	for i := len(t.local) - 1; i >= 0; i-- {
		if t.local[i].name == root {
			if t.local[i].instance && len(steps) == 1 {
				return sure(wellKnown(steps[0]))
			}
			return unknown
		}
	}
	of := unknown
	switch {
	case root == "path" && len(steps) == 1, root == "terraform" && len(steps) == 1:
		return sure("string")
	case root == "var" && len(steps) > 0:
		of, steps = t.variable(t.folder, steps[0]), steps[1:]
	case root == "local" && len(steps) > 0:
		of, steps = t.declared(typeKey{t.folder, false, steps[0]}), steps[1:]
	case root == "module" && len(steps) == 2:
		of, steps = t.output(t.folder, steps[0], steps[1]), nil
	default:
		_, _, rest := t.resource(root, steps)
		if len(rest) == 2 && rest[0] == "" {
			rest = rest[1:]
		}
		if len(rest) == 1 {
			return sure(wellKnown(rest[0]))
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
