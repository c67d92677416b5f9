package apply

import (
	"iacedit/address"
	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/plan"
	"iacedit/edit/internal/report"
	"iacedit/internal/engine/selection"
	"iacedit/internal/languages/language"
	"iacedit/internal/languages/terraform"
	"iacedit/syntax"
)

// applyValues applies an entry to variable values at the top level of files. For each value,
// Module.ValuesFile chooses the file.
func applyValues(m *draft.Module, o *report.Observer, op *plan.Operation, e *plan.Entry) error {
	b := body{
		o: o, item: syntax.Root, special: language.Body(m.Language, op.Type), operation: op.Action,
		entry: e, where: address.Of(terraform.VariableValues), optional: e.Optional, follows: e.Follow,
	}
	if !m.Named {
		b.File = m.Files[0]
		return b.applyChanges()
	}
	parts, err := splitByFile(m, op.Action, e)
	if err != nil {
		return err
	}
	for _, part := range parts {
		b.File, b.entry, b.places, b.ordered = part.file, &part.entry, nil, nil
		if err := b.applyChanges(); err != nil {
			return err
		}
	}
	return nil
}

// A filePart is the part of an entry for the variable values in one file.
type filePart struct {
	file  *draft.File
	entry plan.Entry
}

// splitByFile splits an entry for variable values into parts, one for each file that the entry
// edits.
func splitByFile(m *draft.Module, action plan.Action, e *plan.Entry) (parts []*filePart, err error) {
	of := func(name *plan.Attribute) *plan.Entry {
		f, wrong := m.ValuesFile(action, e, name)
		if err == nil {
			err = wrong
		}
		for _, part := range parts {
			if part.file == f {
				return &part.entry
			}
		}
		parts = append(parts, &filePart{f, plan.Entry{Entry: selection.Entry{Index: -1, Optional: e.Optional, At: e.At}}})
		return &parts[len(parts)-1].entry
	}
	for i := range e.Changes {
		c := &e.Changes[i]
		for j := range c.Attributes {
			part := of(&c.Attributes[j])
			if n := len(part.Changes); n == 0 || part.Changes[n-1].Action != c.Action {
				part.Changes = append(part.Changes, plan.Change{Action: c.Action, At: c.At})
			}
			last := &part.Changes[len(part.Changes)-1]
			last.Attributes = append(last.Attributes, c.Attributes[j])
		}
	}
	for i := range e.Comments {
		part := of(&e.Comments[i])
		part.Comments = append(part.Comments, e.Comments[i])
	}
	for i := range e.LineComments {
		part := of(&e.LineComments[i])
		part.LineComments = append(part.LineComments, e.LineComments[i])
	}
	for i := range e.Places {
		part := of(&e.Places[i].Attribute)
		part.Places = append(part.Places, e.Places[i])
	}
	return parts, err
}
