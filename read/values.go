package read

import (
	"slices"

	"iacedit/internal/base/fault"
	"iacedit/internal/base/nocopy"
	"iacedit/internal/engine/selection"
	"iacedit/internal/languages/language"
	"iacedit/internal/languages/terraform"
	"iacedit/module"
	"iacedit/syntax"
)

// valued is a group for files of variable values, in which the top level of each file serves as a
// block.
type valued struct {
	*group
	// lasts maps the name of a variable to a list of files: from each folder, the last file that sets
	// the variable. A file is identified by its index in group. The map is nil until it is needed.
	lasts map[string][]int
}

// chooseValues picks variable values from the files that an entry names or, if the entry names no
// file, from the files that the module loads.
func (c *chooser) chooseValues(t *selection.Target) error {
	special := language.Body(c.language, t.Type)
	for i := range t.Entries {
		e := &t.Entries[i]
		g := c.valuesOf(e, special)
		var err error
		switch {
		case len(g.refs) == 0 && e.IsWhole() && !e.Optional:
			err = fault.At(e.At, fault.BlockNotFound, "no variable values%s", c.inNamed(e))
		case e.IsWhole() || !c.module:
			err = c.chooseContents(t, e, e.Optional, g.group, g.numbers())
		default:
			err = c.chooseLast(t, e, g)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// valuesOf returns the top levels of files with variable values: of the files that an entry names
// or, if the entry names no file, of the files that Terraform loads.
func (c *chooser) valuesOf(e *selection.Pick, special *terraform.Body) *valued {
	if g := c.valued[filesOf(e)]; g != nil {
		return g
	}
	refs := []ref{{0, syntax.Root}}
	switch {
	case !c.module:
	case e.File != "":
		refs = c.inFiles(c.outline.valued, e)
	default:
		refs = slices.DeleteFunc(slices.Clone(c.outline.valued), func(root ref) bool {
			d := &c.docs[root.doc]
			return d.role != module.Values && !c.language.Dialect.AnyBlock() || !e.IsOf(d.Name, c.budget)
		})
	}
	g := &valued{group: &group{blocks: selection.Candidates{Special: special}}}
	g.add(c, refs)
	if c.valued == nil {
		c.valued = map[files]*valued{}
	}
	c.valued[filesOf(e)] = g
	return g
}

// chooseLast picks the attributes that an entry names in files of variable values. If several files
// of a folder set a variable, it picks from the last file, because its value overrides the values
// in the other files.
func (c *chooser) chooseLast(t *selection.Target, e *selection.Pick, g *valued) error {
	if e.Any {
		for _, root := range g.refs {
			c.pickOf(root).any = true
		}
	}
	for i := range e.Attributes {
		a := &e.Attributes[i]
		kept := c.lastWith(a.Name, g)
		if len(kept) == 0 {
			kept = g.numbers()
		}
		if err := c.chooseAttribute(t, a, e.Optional, g.group, kept); err != nil {
			return err
		}
	}
	return nil
}

// lastWith finds, in each folder, the last file that sets the variable with the given name. It
// returns the indexes of these files in the group g. The caller must not change the slice.
func (c *chooser) lastWith(name string, g *valued) []int {
	if g.lasts == nil {
		g.lasts = map[string][]int{}
		for i, root := range g.refs {
			tree := c.docs[root.doc].tree
			folder, _ := module.Split(c.docs[root.doc].Name)
			for id := range tree.Attributes(root.id) {
				c.budget.Step(stepsPerPicked)
				name := nocopy.String(tree.Name(id))
				lasts := g.lasts[name]
				if n := len(lasts); n > 0 {
					if before, _ := module.Split(c.docs[g.refs[lasts[n-1]].doc].Name); before == folder {
						lasts = lasts[:n-1]
					}
				}
				g.lasts[name] = append(lasts, i)
			}
		}
	}
	return g.lasts[name]
}
