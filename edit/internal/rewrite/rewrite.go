// Package rewrite applies the rules of "rewrite" operations, which replace expressions and text.
//
// Rules apply in order. Before each rule, the result of the earlier rules is parsed again. Package
// internal/engine/rules finds the replacements in a file; this package makes the replacements in the
// drafts and reports them.
package rewrite

import (
	"fmt"
	"strings"

	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/plan"
	"iacedit/edit/internal/report"
	"iacedit/internal/base/excerpt"
	"iacedit/internal/base/fault"
	"iacedit/internal/engine/rules"
)

// Apply applies the rules of the operations. The files must not have been edited after they were
// parsed.
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
	names  names // of the current rule
}

// names are the places where the text of a rule stays in names.
type names struct {
	count int
	lines strings.Builder // of the first few files: main.tf:3, 7
}

// mostNamesListed is the number of places that a warning lists.
const mostNamesListed = 10

// add adds the places in a file.
func (n *names) add(f *draft.File, places []int32) {
	for i, at := range places {
		if n.count++; n.count > mostNamesListed {
			continue
		}
		switch line := f.Tree.Line(at); {
		case i > 0:
			fmt.Fprintf(&n.lines, ", %d", line)
		case n.lines.Len() > 0:
			fmt.Fprintf(&n.lines, "; %s%d", fileColon(f), line)
		default:
			fmt.Fprintf(&n.lines, "%s%d", fileColon(f), line)
		}
	}
}

func fileColon(f *draft.File) string {
	if f.Name == "" {
		return "line "
	}
	return f.Name + ":"
}

func (n *names) message(rule *rules.Rule) string {
	places, more := "places", ""
	if n.count == 1 {
		places = "place"
	}
	if n.count > mostNamesListed {
		more = fmt.Sprintf(" and %d more", n.count-mostNamesListed)
	}
	return fmt.Sprintf("%s stays in %d %s in keys, labels and names, where a text rule does not search: %s%s", excerpt.Quote(rule.What), n.count, places, &n.lines, more)
}

// apply applies a rule to all files.
func (w *rewriter) apply(rule *rules.Rule) error {
	if err := w.m.SettleCode(); err != nil {
		return err
	}
	found := 0
	w.names = names{}
	circles := map[string]*rules.Circles{} // by folder
	defer func() {
		for _, c := range circles {
			c.Release()
		}
	}()
	for _, f := range w.m.InOrder() {
		w.m.Budget.Step(len(f.Tree.Text()) / 192)
		if !rules.MayFind([]*rules.Rule{rule}, f.Tree.Text()) {
			continue
		}
		if circles[f.Folder] == nil {
			circles[f.Folder] = rules.NewCircles(w.m.Referrers.Trees(f.Folder), w.m.Language, w.m.Budget)
		}
		w.search.Circles = circles[f.Folder]
		n, err := w.file(f, rule)
		if err != nil {
			return err
		}
		found += n
	}
	if found == 0 && rule.Required {
		return fault.At(rule.At, fault.BlockNotFound, "rewrite: nothing in the code matches %s", excerpt.Quote(rule.What))
	}
	if text, at := rule.Written(); found > 0 {
		w.o.WarnOfText(at, text)
	}
	if w.names.count > 0 {
		w.o.Warn(rule.At, report.TextLeft, w.names.message(rule))
	}
	return nil
}

// file applies a rule to a file. It returns the number of matches.
func (w *rewriter) file(f *draft.File, rule *rules.Rule) (found int, err error) {
	s := &w.search
	s.File, s.Name, s.Role = f.Tree, f.Name, f.Role
	made, err := s.Rewrite(rule)
	if err != nil {
		return 0, draft.NotRewritten(f, rule.At, "rewrite", err)
	}
	w.tell(f, rule, &made)
	if err := draft.Rewrite(f, made.Edits); err != nil {
		return 0, fault.At(rule.At, fault.InvalidRequest, "rewrite: the replacement for %s cannot be written there: %s", excerpt.Quote(rule.What), err)
	}
	return made.Found, nil
}

// tell reports what a rule did in one file: an outcome for each change, and a warning for each
// match that the rule leaves unchanged.
func (w *rewriter) tell(f *draft.File, rule *rules.Rule, made *rules.Rewriting) {
	if w.o == nil {
		return
	}
	if !f.Settled {
		w.names.add(f, rule.InNames(f.Tree, made, w.m.Budget))
	}
	for i := range made.Changed {
		at := &made.Changed[i]
		w.o.RecordOutcome(rule.At, f, at.Address, at.Path.String(), report.Changed)
	}
	for i := range made.Left {
		left := &made.Left[i]
		w.o.WarnLeft(rule.At, f, excerpt.Line(f.Tree.At(left.At))+" is not rewritten in "+left.Where()+inFile(f), left)
	}
}

func inFile(f *draft.File) string {
	if f.Name == "" {
		return ""
	}
	return " in " + f.Name
}
