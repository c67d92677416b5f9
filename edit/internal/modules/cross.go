package modules

import (
	"fmt"
	"slices"

	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/report"
	"iacedit/internal/excerpt"
	"iacedit/internal/render"
	"iacedit/internal/terraform"
	"iacedit/module"
	"iacedit/refs"
	"iacedit/syntax"
)

// cross finds the references that cross the module's border, and decides how each is replaced.
func (t *taker) cross() error {
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
		f.Budget.Step(len(f.Tree.Text()) >> 1)
		for r := range refs.All(f.Tree, refs.Configuration) {
			f.Budget.Step(stepsPerReference)
			if t.Tidy {
				t.noteID(f, r)
			}
			var err error
			if by := t.within(f, r.Root.From); by != nil {
				err = t.inside(f, r, by)
			} else {
				err = t.outside(f, r)
			}
			if err != nil {
				return err
			}
		}
	}
	for _, name := range t.m.SkippedIn(t.folder) {
		t.notSearched(name, "does not parse")
	}
	return t.crossTests()
}

// notSearched warns that a file was not searched, although it may refer to extracted blocks.
func (t *taker) notSearched(name, why string) {
	t.o.WarnAbout(t.At, report.NotSearched, name, "it "+why+", and was not searched for references to what is taken out")
}

// This method handles a reference in extracted code. If the reference is to a remaining object, the
// method replaces the reference, leaves it as it is, or returns an error.
func (t *taker) inside(f *draft.File, r *refs.Reference, by *taken) error {
	if r.Kind == refs.Provider {
		t.providers.use(f, r, by)
		return nil
	}
	of := r.Address(f.Tree)
	switch {
	case t.things[of] != nil, r.Kind == refs.Self, r.Kind == refs.Own:
		return nil
	case r.Kind == refs.Other && !(len(r.Steps) > 0 && string(f.Tree.At(r.Root)) == "path" && string(f.Tree.At(r.Steps[0].Name)) == "module"):
		return nil
	case r.Kind == refs.Other && t.paths.note(t, f, r):
		return nil
	}
	switch r.Place {
	case refs.InDependsOn:
		if t.Tidy && (r.Kind != refs.Module || namesOutput(f, r, t.repeated)) {
			return t.waitFor(f, r, "var", &t.inputs)
		}
		t.depend(f, r, by)
		return nil
	case refs.InExpression:
	default:
		return t.refuse(f, r.Root.From, fmt.Sprintf("%s refers to %s, which stays: Terraform takes no value of another module in %s; extract %[2]s, too", by, written(of), r.Place))
	}
	steps := 0
	switch r.Kind {
	case refs.Variable:
	case refs.Other:
		steps = 1
	default:
		steps = t.passable(f, r)
	}
	return t.use(f, r, "var", end(r, steps), t.inputs.add(f, r, steps))
}

// namesOutput reports whether an entry of "depends_on" names an output, such as module.net.id, of a
// call without "count" and "for_each".
func namesOutput(f *draft.File, r *refs.Reference, repeated map[refs.Address]bool) bool {
	return r.Kind == refs.Module && !repeated[r.Address(f.Tree)] && len(r.Steps) > 0 && r.Steps[0].Kind == refs.StepAttribute
}

// waitFor replaces an entry of "depends_on" by a reference to the input or output that passes the
// object of the entry.
func (t *taker) waitFor(f *draft.File, r *refs.Reference, root string, p *passing) error {
	steps := 0
	if namesOutput(f, r, t.repeated) {
		steps = 1
	}
	return t.use(f, r, root, r.At.To, p.add(f, r, steps))
}

// This method handles a reference in remaining code. If the reference is to an extracted object,
// the method replaces the reference, leaves it as it is, or returns an error.
func (t *taker) outside(f *draft.File, r *refs.Reference) error {
	of := r.Address(f.Tree)
	if r.Owner.Kind == refs.Variable && of != r.Owner.Address(f.Tree) {
		t.noteForeign(f, r)
	}
	t.noteReferrer(f, r, of)
	if t.things[of] == nil {
		return nil
	}
	switch r.Place {
	case refs.InMoved:
		if t.Moved || string(f.Tree.At(r.In)) != "to" {
			return nil // Terraform follows chains of "moved" blocks
		}
		t.readdress(f, r)
		return nil
	case refs.InRemoved:
		return nil
	case refs.InImportTo:
		t.readdress(f, r)
		return nil
	case refs.InExpression, refs.InDependsOn:
	default:
		by, hint := "a block", ""
		if r.Owner.Kind != refs.Other {
			by = written(r.Owner.Address(f.Tree))
			hint = "; extract " + by + ", too"
		}
		return t.refuse(f, r.Root.From, fmt.Sprintf("%s refers to %s, which is extracted: Terraform takes nothing of another module in %s%s", by, written(of), r.Place, hint))
	}
	return t.leave(f, r)
}

// leave replaces a reference in remaining code by a reference to an output.
func (t *taker) leave(f *draft.File, r *refs.Reference) error {
	if r.Place == refs.InDependsOn {
		return t.waitFor(f, r, t.root, &t.outputs)
	}
	steps := t.passable(f, r)
	if t.Tidy && steps == 2 && len(r.Steps) == 2 && t.repeated[r.Address(f.Tree)] {
		steps = 0 // the attribute of all instances is passed: module.queue.arns[0]
	}
	return t.use(f, r, t.root, end(r, steps), t.outputs.add(f, r, steps))
}

// use records that a reference is replaced by a reference to the input or output for a passed
// expression. The argument to is the offset at which the replaced code ends.
func (t *taker) use(f *draft.File, r *refs.Reference, root string, to int32, of *passed) error {
	word := root
	if t.Name != "" && root != "var" {
		word = "module"
	}
	at := syntax.Span{From: r.Root.From, To: to}
	if r.Hides(word) {
		return t.refuse(f, at.From, fmt.Sprintf("%s would become a reference that begins with %q, which is a local name here", excerpt.Quote(string(f.Tree.At(at))), word))
	}
	u := use{file: f, at: at, of: of, root: root}
	if t.Tidy {
		t.read(&u, r)
	}
	t.uses = append(t.uses, u)
	return nil
}

// readdress puts "module." and the name of the call before an address, because the object at that
// address is now in the module.
func (t *taker) readdress(f *draft.File, r *refs.Reference) {
	at := syntax.Span{From: r.Root.From, To: r.Root.From}
	if string(f.Tree.At(r.Root)) == "resource" {
		at.To = r.Type.From
	}
	t.edits[f] = append(t.edits[f], render.Replacement{At: at, Text: "module." + t.Name + "."})
}

// testTargets are the arguments in test files whose values are addresses of objects.
var testTargets = []string{"target", "replace"}

// crossTests replaces references in the test files of the folder.
func (t *taker) crossTests() error {
	for _, folder := range [...]string{t.folder, module.Join(t.folder, "tests")} {
		for _, f := range t.m.FilesIn(folder) {
			if !terraform.IsTest(f.Name) {
				continue
			}
			f.Budget.Step(len(f.Tree.Text()) >> 1)
			for r := range refs.All(f.Tree, refs.Configuration) {
				f.Budget.Step(stepsPerReference)
				if t.things[r.Address(f.Tree)] == nil || f.Index.HasBlock(r.Owner.Item, []string{"module"}) {
					continue // the reference is to another object, or the run tests another module
				}
				if slices.Contains(testTargets, string(f.Tree.At(r.In))) {
					t.readdress(f, r)
				} else if err := t.leave(f, r); err != nil {
					return err
				}
			}
		}
	}
	return nil
}
