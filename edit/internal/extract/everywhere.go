package extract

import (
	"iacedit/edit/internal/draft"
	"iacedit/internal/base/fault"
	"iacedit/internal/engine/rules"
	"iacedit/syntax"
)

// replaceAll puts the reference in place of all values of the module that equal the extracted
// value. It does not replace a value where Terraform allows no reference. If the local or variable
// exists already, the argument is its definition, whose value is not replaced. Otherwise the
// argument is nil.
func (x *extractor) replaceAll(existing *definition) error {
	rule, err := rules.NewRewrite(x.text+lineEnd(x.text), x.reference())
	if err != nil {
		return fault.At(x.ValueAt, fault.InvalidRequest, "extract: the value of %s cannot be searched for everywhere: %s", x.Value, err)
	}
	circles := rules.NewCircles(x.m.Referrers.Trees(x.first.file.Scope()), x.m.Language, x.m.Budget)
	defer circles.Release()
	for _, f := range x.m.FilesOf(x.first.file.Scope()) {
		setFile(x.search, f)
		x.search.Circles = circles
		if existing != nil && existing.file == f {
			at := f.Tree.Value(existing.item)
			x.search.Only = func(s syntax.Span) bool { return s.From < at.From || at.To < s.To }
		}
		rewriting, err := x.search.Rewrite(rule)
		if err != nil {
			return draft.NotRewritten(f, x.At, "extract", err)
		}
		for i := range rewriting.Left {
			if x.o == nil {
				break
			}
			left := &rewriting.Left[i]
			x.o.WarnLeft(x.At, f, "extract: "+left.Where()+" stays", left)
		}
		if err := draft.ErrorAt(x.At, draft.Rewrite(f, rewriting.Edits)); err != nil {
			return err
		}
	}
	return nil
}

// lineEnd returns the line end to add after an expression. An expression may end in the marker of a
// heredoc, which must be followed by a line end. If the text is empty or already ends in a line
// end, lineEnd returns "".
func lineEnd(text string) string {
	if text == "" || text[len(text)-1] == '\n' {
		return ""
	}
	return "\n"
}

// setFile prepares a search for another file. The memory of the search is reused.
func setFile(s *rules.Search, f *draft.File) {
	f.Budget.Step(len(f.Tree.Text()) / 64)
	s.Language, s.Budget = f.Module.Language, f.Budget
	s.File, s.Name, s.Role, s.Only, s.Circles = f.Tree, f.Name, f.Role, nil, nil
}
