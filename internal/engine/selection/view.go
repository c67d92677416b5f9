package selection

import (
	"slices"

	"iacedit/internal/base/budget"
	"iacedit/internal/engine/bodies"
	"iacedit/internal/engine/tree"
	"iacedit/syntax"
	"iacedit/value"
)

// A View is a file that is searched for blocks. The file may have edits.
type View struct {
	Tree    *syntax.File
	Index   *bodies.Index // the index of Edits or, if Edits is nil, the field ownIndex
	Budget  *budget.Budget
	Classes *value.Classes

	// Edits is the draft with the edits of the file, or nil.
	Edits Draft

	ownIndex   bodies.Index // the index of a file that is not edited
	tree       *tree.Tree   // the nodes of Tree
	comparison Comparison
	expr       *syntax.Expr   // memory for the current value
	encoder    *value.Encoder // nil until it is needed
	text       []byte         // the text of the current value
}

// A Draft is a file that is being edited.
type Draft interface {
	// AppendValue appends the text of an item's current value.
	AppendValue(dst []byte, id syntax.ItemID) []byte
	// Index returns the index of the file. Every edit updates the index.
	Index() *bodies.Index
}

// A Block is a block in a file, or the top level of the file.
type Block struct {
	*View
	ID syntax.ItemID
}

// Open makes f a View of a file. The View parses each value into the argument memory, and
// overwrites the previous value. searches is the expected number of searches.
func (f *View) Open(t *syntax.File, b *budget.Budget, classes *value.Classes, memory *syntax.Expr, searches int) {
	f.Tree, f.tree, f.Budget, f.Classes, f.expr = t, tree.Of(t), b, classes, memory
	f.comparison.forget()
	f.Index = &f.ownIndex
	if f.Edits != nil {
		f.Index = f.Edits.Index()
	}
	f.Index.Start(t, b, classes, memory, searches)
}

// Expand adds an item's children to the tree. It returns false if the value cannot have children.
func (f *View) Expand(id syntax.ItemID) bool {
	if f.expanded(id) {
		return true
	}
	f.Budget.Step(f.Tree.Value(id).Len() >> 2)
	return f.Tree.Expand(id)
}

func (f *View) expanded(id syntax.ItemID) bool { return f.tree.Item(id).Expanded() }

// editedInside reports whether something in an item's value was edited. If so, the text at the span
// of the value is out of date.
func (f *View) editedInside(id syntax.ItemID) bool {
	if f.Edits == nil {
		return false
	}
	it := f.tree.Item(id)
	return it.Expanded() && it.Touched
}

// Expr returns the value of an item as an expression, valid until the next call. Expr must not be
// called for a value in which something was edited.
func (f *View) Expr(id syntax.ItemID) *syntax.Expr {
	at := f.Tree.Value(id)
	f.Budget.Step(at.Len() >> 2)
	e, _ := syntax.ParseExpression(f.expr, f.Tree.Text(), at)
	return e
}

// ParseCode parses code that is one expression. It charges the budget before it parses.
func (f *View) ParseCode(code []byte) (*syntax.Expr, error) {
	f.Budget.Step(len(code))
	e := new(syntax.Expr)
	e.SetBudget(f.Budget)
	return syntax.ParseExpression(e, append(slices.Clip(code), '\n'), syntax.Span{To: int32(len(code))})
}

// IsList reports whether an item that has children is a list.
func (f *View) IsList(id syntax.ItemID) bool { return f.Tree.Inside(id) == syntax.InsideList }
