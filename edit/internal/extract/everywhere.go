package extract

import (
	"errors"

	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/report"
	"iacedit/internal/excerpt"
	"iacedit/internal/fault"
	"iacedit/internal/pattern"
	"iacedit/internal/render"
	"iacedit/internal/rules"
	"iacedit/syntax"
)

// replaceAll writes the reference in place of all values of the module that equal the one that
// is taken out, but for that of own. Places where Terraform takes no reference stay.
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
			return refused(f, x.At, "extract", err)
		}
		for i := range made.Left {
			left := &made.Left[i]
			message := "extract: " + left.Address.String() + " " + left.Path.String() + " stays: Terraform takes " + left.Takes + " there"
			x.o.WarnOf(x.At, report.NotAllowedHere, message, f, left.Address, left.At.From)
		}
		if err := write(f, x.At, made.Edits); err != nil {
			return err
		}
	}
	return nil
}

// lineEnd returns what must stand behind an expression's text for it to be one by itself: a
// heredoc ends with a line end.
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

// write makes edits of values in a file.
func write(f *draft.File, at int, edits []pattern.Edit) error {
	if len(edits) == 0 {
		return nil
	}
	replacements := make([]render.Replacement, len(edits))
	for i, edit := range edits {
		replacements[i] = render.Replacement(edit)
	}
	return draft.Refused(at, f.Draft.Replace(replacements))
}

// refused is the error of something that cannot be written at a place.
func refused(f *draft.File, at int, operation string, err error) error {
	refusal, ok := errors.AsType[*pattern.Refusal](err)
	if !ok {
		return err
	}
	line, column := syntax.Position(f.Tree.Text(), refusal.Offset)
	in := ""
	if f.Name != "" {
		in = " of " + excerpt.Quote(f.Name)
	}
	return fault.At(at, fault.InvalidRequest, "%s: on line %d, column %d%s: %s", operation, line, column, in, refusal.Message)
}
