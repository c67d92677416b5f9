package modules

import (
	"fmt"
	"maps"
	"path"
	"slices"

	"iacedit/address"
	"iacedit/edit/internal/apply"
	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/moved"
	"iacedit/edit/internal/report"
	"iacedit/internal/base/excerpt"
	"iacedit/internal/base/nearest"
	"iacedit/internal/languages/terraform"
	"iacedit/syntax"
	"iacedit/value"
)

// An instance is an object of a resource, as a state has it.
type instance struct {
	address string // with its keys, such as aws_instance.web["a"]
	typ     string // the type of the resource, "" if it is not known
	id      string
	named   bool // the request has the ID
}

// findIDs finds the objects of the moved blocks, and their IDs.
func (t *extractor) findIDs() error {
	if !t.Root.Import {
		return nil
	}
	if err := t.checkIDs(); err != nil {
		return err
	}
	known, imported, err := t.instances(), t.imported(), error(nil)
	t.other.ids = map[*extractedItem][]instance{}
	for _, b := range t.items {
		address := b.target()
		if address == "" || imported[address] {
			continue
		}
		if all := known[address]; len(all) > 0 {
			if t.other.ids[b], err = t.importable(b, all, imported); err != nil {
				return err
			}
			continue
		}
		if len(t.Root.State) > 0 {
			return t.noID(fmt.Sprintf("the state lacks %s; if Terraform manages it, run terraform apply in %s and then terraform show -json", address, excerpt.Quote(t.folder)))
		}
		return t.noID(fmt.Sprintf(`the import ID of %s is not known; send as "state" what "terraform show -json" prints in %s`, address, excerpt.Quote(t.folder)))
	}
	return nil
}

// checkIDs returns an error for an ID of an object that does not move.
func (t *extractor) checkIDs() error {
	moved := map[string]bool{}
	for _, b := range t.items {
		moved[b.target()] = true
	}
	for _, id := range t.Root.IDs {
		t.m.Budget.Step(stepsPerReference + len(id.Key))
		if base := topAddress(id.Key); !moved[base] {
			return t.invalid(id.Value.At, "%s has an ID, but it does not move%s", excerpt.Quote(id.Key), nearest.DidYouMean(base, maps.Keys(moved)))
		}
	}
	return nil
}

// noID returns the error for a block whose objects cannot be imported.
func (t *extractor) noID(why string) error {
	return t.invalid(t.At, `%s; or give its ID by "ids", or leave out the import with "import": false`, why)
}

// importable returns those instances of a block that have no "import" block yet. It returns an error
// if one of them cannot be imported.
func (t *extractor) importable(b *extractedItem, all []instance, imported map[string]bool) (need []instance, err error) {
	for _, one := range all {
		t.m.Budget.Step(stepsPerBlock)
		if imported[one.address] {
			continue
		}
		importing := terraform.ImportingOf(one.typ)
		switch {
		case importing == terraform.NotImported:
			return nil, t.invalid(t.At, `%s cannot be imported, because Terraform's provider does not import the type %s; with "import": false it is created anew`, one.address, one.typ)
		case one.typ == "terraform_data" && b.typ == "resource" && b.Index.Attribute(b.ID, "triggers_replace") != syntax.NoItem:
			return nil, t.invalid(t.At, `%s has triggers_replace, which Terraform does not import: it would be replaced; with "import": false it is created anew`, one.address)
		case one.named:
		case importing == terraform.ImportedByName:
			return nil, t.invalid(t.At, `the import ID of %s is not its attribute id; give it by "ids"`, one.address)
		case one.id == "":
			return nil, t.invalid(t.At, `the state has no id for %s; give it by "ids"`, one.address)
		}
		need = append(need, one)
	}
	return need, nil
}

// imported returns the addresses that moved "import" blocks name. The whole address is added for a
// block whose key is not a literal, because it imports all instances.
func (t *extractor) imported() map[string]bool {
	all := map[string]bool{}
	for _, b := range t.items {
		if b.typ != "import" {
			continue
		}
		to := codeOf(b.Block, "to")
		if all[to] = true; codeOf(b.Block, "for_each") != "" {
			all[draft.WithoutIndex(to)] = true
		}
	}
	return all
}

// instances returns the objects that the state and the IDs of the request name, by the address of
// their resource or, for a call, of the call.
func (t *extractor) instances() map[string][]instance {
	all := map[string][]instance{}
	place := map[string]int{} // by address: the index of the instance
	add := func(one instance) {
		t.m.Budget.Step(stepsPerReference + len(one.address))
		base := topAddress(one.address)
		i, known := place[one.address]
		if !known {
			i = len(all[base])
			place[one.address] = i
			all[base] = append(all[base], instance{address: one.address, typ: typeIn(one.address)})
		}
		all[base][i].id, all[base][i].named = one.id, one.named
	}
	for _, state := range t.Root.State {
		t.stateResources(memberOf(memberOf(state, "values"), "root_module"), add)
	}
	for _, id := range t.Root.IDs {
		add(instance{address: id.Key, id: id.Value.Text, named: true})
	}
	return all
}

// stateResources calls a function for each object of a module in a state, and of the modules that it
// calls.
func (t *extractor) stateResources(of *value.Value, add func(instance)) {
	for _, r := range elements(memberOf(of, "resources")) {
		if textOf(memberOf(&r.Value, "mode")) == "managed" && memberOf(&r.Value, "deposed_key") == nil {
			add(instance{address: textOf(memberOf(&r.Value, "address")), id: textOf(memberOf(memberOf(&r.Value, "values"), "id"))})
		}
	}
	for _, child := range elements(memberOf(of, "child_modules")) {
		t.stateResources(&child.Value, add)
	}
}

// memberOf returns a member of an object, or nil.
func memberOf(of *value.Value, key string) *value.Value {
	if of == nil || of.Kind != value.Object {
		return nil
	}
	i := slices.IndexFunc(of.Items, func(item value.Item) bool { return item.Key == key })
	if i < 0 {
		return nil
	}
	return &of.Items[i].Value
}

// elements returns the elements of an array, or nil.
func elements(of *value.Value) []value.Item {
	if of == nil || of.Kind != value.Array {
		return nil
	}
	return of.Items
}

// textOf returns a string or number as text, or "".
func textOf(of *value.Value) string {
	if of == nil || of.Kind != value.String && of.Kind != value.Number {
		return ""
	}
	return of.Text
}

// topAddress returns the address of the resource in the root module that an object belongs to, or
// the address of the call: module.net for module.net[0].aws_vpc.main.
func topAddress(address string) string {
	dots := 0
	for i := 0; i < len(address); i++ {
		switch address[i] {
		case '[':
			return address[:i]
		case '.':
			if dots++; dots == 2 {
				return address[:i]
			}
		}
	}
	return address
}

// typeIn returns the type of the resource in the address of an object: aws_vpc for
// module.net["a"].aws_vpc.main[0].
func typeIn(address string) string {
	var parts []string
	start, quoted, depth := 0, false, 0
	for i := 0; i <= len(address); i++ {
		switch {
		case i == len(address) || address[i] == '.' && depth == 0:
			parts = append(parts, address[start:i])
			start = i + 1
		case quoted && address[i] == '\\':
			i++
		case address[i] == '"':
			quoted = !quoted
		case quoted:
		case address[i] == '[':
			depth++
		case address[i] == ']':
			depth--
		}
	}
	return parts[max(len(parts)-2, 0)]
}

// addImports adds an "import" block for each object of a moved block.
func (t *writer) addImports() error {
	v, added := apply.Values(t.At), false
	for _, b := range t.items {
		for _, one := range t.other.ids[b] {
			added = true
			if err := t.add("import", t.To, v.Object(v.Member("to", v.Expression(one.address)), v.Member("id", v.Expression(string(value.AppendString(nil, one.id)))))); err != nil {
				return err
			}
		}
	}
	if added {
		moved.CheckVersion(t.m, t.o, t.At, t.To, terraform.Version{1, 5}, `"import" blocks`)
	}
	return nil
}

// add adds a block without labels to a folder, and reports it.
func (t *writer) add(typ, folder string, attributes value.Value, more ...value.Item) error {
	t.m.Budget.Step(stepsPerBlock)
	v := apply.Values(t.At)
	entry := v.Object(append([]value.Item{v.Member("folder", v.String(folder)), v.Member("attributes", attributes)}, more...)...)
	if err := apply.ApplyGenerated(t.m, t.At, v.Operation("add", typ, v.List(entry))); err != nil {
		return err
	}
	t.o.RecordOutcome(t.At, t.fileWith(folder, typ), address.Of(typ), "", report.Created)
	return nil
}

// fileWith returns the last file of a folder that has blocks of a type. It searches once for each
// folder and type.
func (t *writer) fileWith(folder, typ string) *draft.File {
	key := path.Join(folder, typ)
	if t.filesByType[key] != nil {
		return t.filesByType[key]
	}
	found := t.newCall.File
	for _, f := range t.m.FilesIn(folder) {
		for id := f.Draft.FirstItem(syntax.Root); id != syntax.NoItem; id = f.Draft.NextItem(id) {
			if t.m.Budget.Step(1); f.Draft.Kind(id) == syntax.KindBlock && string(f.Draft.Name(id)) == typ {
				found = f
			}
		}
	}
	t.filesByType[key] = found
	return found
}
