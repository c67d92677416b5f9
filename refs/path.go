package refs

import "strconv"

// A Part is a step of a Rename's path.
type Part struct {
	Name string // of an attribute, a nested block type or a key
	// Element says in which block or element the next part is, counted from 1. 0 means all of
	// them, or the only value; SomeElement means that it is unknown. In the last part,
	// SomeElement means that only some of the blocks with this name are renamed.
	Element int
}

// SomeElement is the Element of a Part with an unknown number.
const SomeElement = -1

// String returns the part as in a reference.
func (p Part) String() string {
	if p.Element > 0 {
		return p.Name + "[" + strconv.Itoa(p.Element-1) + "]"
	}
	return p.Name
}

// A branch is a place in the values of an address through which paths of renames lead.
type branch struct {
	one      *Rename              // the rename of this name
	children map[string]*branch   // the names in all elements
	elements map[int]*branch      // the names in one element only, by its index from 1
	within   map[string][]*branch // the names that are in some elements only
	any      *Rename              // one of the renames here or below
	some     bool                 // only some of the blocks with this name are renamed
}

// rootOf returns the key of an address in Renames.roots.
func rootOf(dst []byte, kind Kind, typ, name []byte, repeated bool) []byte {
	attribute := "."
	if repeated {
		attribute = "[."
	}
	return appendKey(dst, kind, typ, name, []byte(attribute))
}

// addPath makes the branches of a rename of an attribute. It returns false if another
// rename has the same path, unless the renames are of some blocks only.
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

// child returns the branch of a name, in one element or, for 0, in all. It adds the branch if
// necessary.
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

// path returns the parts that lead to the name.
func (one *Rename) path() []Part {
	if one.Attribute != "" {
		return []Part{{Name: one.Attribute}}
	}
	return one.Path
}

// isOfAttribute reports whether the rename is of an attribute of the object, not of the object
// itself.
func (one *Rename) isOfAttribute() bool { return one.Attribute != "" || len(one.Path) > 0 }
