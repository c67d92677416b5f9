package modules

import (
	"slices"

	"iacedit/address"
	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/plan"
	"iacedit/edit/internal/report"
	"iacedit/internal/excerpt"
	"iacedit/internal/render"
	"iacedit/module"
	"iacedit/refs"
	"iacedit/syntax"
	"iacedit/value"
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
func (t *taker) file(name string) (*draft.File, error) {
	f, err := t.m.Make(module.Join(t.To, name))
	if err == nil {
		f.BeginAs(t.folder)
	}
	return f, err
}

// putInputs makes the variables of the module.
func (t *taker) putInputs() error {
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
func (t *taker) copyVariable(to *draft.File, name string) (found bool, err error) {
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
func (t *taker) putOutputs() error {
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

// putProviders copies the requirements of the providers that taken code uses, and declares
// the configurations that the call passes.
func (t *taker) putProviders() error {
	var blocks []draft.Block // "required_providers" of the folder
	for _, f := range t.m.FilesIn(t.folder) {
		if f.Role == module.Configuration {
			blocks = append(blocks, requiredProviders(f)...)
		}
	}
	for _, name := range t.providerNames() {
		t.m.Budget.Step(stepsPerBlock)
		var of draft.Block // that has the requirement
		required := syntax.NoItem
		for _, b := range blocks {
			t.m.Budget.Step(1)
			if id := b.Index.Attribute(b.ID, name); id != syntax.NoItem {
				of, required = b, id
			}
		}
		if required != syntax.NoItem {
			if err := t.require(name, of, required); err != nil {
				return err
			}
		}
		if err := t.declareAliases(name); err != nil {
			return err
		}
	}
	return nil
}

// requiredProviders returns the "required_providers" blocks of a file.
func requiredProviders(f *draft.File) (blocks []draft.Block) {
	for _, typ := range f.Module.Language.Spellings("terraform") {
		for _, b := range f.BlocksOf(typ) {
			for _, id := range f.Index.Blocks(nil, b.ID, []string{"required_providers"}) {
				blocks = append(blocks, draft.Block{File: f, ID: id})
			}
		}
	}
	return blocks
}

// requirements returns the "required_providers" of the module, which are made where there are
// none.
func (t *taker) requirements() (b draft.Block, err error) {
	var settings draft.Block
	for _, f := range t.m.FilesIn(t.To) {
		if f.Role != module.Configuration {
			continue
		}
		if all := requiredProviders(f); len(all) > 0 {
			return all[0], nil
		}
		for _, typ := range t.m.Language.Spellings("terraform") {
			if all := f.BlocksOf(typ); len(all) > 0 {
				settings = all[0]
			}
		}
	}
	if settings.File == nil {
		if settings.File, err = t.file("versions.tf"); err != nil {
			return b, err
		}
		if settings.ID, err = settings.PutBlock(syntax.Root, render.Place{}, t.m.Language.Spelling("terraform"), nil); err != nil {
			return b, t.invalid(t.At, "%s", err)
		}
	}
	b.File = settings.File
	if b.ID, err = b.PutBlock(settings.ID, render.Place{}, "required_providers", nil); err != nil {
		return b, t.invalid(t.At, "%s", err)
	}
	return b, nil
}

// require copies the requirement of a provider, unless the module has one.
func (t *taker) require(name string, of draft.Block, required syntax.ItemID) error {
	b, err := t.requirements()
	if err != nil {
		return err
	}
	if there := b.Index.Attribute(b.ID, name); there != syntax.NoItem {
		if own, wanted := sourceOf(b, there), sourceOf(of, required); own != wanted && own != "" && wanted != "" {
			return t.invalid(t.ToAt, "%s requires the provider %s from %s, and the blocks use the one from %s", excerpt.Quote(b.Name), excerpt.Quote(name), excerpt.Quote(own), excerpt.Quote(wanted))
		}
		return nil
	}
	b.Draft.Open(b.ID)
	id, err := b.PutAttribute(b.ID, render.Place{}, name, slices.Clone(of.Tree.At(of.Tree.Value(required))), t.At)
	if err != nil {
		return err
	}
	if pair := b.Index.Pair(id, "configuration_aliases", 0); pair != syntax.NoItem {
		return b.Draft.Delete(pair)
	}
	return nil
}

// sourceOf returns the source of a required provider, "" where it does not say one.
func sourceOf(b draft.Block, required syntax.ItemID) string {
	pair := b.Index.Pair(required, "source", 0)
	if pair == syntax.NoItem {
		return ""
	}
	e := b.Draft.Expr(b.Draft.Item(pair).Content)
	text, _ := e.PlainString(e.Root)
	return text
}

// declareAliases declares the configurations of a provider that the call passes.
func (t *taker) declareAliases(name string) error {
	aliases := value.Value{Kind: value.Array, At: t.At}
	for _, a := range t.providers.aliases {
		t.m.Budget.Step(1)
		if a.Type == name {
			aliases.Items = append(aliases.Items, value.Item{Value: t.expression(written(a))})
		}
	}
	if len(aliases.Items) == 0 {
		return nil
	}
	b, err := t.requirements()
	if err != nil {
		return err
	}
	attributes := t.object(t.member(name+".configuration_aliases", aliases))
	switch id := b.Index.Attribute(b.ID, name); {
	case id == syntax.NoItem:
		attributes = t.object(t.member(name, t.object(t.member("configuration_aliases", aliases))))
	case b.Draft.Inside(id) != syntax.InsideObject:
		version := t.expression(string(b.Draft.At(b.Draft.Item(id).Content)))
		attributes = t.object(t.member(name, t.object(t.member("version", version), t.member("configuration_aliases", aliases))))
	}
	nested := t.object(t.member("required_providers", t.list(t.object(t.member("attributes", attributes)))))
	entry := t.object(t.member("file", t.string(b.Name)), t.member("blockTypes", nested))
	return t.make("set", "terraform", t.list(entry))
}
