package tree

// A Holder holds a Tree. A struct of another package that embeds a Holder can be passed to Of: so
// the packages of this module get the tree of a *syntax.File, and other programs do not.
type Holder struct {
	tree     Tree
	released bool // in builds with the race detector: the memory of the tree was given away
}

// In returns the tree that h holds. It is not a method, because a struct that embeds a Holder would
// also have the method.
func In(h *Holder) *Tree {
	if findsMisuse && h.released {
		panic("the file is used after its release")
	}
	return &h.tree
}

// Released makes In panic for h, and reports true, in builds with the race detector. In other builds
// it does nothing: then the memory of the tree may be used again.
func Released(h *Holder) bool {
	h.released = findsMisuse
	return findsMisuse
}

func (h *Holder) inner() *Tree { return In(h) }

// Of returns the tree of a value that embeds a Holder, such as a *syntax.File.
func Of(embeds interface{ inner() *Tree }) *Tree { return embeds.inner() }
