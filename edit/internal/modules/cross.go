package modules

import (
	"fmt"

	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/report"
	"iacedit/internal/base/excerpt"
	"iacedit/internal/engine/render"
	"iacedit/internal/languages/terraform"
	"iacedit/module"
	"iacedit/refs"
	"iacedit/syntax"
)

// crossBorder finds the references that cross the module's border, and decides how each is
// replaced.
func (t *extractor) crossBorder() error {
	t.root = "module." + t.Name
	t.edits = map[*draft.File][]render.Replacement{}
	t.referrers, t.choosesProvider = map[refs.Address][]refs.Address{}, map[refs.Address]bool{}
	for _, f := range t.m.FilesIn(t.folder) {
		switch {
		case terraform.IsTest(f.Name):
			continue
		case f.Role == module.None:
			t.notSearched(f.Name, "is not native syntax")
			continue
		case f.Role != module.Configuration && f.Role != module.Override:
			continue
		}
		f.Budget.Parse(len(f.Tree.Text()))
		for r := range refs.All(f.Tree, refs.Configuration) {
			f.Budget.Step(stepsPerReference)
			if t.Tidy {
				t.noteID(f, r)
			}
			var err error
			if by := t.itemAt(f, r.Root.From); by != nil {
				err = t.replaceInside(f, r, by)
			} else {
				err = t.replaceOutside(f, r)
			}
			if err != nil {
				return err
			}
		}
	}
	for _, name := range t.m.SkippedIn(t.folder) {
		t.notSearched(name, "does not parse")
	}
	return t.replaceInTests()
}

// notSearched warns that a file was not searched, although it may refer to extracted blocks.
func (t *extractor) notSearched(name, why string) {
	t.o.WarnAbout(t.At, report.NotSearched, name, "it "+why+", and was not searched for references to what is extracted")
}

// replaceInside handles a reference in extracted code. A reference to an object that is not
// extracted is replaced where necessary; if that is impossible, replaceInside returns an error.
func (t *extractor) replaceInside(f *draft.File, r *refs.Reference, by *extractedItem) error {
	if r.Kind == refs.Provider {
		return t.usesProvider(f, r, by)
	}
	of := r.Address(f.Tree)
	switch {
	case t.call.isOwn(of, t.Name):
		return t.replaceOwn(f, r, by)
	case t.extractedDecls[of] != nil, r.Kind == refs.Self, r.Kind == refs.Own:
		return nil
	case r.Kind == refs.Other && !(len(r.Steps) > 0 && string(f.Tree.At(r.Root)) == "path" && string(f.Tree.At(r.Steps[0].Name)) == "module"):
		return nil
	case r.Kind == refs.Other && t.paths.note(t, f, r):
		return nil
	}
	if t.Root != nil && !t.lacks(f, r, of) {
		return nil
	}
	switch r.Place {
	case refs.InDependsOn:
		if t.Root != nil {
			t.addDependency(f, r, by)
			return nil
		}
		if t.Tidy && (r.Kind != refs.Module || namesOutput(f, r, t.repeated)) {
			return t.replaceDependsOn(f, r, "var", &t.inputs)
		}
		t.addDependency(f, r, by)
		return nil
	case refs.InExpression:
	default:
		return t.refuse(f, r.Root.From, fmt.Sprintf("%s refers to %s, which is not extracted: Terraform allows no value of another module in %s; extract %[2]s, too", by, of.String(), r.Place))
	}
	steps := 0
	switch r.Kind {
	case refs.Variable:
	case refs.Other:
		steps = 1
	default:
		steps = t.passableSteps(f, r)
	}
	return t.addUse(f, r, "var", endOf(r, steps), t.inputs.add(f, r, steps))
}

// namesOutput reports whether an entry of "depends_on" names an output, such as module.net.id, of a
// call without "count" or "for_each".
func namesOutput(f *draft.File, r *refs.Reference, repeated map[refs.Address]bool) bool {
	return r.Kind == refs.Module && !repeated[r.Address(f.Tree)] && len(r.Steps) > 0 && r.Steps[0].Kind == refs.StepAttribute
}

// replaceDependsOn replaces an entry of "depends_on" by a reference to the input or output that
// passes the object of the entry.
func (t *extractor) replaceDependsOn(f *draft.File, r *refs.Reference, root string, p *passedValues) error {
	steps := 0
	if namesOutput(f, r, t.repeated) {
		steps = 1
	}
	return t.addUse(f, r, root, r.At.To, p.add(f, r, steps))
}

// replaceOutside handles a reference in remaining code. A reference to an extracted object is
// replaced where necessary; if that is impossible, replaceOutside returns an error.
func (t *extractor) replaceOutside(f *draft.File, r *refs.Reference) error {
	of := r.Address(f.Tree)
	if r.Owner.Kind == refs.Variable && of != r.OwnerAddress(f.Tree) {
		t.noteForeign(f, r)
	}
	t.noteReferrer(f, r, of)
	if r.Place == refs.InDependsOn && t.call.exists() && f == t.call.File && r.Owner.Item == t.call.ID {
		return t.noteCallDependency(f, r, of)
	}
	if t.extractedDecls[of] == nil {
		return nil
	}
	switch r.Place {
	case refs.InMoved:
		if t.Moved || string(f.Tree.At(r.In)) != "to" {
			return nil // Terraform follows chains of "moved" blocks
		}
		t.addModulePrefix(f, r)
		return nil
	case refs.InRemoved:
		return nil
	case refs.InImportTo:
		t.addModulePrefix(f, r)
		return nil
	case refs.InExpression, refs.InDependsOn:
		if t.Root != nil {
			t.leaves(f, r, of)
		}
	default:
		by, hint := "a block", ""
		if r.Owner.Kind != refs.Other {
			by = r.OwnerAddress(f.Tree).String()
			hint = "; extract " + by + ", too"
		}
		return t.refuse(f, r.Root.From, fmt.Sprintf("%s refers to %s, which is extracted: Terraform allows no value of another module in %s%s", by, of.String(), r.Place, hint))
	}
	return t.replaceByOutput(f, r)
}

// replaceByOutput replaces a reference in remaining code by a reference to an output.
func (t *extractor) replaceByOutput(f *draft.File, r *refs.Reference) error {
	if r.Place == refs.InDependsOn {
		return t.replaceDependsOn(f, r, t.root, &t.outputs)
	}
	steps := t.passableSteps(f, r)
	if t.Tidy && steps == 2 && len(r.Steps) == 2 && t.repeated[r.Address(f.Tree)] {
		steps = 0 // the attribute of all instances is passed: module.queue.arns[0]
	}
	return t.addUse(f, r, t.root, endOf(r, steps), t.outputs.add(f, r, steps))
}

// addUse records that a reference is replaced by a reference to the input or output that passes the
// expression. The replaced code starts at r.Root.From, and ends at the offset in the argument
// to.
func (t *extractor) addUse(f *draft.File, r *refs.Reference, root string, to int32, passed *passedValue) error {
	word := root
	if root != "var" {
		word = "module"
	}
	if t.Root != nil {
		word = "var"
	}
	at := syntax.Span{From: r.Root.From, To: to}
	if r.Hides(word) {
		return t.refuse(f, at.From, fmt.Sprintf("%s would become a reference that begins with %q, which is a local name here", excerpt.Quote(string(f.Tree.At(at))), word))
	}
	u := use{file: f, at: at, passed: passed, root: root}
	if t.Tidy {
		t.readUse(&u, r)
	}
	t.uses = append(t.uses, u)
	return nil
}

// addModulePrefix puts "module." and the name of the call before an address, because the object at
// that address is now in the module.
func (t *extractor) addModulePrefix(f *draft.File, r *refs.Reference) {
	at := syntax.Span{From: r.Root.From, To: r.Root.From}
	if string(f.Tree.At(r.Root)) == "resource" {
		at.To = r.Type.From
	}
	t.edits[f] = append(t.edits[f], render.Replacement{At: at, Text: "module." + t.Name + "."})
}

// replaceInTests replaces references in the tests of the module.
func (t *extractor) replaceInTests() error {
	for _, f := range t.m.Referrers.In(t.folder) {
		if !f.IsTest {
			continue
		}
		f.Budget.Parse(len(f.Tree.Text()))
		for r := range refs.All(f.Tree, refs.Configuration) {
			f.Budget.Step(stepsPerReference)
			if t.extractedDecls[r.Address(f.Tree)] == nil || !f.Has(r.Root.From) {
				continue
			}
			if t.Root != nil {
				return t.refuse(f.File, r.Root.From, "this test refers to "+r.Address(f.Tree).String()+", which moves to another root module")
			} else if r.Place == refs.InTargets {
				t.addModulePrefix(f.File, r)
			} else if err := t.replaceByOutput(f.File, r); err != nil {
				return err
			}
		}
	}
	return nil
}

// lacks records that a moved block refers to something that the other root module lacks. It returns
// false if the reference can stay, because something of that address is there.
func (t *extractor) lacks(f *draft.File, r *refs.Reference, of refs.Address) bool {
	if t.isThere(of) {
		return false
	}
	if text := string(f.Tree.At(syntax.Span{From: r.Root.From, To: max(endOf(r, 0), r.Root.To)})); !t.Root.Inputs && !t.other.seen[text] {
		t.other.seen[text] = true
		t.other.lacking = append(t.other.lacking, text)
	}
	return true
}

// leaves records that something that stays refers to a moved block.
func (t *extractor) leaves(f *draft.File, r *refs.Reference, of refs.Address) {
	by := excerpt.Quote(f.Name)
	if r.Owner.Item != syntax.NoItem {
		by = header(draft.Block{File: f, ID: r.Owner.Item})
	}
	if text := by + " refers to " + of.String(); !t.Root.Outputs && !t.other.seen[text] {
		t.other.seen[text] = true
		t.other.left = append(t.other.left, text)
	}
}

// isThere reports whether the other root module declares an object of that address, too.
func (t *extractor) isThere(of refs.Address) bool {
	key := ""
	switch of.Kind {
	case refs.Resource, refs.Data, refs.Ephemeral, refs.Action:
		key = of.Kind.String() + " " + of.Type + "." + of.Name
	case refs.Module, refs.Variable, refs.Local:
		key = of.Kind.String() + " " + of.Name
	}
	_, there := t.existing[key]
	return there
}
