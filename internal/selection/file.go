package selection

import (
	"iacedit/internal/bodies"
	"iacedit/internal/budget"
	"iacedit/internal/tree"
	"iacedit/syntax"
	"iacedit/value"
)

// A File is a file in which blocks are looked for: as it was parsed, or as it is edited.
type File struct {
	Tree    *syntax.File
	Index   bodies.Index
	Budget  *budget.Budget
	Classes *value.Classes

	// Edited appends the text of a value in which something has been edited. It is nil for a
	// file that is not edited.
	Edited func(dst []byte, id syntax.ItemID) []byte

	tree       *tree.Tree // of Tree
	comparison Comparison
	expr       syntax.Expr // memory for the value being looked at
}

// A Block is a block in a file, or the top level of the file.
type Block struct {
	*File
	ID syntax.ItemID
}

// Open makes f a file in which so many searches are expected.
func (f *File) Open(t *syntax.File, b *budget.Budget, classes *value.Classes, searches int) {
	f.Tree, f.tree, f.Budget, f.Classes = t, tree.Of(t), b, classes
	f.comparison.forget()
	f.Index.Start(t, b, classes, searches)
}

// Expand makes the children of an item. It returns false if its value has none.
func (f *File) Expand(id syntax.ItemID) bool {
	if f.expanded(id) {
		return true
	}
	f.Budget.Step(f.Tree.Value(id).Len() >> 2)
	return f.Tree.Expand(id)
}

func (f *File) expanded(id syntax.ItemID) bool { return f.tree.Item(id).Expanded() }

// editedInside reports whether something in an item's value has been edited, so that its text
// is not what its span says.
func (f *File) editedInside(id syntax.ItemID) bool {
	if f.Edited == nil {
		return false
	}
	it := f.tree.Item(id)
	return it.Expanded() && it.Touched
}

// Expr returns the tree of the value of an item that has not been edited inside. It is valid
// until the next call.
func (f *File) Expr(id syntax.ItemID) *syntax.Expr {
	at := f.Tree.Value(id)
	f.Budget.Step(at.Len() >> 2)
	e, _ := syntax.ParseExpression(&f.expr, f.Tree.Text(), at)
	return e
}

// IsList reports whether an item that has children is a list.
func (f *File) IsList(id syntax.ItemID) bool { return f.Tree.Inside(id) == syntax.InsideList }
