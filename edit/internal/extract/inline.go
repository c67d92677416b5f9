package extract

import (
	"cmp"
	"slices"

	"iacedit/address"
	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/plan"
	"iacedit/edit/internal/report"
	"iacedit/internal/base/budget"
	"iacedit/internal/base/excerpt"
	"iacedit/internal/base/fault"
	"iacedit/internal/base/sequence"
	"iacedit/internal/engine/rules"
	"iacedit/internal/engine/selection"
	"iacedit/internal/engine/uses"
	"iacedit/module"
	"iacedit/refs"
	"iacedit/syntax"
)

// Inline replaces references to locals by the locals' values, and removes the locals.
func Inline(m *draft.Module, o *report.Observer, ops []plan.Operation) error {
	var search rules.Search
	for i := range ops {
		for j := range ops[i].Inlinings {
			all, err := expandPattern(m, &ops[i].Inlinings[j])
			if err != nil {
				return err
			}
			for k := range all {
				in := inliner{m: m, o: o, search: &search, Inlining: &all[k]}
				if err := in.apply(); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// expandPattern expands an inlining whose name is a pattern: it returns one inlining for each local
// that matches, in code order. For any other name, the result is the inlining itself.
func expandPattern(m *draft.Module, in *plan.Inlining) (all []plan.Inlining, err error) {
	if !in.Pattern {
		return []plan.Inlining{*in}, nil
	}
	defer budget.CatchAt(&err, in.At)
	if err := m.Settle(); err != nil {
		return nil, err
	}
	s := m.SiteAt(plan.Update, &plan.Target{Type: "locals"})
	defer s.Free()
	e := selection.Entry{File: in.File, Folder: in.Folder}
	type seen struct{ name, folder string }
	has := map[seen]bool{}
	for _, b := range s.WithTwins() {
		if !e.IsOf(b.Name, m.Budget) {
			continue
		}
		for id := range b.Tree.Attributes(b.ID) {
			m.Budget.Step(stepsPerCheck + len(in.Name))
			if name := string(b.Tree.Name(id)); address.MatchLabel(in.Name, name) {
				one := plan.Inlining{Name: name, File: in.File, Folder: in.Folder, At: in.At}
				if m.Tree {
					one.Folder = b.Folder
				}
				if seen := (seen{one.Name, one.Folder}); !has[seen] { // main.tf and main.tofu may both declare the local
					has[seen] = true
					all = append(all, one)
				}
			}
		}
	}
	if len(all) == 0 {
		return nil, fault.At(in.At, fault.BlockNotFound, "inline: no local matches %s", excerpt.Quote("local."+in.Name))
	}
	return all, nil
}

// An inliner inlines a local.
type inliner struct {
	*plan.Inlining
	m      *draft.Module
	o      *report.Observer
	search *rules.Search

	chosen []localDefinition // the definitions to inline and delete
	kept   []localDefinition // the other definitions in the folder, which stay
}

func (inl *inliner) apply() (err error) {
	defer budget.CatchAt(&err, inl.At)
	inl.m.Budget.Step(stepsPerExtraction)
	if err := inl.m.Settle(); err != nil {
		return err
	}
	if err := inl.findDefinitions(); err != nil {
		return err
	}
	all, err := inl.replacements()
	if err != nil {
		return err
	}
	stays, rules := 0, 0
	for i := range all {
		for _, rule := range all[i].rules {
			if rules++; rules > 1 {
				if err := inl.m.Settle(); err != nil {
					return err
				}
			}
			left, err := inl.applyRule(all[i].files, rule)
			if err != nil {
				return err
			}
			stays += left
		}
	}
	if stays > 0 {
		return nil
	}
	if rules > 1 { // the code was parsed again between the rules
		if err := inl.m.Settle(); err != nil {
			return err
		}
		if err := inl.findDefinitions(); err != nil {
			return err
		}
	}
	for i := range inl.chosen {
		inl.deleteDefinition(&inl.chosen[i])
	}
	inl.warnUnsearched()
	return nil
}

// A replacement contains the rules that replace the references to one definition of a local, and
// the files in which references refer to this definition.
type replacement struct {
	definition *localDefinition
	files      []draft.Referrer
	rules      []*rules.Rule
}

// replacements returns the replacements for all files of the folder. If main.tf and main.tofu both
// define the local, the result has two replacements.
func (inl *inliner) replacements() (all []replacement, err error) {
	for _, f := range inl.m.Referrers.In(inl.chosen[0].file.Scope()) {
		own, err := inl.definitionFor(f.File)
		if err != nil {
			return nil, err
		}
		if own == nil {
			continue
		}
		i := slices.IndexFunc(all, func(r replacement) bool { return r.definition == own })
		if i < 0 {
			i = len(all)
			all = append(all, replacement{definition: own})
		}
		all[i].files = append(all[i].files, f)
	}
	for i := range all {
		all[i].rules, err = inl.rulesFor(&all[i])
		if err != nil {
			return nil, err
		}
	}
	return all, nil
}

// rulesFor returns the rules that replace references to the local, in the order in which they
// apply. If the value is an object, the first rules replace references into the object, such as
// local.a.b, the longest references first. The last rule replaces all other references.
func (inl *inliner) rulesFor(r *replacement) (all []*rules.Rule, err error) {
	paths := map[string]string{}  // values by reference: local.a.b and the code of its value
	followed := map[string]bool{} // the references for which followSteps has been called
	expr := r.definition.expr
	for _, f := range r.files {
		if !f.IsTest && f.Role != r.definition.file.Role || expr.Node(expr.Root).Kind != syntax.NodeObject {
			continue
		}
		inl.m.Budget.Parse(len(f.Tree.Text()))
		for ref := range refs.All(f.Tree, f.Reading()) {
			if ref.Kind != refs.Local || string(f.Tree.At(ref.Name)) != inl.Name || len(ref.Steps) == 0 || !f.Has(ref.Root.From) {
				continue
			}
			whole := f.Tree.At(syntax.Span{From: ref.Root.From, To: ref.Steps[len(ref.Steps)-1].End})
			if followed[string(whole)] {
				continue
			}
			followed[string(whole)] = true
			if node, end := followSteps(expr, f.File, ref); end > 0 {
				written := string(f.Tree.At(syntax.Span{From: ref.Root.From, To: end}))
				paths[written] = string(expr.Source(node))
			}
		}
	}
	written := make([]string, 0, len(paths))
	for path := range paths {
		written = append(written, path)
	}
	sequence.Sort(written, func(a, b string) int { return cmp.Or(len(b)-len(a), cmp.Compare(a, b)) })
	for _, path := range written {
		rule, err := inl.newRule(path, paths[path])
		if err != nil {
			return nil, err
		}
		all = append(all, rule)
	}
	whole, err := inl.newRule("local."+inl.Name, string(expr.Source(expr.Root)))
	if err != nil {
		return nil, err
	}
	return append(all, whole), nil
}

// newRule returns the rule that replaces a reference, such as local.a.b, by a value. The arguments
// are the code of the reference and the code of the value.
func (inl *inliner) newRule(match, to string) (*rules.Rule, error) {
	rule, err := rules.NewRewrite(match, to+lineEnd(to))
	if err != nil {
		return nil, fault.At(inl.At, fault.InvalidRequest, "inline: the value of local.%s cannot be written in another place: %s", inl.Name, err)
	}
	return rule, nil
}

// followSteps follows the steps of a reference in the value of a local, as long as each step
// selects a member of an object literal. It returns the node that it reaches, and the end of the
// last step that it followed. For local.a.b[0] and the value {b = var.list}, it returns the node of
// var.list and the end of .b. If followSteps cannot follow any step, the end is 0.
func followSteps(expr *syntax.Expr, f *draft.File, ref *refs.Reference) (node syntax.NodeID, end int32) {
	at := expr.Root
	for _, step := range ref.Steps {
		var key string
		switch step.Kind {
		case refs.StepAttribute:
			key = string(f.Tree.At(step.Name))
		case refs.StepString:
			key = string(syntax.AppendUnescaped(nil, f.Tree.At(step.Name)))
		default:
			return node, end
		}
		if !step.Static || expr.Node(at).Kind != syntax.NodeObject {
			return node, end
		}
		next, n, seen := address.In(expr, &f.Module.Classes).Follow(at, nil, []address.Step{{Kind: address.StepKey, Key: key}})
		if seen != address.There || n != 1 {
			return node, end
		}
		at, node, end = next, next, step.End
	}
	return node, end
}

// applyRule applies a rule to files. It returns the number of references that remain, for example
// because Terraform does not allow the value there.
func (inl *inliner) applyRule(files []draft.Referrer, rule *rules.Rule) (left int, err error) {
	for _, f := range files {
		if !rules.MayFind([]*rules.Rule{rule}, f.Tree.Text()) {
			continue
		}
		setFile(inl.search, f.File)
		if f.IsTest {
			inl.search.Only = func(at syntax.Span) bool { return f.Has(at.From) }
		}
		rewriting, err := inl.search.Rewrite(rule)
		if err != nil {
			return 0, draft.NotRewritten(f.File, inl.At, "inline", err)
		}
		for i := range rewriting.Left {
			if inl.o == nil {
				break
			}
			at := &rewriting.Left[i]
			inl.o.WarnLeft(inl.At, f.File, "inline: "+excerpt.Line(f.Tree.At(at.At))+" stays in "+at.Where(), at)
		}
		left += len(rewriting.Left)
		for i := range rewriting.Changed {
			inl.o.RecordOutcome(inl.At, f.File, rewriting.Changed[i].Address, rewriting.Changed[i].Path.String(), report.Changed)
		}
		if err := draft.ErrorAt(inl.At, draft.Rewrite(f.File, rewriting.Edits)); err != nil {
			return 0, err
		}
	}
	return left, nil
}

// warnUnsearched warns if code that was not searched may contain references to the local.
func (inl *inliner) warnUnsearched() {
	what := "local." + inl.Name
	d := inl.m.Language.Dialect
	if !inl.m.Named && d.AnyBlock() && !d.Shares() {
		return
	}
	if !inl.m.Named {
		inl.o.Warn(inl.At, report.NotSearched, "only this code was searched for references to "+what+": not the module's other files")
		return
	}
	if inl.o == nil {
		return
	}
	message := "it does not parse, and was not searched for references to " + what
	for _, skipped := range inl.m.Skipped {
		inl.m.Budget.Step(1)
		if folder, base := module.Split(skipped.Position.File); d.ReadsAlone(base) {
			continue
		} else if folder == inl.chosen[0].file.Folder || uses.TestedBy(folder) == inl.chosen[0].file.Folder {
			inl.o.WarnAbout(inl.At, report.NotSearched, skipped.Position.File, message)
		}
	}
}

// deleteDefinition deletes a definition of the local. If the "locals" block contains nothing else,
// it deletes the block.
func (inl *inliner) deleteDefinition(l *localDefinition) {
	f := l.file
	inl.o.RecordOutcome(inl.At, f, address.Of("locals"), inl.Name, report.Deleted)
	items := 0
	for id := range f.Tree.Children(l.block) {
		if kind := f.Tree.Kind(id); kind == syntax.KindAttribute || kind == syntax.KindBlock {
			items++
		}
	}
	if items == 1 {
		f.Delete(l.block)
	} else {
		f.Delete(l.item)
	}
	inl.o.WarnKept(inl.At, f, false)
}
