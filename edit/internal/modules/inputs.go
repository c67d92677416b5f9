package modules

import (
	"slices"

	"iacedit/address"
	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/plan"
	"iacedit/edit/internal/report"
	"iacedit/internal/render"
	"iacedit/module"
	"iacedit/refs"
	"iacedit/syntax"
)

// keptOfVariable are the attributes that a variable has that passes on one of its name. A
// default is not among them: the call always gives a value.
var keptOfVariable = []string{"type", "description", "sensitive", "ephemeral", "nullable"}

// noteForeign notes that a validation of a variable names something else than the variable.
func (t *taker) noteForeign(f *draft.File, r *refs.Reference) {
	number := 0
	for id := range f.Tree.Blocks(r.Owner.Item, "validation") {
		f.Budget.Step(1)
		if at := f.Tree.Item(id).Content; at.From <= r.Root.From && r.Root.From < at.To {
			name := string(f.Tree.At(r.Owner.Name))
			if t.foreign == nil {
				t.foreign = map[string]map[int]bool{}
			}
			if t.foreign[name] == nil {
				t.foreign[name] = map[int]bool{}
			}
			t.foreign[name][number] = true
		}
		number++
	}
}

// file returns a file of the module, which may be made.
func (t *writer) file(name string) (*draft.File, error) {
	f, err := t.m.Make(module.Join(t.To, name))
	if err == nil {
		f.BeginAs(t.folder)
	}
	return f, err
}

// putInputs makes the variables of the module.
func (t *writer) putInputs() error {
	if len(t.inputs.all) == 0 {
		return nil
	}
	f, err := t.file("variables.tf")
	if err != nil {
		return err
	}
	for _, p := range t.inputs.all {
		t.m.Budget.Step(stepsPerBlock)
		made := false
		if p.of.Kind == refs.Variable {
			if made, err = t.copyVariable(f, p.name); err != nil {
				return err
			}
		}
		if !made {
			id, err := f.PutBlock(syntax.Root, render.Place{}, "variable", []string{p.name})
			if err == nil && p.typ != "" {
				_, err = f.PutAttribute(id, render.Place{}, "type", []byte(p.typ), t.At)
			}
			if err == nil && p.of.Kind == refs.Ephemeral {
				_, err = f.PutAttribute(id, render.Place{}, "ephemeral", []byte("true"), t.At)
			}
			if err != nil {
				return t.invalid(t.At, "%s", err)
			}
		}
		t.o.Tell(t.At, f, address.Of("variable", p.name), "", report.Created)
	}
	return nil
}

// copyVariable makes a variable as it is in the folder, but for its default and for
// validations that name something else. It reports whether it is there.
func (t *writer) copyVariable(to *draft.File, name string) (found bool, err error) {
	s := t.m.At(plan.Update, &plan.Target{Type: "variable", Labels: []string{name}})
	defer s.Leave()
	for _, b := range s.Candidates() {
		t.m.Budget.Step(1)
		if b.Folder != t.folder {
			continue
		}
		text, err := b.Draft.BlockText(b.ID)
		if err != nil {
			return false, t.invalid(t.At, "%s", err)
		}
		id, err := to.Graft(slices.Clone(text), render.Place{})
		if err != nil {
			return false, t.invalid(t.At, "%s", err)
		}
		to.Draft.Expand(id)
		var gone []syntax.ItemID
		validation := 0
		for c := to.Draft.FirstItem(id); c != syntax.NoItem; c = to.Draft.NextItem(c) {
			t.m.Budget.Step(2)
			name := string(to.Draft.Name(c))
			switch {
			case to.Draft.Kind(c) == syntax.KindAttribute && slices.Contains(keptOfVariable, name):
			case to.Draft.Kind(c) == syntax.KindBlock && name == "validation":
				if t.foreign[b.Labels()[0]][validation] {
					gone = append(gone, c)
				}
				validation++
			default:
				gone = append(gone, c)
			}
		}
		for _, c := range gone {
			if err := to.Draft.Delete(c); err != nil {
				return false, t.invalid(t.At, "%s", err)
			}
		}
		return true, nil
	}
	return false, nil
}

// putOutputs makes the outputs of the module.
func (t *writer) putOutputs() error {
	if len(t.outputs.all) == 0 {
		return nil
	}
	f, err := t.file("outputs.tf")
	if err != nil {
		return err
	}
	for _, p := range t.outputs.all {
		t.m.Budget.Step(stepsPerBlock)
		id, err := f.PutBlock(syntax.Root, render.Place{}, "output", []string{p.name})
		if err == nil {
			_, err = f.PutAttribute(id, render.Place{}, "value", []byte(p.text), t.At)
		}
		if err == nil && p.of.Kind == refs.Ephemeral {
			_, err = f.PutAttribute(id, render.Place{}, "ephemeral", []byte("true"), t.At)
		}
		if err != nil {
			return t.invalid(t.At, "%s", err)
		}
		t.o.Tell(t.At, f, address.Of("output", p.name), "", report.Created)
	}
	return nil
}
