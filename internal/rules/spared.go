package rules

import (
	"bytes"

	"iacedit/syntax"
)

// sparing is what a lead comment says of an item that is not to be rewritten or sorted.
var sparing = []byte("iacedit:ignore")

// Spares reports whether comments above an item say that it, and what is in it, is to be left
// alone by what goes over all of the code.
func Spares(comments []byte) bool { return bytes.Contains(comments, sparing) }

// isSpared reports whether the lead comment of an item spares it.
func (s *Search) isSpared(id syntax.ItemID) bool {
	if !s.Spare {
		return false
	}
	comments := s.File.At(s.File.Comments(id))
	s.Budget.Step(len(comments) / 16)
	return Spares(comments)
}
