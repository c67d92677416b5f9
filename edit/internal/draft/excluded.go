package draft

import (
	"iacedit/edit/internal/plan"
	"iacedit/internal/base/fault"
	"iacedit/syntax"
)

// listExcluded returns the end of the error message for an entry that finds no block. It lists the
// blocks that match the entry except for the values of some attributes, with the values that these
// attributes have. If there are no such blocks, it lists all blocks of the site's type.
func listExcluded(e *plan.Entry, s *Site) string {
	if text := s.candidatesOf(s.candidatesMatching(e)).Instead(&e.Entry); text != "" {
		return "the code has " + text
	}
	return s.ListBlocks(Block{})
}

// noBlockError returns the error for an entry that finds no block. If the entry asks for values of
// attributes, the error has the position of one of these attributes, in the first block that could
// have been meant.
func noBlockError(e *plan.Entry, s *Site, format string, args ...any) error {
	err := fault.At(e.At, fault.BlockNotFound, format, args...)
	blocks := s.candidatesMatching(e)
	if len(e.Where)+len(e.Matches) == 0 || len(blocks) == 0 {
		return err
	}
	first := blocks[0]
	for _, name := range e.ByValue() {
		if id := first.Index.Attribute(first.ID, name); id != syntax.NoItem {
			return Block{first.File, id}.WithPosition(err)
		}
	}
	return first.WithPosition(err)
}
