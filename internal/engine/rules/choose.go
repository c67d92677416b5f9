package rules

import (
	"slices"

	"iacedit/internal/engine/selection"
	"iacedit/internal/languages/terraform"
	"iacedit/module"
	"iacedit/syntax"
)

// isValues reports whether the current file may contain variable values. If so, an entry of "in"
// without the selector "file" searches this file for variable values.
func (s *Search) isValues() bool {
	return s.Language.Dialect.AnyBlock() || s.Role == module.Values || s.Role == module.NamedValues
}

// blocksAt returns the top-level blocks that have the type and labels of t. If the entry e has
// labels, the blocks must also have these labels.
func (s *Search) blocksAt(t *selection.Target, e *selection.Pick) []syntax.ItemID {
	types := s.Language.Spellings(t.Type)
	if s.Language.Dialect.AnyBlock() { // the labels of an entry follow the labels of the address
		return s.view().Index.At(nil, types, slices.Concat(t.Labels, e.Labels), e.Patterns)
	}
	return s.withLabels(s.view().Index.At(nil, types, t.Labels, t.Wild), e)
}

// withLabels returns the given blocks that have the labels of the entry e. If e has no labels, it
// returns all given blocks.
func (s *Search) withLabels(from []syntax.ItemID, e *selection.Pick) []syntax.ItemID {
	if !e.HasLabels {
		return from
	}
	return slices.DeleteFunc(from, func(id syntax.ItemID) bool {
		return !s.view().Index.HasLabels(id, e.Labels, e.Patterns)
	})
}

// view returns the current file as a selection.View.
func (s *Search) view() *selection.View {
	if !s.viewOpen {
		s.currentView.Open(s.File, s.Budget, &s.classes, &s.expr, 1)
		s.viewOpen = true
	}
	return &s.currentView
}

// selectBlocks returns the given blocks that match the selectors of the entry e, such as "where"
// and "has". It does not check the labels.
func (s *Search) selectBlocks(e *selection.Pick, from []syntax.ItemID, body *terraform.Body) (kept []syntax.ItemID) {
	c := selection.Candidates{Special: body}
	for _, id := range from {
		s.Budget.Step(1)
		c.Blocks = append(c.Blocks, selection.Block{View: s.view(), ID: id})
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
