package project

import (
	"slices"

	"iacedit/address"
	"iacedit/edit"
	"iacedit/internal/engine/selection"
	"iacedit/internal/languages/terraform"
	"iacedit/syntax"
)

// EnableDisabled returns the task to make code of what is commented out.
func EnableDisabled(d *selection.Disabled) *Naming {
	e := &Naming{Operation: edit.Enable, Disabled: true, Address: d.Meant.String()}
	if !d.Alone {
		e.number = &d.Number
	}
	return e
}

// listDisabled returns the Listing of what is commented out in a file. If there are addresses, it
// has only what is at these addresses, or inside what they mean.
func (s *Scope) listDisabled(title string, tree *syntax.File, only []address.Target) (l Listing) {
	if terraform.IsInJSON(title) {
		return l
	}
	for _, d := range selection.DisabledIn(tree, s.language()) {
		if len(only) > 0 && !slices.ContainsFunc(only, func(t address.Target) bool { return d.IsAt(t.Address(), true) }) {
			continue
		}
		item := describe(d.Tree, d.ID, d.Address, title)
		item.First, item.Last = tree.Line(d.Lines.From), tree.Line(d.Lines.To-1)
		l.All = append(l.All, item)
	}
	return l
}

// findDisabled sets s.complete if what the target names is commented out in the file. The target
// then leads to the comment: a name becomes a nested block if such a block is commented out, and the
// number of a block in which an item is commented out becomes the number of the comment.
func (s *subject) findDisabled(a address.Address, l address.Language) {
	t := &s.target
	s.missing, _ = t.Missing(s.tree, l)
	last := &t.Blocks[len(t.Blocks)-1]
	if isLocal(t) && (len(a) < 2 || a[1].Kind != address.PartIndex) {
		last.Index = -1
	}
	meant := t.Address()
	for _, d := range selection.DisabledIn(s.tree, l) {
		inside := last.Index >= 0 && d.Tree.Kind(d.ID) != syntax.KindBlock
		if !d.IsAt(meant, false) || inside && d.Address.String() != meant.String() {
			continue
		}
		s.complete = true
		switch {
		case inside:
			last.Index = d.Number
			return
		case d.Tree.Kind(d.ID) == syntax.KindBlock && t.Path.Name != "":
			s.toBlock(a, l)
			return
		}
	}
}

// findAllDisabled is findDisabled for an address that ends in [*] and means nested blocks of which none
// is code. It reports whether such blocks are commented out.
func (s *subject) findAllDisabled(a address.Address, l address.Language) bool {
	above, last := a[:len(a)-1], a[len(a)-1]
	target, err := selection.Resolve(above, s.tree, l)
	if last.Kind != address.PartAll || err != nil {
		return false
	}
	s.target = target
	s.findDisabled(above, l)
	s.target.Blocks[len(s.target.Blocks)-1].All = s.target.Path.Name == ""
	return s.complete
}

// toBlock makes a block of the attribute that the target names.
func (s *subject) toBlock(a address.Address, l address.Language) {
	t := &s.target
	if len(t.Blocks) == 1 && t.Label(s.tree) {
		return
	}
	index := -1
	if i := slices.IndexFunc(t.Path.Steps, func(s address.Step) bool { return s.Kind == address.StepIndex }); i >= 0 {
		index, a, t.Path.Steps = t.Path.Steps[i].Index, a[:len(a)-len(t.Path.Steps)+i], t.Path.Steps[:i]
	}
	if s.nest(a, true, l) {
		t.Blocks[len(t.Blocks)-1].Index = index
	}
}

// askDisabled makes an action choose a file of each group if no file has, commented out, what is to
// be enabled. The edits are then refused, with an error that names what is commented out.
func (do *action) askDisabled(groups []*group) {
	found := func(g *group) bool { return slices.ContainsFunc(g.asked, func(s *subject) bool { return s.complete }) }
	if do.disabled && !slices.ContainsFunc(groups, found) {
		do.choose = func(g *group) ([]*subject, error) { return g.asked[:1], nil }
	}
}
