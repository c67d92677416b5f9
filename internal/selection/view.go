package selection

import (
	"slices"

	"iacedit/internal/bodies"
	"iacedit/internal/budget"
	"iacedit/internal/tree"
	"iacedit/internal/within"
	"iacedit/syntax"
	"iacedit/value"
)

// A View is a file in which blocks are selected, as parsed or as edited.
type View struct {
	Tree    *syntax.File
	Index   *bodies.Index // the draft's index; without a draft, own
	Budget  *budget.Budget
	Classes *value.Classes

	// Edits is the draft of the file, or nil.
	Edits Draft

	own        bodies.Index // the index of a file that is not edited
	tree       *tree.Tree   // the inner tree of Tree
	comparison Comparison
	expr       *syntax.Expr   // memory for the current value
	encoder    *value.Encoder // nil until it is needed
	text       []byte         // the text of the current value
}

// A Draft is a file that is being edited.
type Draft interface {
	// AppendValue appends the text of an item's current value.
	AppendValue(dst []byte, id syntax.ItemID) []byte
	// Index returns the index of the file, which edits update.
	Index() *bodies.Index
}

// A Block is a block in a file, or the top level of the file.
type Block struct {
	*View
	ID syntax.ItemID
}

// Open sets f to a view of a file. searches is the expected number of searches in it. memory
// holds one value at a time.
func (f *View) Open(t *syntax.File, b *budget.Budget, classes *value.Classes, memory *syntax.Expr, searches int) {
	f.Tree, f.tree, f.Budget, f.Classes, f.expr = t, tree.Of(t), b, classes, memory
	f.comparison.forget()
	f.Index = &f.own
	if f.Edits != nil {
		f.Index = f.Edits.Index()
	}
	f.Index.Start(t, b, classes, memory, searches)
}

// Expand creates the children of an item. It returns false if the item's value has no children.
func (f *View) Expand(id syntax.ItemID) bool {
	if f.expanded(id) {
		return true
	}
	f.Budget.Step(f.Tree.Value(id).Len() >> 2)
	return f.Tree.Expand(id)
}

func (f *View) expanded(id syntax.ItemID) bool { return f.tree.Item(id).Expanded() }

// editedInside reports whether an item's value contains an edited item, so that the text of its
// span is outdated.
func (f *View) editedInside(id syntax.ItemID) bool {
	if f.Edits == nil {
		return false
	}
	it := f.tree.Item(id)
	return it.Expanded() && it.Touched
}

// Expr returns the tree of the value of an item without edits inside. It is valid until the
// next call.
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
	within.Expr(e, f.Budget)
	return syntax.ParseExpression(e, append(slices.Clip(code), '\n'), syntax.Span{To: int32(len(code))})
}

// IsList reports whether an item that has children is a list.
func (f *View) IsList(id syntax.ItemID) bool { return f.Tree.Inside(id) == syntax.InsideList }
