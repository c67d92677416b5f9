// Package rewrite makes the rewrites of a request: what rules match is written anew.
//
// Rules apply in order, each to the code as those before it have left it, parsed again.
// Package internal/rules says what a rule makes of a file; here that comes into the drafts,
// and is reported.
package rewrite

import (
	"errors"
	"fmt"

	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/plan"
	"iacedit/edit/internal/report"
	"iacedit/internal/excerpt"
	"iacedit/internal/fault"
	"iacedit/internal/pattern"
	"iacedit/internal/render"
	"iacedit/internal/rules"
	"iacedit/syntax"
)

// Apply makes the rewrites of operations on code as it was parsed.
func Apply(m *draft.Module, o *report.Observer, ops []plan.Operation) error {
	w := &rewriter{m: m, o: o, search: rules.Search{Language: m.Language, Budget: m.Budget, Spare: true}}
	for i := range ops {
		for _, rule := range ops[i].Rules {
			if err := w.apply(rule); err != nil {
				return err
			}
		}
	}
	return nil
}

type rewriter struct {
	m      *draft.Module
	o      *report.Observer
	search rules.Search
}

// apply applies a rule to all files.
func (w *rewriter) apply(rule *rules.Rule) error {
	if err := w.m.Settle(); err != nil {
		return err
	}
	found := 0
	for _, f := range w.m.InOrder() {
		w.m.Budget.Step(len(f.Tree.Text()) / 64)
		if !rules.MayFind([]*rules.Rule{rule}, f.Tree.Text()) {
			continue
		}
		n, err := w.file(f, rule)
		if err != nil {
			return err
		}
		found += n
	}
	if found == 0 && rule.Required {
		return fault.At(rule.At, fault.BlockNotFound, "rewrite: nothing in the code matches %s", excerpt.Quote(rule.What))
	}
	return nil
}

// file applies a rule to a file, and returns how many places matched.
func (w *rewriter) file(f *draft.File, rule *rules.Rule) (found int, err error) {
	s := &w.search
	s.File, s.Name, s.Role = f.Tree, f.Name, f.Role
	made, err := s.Rewrite(rule)
	if refusal, ok := errors.AsType[*pattern.Refusal](err); ok {
		return 0, w.refused(f, rule, refusal)
	}
	w.tell(f, rule, &made)
	if len(made.Edits) == 0 {
		return made.Found, nil
	}
	replacements := make([]render.Replacement, len(made.Edits))
	for i, edit := range made.Edits {
		replacements[i] = render.Replacement(edit)
	}
	if err := f.Draft.Replace(replacements); err != nil {
		return 0, fault.At(rule.At, fault.InvalidRequest, "rewrite: what is written in place of %s does not stand there: %s", excerpt.Quote(rule.What), err)
	}
	return made.Found, nil
}

// tell notes what a rule did, for a report.
func (w *rewriter) tell(f *draft.File, rule *rules.Rule, made *rules.Rewriting) {
	if w.o == nil {
		return
	}
	for i := range made.Changed {
		at := &made.Changed[i]
		w.o.Tell(rule.At, f, at.Address, at.Path.String(), report.Changed)
	}
	for i := range made.Left {
		left := &made.Left[i]
		where := left.Address.String() + " " + left.Path.String()
		message := fmt.Sprintf("%s is not rewritten in %s%s: Terraform takes %s there", excerpt.Quote(string(f.Tree.At(left.At))), where, inFile(f), left.Takes)
		w.o.WarnOf(rule.At, report.NotAllowedHere, message, f, left.Address, left.At.From)
	}
}

func inFile(f *draft.File) string {
	if f.Name == "" {
		return ""
	}
	return " in " + f.Name
}

// refused is the error of a rule that cannot be followed at a place.
func (w *rewriter) refused(f *draft.File, rule *rules.Rule, refusal *pattern.Refusal) error {
	line, column := syntax.Position(f.Tree.Text(), refusal.Offset)
	err := fault.At(rule.At, fault.InvalidRequest, "rewrite: on line %d, column %d%s: %s", line, column, inFile(f), refusal.Message)
	if !f.Settled {
		err.Position = &fault.Position{File: f.Name, Line: line, Column: column}
	}
	return err
}
