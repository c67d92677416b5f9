// Package enable makes code of comments: of lines that are, without their comment signs, a block,
// an attribute, a key or an element at the address of an entry.
//
//	enable.go  Apply; entries
//	block.go   blocks that are commented out
//	item.go    attributes, keys and elements that are commented out
//	comments.go  what is commented out in a body, which is read once
//	found.go   where an entry looks, what it has found, the choice, errors, code made
package enable

import (
	"slices"

	"iacedit/address"
	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/plan"
	"iacedit/edit/internal/report"
	"iacedit/internal/base/budget"
	"iacedit/internal/languages/language"
	"iacedit/internal/languages/terraform"
	"iacedit/module"
	"iacedit/syntax"
)

// Apply makes code of what operations name. The files must have no edits since they were parsed,
// but for those of this action.
func Apply(m *draft.Module, o *report.Observer, ops []plan.Operation) error {
	e := enabler{m: m, o: o}
	for i := range ops {
		if err := e.operation(&ops[i]); err != nil {
			return err
		}
	}
	return nil
}

type enabler struct {
	m       *draft.Module
	o       *report.Observer
	bodies  map[body]*comments // of the bodies that were read
	holders holders
}

func (n *enabler) operation(op *plan.Operation) (err error) {
	defer budget.CatchAt(&err, op.At)
	n.m.Operation = op
	if n.m.Language.IsValuesFile(op.Type) {
		for i := range op.Entries {
			if err := n.valuesEntry(op, &op.Entries[i]); err != nil {
				return err
			}
		}
		return nil
	}
	return n.entries(n.m.SiteAt(op.Action, &op.Target), op.Entries, nil)
}

// entries enables what entries name. above is the address of the enclosing block, or nil.
func (n *enabler) entries(s *draft.Site, entries []plan.Entry, above address.Address) error {
	if err := s.Prepare(entries); err != nil {
		return err
	}
	at := n.o.Blocks(s, above)
	for i := range entries {
		if err := n.entry(s, at, &entries[i], i, above); err != nil {
			return err
		}
	}
	s.Free()
	return nil
}

// entry enables blocks or, if the entry names what is in blocks, these parts of the blocks that it
// selects.
func (n *enabler) entry(s *draft.Site, at *report.Blocks, e *plan.Entry, index int, above address.Address) (err error) {
	defer budget.CatchAt(&err, e.At)
	if len(e.Changes) == 0 {
		return n.blocks(s, e, above)
	}
	in := *e
	items, blocks := kindsNamed(e)
	if items { // "index" is then about what is commented out
		in.Index = -1
	}
	several := e.All || s.HasPattern
	in.All = e.All || items && !blocks // which block is meant shows where the comment is
	var c draft.Choice
	if err := s.Choose(&c, &in, index); err != nil {
		return err
	}
	if c.Absent {
		n.o.RecordAbsent(s, e, above)
		return nil
	}
	all := group{blocks: c.Blocks, special: s.Special, at: at, optional: e.Optional || s.Optional}
	var twins []draft.Block
	for _, b := range c.Blocks {
		n.m.Budget.Step(1)
		if twin, is := s.Twins.TwinOf(b); is && e.File == "" {
			twins = append(twins, twin)
		}
	}
	if err := n.together(all, several, e); err != nil {
		return err
	}
	all.blocks = twins
	return n.together(all, several, e)
}

// kindsNamed reports whether an entry names attributes, and whether it names nested blocks.
func kindsNamed(e *plan.Entry) (items, blocks bool) {
	for i := range e.Changes {
		items = items || len(e.Changes[i].Attributes) > 0
		blocks = blocks || len(e.Changes[i].Blocks) > 0
	}
	return items, blocks
}

// together enables what an entry names in a group or, with several set, in each of its blocks.
func (n *enabler) together(g group, several bool, e *plan.Entry) error {
	size := max(1, len(g.blocks))
	if several {
		size = 1
	}
	for blocks := range slices.Chunk(g.blocks, size) {
		g.blocks = blocks
		if err := n.group(&g, e); err != nil {
			return err
		}
	}
	return nil
}

// group enables what an entry names: an attribute in one of the blocks, and nested blocks in each.
func (n *enabler) group(g *group, e *plan.Entry) error {
	for i := range e.Changes {
		c := &e.Changes[i]
		for j := range c.Attributes {
			if err := n.item(g, e, &c.Attributes[j]); err != nil {
				return err
			}
		}
		for j := range c.Blocks {
			t := &c.Blocks[j]
			for _, b := range g.blocks {
				s := b.NestedSite(b.ID, c.Action, t.Type, g.special)
				s.Optional = g.optional
				if err := n.entries(s, t.Entries, g.where(b)); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// valuesEntry enables attributes at the top level of files of variable values.
func (n *enabler) valuesEntry(op *plan.Operation, e *plan.Entry) (err error) {
	defer budget.CatchAt(&err, e.At)
	files := group{special: language.Body(n.m.Language, op.Type), top: address.Of(terraform.VariableValues), optional: e.Optional}
	for _, f := range n.m.InOrder() {
		if e.IsOf(f.Name, f.Budget) && (e.File != "" || !n.m.Named || f.Role == module.Values || n.m.Language.Dialect.AnyBlock() && len(n.m.Files) == 1) {
			files.blocks = append(files.blocks, draft.Block{File: f, ID: syntax.Root})
		}
	}
	return n.group(&files, e)
}
