package plan

import (
	"slices"

	"iacedit/address"
)

// oldValue replaces each "$" that stands for the old value, in the new value of an attribute, by
// a name (docs/edits.md, "The old value"). It returns an error if there can be no old value.
func oldValue(s *scope, c *Change, attr *Attribute) error {
	named, name, err := s.Old(attr)
	switch {
	case err != nil:
		return err
	case name == "":
		return nil
	case !c.Action.Finds() || s.adds:
		return s.Refuse(attr.At, `the attribute %s: "$" stands for the old value, and "add" makes a new one`, attr.Text)
	case slices.ContainsFunc(attr.Path, isNew):
		return s.Refuse(attr.At, `the attribute %s: "$" stands for the old value, and the path leads to something new`, attr.Text)
	case attr.EndsInEqual():
		return s.Refuse(attr.At, `the attribute %s: "$" stands for the old value, and [=] compares with the value sent`, attr.Text)
	}
	attr.Value, attr.Old = named, name
	return nil
}

// isNew reports whether a step of a path, such as [+], always adds an item.
func isNew(step address.Step) bool {
	switch step.Kind {
	case address.StepKey, address.StepIndex, address.StepArgument, address.StepEqual:
		return false
	}
	return true
}

// needsOld reports whether a change derives a new value from an old value, in the block or in
// nested blocks.
func (c *Change) needsOld() bool {
	for i := range c.Attributes {
		if c.Attributes[i].Old != "" {
			return true
		}
	}
	for i := range c.Blocks {
		if slices.ContainsFunc(c.Blocks[i].Entries, func(e Entry) bool { return e.NeedsOld }) {
			return true
		}
	}
	return false
}
