package read

import (
	"iacedit/internal/selection"
	"iacedit/syntax"
)

// picked holds what is picked of blocks, and of the top levels of files.
type picked map[ref]*pick

// A pick is what of a block is to be written.
type pick struct {
	whole bool
	any   bool                    // all attributes
	names map[string]bool         // these attributes and paths
	paths map[string][]pickedPath // what paths lead to, by the attribute
}

// A pickedPath is what a path leads to.
type pickedPath struct {
	*selection.Attribute
	item syntax.ItemID
}

// orNil returns nil, which stands for all of a block, for a pick of the whole.
func (p *pick) orNil() *pick {
	if p.whole {
		return nil
	}
	return p
}

// attribute reports whether all of an attribute is picked.
func (p *pick) attribute(name []byte) bool { return p.whole || p.any || p.names[string(name)] }

// pickOf returns the pick of a block, a new one if need be.
func (c *chooser) pickOf(b ref) *pick {
	p := c.picked[b]
	if p == nil {
		c.budget.Step(stepsPerPicked)
		p = &pick{}
		c.picked[b] = p
	}
	return p
}

// add adds an attribute, or the item that a path leads to. It returns false if another value
// is asked for under the same path.
func (p *pick) add(a *selection.Attribute, item syntax.ItemID) bool {
	if p.names == nil {
		p.names = map[string]bool{}
	}
	if p.names[a.Text] {
		return !a.EndsInEqual()
	}
	p.names[a.Text] = true
	if len(a.Path) == 0 {
		return true
	}
	if p.paths == nil {
		p.paths = map[string][]pickedPath{}
	}
	p.paths[a.Name] = append(p.paths[a.Name], pickedPath{a, item})
	return true
}
