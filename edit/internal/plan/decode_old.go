package plan

import (
	"slices"

	"iacedit/address"
)

// prepareOld prepares a new value that contains "$", which stands for the old value (docs/edits.md,
// "The old value"). It replaces "$" by a name and sets attr.Old to this name. It returns an error
// if there is no old value, for example under "add".
func prepareOld(s *scope, c *Change, attr *Attribute) error {
	name, err := s.NameOld(attr)
	switch {
	case err != nil || name == "":
		return err
	case !c.Action.Finds() || s.adds:
		return s.Refuse(attr.At, `the attribute %s: "$" stands for the old value, and "add" makes a new one`, attr.Text)
	case slices.ContainsFunc(attr.Path, alwaysAdds):
		return s.Refuse(attr.At, `the attribute %s: "$" stands for the old value, and the path leads to something new`, attr.Text)
	case attr.EndsInEqual():
		return s.Refuse(attr.At, `the attribute %s: "$" stands for the old value, and [=] compares with the value sent`, attr.Text)
	}
	attr.Old = name
	return nil
}

// alwaysAdds reports whether a step of a path, such as [+], always adds an item.
func alwaysAdds(step address.Step) bool {
	switch step.Kind {
	case address.StepKey, address.StepIndex, address.StepArgument, address.StepEqual, address.StepMatching:
		return false
	}
	return true
}

// needsOld reports whether a change, or an entry for a nested block in it, sets a value that
// contains "$", which stands for the old value. Such a change needs a block that exists.
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
