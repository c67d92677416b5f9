package rules

import (
	"bytes"

	"iacedit/syntax"
)

// ignoreMarker is the text of a lead comment that excludes an item from rewriting and sorting.
var ignoreMarker = []byte("iacedit:ignore")

// Spares reports whether the comments above an item exclude the item and its contents from
// rewriting, sorting and the removal of unused objects.
func Spares(comments []byte) bool { return bytes.Contains(comments, ignoreMarker) }

// isSpared reports whether a comment above an attribute or block excludes it from the search.
func (s *Search) isSpared(id syntax.ItemID) bool {
	if !s.Spare {
		return false
	}
	item := s.File.Item(id)
	s.Budget.Step(int(item.Name.From-item.Head.From) / 8)
	comments := s.File.At(s.File.Comments(id))
	return Spares(comments)
}
