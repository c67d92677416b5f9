package edit

import (
	"slices"

	"iacedit/syntax"
	"iacedit/value"
)

// What an item's value is now: every edit sees what those before it made. Where an edit
// went inside a value, its items are the value, and the text that it was parsed from is
// history.

// expr returns the tree of an item's value that has not been edited inside. It is valid
// until the next call.
func (a *applier) expr(id syntax.ItemID) *syntax.Expr {
	content := a.d.Item(id).Content
	a.budget.Step(content.Len() >> 2)
	return a.d.Expr(content)
}

// expand is Draft.Expand within the budget.
func (a *applier) expand(id syntax.ItemID) bool {
	if a.d.Expanded(id) {
		return true
	}
	a.budget.Step(a.d.Item(id).Content.Len() >> 2)
	return a.d.Expand(id)
}

// known holds the classes of values while one array or object is compared with another,
// so that values are parsed and classified once, however deep they are nested.
type known struct {
	edited map[syntax.ItemID]value.Class // of values that have been edited inside
	nodes  map[syntax.ItemID]knownNode   // of others
	inside []knownItems                  // of others that stand in those, in the order of their items
}

// knownItems are the values of items that were made at once, from one expression.
type knownItems struct {
	first   syntax.ItemID
	e       *syntax.Expr
	classes []value.Class
	nodes   []syntax.NodeID // by item, from the first on; 0 for those that have no value
}

// node returns what is known of an item's value.
func (k *known) node(id syntax.ItemID) (knownNode, bool) {
	if node, ok := k.nodes[id]; ok {
		return node, true
	}
	at, ok := slices.BinarySearchFunc(k.inside, id, func(those knownItems, id syntax.ItemID) int {
		if id < those.first {
			return 1
		}
		if int(id-those.first) >= len(those.nodes) {
			return -1
		}
		return 0
	})
	if !ok {
		return knownNode{}, false
	}
	those := k.inside[at]
	n := those.nodes[id-those.first]
	return knownNode{those.e, those.classes, n}, n != 0
}

// A knownNode is the node that is an item's value, in an expression whose nodes all have
// classes.
type knownNode struct {
	e       *syntax.Expr
	classes []value.Class // by node
	node    syntax.NodeID
}

func (k *known) reset() {
	clear(k.edited)
	clear(k.nodes)
	clear(k.inside)
	k.inside = k.inside[:0]
}

// class returns the class of an item's value as it now stands.
func (a *applier) class(id syntax.ItemID, schema *value.Schema) value.Class {
	if !a.d.EditedInside(id) {
		k := a.knownNode(id, schema)
		return k.classes[k.node]
	}
	if n, ok := a.known.edited[id]; ok {
		return n
	}
	n := a.editedClass(id, schema)
	if a.known.edited == nil {
		a.known.edited = map[syntax.ItemID]value.Class{}
	}
	a.known.edited[id] = n
	return n
}

// editedClass is class for a value that has been edited inside: that of its parts, or of
// its text.
func (a *applier) editedClass(id syntax.ItemID, schema *value.Schema) value.Class {
	switch a.d.Inside(id) {
	case syntax.InsideParens:
		return a.class(a.d.FirstItem(id), schema)
	case syntax.InsideCall:
		return a.rendered(id, schema)
	}
	var keys, values []value.Class
	for c := a.d.FirstItem(id); c != syntax.NoItem; c = a.d.NextItem(c) {
		a.budget.Step(1)
		switch a.d.Kind(c) {
		case syntax.KindElement:
			values = append(values, a.class(c, schema.Element()))
		case syntax.KindPair:
			keys = append(keys, a.keyClass(c, schema.KeyMode()))
			values = append(values, a.class(c, a.memberSchema(c, schema)))
		}
	}
	if a.isList(id) {
		return a.classes.List(values)
	}
	return a.classes.Object(keys, values)
}

// knownNode returns the node that is the value of an item which has not been edited
// inside, and parses it if need be.
func (a *applier) knownNode(id syntax.ItemID, schema *value.Schema) knownNode {
	if k, ok := a.known.node(id); ok {
		return k
	}
	content := a.d.Item(id).Content
	a.budget.Step(content.Len() >> 2)
	e, err := syntax.ParseExpression(nil, a.d.Text(), content)
	if err != nil {
		panic("edit: an invalid expression in a tree: " + err.Error())
	}
	k := knownNode{e: e, classes: a.classes.Expr(nil, e, schema), node: e.Root}
	if a.known.nodes == nil {
		a.known.nodes = map[syntax.ItemID]knownNode{}
	}
	a.known.nodes[id] = k
	return k
}

// expandKnown is expand for an item whose class has been asked for: the classes of what
// is in it are known then, too.
func (a *applier) expandKnown(id syntax.ItemID) bool {
	k, ok := a.known.node(id)
	if !ok || a.d.Expanded(id) {
		return a.expand(id)
	}
	if !a.d.ExpandNode(id, k.e, k.node) {
		return false
	}
	n := k.e.Node(k.node).First
	if a.d.Inside(id) == syntax.InsideCall {
		n = k.e.Node(n).Next // after its name
	}
	first := a.d.FirstItem(id)
	if first == syntax.NoItem {
		return true
	}
	nodes := make([]syntax.NodeID, a.d.LastItem(id)-first+1) // items that are made at once have numbers in a row
	for c := first; c != syntax.NoItem; c = a.d.NextItem(c) {
		a.budget.Step(1)
		switch a.d.Kind(c) {
		case syntax.KindElement:
			nodes[c-first] = n
		case syntax.KindPair:
			nodes[c-first] = k.e.Node(k.e.Node(n).First).Next
		default:
			continue
		}
		n = k.e.Node(n).Next
	}
	a.known.inside = append(a.known.inside, knownItems{first, k.e, k.classes, nodes})
	return true
}

// memberSchema returns how the value of a pair is read in an object that is read so.
func (a *applier) memberSchema(pair syntax.ItemID, schema *value.Schema) *value.Schema {
	if schema == nil {
		return nil
	}
	key, _ := a.d.Key(pair)
	return schema.Member(key)
}

// keyClass returns the class of a pair's key.
func (a *applier) keyClass(pair syntax.ItemID, m value.Mode) value.Class {
	e := a.d.Expr(a.d.Item(pair).Name)
	return a.classes.Key(e, e.Root, nil, m)
}
