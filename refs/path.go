package refs

import "strconv"

// A Part is one name on the way from an object to what a Rename renames inside it.
type Part struct {
	Name string // the name of an attribute, a nested block type or a key
	// Element is the number, from 1, of the block or element that contains the next part. 0 means
	// all blocks or elements, or the only value; SomeElement means an unknown number. In the last
	// part, SomeElement means that only some of the blocks with this name are renamed.
	Element int
}

// SomeElement is the Element of a Part with an unknown number.
const SomeElement = -1

// String returns the part as it is written in a reference.
func (p Part) String() string {
	if p.Element > 0 {
		return p.Name + "[" + strconv.Itoa(p.Element-1) + "]"
	}
	return p.Name
}

// A branch is a node in the tree of all renamed names inside one object. The way from the root of
// the tree to a branch is the path to a name.
type branch struct {
	one      *Rename              // the rename whose path ends here, or nil
	children map[string]*branch   // by name: the next branches of paths that apply to all elements
	elements map[int]*branch      // by number of an element, from 1, or SomeElement: the next branches in that element only
	within   map[string][]*branch // by name: the branches of that name in elements
	any      *Rename              // one of the renames whose paths lead through or end here
	some     bool                 // only some of the blocks with this name are renamed
}

// rootOf appends the key under which Renames.roots has the names inside an object.
func rootOf(dst []byte, kind Kind, typ, name []byte, repeated bool) []byte {
	attribute := "."
	if repeated {
		attribute = "[."
	}
	return appendKey(dst, kind, typ, name, []byte(attribute))
}

// addPath adds what a rename changes inside an object to the branches. It returns false if another
// rename changes the same name, unless the two apply only to some blocks.
func (r *Renames) addPath(one *Rename) bool {
	if r.roots == nil {
		r.roots = map[string]*branch{}
	}
	key := string(rootOf(nil, one.Of.Kind, []byte(one.Of.Type), []byte(one.Of.Name), one.Repeated))
	b := r.roots[key]
	if b == nil {
		b = &branch{any: one}
		r.roots[key] = b
	}
	b.any = one
	element := 0
	for _, p := range one.path() {
		b = b.child(p.Name, element)
		b.any, element = one, p.Element
	}
	if element == SomeElement {
		b.some, r.some = true, true
	}
	if b.one != nil {
		return b.some
	}
	b.one = one
	return true
}

// child returns the branch of a name in one element or, if element is 0, in all elements. It adds
// the branch if necessary.
func (b *branch) child(name string, element int) *branch {
	in := b
	if element != 0 {
		if in = b.elements[element]; in == nil {
			in = new(branch)
			if b.elements == nil {
				b.elements = map[int]*branch{}
			}
			b.elements[element] = in
		}
	}
	c := in.children[name]
	if c == nil {
		c = new(branch)
		if in.children == nil {
			in.children = map[string]*branch{}
		}
		in.children[name] = c
		if element != 0 {
			if b.within == nil {
				b.within = map[string][]*branch{}
			}
			b.within[name] = append(b.within[name], c)
		}
	}
	return c
}

// path returns the parts that lead to the renamed attribute or item. It is empty for a rename of
// the object itself.
func (one *Rename) path() []Part {
	if one.Attribute != "" {
		return []Part{{Name: one.Attribute}}
	}
	return one.Path
}

// isOfAttribute reports whether the rename changes the name of something inside the object, not
// of the object itself.
func (one *Rename) isOfAttribute() bool { return one.Attribute != "" || len(one.Path) > 0 }
