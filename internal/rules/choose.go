package rules

import (
	"slices"

	"iacedit/address"
	"iacedit/internal/selection"
	"iacedit/internal/terraform"
	"iacedit/module"
	"iacedit/syntax"
	"iacedit/value"
)

// inFile reports whether an entry means the file at hand.
func (s *Search) inFile(e *entry) bool {
	folder, name := module.Split(s.Name)
	return (e.File == "" || e.File == s.Name || e.Folder != "" && e.File == name) && (e.Folder == "" || module.MatchFolder(e.Folder, folder))
}

// isValues reports whether the file at hand has variable values that an address without a
// file means.
func (s *Search) isValues() bool {
	return s.Language.Dialect == address.HCL || s.Role == module.Values || s.Role == module.NamedValues
}

// blocksAt returns the blocks of the top level at an address.
func (s *Search) blocksAt(t *target) (found []syntax.ItemID) {
	for _, typ := range s.Language.Spellings(t.typ) {
		for id := range s.File.Blocks(syntax.Root, typ) {
			s.Budget.Step(2)
			if s.hasLabels(id, t.labels) {
				found = append(found, id)
			}
		}
	}
	slices.Sort(found)
	return found
}

// hasLabels reports whether the labels of a block begin with those of an address, and in the
// dialect terraform are these.
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

// selects reports whether the selectors of an entry, but for its index, select a block.
func (s *Search) selects(e *entry, id syntax.ItemID, body *terraform.Body) bool {
	if e.HasLabels && !s.File.HasLabels(id, e.Labels) {
		return false
	}
	for i := range e.Where {
		if !s.equals(id, &e.Where[i], body) {
			return false
		}
	}
	for i := range e.Matches {
		if x := &e.Matches[i]; !s.finds(id, x, body) {
			return false
		}
	}
	has := func(a selection.Attribute) bool { return s.has(id, &a, body) }
	return !slices.ContainsFunc(e.Has, func(a selection.Attribute) bool { return !has(a) }) && !slices.ContainsFunc(e.Lacks, has)
}

// at returns what an attribute path leads to in a block.
func (s *Search) at(block syntax.ItemID, a *selection.Attribute, body *terraform.Body) (e *syntax.Expr, node syntax.NodeID, seen address.Sight) {
	id := s.File.Attribute(block, a.Name)
	if id == syntax.NoItem {
		return nil, 0, address.Absent
	}
	s.Budget.Step(s.File.Value(id).Len() / 4)
	e = s.File.ValueExpr(id)
	steps := a.Path
	if a.EndsInEqual() {
		steps = steps[:len(steps)-1]
	}
	node, _, seen = address.Expr{Expr: e, Classes: &s.classes}.Follow(e.Root, body.Attribute(a.Name), steps)
	return e, node, seen
}

// finds reports whether a pattern is found in the text of what a path leads to.
func (s *Search) finds(id syntax.ItemID, p *selection.Pattern, body *terraform.Body) bool {
	e, node, seen := s.at(id, &p.Attribute, body)
	return seen == address.There && p.Match(e, node, address.SchemaAt(body.Attribute(p.Name), p.Path), s.Budget)
}

// has reports whether a block has what an attribute path leads to, or nested blocks of that
// type.
func (s *Search) has(id syntax.ItemID, a *selection.Attribute, body *terraform.Body) bool {
	if len(a.Path) == 0 {
		for range s.File.Blocks(id, a.Name) {
			return true
		}
	}
	_, _, seen := s.at(id, a, body)
	return seen == address.There
}

// equals reports whether what an attribute path leads to has the value of a condition.
func (s *Search) equals(id syntax.ItemID, a *selection.Attribute, body *terraform.Body) bool {
	e, node, seen := s.at(id, a, body)
	schema := address.SchemaAt(body.Attribute(a.Name), a.Path)
	switch {
	case seen == address.Absent && !a.EndsInEqual():
		return a.Value.Kind == value.Null
	case seen != address.There:
		return false
	case !a.EndsInEqual():
		return value.Equal(e, node, &a.Value, schema, value.Where)
	}
	lists, _ := address.Lists(address.Expr{Expr: e, Classes: &s.classes}, node)
	for _, list := range lists {
		for c := range e.Children(list) {
			s.Budget.Step(8)
			if value.Equal(e, c, &a.Value, schema, value.Where) {
				return true
			}
		}
	}
	return false
}
