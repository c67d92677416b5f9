package modules

import (
	"cmp"
	"slices"

	"iacedit/address"
	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/plan"
	"iacedit/edit/internal/report"
	"iacedit/internal/engine/render"
	"iacedit/module"
	"iacedit/refs"
	"iacedit/syntax"
)

// copiedAttributes are the attributes that a variable of the module copies from the variable of
// the folder. The default is not copied, because the call always passes a value.
var copiedAttributes = []string{"type", "description", "sensitive", "ephemeral", "nullable"}

// A variable identifies a variable of the folder by its file and name.
type variable struct {
	file *draft.File
	name string
}

// validations are the "validation" blocks of a variable.
type validations struct {
	spans   []syntax.Span // the spans of the blocks, in order
	foreign map[int]bool  // the indexes of the blocks that refer to objects other than the variable
}

// noteForeign records that the validation of a variable refers to another object.
func (t *extractor) noteForeign(f *draft.File, r *refs.Reference) {
	of := variable{f, string(f.Tree.At(r.Owner.Name))}
	v := t.validations[of]
	if v == nil {
		v = &validations{foreign: map[int]bool{}}
		for id := range f.Tree.Blocks(r.Owner.Item, "validation") {
			f.Budget.Step(1)
			v.spans = append(v.spans, f.Tree.Item(id).Content)
		}
		if t.validations == nil {
			t.validations = map[variable]*validations{}
		}
		t.validations[of] = v
	}
	if i := spanAt(v.spans, r.Root.From); i >= 0 {
		v.foreign[i] = true
	}
}

// usualFile returns the file of the module for blocks of a type: in an existing module, the file
// that has such blocks. Otherwise its name is the name that other modules use for such a file or, if
// there is none, the given name.
func (t *writer) usualFile(typ, name string) (*draft.File, error) {
	if f := t.lastFileOf(typ); f != nil {
		return f, nil
	}
	return t.file(cmp.Or(t.customaryFile(typ), name))
}

// file returns the file of the module with the given name. It creates the file if necessary.
func (t *writer) file(name string) (*draft.File, error) {
	return t.m.MakeFile(module.Join(t.To, name))
}

// putInputs creates the variables of the module.
func (t *writer) putInputs() error {
	if len(t.inputs.all) == 0 {
		return nil
	}
	f, err := t.usualFile("variable", "variables.tf")
	if err != nil {
		return err
	}
	var plain []string // those without a description
	for _, p := range t.inputs.all {
		if p.reused {
			continue
		}
		t.m.Budget.Step(stepsPerBlock)
		id := syntax.NoItem
		if p.object.Kind == refs.Variable {
			if id, err = t.copyVariable(f, p.object.Name, p.name); err != nil {
				return err
			}
		}
		if id == syntax.NoItem {
			id, err = f.PutBlock(syntax.Root, t.put(f, &draft.NewBlock{Type: "variable", Labels: []string{p.name}, Required: true}), "variable", []string{p.name})
			if err == nil {
				if p.typ == "" && t.Tidy {
					p.typ = "any"
				}
				err = t.putMembers(f, id, p, "type", p.typ)
			}
			if err != nil {
				return t.invalid(t.At, "%s", err)
			}
		}
		if f.Index.Attribute(id, "description") == syntax.NoItem {
			plain = append(plain, "var."+p.name)
		}
		t.o.RecordOutcome(t.At, f, address.Of("variable", p.name), "", report.Created)
	}
	t.o.WarnUndescribed(t.At, f, t.folder, plain)
	return nil
}

// copyVariable copies a variable of the folder into a file of the module, under a new name. It
// leaves out the default, and validations that refer to other objects. It returns NoItem if the
// folder does not have the variable.
func (t *writer) copyVariable(to *draft.File, name, as string) (id syntax.ItemID, err error) {
	s := t.m.SiteAt(plan.Update, &plan.Target{Type: "variable", Labels: []string{name}})
	defer s.Free()
	for _, b := range s.Candidates() {
		t.m.Budget.Step(1)
		if b.Folder != t.folder {
			continue
		}
		text, err := b.Text()
		if err != nil {
			return syntax.NoItem, t.invalid(t.At, "%s", err)
		}
		if text, err = t.renamed(text, name, as); err != nil {
			return syntax.NoItem, t.invalid(t.At, "%s", err)
		}
		id, err = to.Graft(text, t.put(to, &draft.NewBlock{Type: "variable", Labels: []string{as}, Required: true}))
		if err == nil && as != name {
			err = to.Draft.SetLabels(id, []string{as})
		}
		if err != nil {
			return syntax.NoItem, t.invalid(t.At, "%s", err)
		}
		to.Draft.Expand(id)
		var gone []syntax.ItemID
		validation := 0
		for c := to.Draft.FirstItem(id); c != syntax.NoItem; c = to.Draft.NextItem(c) {
			t.m.Budget.Step(2)
			member := string(to.Draft.Name(c))
			switch {
			case to.Draft.Kind(c) == syntax.KindAttribute && slices.Contains(copiedAttributes, member):
			case to.Draft.Kind(c) == syntax.KindBlock && member == "validation":
				if v := t.validations[variable{b.File, name}]; v != nil && v.foreign[validation] {
					gone = append(gone, c)
				}
				validation++
			default:
				gone = append(gone, c)
			}
		}
		for _, c := range gone {
			if err := to.Draft.Delete(c); err != nil {
				return syntax.NoItem, t.invalid(t.At, "%s", err)
			}
		}
		return id, nil
	}
	return syntax.NoItem, nil
}

// renamed returns the text of a variable with the new name in references to the variable itself. A
// validation, for example, contains such references.
func (t *writer) renamed(text []byte, name, as string) (made []byte, err error) {
	t.m.Budget.Step(len(text))
	if name == as {
		return slices.Clone(text), nil
	}
	tree, err := syntax.Parse(text)
	if err != nil {
		return nil, err
	}
	last := int32(0)
	for r := range refs.All(tree, refs.Configuration) {
		t.m.Budget.Step(stepsPerReference)
		if r.Kind == refs.Variable && string(tree.At(r.Name)) == name {
			made = append(append(made, text[last:r.Name.From]...), as...)
			last = r.Name.To
		}
	}
	return append(made, text[last:]...), nil
}

// putOutputs creates the outputs of the module.
func (t *writer) putOutputs() error {
	if len(t.outputs.all) == 0 {
		return nil
	}
	f, err := t.usualFile("output", "outputs.tf")
	if err != nil {
		return err
	}
	plain := make([]string, len(t.outputs.all))
	for i, p := range t.outputs.all {
		t.m.Budget.Step(stepsPerBlock)
		plain[i] = "output." + p.name
		id, err := f.PutBlock(syntax.Root, t.put(f, &draft.NewBlock{Type: "output", Labels: []string{p.name}}), "output", []string{p.name})
		if err == nil {
			err = t.putMembers(f, id, p, "value", p.text)
		}
		if err != nil {
			return t.invalid(t.At, "%s", err)
		}
		t.o.RecordOutcome(t.At, f, address.Of("output", p.name), "", report.Created)
	}
	t.o.WarnUndescribed(t.At, f, t.folder, plain)
	return nil
}

// putMembers writes the attributes of an input or output into its block. The first one is the type of
// an input, unless the text is "", or the value of an output.
func (t *writer) putMembers(f *draft.File, id syntax.ItemID, p *passedValue, name, text string) error {
	for _, m := range [...]struct {
		name, text string
		is         bool
	}{{name, text, text != ""}, {"sensitive", "true", p.sensitive}, {"ephemeral", "true", p.object.Kind == refs.Ephemeral}} {
		if !m.is {
			continue
		}
		if _, err := f.PutAttribute(id, render.Place{}, m.name, []byte(m.text), t.At); err != nil {
			return err
		}
	}
	return nil
}

// put returns the place for a new block of the module: in a module that exists already, beside
// blocks of its kind.
func (t *writer) put(f *draft.File, n *draft.NewBlock) render.Place {
	if !t.joins() {
		return render.Place{}
	}
	return f.PlaceBeside(n)
}

// lastFileOf returns the last file of an existing module with blocks of the given type, or nil.
func (t *writer) lastFileOf(typ string) *draft.File {
	if !t.joins() {
		return nil
	}
	for _, f := range slices.Backward(t.m.FilesIn(t.To)) {
		if f.Role == module.Configuration && f.JSON == nil && len(f.BlocksOf(typ)) > 0 {
			return f
		}
	}
	return nil
}
