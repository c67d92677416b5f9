package declare

import (
	"slices"
	"strings"

	"iacedit/edit/internal/typing"
	"iacedit/internal/base/budget"
	"iacedit/internal/base/sequence"
	"iacedit/syntax"
	"iacedit/value"
)

// conversions are the functions that make a collection of a type, by the names of the types.
var conversions = map[string]string{"list": "tolist", "set": "toset", "map": "tomap"}

// nullConversions are the functions that give null a type, by the names of the types.
var nullConversions = map[string]string{"string": "tostring", "number": "tonumber", "bool": "tobool"}

// stepsPerChange is the price of a change, which is sorted among the others.
const stepsPerChange = 20

// A change replaces a span of the code of a value.
type change struct {
	at   syntax.Span
	text string
}

// changed returns the code of a node with changes. It charges the size of the code to the budget.
func changed(e *syntax.Expr, id syntax.NodeID, changes []change, b *budget.Budget) string {
	whole := e.Node(id).Span()
	sequence.SortStable(changes, func(a, b change) int { return int(a.at.From - b.at.From) })
	b.Step(stepsPerChange * len(changes))
	b.Grow(whole.Len() + len("tolist()")*len(changes))
	var parts []string
	from := whole.From
	for _, c := range changes {
		parts = append(parts, string(e.Text[from:c.at.From]), c.text)
		from = c.at.To
	}
	return strings.Join(append(parts, string(e.Text[from:whole.To])), "")
}

// Untyped returns the code of a literal that has the same value without the type of its variable as
// with it: lists, sets and maps are converted, as in toset(["a"]), and null is, as in tostring(null). The
// argument typ is the type, or nil if there is none. The result ok is false if no conversion gives the
// value this type: if the type changes the number 80 to a string, for example, or if it is the type of
// the elements of a list that has none but null.
func Untyped(e, typ *syntax.Expr, b *budget.Budget) (code string, ok bool) {
	u := untyping{value: e, typ: typ}
	if typ != nil && !u.keeps(e.Root, typ.Root) {
		return "", false
	}
	return changed(e, e.Root, u.changes, b), true
}

// An untyping adds to a value the conversions that its type makes.
type untyping struct {
	value, typ *syntax.Expr
	changes    []change
}

// keeps reports whether a type leaves a value as it is, but for the conversions that keeps adds. The
// arguments are the node of the value and that of the type.
func (u *untyping) keeps(id, typ syntax.NodeID) bool {
	v := u.value.Node(u.value.WithoutParens(id))
	t := u.typ.Node(typ)
	if t.Kind == syntax.NodeVariable {
		name := string(u.typ.Source(typ))
		if function := nullConversions[name]; v.Kind == syntax.NodeNull && function != "" {
			u.wrap(id, function)
			return true
		}
		return name == "any" || name == primitive(u.value, id)
	}
	if t.Kind != syntax.NodeCall {
		return false
	}
	kind := string(u.typ.Source(t.First))
	of := u.typ.Node(t.First).Next
	switch {
	case kind == "optional":
		return u.keeps(id, of)
	case kind == "object" && v.Kind == syntax.NodeObject:
		return u.keepsMembers(v, of)
	case kind == "tuple" && v.Kind == syntax.NodeTuple:
		element, each := v.First, u.typ.Node(of).First
		for ; element != 0 && each != 0; element, each = u.value.Node(element).Next, u.typ.Node(each).Next {
			if !u.keeps(element, each) {
				return false
			}
		}
		return element == each
	case conversions[kind] == "" || (kind == "map") != (v.Kind == syntax.NodeObject) || kind != "map" && v.Kind != syntax.NodeTuple:
		return false
	}
	isTyped := string(u.typ.Source(of)) == "any"
	for item := v.First; item != 0; item = u.value.Node(item).Next {
		element := item
		if kind == "map" {
			element = u.value.Node(u.value.Node(item).First).Next
		}
		isNull := u.value.Node(u.value.WithoutParens(element)).Kind == syntax.NodeNull
		if isNull && u.typ.Node(of).Kind == syntax.NodeVariable {
			continue // it gets the type of the other elements
		}
		if isTyped = true; !u.keeps(element, of) {
			return false
		}
	}
	u.wrap(id, conversions[kind])
	return isTyped // no conversion gives a list of nothing the type of its elements
}

// wrap makes a node the argument of a function.
func (u *untyping) wrap(id syntax.NodeID, function string) {
	n := u.value.Node(id)
	u.changes = append(u.changes, change{syntax.Span{From: n.Start, To: n.Start}, function + "("}, change{syntax.Span{From: n.End, To: n.End}, ")"})
}

// keepsMembers reports whether an object literal has exactly the members of an object type, and whether
// their types keep them.
func (u *untyping) keepsMembers(v syntax.Node, typ syntax.NodeID) bool {
	types := map[string]syntax.NodeID{}
	for pair := range u.typ.Children(typ) {
		key := u.typ.Node(pair).First
		types[typing.KeyOf(u.typ, key)] = u.typ.Node(key).Next
	}
	for pair := v.First; pair != 0; pair = u.value.Node(pair).Next {
		key := u.value.Node(pair).First
		name, member := typing.KeyOf(u.value, key), u.value.Node(key).Next
		typ := types[name]
		isNull := u.value.Node(member).Kind == syntax.NodeNull
		if typ == 0 || isNull && u.typ.Node(typ).Kind == syntax.NodeCall || !u.keeps(member, typ) { // optional may replace null
			return false
		}
		delete(types, name)
	}
	return len(types) == 0
}

// Typed is the inverse of Untyped: it returns the type that a variable needs for a value, and the code
// of the value without the conversions that the type makes. The type is "" if the value needs none. The
// result ok is false if the value is not a literal.
func Typed(e *syntax.Expr, id syntax.NodeID, b *budget.Budget) (typ, code string, ok bool) {
	t := typer{value: e, budget: b}
	typ, typed := t.of(id)
	if len(t.changes) > 0 {
		return typ, changed(e, id, t.changes, b), typed && !t.computes
	}
	if kind := e.Node(e.WithoutParens(id)).Kind; kind == syntax.NodeTuple || kind == syntax.NodeObject || kind == syntax.NodeNull {
		typ = ""
	}
	return typ, string(e.Source(id)), IsLiteral(e, id)
}

// A typer finds the type of a value, and removes the conversions that the type makes.
type typer struct {
	value    *syntax.Expr
	budget   *budget.Budget
	changes  []change
	computes bool // a part is not a literal
}

// of returns the type of a value. The result ok is false if it cannot be written.
func (t *typer) of(id syntax.NodeID) (typ string, ok bool) {
	e := t.value
	n := e.Node(e.WithoutParens(id))
	switch n.Kind {
	case syntax.NodeNull:
		return "any", true
	case syntax.NodeCall:
		return t.ofConversion(id, n)
	case syntax.NodeTuple:
		types, ok := t.ofElements(n, false)
		return "tuple([" + t.join(types) + "])", ok
	case syntax.NodeObject:
		types, ok := t.ofElements(n, true)
		i := 0
		for pair := n.First; pair != 0; pair = e.Node(pair).Next {
			name := typing.KeyOf(e, e.Node(pair).First)
			ok = ok && value.IsIdentifier(name)
			types[i] = name + " = " + types[i]
			i++
		}
		return "object({ " + t.join(types) + " })", ok
	}
	t.computes = t.computes || !IsLiteral(e, id)
	typ = primitive(e, id)
	return typ, typ != ""
}

// join joins the types of elements or members. It charges the size of the text to the budget.
func (t *typer) join(types []string) string {
	for _, typ := range types {
		t.budget.Grow(len(typ) + len(", "))
	}
	return strings.Join(types, ", ")
}

// ofConversion returns the type of a call of a function such as toset or tostring, which it removes.
func (t *typer) ofConversion(id syntax.NodeID, call syntax.Node) (typ string, ok bool) {
	e := t.value
	argument := e.Node(call.First).Next
	isOne := argument != 0 && e.Node(argument).Next == 0 && call.Flags&syntax.FlagExpanded == 0
	inner := e.Node(e.WithoutParens(argument))
	function := string(e.Source(call.First))
	for kind, of := range conversions {
		isMap := kind == "map"
		if !isOne || function != of || isMap != (inner.Kind == syntax.NodeObject) || !isMap && inner.Kind != syntax.NodeTuple {
			continue
		}
		t.remove(id, argument)
		types, ok := t.ofElements(inner, isMap)
		slices.Sort(types)
		types = slices.Compact(types)
		if len(types) == 2 && types[0] == "any" && value.IsIdentifier(types[1]) { // null gets the type of the other elements
			types = types[1:]
		}
		switch len(types) {
		case 0:
			return kind + "(any)", ok
		case 1:
			return kind + "(" + types[0] + ")", ok
		}
		return "", false
	}
	for kind, of := range nullConversions {
		if isOne && function == of && inner.Kind == syntax.NodeNull {
			t.remove(id, argument)
			return kind, true
		}
	}
	t.computes = true
	return "", false
}

// remove removes a call around its argument.
func (t *typer) remove(call, argument syntax.NodeID) {
	whole, inner := t.value.Node(call), t.value.Node(argument)
	t.changes = append(t.changes, change{syntax.Span{From: whole.Start, To: inner.Start}, ""}, change{syntax.Span{From: inner.End, To: whole.End}, ""})
}

// ofElements returns the types of the elements of a list, or of the values of an object.
func (t *typer) ofElements(n syntax.Node, members bool) (types []string, ok bool) {
	ok = true
	for item := n.First; item != 0; item = t.value.Node(item).Next {
		element := item
		if members {
			key := t.value.Node(item).First
			k := t.value.Node(key).Kind
			t.computes = t.computes || k != syntax.NodeVariable && k != syntax.NodeName && !IsLiteral(t.value, key)
			element = t.value.Node(key).Next
		}
		typ, known := t.of(element)
		types, ok = append(types, typ), ok && known
	}
	return types, ok
}

// Sensitive returns the argument of a call of the function sensitive, and true. For any other value, it
// returns the value itself.
func Sensitive(e *syntax.Expr) (id syntax.NodeID, is bool) {
	id = e.WithoutParens(e.Root)
	call := e.Node(id)
	if call.Kind != syntax.NodeCall || string(e.Source(call.First)) != "sensitive" {
		return e.Root, false
	}
	argument := e.Node(call.First).Next
	return argument, argument != 0 && e.Node(argument).Next == 0
}
