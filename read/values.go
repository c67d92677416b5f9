package read

import (
	"slices"

	"iacedit/address"
	"iacedit/internal/fault"
	"iacedit/internal/selection"
	"iacedit/internal/terraform"
	"iacedit/module"
	"iacedit/syntax"
)

// chooseValues picks variable values: of a module those that are loaded, or those of the file
// that an entry names.
func (c *chooser) chooseValues(t *target) error {
	special := c.language.Body(t.typ)
	for i := range t.entries {
		e := &t.entries[i]
		g := c.valuesIn(e.File, special)
		var err error
		switch {
		case len(g.refs) == 0 && e.all() && !e.Optional:
			err = fault.At(e.At, fault.BlockNotFound, "no variable values%s", c.inNamed(e))
		case e.all() || !c.module:
			err = c.chooseContents(t, e, e.Optional, g, g.numbers())
		default:
			err = c.chooseLast(t, e, g)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// valuesIn returns the top levels with variable values of a file; for "" of the files whose
// values are loaded.
func (c *chooser) valuesIn(file string, special *terraform.Body) *group {
	if file == "" && c.loaded != nil {
		return c.loaded
	}
	refs := []ref{{0, syntax.Root}}
	switch {
	case !c.module:
	case file != "":
		refs = c.inFile(c.outline.valued, file)
	default:
		refs = slices.DeleteFunc(slices.Clone(c.outline.valued), func(root ref) bool {
			return c.docs[root.doc].role != module.Values && c.language.Dialect != address.HCL
		})
	}
	g := &group{blocks: selection.Candidates{Special: special}}
	g.add(c, refs)
	if file == "" {
		c.loaded = g
	}
	return g
}

// chooseLast picks the attributes that an entry names where they count: of several files with
// a name in the last, which overrides the others.
func (c *chooser) chooseLast(t *target, e *entry, g *group) error {
	if e.any {
		for _, root := range g.refs {
			c.pickOf(root).any = true
		}
	}
	for i := range e.attributes {
		a := &e.attributes[i]
		kept := g.numbers()
		if at, ok := c.lastWith(a.Name, e.File, g.refs); ok {
			kept = kept[at : at+1]
		}
		if err := c.chooseAttribute(t, a, e.Optional, g, kept); err != nil {
			return err
		}
	}
	return nil
}

// lastWith returns the number of the last of the top levels that has an attribute. The top
// levels are those of a file; for "" those that are loaded.
func (c *chooser) lastWith(name, file string, roots []ref) (at int, ok bool) {
	if file != "" {
		return len(roots) - 1, len(roots) > 0
	}
	if c.lasts == nil {
		c.lasts = map[string]int{}
		for i, root := range roots {
			tree := c.docs[root.doc].tree
			for id := range tree.Attributes(root.id) {
				c.budget.Step(stepsPerPicked)
				c.lasts[stringOf(tree.Name(id))] = i
			}
		}
	}
	at, ok = c.lasts[name]
	return at, ok
}
