package rules

import (
	"slices"

	"iacedit/address"
	"iacedit/internal/selection"
	"iacedit/internal/terraform"
	"iacedit/module"
	"iacedit/syntax"
)

// isValues reports whether the current file has variable values that an address without a file
// means.
func (s *Search) isValues() bool {
	return s.Language.Dialect == address.HCL || s.Role == module.Values || s.Role == module.NamedValues
}

// blocksAt returns the blocks of the top level at an address.
func (s *Search) blocksAt(t *selection.Target) (found []syntax.ItemID) {
	for _, typ := range s.Language.Spellings(t.Type) {
		for id := range s.File.Blocks(syntax.Root, typ) {
			s.Budget.Step(2)
			if s.hasLabels(id, t.Labels) {
				found = append(found, id)
			}
		}
	}
	slices.Sort(found)
	return found
}

// hasLabels reports whether the labels of a block begin with those of an address; in the
// dialect terraform they must be equal.
func (s *Search) hasLabels(id syntax.ItemID, labels []string) bool {
	n := 0
	for label := range s.File.Labels(id) {
		switch {
		case n == len(labels):
			return s.Language.Dialect == address.HCL
		case labels[n] == string(label):
		case s.Language.Dialect == address.Terraform && address.IsPattern(labels[n]) && address.MatchLabel(labels[n], string(label)):
		default:
			return false
		}
		n++
	}
	return n == len(labels)
}

// chosenBy returns the blocks that the selectors of an entry select.
func (s *Search) chosenBy(e *selection.Pick, from []syntax.ItemID, body *terraform.Body) (kept []syntax.ItemID) {
	if !s.opened {
		s.selected.Open(s.File, s.Budget, &s.classes, &s.expr, 1)
		s.opened = true
	}
	c := selection.Candidates{Special: body}
	for _, id := range from {
		s.Budget.Step(1)
		if !e.HasLabels || s.File.HasLabels(id, e.Labels) {
			c.Blocks = append(c.Blocks, selection.Block{View: &s.selected, ID: id})
		}
	}
	for _, i := range c.Filter(nil, &s.classes, e.Where, &e.Entry) {
		kept = append(kept, c.Blocks[i].ID)
	}
	switch {
	case e.Index < 0:
	case e.Index < len(kept):
		kept = kept[e.Index : e.Index+1]
	default:
		kept = nil
	}
	return kept
}
