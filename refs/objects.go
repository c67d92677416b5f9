package refs

import (
	"iter"

	"iacedit/syntax"
)

// Objects returns an iterator over the references to objects in an expression of Terraform: the node of the name
// with which each reference begins, and the address of the object. It leaves out the local names of
// the expression.
func Objects(e *syntax.Expr) iter.Seq2[syntax.NodeID, Address] {
	return func(yield func(syntax.NodeID, Address) bool) {
		if e == nil {
			return
		}
		var locals Locals
		locals.Find(e)
		const most = 3 // names in an address
		roots := map[syntax.NodeID]syntax.NodeID{}
		names := map[syntax.NodeID][]string{} // by root
		var found []syntax.NodeID
		for id := range e.All() {
			n := e.Node(id)
			if n.Kind != syntax.NodeGetAttr {
				continue
			}
			root, known := roots[n.First]
			if !known {
				if e.Node(n.First).Kind != syntax.NodeVariable || locals.Binder(n.First) != 0 {
					continue
				}
				root = n.First
				names[root] = append(names[root], string(e.Source(root)))
				found = append(found, root)
			}
			if len(names[root]) < most {
				roots[id] = root
				names[root] = append(names[root], string(e.Source(e.Node(n.First).Next)))
			}
		}
		for _, root := range found {
			if a := addressNamed(names[root]); a.Kind != Other && !yield(root, a) {
				return
			}
		}
	}
}

// addressNamed returns the address of the object to which a reference with the given names refers.
// Its Kind is Other if there is no such object.
func addressNamed(names []string) Address {
	kind, keyword := terraformCode.roots[names[0]]
	switch {
	case !keyword && len(names) > 1:
		return Address{Resource, names[0], names[1]}
	case hasType(kind) && len(names) > 2:
		return Address{kind, names[1], names[2]}
	case hasName(kind) && len(names) > 1:
		return Address{Kind: kind, Name: names[1]}
	}
	return Address{}
}
