package draft

import (
	"iacedit/edit/internal/plan"
	"iacedit/internal/fault"
	"iacedit/syntax"
)

// instead lists, for a message, the blocks that the values in an entry exclude, with the values
// that these blocks have. If the values exclude no blocks, it lists all blocks of the site's type.
func instead(e *plan.Entry, s *Site) string {
	if text := s.among(s.within(e)).Instead(&e.Entry); text != "" {
		return "the code has " + text
	}
	return s.WhatIsThere()
}

// lacking returns the error that no block satisfies the selectors of an entry. If the entry
// selects by the value of an attribute, the error has the position of that attribute in the first
// candidate.
func lacking(e *plan.Entry, s *Site, format string, args ...any) error {
	err := fault.At(e.At, fault.BlockNotFound, format, args...)
	blocks := s.within(e)
	if len(e.Where)+len(e.Matches) == 0 || len(blocks) == 0 {
		return err
	}
	first := blocks[0]
	for _, name := range e.ByValue() {
		if id := first.Index.Attribute(first.ID, name); id != syntax.NoItem {
			return Block{first.File, id}.Located(err)
		}
	}
	return first.Located(err)
}
