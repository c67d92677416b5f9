package modules

import (
	"cmp"
	"slices"
	"strings"

	"iacedit/edit/internal/apply"
	"iacedit/edit/internal/draft"
	"iacedit/internal/base/excerpt"
	"iacedit/internal/base/sequence"
	"iacedit/internal/engine/render"
	"iacedit/module"
	"iacedit/syntax"
	"iacedit/value"
)

// putProviders copies the settings of the folder, which are in "terraform" blocks, to the module. If
// the folder has them in twins, such as versions.tf and versions.tofu, a new module has twins, too.
func (t *writer) putProviders() error {
	if t.joins() || !slices.ContainsFunc(t.configuration(t.folder), func(f *draft.File) bool { return f.Twin != nil && len(settingsOf(f)) > 0 }) {
		return t.putSettings()
	}
	for tool := range (draft.Terraform | draft.OpenTofu).EachTool {
		t.tool = tool
		if err := t.putSettings(); err != nil {
			return err
		}
	}
	t.tool = 0
	return nil
}

// configuration returns the files of a folder with configuration: all, or those that t.tool reads.
// Of the module, OpenTofu's files are those that only OpenTofu reads.
func (t *writer) configuration(folder string) (files []*draft.File) {
	for _, f := range t.m.FilesIn(folder) {
		read := f.Tools()
		if f.Role == module.Configuration && (t.tool == 0 || read&t.tool != 0 && (folder == t.folder || t.tool == draft.Terraform || read == t.tool)) {
			files = append(files, f)
		}
	}
	return files
}

// putSettings copies the entries of "required_providers" for the providers that extracted code uses,
// and other settings. It also declares the provider configurations that the call passes.
func (t *writer) putSettings() error {
	if err := t.putVersion(); err != nil {
		return err
	}
	var blocks []draft.Block // "required_providers" of the folder
	for _, f := range t.configuration(t.folder) {
		blocks = append(blocks, requiredProviders(f)...)
	}
	names := t.providers.names(t.items)
	t.sortAsRequired(names, blocks)
	for _, name := range names {
		t.m.Budget.Step(stepsPerBlock)
		var of draft.Block // the block with the requirement
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
		if err := t.putMeta(name); err != nil {
			return err
		}
	}
	return nil
}

// sortAsRequired puts the names of providers into the order in which "required_providers" blocks have
// them. Names that the blocks lack come last.
func (t *writer) sortAsRequired(names []string, blocks []draft.Block) {
	place := map[string]int{}
	for _, b := range blocks {
		for id := range b.Tree.Attributes(b.ID) {
			t.m.Budget.Step(stepsPerBlock)
			if name := string(b.Tree.Name(id)); place[name] == 0 { // the first of several
				place[name] = len(place) + 1
			}
		}
	}
	at := func(name string) int { return cmp.Or(place[name], len(place)+1) }
	sequence.SortStable(names, func(a, b string) int { return cmp.Compare(at(a), at(b)) })
}

// putMeta copies the "provider_meta" block of a provider, which Terraform reads in each module
// separately. It does nothing if Tidy is not set, or if the module has such a block.
func (t *writer) putMeta(name string) error {
	if !t.Tidy {
		return nil
	}
	of, found := providerMeta(t.configuration(t.folder), name)
	if _, there := providerMeta(t.configuration(t.To), name); there || !found {
		return nil
	}
	b, err := t.settings()
	if err != nil {
		return err
	}
	id, err := b.PutBlock(b.ID, render.Place{}, "provider_meta", []string{name})
	if err != nil {
		return t.invalid(t.At, "%s", err)
	}
	for a := range of.Tree.Attributes(of.ID) {
		t.m.Budget.Step(stepsPerBlock)
		if _, err := b.PutAttribute(id, render.Place{}, string(of.Tree.Name(a)), slices.Clone(of.Tree.At(of.Tree.Value(a))), t.At); err != nil {
			return err
		}
	}
	return nil
}

// providerMeta returns the "provider_meta" block for a provider, if one of the files has it.
func providerMeta(files []*draft.File, name string) (b draft.Block, found bool) {
	for _, f := range files {
		for _, s := range settingsOf(f) {
			for _, id := range f.Index.Blocks(nil, s.ID, []string{"provider_meta", name}) {
				return draft.Block{File: f, ID: id}, true
			}
		}
	}
	return b, false
}

// requiredProviders returns the "required_providers" blocks of a file.
func requiredProviders(f *draft.File) (blocks []draft.Block) {
	for _, b := range settingsOf(f) {
		for _, id := range f.Index.Blocks(nil, b.ID, []string{"required_providers"}) {
			blocks = append(blocks, draft.Block{File: f, ID: id})
		}
	}
	return blocks
}

// putVersion copies the "required_version" of the folder to the module, if the operation asks for a
// tidy module (Tidy) and the module has no such setting.
func (t *writer) putVersion() error {
	if !t.Tidy {
		return nil
	}
	var text []byte
	for _, f := range t.configuration(t.folder) {
		for _, b := range settingsOf(f) {
			if id := b.Index.Attribute(b.ID, "required_version"); id != syntax.NoItem {
				text = slices.Clone(b.Tree.At(b.Tree.Value(id)))
			}
		}
	}
	if text == nil {
		return nil
	}
	b, err := t.settings()
	if err != nil || b.Index.Attribute(b.ID, "required_version") != syntax.NoItem {
		return err
	}
	b.Draft.Open(b.ID)
	_, err = b.PutAttribute(b.ID, render.Place{}, "required_version", text, t.At)
	return err
}

// settingsOf returns the "terraform" blocks of a file, which contain settings.
func settingsOf(f *draft.File) (blocks []draft.Block) {
	for _, typ := range f.Module.Language.Spellings("terraform") {
		blocks = append(blocks, f.BlocksOf(typ)...)
	}
	return blocks
}

// settings returns a "terraform" block of the module: the first one in the last file that has such
// a block. If there is none, settings creates a block.
func (t *writer) settings() (b draft.Block, err error) {
	for _, f := range t.configuration(t.To) {
		if all := settingsOf(f); len(all) > 0 {
			b = all[0]
		}
	}
	if b.File != nil {
		return b, nil
	}
	typ := t.m.Language.Spelling("terraform")
	if t.tool == 0 {
		b.File, err = t.usualFile(typ, "versions.tf")
	} else {
		name := cmp.Or(t.customaryFile(typ), "versions.tf")
		ends := map[draft.Tools]string{draft.Terraform: ".tf", draft.OpenTofu: ".tofu"}
		b.File, err = t.file(strings.TrimSuffix(strings.TrimSuffix(name, ".tofu"), ".tf") + ends[t.tool])
	}
	if err != nil {
		return b, err
	}
	if b.ID, err = b.PutBlock(syntax.Root, render.Place{}, typ, nil); err != nil {
		return b, t.invalid(t.At, "%s", err)
	}
	return b, nil
}

// requirements returns the first "required_providers" block of the module. It creates the block if
// there is none.
func (t *writer) requirements() (b draft.Block, err error) {
	for _, f := range t.configuration(t.To) {
		if all := requiredProviders(f); len(all) > 0 {
			return all[0], nil
		}
	}
	settings, err := t.settings()
	if err != nil {
		return b, err
	}
	b.File = settings.File
	if b.ID, err = b.PutBlock(settings.ID, render.Place{}, "required_providers", nil); err != nil {
		return b, t.invalid(t.At, "%s", err)
	}
	return b, nil
}

// require copies the entry of "required_providers" for a provider, unless the module has one
// already. It returns an error if the existing entry has another source.
func (t *writer) require(name string, of draft.Block, required syntax.ItemID) error {
	b, err := t.requirements()
	if err != nil {
		return err
	}
	if there := b.Index.Attribute(b.ID, name); there != syntax.NoItem {
		if own, wanted := sourceOf(b, there), sourceOf(of, required); own != wanted && own != "" && wanted != "" {
			return t.invalid(t.ToAt, "%s requires the provider %s from %s, but the blocks use the one from %s", excerpt.Quote(b.Name), excerpt.Quote(name), excerpt.Quote(own), excerpt.Quote(wanted))
		}
		return nil
	}
	b.Draft.Open(b.ID)
	id, err := b.PutAttribute(b.ID, render.Place{}, name, slices.Clone(of.Tree.At(of.Tree.Value(required))), t.At)
	if err != nil {
		return err
	}
	b.Expand(id)
	if pair := b.Index.Pair(id, "configuration_aliases", 0); pair != syntax.NoItem {
		return b.Draft.Delete(pair)
	}
	return nil
}

// sourceOf returns the source of a required provider, such as "hashicorp/aws", or "" if the
// provider has no source.
func sourceOf(b draft.Block, required syntax.ItemID) string {
	pair := b.Index.Pair(required, "source", 0)
	if pair == syntax.NoItem {
		return ""
	}
	e := b.Draft.Expr(b.Draft.Item(pair).Content)
	text, _ := e.PlainString(e.Root)
	return text
}

// declareAliases declares, in the module, the configurations of a provider that the call passes.
func (t *writer) declareAliases(name string) error {
	v := apply.Values(t.At)
	aliases := v.List()
	if t.Root != nil {
		return nil // a root module has its own configurations
	}
	for _, a := range t.providers.aliases {
		t.m.Budget.Step(1)
		if a.Type == name {
			aliases.Items = append(aliases.Items, v.Member("", v.Expression(a.String())))
		}
	}
	if len(aliases.Items) == 0 {
		return nil
	}
	b, err := t.requirements()
	if err != nil {
		return err
	}
	aliases.Items = append(t.declaredAliases(b, name), aliases.Items...)
	attributes := v.Object(v.Member(name+".configuration_aliases", aliases))
	switch id := b.Index.Attribute(b.ID, name); {
	case id == syntax.NoItem:
		attributes = v.Object(v.Member(name, v.Object(v.Member("configuration_aliases", aliases))))
	case b.Draft.Inside(id) != syntax.InsideObject:
		version := v.Expression(string(b.Draft.At(b.Draft.Item(id).Content)))
		attributes = v.Object(v.Member(name, v.Object(v.Member("version", version), v.Member("configuration_aliases", aliases))))
	}
	nested := v.Object(v.Member("required_providers", v.List(v.Object(v.Member("attributes", attributes)))))
	entry := v.Object(v.Member("file", v.String(b.Name)), v.Member("blockTypes", nested))
	return apply.ApplyGenerated(t.m, t.At, v.Operation("set", "terraform", v.List(entry)))
}

// declaredAliases returns the elements of "configuration_aliases" that the module has for a provider
// already.
func (t *writer) declaredAliases(b draft.Block, name string) (all []value.Item) {
	v := apply.Values(t.At)
	id := b.Index.Attribute(b.ID, name)
	if id == syntax.NoItem {
		return nil
	}
	b.Expand(id)
	list := b.Index.Pair(id, "configuration_aliases", 0)
	if list == syntax.NoItem {
		return nil
	}
	b.Expand(list)
	for one := b.Draft.FirstItem(list); one != syntax.NoItem; one = b.Draft.NextItem(one) {
		b.Budget.Step(stepsPerReference)
		all = append(all, v.Member("", v.Expression(string(b.Draft.At(b.Draft.Item(one).Content)))))
	}
	return all
}
