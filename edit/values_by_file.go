package edit

import (
	"iacedit/edit/internal/plan"
	"iacedit/internal/excerpt"
	"iacedit/internal/fault"
	"iacedit/internal/selection"
	"iacedit/internal/terraform"
	"iacedit/syntax"
)

// values applies an entry to the top level of variable values: each name in the file
// that it is in.
func (a *applier) values(action plan.Action, e *plan.Entry, p *terraform.Body) error {
	if !a.module {
		return a.changes(action, syntax.Root, e, p)
	}
	parts, err := a.byFile(action, e)
	if err != nil {
		return err
	}
	for _, part := range parts {
		a.in(part.doc)
		if err := a.changes(action, syntax.Root, &part.entry, p); err != nil {
			return err
		}
	}
	return nil
}

// A filePart is what an entry says of the variable values in one file.
type filePart struct {
	doc   int
	entry plan.Entry
}

// byFile takes an entry on variable values apart by the files that their names are in.
func (a *applier) byFile(action plan.Action, e *plan.Entry) (parts []*filePart, err error) {
	of := func(name *plan.Attribute) *plan.Entry {
		doc := a.valuesHome(e, name.Name)
		if doc < 0 && err == nil {
			err = fault.At(name.At, fault.InvalidRequest, "%s: %s: the request has several files; name the one that is meant by \"file\"", action, excerpt.Quote(name.Text))
		}
		for _, part := range parts {
			if part.doc == doc {
				return &part.entry
			}
		}
		parts = append(parts, &filePart{doc, plan.Entry{Entry: selection.Entry{Index: -1, Optional: e.Optional, At: e.At}}})
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
	for i := range e.Places {
		part := of(&e.Places[i].Attribute)
		part.Places = append(part.Places, e.Places[i])
	}
	return parts, err
}
