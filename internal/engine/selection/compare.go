package selection

import (
	"bytes"
	"slices"

	"iacedit/syntax"
	"iacedit/value"
)

// A Comparison compares one value with the values of a file. A value that is inside another value
// is compared several times, so a Comparison parses and classifies each value of the file only
// once. The values include all edits so far. A Comparison is valid until End or, if the file is
// edited, until the next call of Compare.
type Comparison struct {
	f      *View
	edited map[syntax.ItemID]value.Class // values with edits inside
	nodes  map[syntax.ItemID]knownNode   // other values
	inside []knownItems                  // values inside other values, in the order of their items
	text   []byte                        // memory for the text of a value
}

// Compare begins a comparison.
func (f *View) Compare() *Comparison {
	x := &f.comparison
	x.f = f
	if f.Edits != nil {
		x.forget()
	}
	return x
}

// A knownNode is the value of an item. The value is a node of an expression, and classes has the
// classes of all nodes of this expression.
type knownNode struct {
	e       *syntax.Expr
	classes []value.Class // by node
	node    syntax.NodeID
}

// knownItems are the values of items that were created together from one expression.
type knownItems struct {
	first   syntax.ItemID
	e       *syntax.Expr
	classes []value.Class
	nodes   []syntax.NodeID // nodes[i] is the value of the item first+i; 0 for an item without a value
}

// End drops the cache. The cache of a long list uses as much memory as the list's items.
func (x *Comparison) End() { x.forget() }

func (x *Comparison) forget() {
	x.edited, x.nodes = nil, nil // to clear a map takes as long as if it still had all that it ever had
	clear(x.inside)
	x.inside = x.inside[:0]
}

// known returns the cached node of an item's value, and whether the cache has it.
func (x *Comparison) known(id syntax.ItemID) (knownNode, bool) {
	if node, ok := x.nodes[id]; ok {
		return node, true
	}
	at, ok := slices.BinarySearchFunc(x.inside, id, func(those knownItems, id syntax.ItemID) int {
		switch {
		case id < those.first:
			return 1
		case int(id-those.first) >= len(those.nodes):
			return -1
		}
		return 0
	})
	if !ok {
		return knownNode{}, false
	}
	those := &x.inside[at]
	n := those.nodes[id-those.first]
	return knownNode{those.e, those.classes, n}, n != 0
}

// Class returns the class of an item's value with all edits so far.
func (x *Comparison) Class(id syntax.ItemID, schema *value.Schema) value.Class {
	if !x.f.editedInside(id) {
		k := x.node(id, schema)
		return k.classes[k.node]
	}
	if n, ok := x.edited[id]; ok {
		return n
	}
	n := x.editedClass(id, schema)
	if x.edited == nil {
		x.edited = map[syntax.ItemID]value.Class{}
	}
	x.edited[id] = n
	return n
}

// editedClass is like Class, but for a value in which something was edited. It computes the class
// from the classes of the parts, or from the text.
func (x *Comparison) editedClass(id syntax.ItemID, schema *value.Schema) value.Class {
	switch x.f.Tree.Inside(id) {
	case syntax.InsideParens:
		for inner := range x.f.Tree.Elements(id) {
			return x.Class(inner, schema)
		}
	case syntax.InsideCall, syntax.InsideChoice, syntax.InsideParts:
		return x.rendered(id, schema)
	}
	var keys, values []value.Class
	for c := range x.f.Tree.Children(id) {
		x.f.Budget.Step(1)
		switch x.f.Tree.Kind(c) {
		case syntax.KindElement:
			values = append(values, x.Class(c, schema.Element()))
		case syntax.KindPair:
			keys = append(keys, x.f.Index.KeyClass(c, schema.KeyMode()))
			values = append(values, x.Class(c, x.f.memberSchema(c, schema)))
		}
	}
	if x.f.IsList(id) {
		return x.f.Classes.List(values)
	}
	return x.f.Classes.Object(keys, values)
}

// node returns the node of an item's value, which it parses if necessary. The value must not have
// been edited in any part.
func (x *Comparison) node(id syntax.ItemID, schema *value.Schema) knownNode {
	if k, ok := x.known(id); ok {
		return k
	}
	content := x.f.Tree.Item(id).Content
	x.f.Budget.Step(content.Len() / 16)
	e, err := syntax.ParseExpression(nil, x.f.Tree.Text(), content)
	if err != nil {
		panic("selection: an invalid expression in a tree: " + err.Error())
	}
	x.f.Budget.Step(e.Len() / 2)
	k := knownNode{e: e, classes: x.f.Classes.Expr(nil, e, schema), node: e.Root}
	if x.nodes == nil {
		x.nodes = map[syntax.ItemID]knownNode{}
	}
	x.nodes[id] = k
	return k
}

// Expand is like View.Expand, but for an item whose class has been computed. It adds the classes of
// the children to the cache.
func (x *Comparison) Expand(id syntax.ItemID) bool {
	k, ok := x.known(id)
	if !ok || x.f.expanded(id) {
		return x.f.Expand(id)
	}
	if !x.f.Tree.ExpandNode(id, k.e, k.node) {
		return false
	}
	n := k.e.Node(k.node).First
	if x.f.Tree.Inside(id) == syntax.InsideCall {
		n = k.e.Node(n).Next // the first argument follows the name
	}
	it := x.f.tree.Item(id)
	if it.First == syntax.NoItem {
		return true
	}
	first := it.First
	nodes := make([]syntax.NodeID, it.Last-first+1) // items that are created together have consecutive numbers
	for c := range x.f.Tree.Children(id) {
		x.f.Budget.Step(1)
		switch x.f.Tree.Kind(c) {
		case syntax.KindElement:
			nodes[c-first] = n
		case syntax.KindPair:
			nodes[c-first] = k.e.Node(k.e.Node(n).First).Next
		default:
			continue
		}
		n = k.e.Node(n).Next
	}
	x.inside = append(x.inside, knownItems{first, k.e, k.classes, nodes})
	return true
}

// ExpandParts is like Expand, but for a value whose parts are not in brackets, such as a + b.
func (x *Comparison) ExpandParts(id syntax.ItemID) bool {
	k, ok := x.known(id)
	if !ok || x.f.expanded(id) {
		return x.f.Tree.ExpandParts(id)
	}
	if !x.f.Tree.ExpandPartsNode(id, k.e, k.node) {
		return false
	}
	nodes := k.e.ExpressionParts(nil, k.node)
	x.f.Budget.Step(len(nodes))
	x.inside = append(x.inside, knownItems{x.f.tree.Item(id).First, k.e, k.classes, nodes})
	return true
}

// AreAlike reports whether edits of the parts of an item's value can make this value equal to the
// expression at a node. Both must have the same operator, the same kind of for expression, or the
// same literal text around the sequences of a template. If the item's value has been edited
// already, AreAlike returns false.
func (x *Comparison) AreAlike(id syntax.ItemID, schema *value.Schema, e *syntax.Expr, node syntax.NodeID) bool {
	if x.f.editedInside(id) {
		return false
	}
	k := x.node(id, schema)
	a, b := k.e.Node(k.node), e.Node(node)
	switch {
	case a.Kind != b.Kind || a.Op != b.Op:
		return false
	case a.Kind == syntax.NodeTemplate:
		return sameText(k.e, k.node, e, node)
	case a.Kind == syntax.NodeBinary:
		return len(k.e.ExpressionParts(nil, k.node)) == len(e.ExpressionParts(nil, node))
	}
	return a.Flags == b.Flags && sameNames(k.e, a.First, e, b.First)
}

// ArePaired compares two chains of operands, such as a + b + c and a + d + c: an item's value, and
// the expression at a node. It reports whether each operand that occurs in both chains has the same
// index in both. If the expression is not such a chain, it returns true. The item's value must not
// have been edited yet.
func (x *Comparison) ArePaired(id syntax.ItemID, schema *value.Schema, e *syntax.Expr, node syntax.NodeID) bool {
	k := x.node(id, schema)
	if e.Node(node).Kind != syntax.NodeBinary {
		return true
	}
	old, new := k.e.ExpressionParts(nil, k.node), e.ExpressionParts(nil, node)
	x.f.Budget.Step(2 * len(new))
	given := make(map[string]bool, len(new))
	for _, operand := range new {
		given[string(e.Source(operand))] = true
	}
	for i, operand := range old {
		if text := k.e.Source(operand); given[string(text)] && (i >= len(new) || !bytes.Equal(text, e.Source(new[i]))) {
			return false
		}
	}
	return true
}

// sameNames reports whether two lists of siblings contain the same names in the same order.
func sameNames(e *syntax.Expr, a syntax.NodeID, of *syntax.Expr, b syntax.NodeID) bool {
	for a != 0 && b != 0 {
		p, q := e.Node(a), of.Node(b)
		if (p.Kind == syntax.NodeName || q.Kind == syntax.NodeName) && (p.Kind != q.Kind || !bytes.Equal(e.Source(a), of.Source(b))) {
			return false
		}
		a, b = p.Next, q.Next
	}
	return a == b
}

// sameText reports whether two templates have the same literal text, and have their sequences in
// the same places.
func sameText(e *syntax.Expr, a syntax.NodeID, of *syntax.Expr, b syntax.NodeID) bool {
	left, right := e.Parts(nil, a), of.Parts(nil, b)
	if len(left) != len(right) {
		return false
	}
	for i := range left {
		p, q := e.Node(left[i].Node), of.Node(right[i].Node)
		if (left[i].Node == 0) != (right[i].Node == 0) || p.Kind != q.Kind || !bytes.Equal(left[i].Text, right[i].Text) {
			return false
		}
		if p.Kind == syntax.NodeDirective && !sameNames(e, p.First, of, q.First) {
			return false
		}
	}
	return true
}

// memberSchema returns the schema of a pair's value, given the schema of its object.
func (f *View) memberSchema(pair syntax.ItemID, schema *value.Schema) *value.Schema {
	if schema == nil {
		return nil
	}
	key, _ := f.Tree.Key(pair)
	return schema.Member(key)
}

// rendered returns the class of a value that was edited in part, and is neither an object nor a
// list. It computes the class from the current text.
func (x *Comparison) rendered(id syntax.ItemID, schema *value.Schema) value.Class {
	x.text = append(x.f.Edits.AppendValue(x.text[:0], id), '\n')
	end := len(x.text) - 1
	x.f.Budget.Step(end >> 2)
	e, err := syntax.ParseExpression(nil, x.text, syntax.Span{To: int32(end)})
	if err != nil {
		panic("selection: an invalid expression in a tree: " + err.Error())
	}
	return x.f.Classes.Root(e, schema)
}

// IsCollection reports whether an item's value is an object or list literal. The item's class must
// have been computed.
func (x *Comparison) IsCollection(id syntax.ItemID) bool {
	return x.Expand(id) && x.f.Tree.Inside(id) <= syntax.InsideList
}

// A Member is a pair of an object or an element of a list. The Key of an element is 0.
type Member struct{ Key, Value value.Class }

// Members returns the pairs or elements of an item's value.
func (x *Comparison) Members(id syntax.ItemID, schema *value.Schema) (members []Member) {
	if !x.f.editedInside(id) {
		k := x.node(id, schema)
		root := k.e.Node(k.node)
		if root.Kind != syntax.NodeObject && root.Kind != syntax.NodeTuple {
			return nil
		}
		for n := root.First; n != 0; n = k.e.Node(n).Next {
			x.f.Budget.Step(1)
			m := Member{Value: k.classes[n]}
			if root.Kind == syntax.NodeObject {
				key := k.e.Node(n).First
				m = Member{x.f.Classes.Key(k.e, key, k.classes, schema.KeyMode()), k.classes[k.e.Node(key).Next]}
			}
			members = append(members, m)
		}
		return members
	}
	if x.f.Tree.Inside(id) > syntax.InsideList {
		return nil
	}
	for c := range x.f.Tree.Children(id) {
		x.f.Budget.Step(1)
		switch x.f.Tree.Kind(c) {
		case syntax.KindElement:
			members = append(members, Member{Value: x.Class(c, schema.Element())})
		case syntax.KindPair:
			members = append(members, Member{x.f.Index.KeyClass(c, schema.KeyMode()), x.Class(c, x.f.memberSchema(c, schema))})
		}
	}
	return members
}
