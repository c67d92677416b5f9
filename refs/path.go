package refs

import "strconv"

// A Part is one name on the path from an object to the attribute, block or item that a Rename
// renames inside the object.
type Part struct {
	Name string // the name of an attribute, a nested block type or a key
	// Element is the number, from 1, of the block or element that contains the next part. It is 0 for
	// all blocks or elements, and for a single value. It is SomeElement if the number is unknown. In
	// the last part, SomeElement means that only some of the blocks with this name are renamed.
	Element int
}

// SomeElement is the Element of a Part if the number of the block or element is unknown.
const SomeElement = -1

// String returns the part as code writes it in a reference, such as disk[0].
func (p Part) String() string {
	if p.Element > 0 {
		return p.Name + "[" + strconv.Itoa(p.Element-1) + "]"
	}
	return p.Name
}

// A branch is a node in the tree of all renamed names inside one object. For the path a.b, the root
// of the tree has a branch for a, which has a branch for b.
type branch struct {
	rename     *Rename              // the rename whose path ends here, or nil
	children   map[string]*branch   // by name: the next branches of paths that apply to all elements
	elements   map[int]*branch      // by number of an element, from 1, or SomeElement: the next branches in that element only
	inElements map[string][]*branch // by name: the branches of that name in elements
	anyRename  *Rename              // one of the renames whose paths lead through this branch or end at it
	partial    bool                 // only some of the blocks with this name are renamed
	shaped     *Rename              // one of the renames below the branch that changes the shape of a value, or nil
}

// rootAttribute returns the attribute in the key of an object in the map Renames.roots.
func rootAttribute(repeated bool) string {
	if repeated {
		return "[."
	}
	return "."
}

// addPath adds the path of a rename to the tree of its object. It returns false if another rename
// has the same path, unless one of the two applies to only some of the blocks at that path.
func (r *Renames) addPath(rename *Rename) bool {
	if r.roots == nil {
		r.roots = map[string]*branch{}
	}
	r.key = appendKey(r.key[:0], rename.Of.Kind, rename.Of.Type, rename.Of.Name, rootAttribute(rename.Repeated))
	b := r.roots[string(r.key)]
	if b == nil {
		b = &branch{anyRename: rename}
		r.roots[string(r.key)] = b
	}
	b.anyRename = rename
	element := 0
	for _, p := range rename.path() {
		if rename.Shape != SameShape {
			b.shaped = rename
		}
		b = b.childBranch(p.Name, element)
		b.anyRename, element = rename, p.Element
	}
	if element == SomeElement {
		b.partial, r.partial = true, true
	}
	if b.rename != nil {
		return b.partial
	}
	b.rename = rename
	return true
}

// childBranch returns the branch for a name below b: in one element of b or, if element is 0, in
// all elements. It adds the branch if necessary.
func (b *branch) childBranch(name string, element int) *branch {
	parent := b
	if element != 0 {
		if parent = b.elements[element]; parent == nil {
			parent = new(branch)
			if b.elements == nil {
				b.elements = map[int]*branch{}
			}
			b.elements[element] = parent
		}
	}
	c := parent.children[name]
	if c == nil {
		c = new(branch)
		if parent.children == nil {
			parent.children = map[string]*branch{}
		}
		parent.children[name] = c
		if element != 0 {
			if b.inElements == nil {
				b.inElements = map[string][]*branch{}
			}
			b.inElements[name] = append(b.inElements[name], c)
		}
	}
	return c
}

// path returns the parts that lead to the renamed attribute or item. It is empty for a rename of
// the object itself.
func (r *Rename) path() []Part {
	if r.Attribute != "" {
		return []Part{{Name: r.Attribute}}
	}
	return r.Path
}

// isOfAttribute reports whether the rename changes the name of something inside the object, not
// of the object itself.
func (r *Rename) isOfAttribute() bool { return r.Attribute != "" || len(r.Path) > 0 }
