package main

import "slices"

// Pages that are written by hand leave out some arguments. What the pages of the previous version
// leave out of that version's declarations, those of the new version are taken to leave out, too.

// correct adds what pages leave out, and says that an item is a block, or none, where they err.
func correct(all, declared, pages map[string]*node) {
	for name, exact := range declared {
		page, known := pages[name]
		switch n := all[name]; {
		case !known:
			all[name] = exact
		case n != nil:
			n.correct(exact, page)
		}
	}
}

func (n *node) correct(exact, page *node) {
	for _, in := range exact.inside {
		p, c := page.child(in.name), n.child(in.name)
		switch {
		case p == nil && c == nil:
			n.inside = append(n.inside, in)
		case p != nil && c != nil:
			if p.block != in.block {
				c.block = in.block
			}
			c.correct(in, p)
		}
	}
}

// child returns what is inside by its name, or nil.
func (n *node) child(name string) *node {
	i := slices.IndexFunc(n.inside, func(in *node) bool { return in.name == name })
	if i < 0 {
		return nil
	}
	return n.inside[i]
}
