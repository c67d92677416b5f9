package enable

import (
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
	name    string // in comments.byName
	number  int    // its index among those of its body
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
	read := new(comments)
	for code := range oldcode.Find(at.file.Draft.File, at.id, b) {
		c := &comment{Code: code, name: string(code.Tree.Name(code.ID)), number: len(read.all)}
		if c.Tree.Kind(c.ID) == syntax.KindBlock {
			c.name = nameOfBlock(c.name, syntax.Strings(c.Tree.Labels(c.ID)))
		}
		read.all = append(read.all, c)
		draft.Note(&read.byName, c.name, append(read.byName[c.name], c))
	}
	draft.Note(&n.bodies, at, read)
	return read
}

// comments returns the code that is commented out in a body, object or list; of a body only what has one
// of the names, unless names is nil. Of a body it also returns what this action has made code of, so that
// all entries count the same comments.
func (n *enabler) comments(f *draft.File, parent syntax.ItemID, names []string, b *budget.Budget) (all []*comment) {
	if f.Draft.Inside(parent) != syntax.InsideBody { // the commas beside a new pair or element move the comments
		for c := range oldcode.Find(f.Draft.File, parent, b) {
			all = append(all, &comment{Code: c})
		}
		return all
	}
	read := n.in(body{f, parent}, b)
	switch {
	case names == nil:
		all = read.all
	case len(names) == 1:
		all = read.byName[names[0]]
	default: // few types have several spellings
		for _, c := range read.all {
			if slices.Contains(names, c.name) {
				all = append(all, c)
			}
		}
		b.Step(len(read.all))
	}
	b.Step(1 + len(all))
	return all
}

// enabled records that a comment is code now. The comments above it, up to an item, are in a gap now.
func (n *enabler) enabled(c *found, gap syntax.ItemID) {
	c.code.enabled = true
	read := n.bodies[body{c.file, c.parent}]
	if read == nil {
		return
	}
	for i := c.code.number - 1; i >= 0; i-- {
		above := read.all[i]
		if above.enabled || above.Child != c.code.Child {
			return
		}
		n.m.Budget.Step(1)
		above.Child = gap
	}
}
