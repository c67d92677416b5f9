// Package apply applies "add", "update", "set", "delete" and "move" to a module.
//
// An operation has entries, which apply to blocks; an entry has changes, which apply to the
// attributes and nested blocks of a body. Each level has a type for what is being edited:
// draft.Site for the entries of one array, body for a block, attributeEdit for one attribute,
// writer for a value.
//
// # Files
//
//	apply.go      Apply: operations
//	nested.go     items that another stage makes in a body
//	generated.go  operations that another stage makes
//	values.go     entries for variable values, by file
//	entries.go    entries and changes: blocks made, changed, deleted
//	body.go       body: the block that an entry changes
//	attributes.go the attributes of one change, and comments
//	attribute.go  one attribute, or the item at the end of its path; part.go: a part of it deleted
//	step.go       the steps of a path; equal.go: the step [=]; steperror.go: errors of steps
//	reference.go  paths into computed values
//	place.go      "place" and "places"; customary.go: the places of other nested blocks;
//	              meta.go: of other arguments; swap.go: "for_each" for "count"
//	move.go       blocks, attributes and keys moved
//	update.go     a value replaced; write.go: its text; list.go: pairing old and new elements
//	parts.go      an expression replaced part by part; form.go: the form of a
//	              for expression; chain.go: the operands of a chain
//	old.go        values made from the old value; text.go: text replaced in a value
//	layout.go     the layout of new values
package apply

import (
	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/plan"
	"iacedit/edit/internal/report"
	"iacedit/internal/base/budget"
)

// The prices of applying an action to an attribute, and of applying an entry, in steps of a budget.
const (
	stepsPerAttribute = 80
	stepsPerEntry     = 20
)

// Apply applies operations to a module. The module must not be used after an error.
func Apply(m *draft.Module, o *report.Observer, ops []plan.Operation) error {
	for i := range ops {
		if err := applyOperation(m, o, &ops[i]); err != nil {
			return err
		}
	}
	return nil
}

// applyOperation applies the entries of one operation to the module.
func applyOperation(m *draft.Module, o *report.Observer, op *plan.Operation) (err error) {
	defer budget.CatchAt(&err, op.At)
	if m.Language.IsValuesFile(op.Type) {
		for i := range op.Entries {
			if err := applyValues(m, o, op, &op.Entries[i]); err != nil {
				return err
			}
			m.FinishEntry()
		}
		return nil
	}
	s := m.SiteAt(op.Action, &op.Target)
	if err := s.CheckNoAttribute(op.At); err != nil {
		return err
	}
	if err := applyEntries(o, s, op.Entries, nil); err != nil {
		return err
	}
	s.Free()
	return nil
}
