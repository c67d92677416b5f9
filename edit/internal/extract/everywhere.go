package extract

import (
	"iacedit/edit/internal/draft"
	"iacedit/internal/fault"
	"iacedit/internal/rules"
	"iacedit/syntax"
)

// replaceAll replaces all values of the module that equal the extracted value by the reference. It
// keeps the value of the definition own, and values at places where Terraform allows no reference.
func (x *extractor) replaceAll(own *definition) error {
	rule, err := rules.NewRewrite(x.text+lineEnd(x.text), x.reference())
	if err != nil {
		return fault.At(x.ValueAt, fault.InvalidRequest, "extract: the value of %s cannot be looked for everywhere: %s", x.Value, err)
	}
	for _, f := range x.m.FilesIn(x.found.file.Folder) {
		search := searchOf(f)
		if own != nil && own.file == f {
			at := f.Tree.Value(own.item)
			search.Only = func(s syntax.Span) bool { return s.From < at.From || at.To < s.To }
		}
		made, err := search.Rewrite(rule)
		if err != nil {
			return draft.NotRewritten(f, x.At, "extract", err)
		}
		for i := range made.Left {
			left := &made.Left[i]
			x.o.WarnLeft(x.At, f, "extract: "+left.Where()+" stays", left)
		}
		if err := draft.Refused(x.At, draft.Rewrite(f, made.Edits)); err != nil {
			return err
		}
	}
	return nil
}

// lineEnd returns the line end to add after an expression, because a heredoc needs one. It returns
// "" if there is one.
func lineEnd(text string) string {
	if text == "" || text[len(text)-1] == '\n' {
		return ""
	}
	return "\n"
}

// searchOf returns a search through a file.
func searchOf(f *draft.File) *rules.Search {
	f.Budget.Step(len(f.Tree.Text()) / 64)
	return &rules.Search{Language: f.Module.Language, Budget: f.Budget, File: f.Tree, Name: f.Name, Role: f.Role}
}
