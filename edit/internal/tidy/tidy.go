// Package tidy makes code fit to keep that a program has generated, without a change of what it
// means: what says nothing goes, IDs become references, JSON in strings becomes code.
//
// All operations of a request are applied together: Apply finds the blocks, makes references of IDs
// as long as the code has them, removes the rest, and at last puts arguments in order.
//
//	tidy.go    Apply; the selected blocks
//	walk.go    the arguments and nested blocks of a block
//	remove.go  arguments and nested blocks that go; headers.go: comments of generators
//	ids.go     which literals are the IDs of which blocks; references.go: references in their place
//	policy.go  strings that are JSON; holes.go: their interpolations;
//	           canonical.go: the text that jsonencode writes
//	order.go   arguments in order
package tidy

import (
	"iacedit/address"
	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/plan"
	"iacedit/edit/internal/report"
	"iacedit/edit/internal/typing"
	"iacedit/internal/base/budget"
	"iacedit/internal/base/fault"
	"iacedit/internal/engine/rules"
	"iacedit/internal/languages/language"
	"iacedit/internal/languages/terraform"
)

// Apply tidies the blocks that operations name. The files must have no edits since they were parsed.
func Apply(m *draft.Module, o *report.Observer, ops []plan.Operation) error {
	t := &tidier{m: m, o: o, folders: map[string]*identities{}, types: typing.NewFinder(m)}
	for i := range ops {
		if err := t.find(&ops[i]); err != nil {
			return err
		}
	}
	for _, step := range []func() error{t.replaceIDs, t.remove, t.arrange} {
		if err := step(); err != nil {
			return err
		}
	}
	for i := range t.targets {
		x := &t.targets[i]
		effect := report.Unchanged
		if x.changed {
			effect = report.Changed
		}
		o.RecordOutcome(x.at, x.File, x.where, "", effect)
	}
	return nil
}

type tidier struct {
	m       *draft.Module
	o       *report.Observer
	targets []target
	folders map[string]*identities // by folder
	types   *typing.Finder
}

// A target is a selected block.
type target struct {
	draft.Block
	*plan.Tidying
	typ     string // the type of the block
	special *terraform.Body
	where   address.Address
	at      int // the offset of the entry in the edits
	number  int // the number of the block in its file, for the time after the file is parsed again
	changed bool
}

// stepsPerTarget is the price of recording that a block is tidied.
const stepsPerTarget = 96

// find records the blocks that an operation tidies.
func (t *tidier) find(op *plan.Operation) (err error) {
	defer budget.CatchAt(&err, op.At)
	s := t.m.SiteAt(op.Action, &op.Target)
	if err := s.Prepare(op.Entries); err != nil {
		return err
	}
	at := t.o.Blocks(s, nil)
	for i := range op.Entries {
		e := &op.Entries[i]
		content := e.Content.(*plan.Tidying)
		if content.Named && content.Has(plan.Computed|plan.Empty) && t.m.Schemas == nil {
			return fault.At(e.At, fault.InvalidRequest, `tidy: "computed" and "empty" need the schemas of the providers, which the request lacks`)
		}
		var c draft.Choice
		if err := s.Choose(&c, e, i); err != nil {
			return err
		}
		if c.Absent {
			t.o.RecordAbsent(s, e, nil)
			continue
		}
		for _, b := range s.Twins.AddTwins(e, c.Blocks) {
			t.m.Budget.Step(stepsPerTarget)
			if rules.Spares(b.Draft.At(b.Draft.Comments(b.ID))) {
				continue
			}
			typ := string(b.Draft.Name(b.ID))
			t.targets = append(t.targets, target{
				Block: b, Tidying: content, typ: typ, special: language.Body(t.m.Language, typ), where: at.Address(b), at: e.At,
			})
		}
	}
	s.Free()
	return nil
}
