package enable

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"iacedit/edit/internal/draft"
	"iacedit/internal/base/budget"
	"iacedit/internal/engine/oldcode"
	"iacedit/syntax"
)

// A comment is code that is commented out, or was before this action made code of it.
type comment struct {
	*oldcode.Code
	number  int // its index among those of its body
	enabled bool
}

// A body is a body of a file.
type body struct {
	file *draft.File
	id   syntax.ItemID
}

// comments are those of a body.
type comments struct {
	all    []*comment
	byName map[string][]*comment
}

// nameOfBlock is the name in comments.byName of a block with a type and labels. The name of an attribute
// is its own.
func nameOfBlock(typ string, labels []string) string {
	return typ + "\x00" + strings.Join(labels, "\x00")
}

// in returns the comments of a body. A body is read once.
func (n *enabler) in(at body, b *budget.Budget) *comments {
	if known := n.bodies[at]; known != nil {
		return known
	}
	read := &comments{byName: map[string][]*comment{}}
	for code := range oldcode.Find(at.file.Draft.File, at.id, b) {
		c := &comment{Code: code, number: len(read.all)}
		name := string(c.Tree.Name(c.ID))
		if c.Tree.Kind(c.ID) == syntax.KindBlock {
			name = nameOfBlock(name, syntax.Strings(c.Tree.Labels(c.ID)))
		}
		read.all = append(read.all, c)
		read.byName[name] = append(read.byName[name], c)
	}
	draft.Note(&n.bodies, at, read)
	return read
}

// comments yields the code that is commented out in a body, object or list; of a body only what has one
// of the names, unless names is nil. In a body it also yields what this action has made code of, so that
// all entries count the same comments.
func (n *enabler) comments(f *draft.File, parent syntax.ItemID, names []string, b *budget.Budget) iter.Seq[*comment] {
	return func(yield func(*comment) bool) {
		if f.Draft.Inside(parent) != syntax.InsideBody { // the commas beside a new pair or element move the comments
			for c := range oldcode.Find(f.Draft.File, parent, b) {
				if !yield(&comment{Code: c}) {
					return
				}
			}
			return
		}
		b.Step(1 + len(names))
		read := n.in(body{f, parent}, b)
		all := read.all
		if names != nil {
			all = nil
			for _, name := range names {
				all = append(all, read.byName[name]...)
			}
			slices.SortFunc(all, func(a, b *comment) int { return cmp.Compare(a.number, b.number) })
		}
		for _, c := range all {
			b.Step(1)
			if !yield(c) {
				return
			}
		}
	}
}

// enabled records that a comment is code now. The comments above it, up to an item, are in a gap now.
func (n *enabler) enabled(c *found, gap syntax.ItemID) {
	c.code.enabled = true
	read := n.bodies[body{c.file, c.parent}]
	if read == nil {
		return
	}
	for _, above := range slices.Backward(read.all[:c.code.number]) {
		if above.enabled || above.Child != c.code.Child {
			return
		}
		n.m.Budget.Step(1)
		above.Child = gap
	}
}
