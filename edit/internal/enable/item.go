package enable

import (
	"iacedit/address"
	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/plan"
	"iacedit/edit/internal/report"
	"iacedit/internal/base/budget"
	"iacedit/internal/base/excerpt"
	"iacedit/internal/base/fault"
	"iacedit/internal/engine/oldcode"
	"iacedit/internal/engine/selection"
	"iacedit/internal/languages/terraform"
	"iacedit/syntax"
	"iacedit/value"
)

// item enables the attribute, key or element at an attribute path in one of the blocks of a group.
func (n *enabler) item(g *group, e *plan.Entry, attr *plan.Attribute) (err error) {
	defer budget.CatchAt(&err, attr.At)
	w := wanted{
		action: plan.Enable, entry: e, at: attr.At, missing: fault.AttributeNotFound,
		what: "the attribute " + excerpt.Quote(attr.Text), name: attr.Name, absent: e.Optional || g.optional,
	}
	if len(attr.Path) > 0 {
		w.name = attr.Path[len(attr.Path)-1].Key
	}
	nowhere := error(nil) // no block has what could contain it
	some := false
	var all []found
	var names []string // of the comments in a body that the path may mean
	if len(attr.Path) == 0 {
		names = []string{attr.Name}
	}
	for _, b := range g.blocks {
		p, err := n.place(b, g.special, attr)
		if err != nil {
			nowhere = err
			continue
		}
		some = true
		for _, parent := range p.parents {
			for _, c := range n.comments(b.File, parent, names, b.Budget) {
				if p.is(n, b, parent, c.Code) {
					all = append(all, found{b.File, c, parent, g.where(b)})
				}
			}
		}
	}
	if !some && nowhere != nil {
		return nowhere
	}
	if len(all) == 0 && !w.absent {
		return w.notFound(n.namesIn(g, attr))
	}
	chosen, err := w.choose(all)
	if err != nil {
		return err
	}
	if len(chosen) == 0 && len(g.blocks) > 0 {
		n.o.RecordOutcome(attr.At, g.blocks[0].File, g.where(g.blocks[0]), attr.Text, report.Absent)
	}
	n.holders = holders{} // a provider may get an alias
	for i := range chosen {
		c := &chosen[i]
		if isThere(attr, c) {
			return c.position(fault.At(attr.At, fault.AttributeAlreadyExists, "%s: %s is there already, beside the one that is commented out %s", plan.Enable, attr.Text, c.place()))
		}
		if err := n.enable(c, attr.At, attr.Text); err != nil {
			return err
		}
	}
	return nil
}

// A place is where an attribute path leads: the body, or the objects or the list of its last step.
type place struct {
	attr    *plan.Attribute
	parents []syntax.ItemID
	schema  *value.Schema // of the value with the last step
}

// place returns the place of an attribute of a block.
func (n *enabler) place(b draft.Block, special *terraform.Body, attr *plan.Attribute) (p place, err error) {
	p = place{attr: attr, parents: []syntax.ItemID{b.ID}}
	last := len(attr.Path) - 1
	if last < 0 {
		return p, nil
	}
	outer := *attr
	outer.Path = attr.Path[:last]
	id, schema, seen := b.ValueAt(b.ID, &outer, special.Attribute(attr.Name))
	if seen != address.There {
		return p, fault.At(attr.At, fault.AttributeNotFound, "%s: no code is at %s that could contain it; %s", plan.Enable, excerpt.Quote(attr.Text), b.AttributesOf(b.ID, attr.Name))
	}
	items, step := selection.Items{View: &b.File.View}, attr.Path[last]
	p.schema = schema
	if objects, container, merged := address.Objects(items, id, schema, step); merged {
		p.parents = objects
	} else {
		p.parents = []syntax.ItemID{container}
	}
	if step.Kind != address.StepKey {
		p.parents = []syntax.ItemID{address.Enter(items, id, schema, step)}
	}
	return p, nil
}

// lastOf returns the last step of a path, and whether there is one.
func lastOf(attr *plan.Attribute) (step address.Step, ok bool) {
	if n := len(attr.Path); n > 0 {
		return attr.Path[n-1], true
	}
	return step, false
}

// namesIn returns the names of what is commented out where an attribute path leads in a group.
func (n *enabler) namesIn(g *group, attr *plan.Attribute) (names []string) {
	for _, b := range g.blocks {
		p, err := n.place(b, g.special, attr)
		if err != nil {
			continue
		}
		for _, parent := range p.parents {
			for _, c := range n.comments(b.File, parent, nil, b.Budget) {
				names = noteName(names, c.Code)
			}
		}
	}
	return names
}

// noteName appends the name of code that is commented out, if it has one.
func noteName(names []string, c *oldcode.Code) []string {
	switch c.Tree.Kind(c.ID) {
	case syntax.KindAttribute:
		return append(names, string(c.Tree.Name(c.ID)))
	case syntax.KindPair:
		key, _ := c.Tree.Key(c.ID)
		return append(names, key)
	}
	return names
}

// is reports whether code that is commented out in a body, object or list is what the path means.
// The number of an element is that which the element would have.
func (p *place) is(n *enabler, b draft.Block, parent syntax.ItemID, c *oldcode.Code) bool {
	step, ok := lastOf(p.attr)
	switch {
	case !ok:
		return c.Tree.Kind(c.ID) == syntax.KindAttribute && string(c.Tree.Name(c.ID)) == p.attr.Name
	case step.Kind == address.StepKey:
		key, literal := c.Tree.Key(c.ID)
		return c.Tree.Kind(c.ID) == syntax.KindPair && literal && key == step.Key
	case c.Tree.Kind(c.ID) != syntax.KindElement:
		return false
	case step.Kind == address.StepEqual:
		m := n.m.Classes.Matcher(&p.attr.Value, p.schema.Element())
		return m.MatchClass(n.view(c).Compare().Class(c.ID, p.schema.Element()))
	}
	before := 0
	for id := range b.Draft.Children(parent) {
		b.Budget.Step(1)
		if id == c.Child {
			break
		}
		if b.Draft.Kind(id) == syntax.KindElement {
			before++
		}
	}
	return before == step.Index
}

// isThere reports whether the attribute or key of a found code is code, too.
func isThere(attr *plan.Attribute, c *found) bool {
	step, ok := lastOf(attr)
	switch {
	case !ok:
		return c.file.Index.Attribute(c.parent, attr.Name) != syntax.NoItem
	case step.Kind == address.StepKey:
		return c.file.Index.Pair(c.parent, step.Key, value.Template) != syntax.NoItem
	}
	return false
}
