package modules

import (
	"cmp"
	"slices"
	"strings"

	"iacedit/address"
	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/plan"
	"iacedit/internal/base/excerpt"
	"iacedit/internal/base/fault"
	"iacedit/internal/base/nearest"
	"iacedit/internal/base/sequence"
	"iacedit/internal/engine/selection"
	"iacedit/internal/engine/uses"
	"iacedit/module"
	"iacedit/refs"
	"iacedit/syntax"
)

// extractableTypes are the types of the blocks that can be moved to another module.
var extractableTypes = []string{"resource", "data", "ephemeral", "module", "check", "action"}

// statefulTypes are the types of the blocks that the folder of a module without calls must not have.
var statefulTypes = []string{"resource", "data", "ephemeral", "module"}

// find finds the extracted blocks.
func (t *extractor) find() error {
	seen := map[draft.Block]bool{}
	named := map[string]bool{}
	for i := range t.Blocks {
		text := t.Blocks[i].Address.String()
		if named[text] {
			continue
		}
		named[text] = true
		all, err := t.findOne(&t.Blocks[i])
		if err != nil {
			return err
		}
		for _, b := range all {
			t.m.Budget.Step(stepsPerBlock)
			if key := (draft.Block{File: b.File, ID: b.itemID()}); !seen[key] {
				seen[key] = true
				t.items = append(t.items, b)
			}
			if t.folder == "" {
				t.folder = b.Folder
			}
			if b.Folder != t.folder {
				return t.invalid(t.Blocks[i].At, `the blocks are in the folders %s and %s, each a module; choose one by "folder"`, excerpt.Quote(t.folder), excerpt.Quote(b.Folder))
			}
		}
	}
	if t.Tidy {
		(&localFinder{extractor: t}).addLocals()
	}
	sequence.Sort(t.items, inOrder)
	return nil
}

// findOne finds the blocks or locals at one address.
func (t *extractor) findOne(x *plan.BlockToExtract) (all []*extractedItem, err error) {
	if all := t.named(x.Address); all != nil {
		return all, nil
	}
	missing := "" // the message about a missing local
	if err := t.m.CheckNumber(x.Address, x.At, t.Folder); err != nil {
		return nil, err
	}
	in := selection.Entry{Folder: t.Folder}
	for _, f := range t.m.InOrder() {
		if !f.Searched() || !in.IsOf(f.Name, f.Budget) {
			continue
		}
		f.Budget.Step(len(f.Tree.Text()) / 4)
		if isLocal(x.Address) {
			f.Budget.Step(stepsPerBlock)
			found, near := localsIn(f, x.Address[1])
			all = append(all, found...)
			missing = cmp.Or(missing, near)
			continue
		}
		target, err := f.Resolve(x.Address, t.m.Language)
		if err != nil {
			continue
		}
		typ := target.Blocks[0].Type
		switch {
		case typ == "locals":
			return nil, t.invalid(x.At, `%s cannot be extracted: name locals one by one, as "local.name"`, x.Address)
		case !slices.Contains(extractableTypes, typ):
			return nil, t.invalid(x.At, "%s cannot be extracted: only blocks of the types %[3]s, and locals, can be, and this is of the type %[2]q", x.Address, typ, strings.Join(extractableTypes, ", "))
		case len(target.Blocks) > 1 || target.Path.Name != "" || target.Any:
			return nil, t.invalid(x.At, "%s is not a top-level block", x.Address)
		}
		blocks, err := f.Addressed(&target, t.m.Language)
		if err != nil {
			return nil, fault.At(x.At, fault.CodeOf(err), "extract: %s: %s", x.Address, err)
		}
		for _, id := range blocks {
			all = append(all, &extractedItem{Block: draft.Block{File: f, ID: id}, typ: string(f.Tree.Name(id))})
		}
	}
	if len(all) > 0 {
		return all, nil
	}
	return nil, fault.At(x.At, fault.BlockNotFound, "extract: %s", cmp.Or(missing, t.missingMessage(x)))
}

// missingMessage returns the error message for an address at which there is no block. It suggests
// the nearest name.
func (t *extractor) missingMessage(x *plan.BlockToExtract) string {
	message, lacking := "", address.Missing{}
	in, text := selection.Entry{Folder: t.Folder}, x.Address.String()
	for _, f := range t.m.InOrder() {
		if !f.Searched() || !in.IsOf(f.Name, f.Budget) {
			continue
		}
		target, err := f.Resolve(x.Address, t.m.Language)
		if err != nil {
			message = cmp.Or(message, err.Error())
		} else if near, lacks := f.Missing(&target, x.Address, t.m.Language); lacks {
			if lacking.Message != "" {
				near = lacking.Joined(near)
			}
			lacking = near
		}
	}
	return cmp.Or(lacking.Message+lacking.WhatIsThere(), message, "no block at "+text)
}

// isLocal reports whether an address consists of "local" and a name or pattern.
func isLocal(a address.Address) bool {
	if len(a) != 2 || a[0].Kind != address.PartName || a[0].Text != "local" {
		return false
	}
	switch a[1].Kind {
	case address.PartName, address.PartAny, address.PartPattern:
		return true
	}
	return false
}

// localsIn returns the locals of a file whose names match a name or pattern. If there are none, it
// returns a message that suggests the nearest name, or "".
func localsIn(f *draft.File, part address.Part) (all []*extractedItem, missing string) {
	pattern := part.Text
	if part.Kind == address.PartAny {
		pattern = "*"
	}
	var names []string
	for _, b := range f.BlocksOf("locals") {
		for id := range f.Tree.Attributes(b.ID) {
			f.Budget.Step(1 + len(pattern))
			name := string(f.Tree.Name(id))
			names = append(names, name)
			if name == part.Text || part.Kind != address.PartName && address.MatchLabel(pattern, name) {
				all = append(all, &extractedItem{Block: b, local: name, attribute: id, typ: "locals"})
			}
		}
	}
	if near := nearest.DidYouMean(pattern, slices.Values(names)); len(all) == 0 && near != "" {
		return nil, "no local." + pattern + near
	}
	return all, ""
}

// checkFolder returns an error if the folder can neither become the module nor is one that the
// blocks can be moved into, or if the name of the call exists already.
func (t *extractor) checkFolder() error {
	if t.To == t.folder {
		return t.invalid(t.ToAt, "the blocks are in the folder %s already", excerpt.Quote(t.To))
	}
	if skipped := t.m.SkippedIn(t.To); len(skipped) > 0 {
		return t.invalid(t.ToAt, "%s does not parse, so it is not known which blocks the folder has", excerpt.Quote(skipped[0]))
	}
	var calls, taken []draft.Block // the calls of the module, and those with the name of its call
	for _, f := range t.m.InOrder() {
		if f.Role != module.Configuration && f.Role != module.Override {
			continue
		}
		for _, call := range f.BlocksOf("module") {
			f.Budget.Step(stepsPerReference)
			if to, lead := call.Source(f.Folder); lead == uses.SourceInTree && to == t.To {
				calls = append(calls, call)
			} else if labels := call.Labels(); f.Folder == t.folder && len(labels) == 1 && labels[0] == t.Name {
				taken = append(taken, call)
			}
		}
	}
	t.existing = declaredIn(t.m, t.To)
	switch {
	case len(calls) > 0:
		return t.join(calls)
	case len(taken) > 0:
		return taken[0].WithPosition(fault.At(t.NameAt, fault.BlockAlreadyExists, "extract: %s is there already, in %s; choose another name for the call", header(taken[0]), excerpt.Quote(taken[0].Name)))
	}
	for _, f := range t.m.FilesIn(t.To) {
		for _, typ := range statefulTypes {
			if blocks := f.BlocksOf(typ); f.Role == module.Configuration && len(blocks) > 0 {
				return t.invalid(t.ToAt, "the folder %s has %s already, but no module of the tree calls it, so a new call would create it", excerpt.Quote(t.To), header(blocks[0]))
			}
		}
	}
	return nil
}

// An extractedSpan is the range of an extracted block or local in a file.
type extractedSpan struct {
	syntax.Span
	by *extractedItem
}

// declare records all declarations in the folder, and which of them are extracted.
func (t *extractor) declare() error {
	t.spans, t.extractedDecls, t.repeated, t.counted = map[*draft.File][]extractedSpan{}, map[refs.Address]*extractedItem{}, map[refs.Address]bool{}, map[refs.Address]bool{}
	t.single = map[refs.Address]bool{}
	own := map[draft.Block]*extractedItem{} // by the block or attribute
	for _, b := range t.items {
		t.spans[b.File] = append(t.spans[b.File], extractedSpan{b.Tree.Item(b.itemID()).Content, b})
		own[draft.Block{File: b.File, ID: b.itemID()}] = b
	}
	numbers := map[draft.Block]int{}
	for _, f := range t.m.FilesIn(t.folder) {
		if f.Role != module.Configuration && f.Role != module.Override {
			continue
		}
		f.Budget.Step(len(f.Tree.Text()) / 8)
		number := 0
		for id := range f.Tree.Children(syntax.Root) {
			if f.Tree.Kind(id) == syntax.KindBlock {
				numbers[draft.Block{File: f, ID: id}] = number
				number++
			}
		}
		for d := range refs.Declarations(f.Tree) {
			f.Budget.Step(stepsPerReference)
			a, id := d.Address(f.Tree), d.Item
			if d.Kind == refs.Local {
				id = f.Index.Attribute(id, a.Name)
			}
			by := own[draft.Block{File: f, ID: id}]
			if _, twice := t.repeated[a]; twice && (by != nil || t.extractedDecls[a] != nil) {
				return t.refuse(f, d.Name.From, a.String()+" is declared a second time here, in an override or for another tool, and cannot be extracted")
			}
			if count := f.Index.Attribute(d.Item, "count"); d.Repeated && count != syntax.NoItem {
				t.counted[a] = true
				t.single[a] = t.Tidy && atMostOne(draft.Block{File: f, ID: d.Item}, count)
			}
			if t.repeated[a] = d.Repeated; by == nil {
				if a.Kind == refs.Resource || a.Kind == refs.Data || a.Kind == refs.Ephemeral {
					t.staying = append(t.staying, a)
				}
				continue
			}
			if t.extractedDecls[a] = by; by.typ != "check" {
				by.address = a
			}
		}
	}
	for _, b := range t.items {
		b.number = numbers[b.Block]
	}
	return nil
}

// itemAt returns the extracted block or local at an offset of a file, or nil.
func (t *extractor) itemAt(f *draft.File, offset int32) *extractedItem {
	spans := t.spans[f]
	i, found := slices.BinarySearchFunc(spans, offset, func(b extractedSpan, offset int32) int { return cmp.Compare(b.From, offset) })
	if !found {
		i--
	}
	if i < 0 || offset >= spans[i].To {
		return nil
	}
	return spans[i].by
}

// updateItems updates the item IDs of the extracted blocks and locals after files were parsed
// again.
func (t *writer) updateItems() {
	blocks := map[*draft.File][]syntax.ItemID{}
	for _, b := range t.items {
		if blocks[b.File] == nil {
			for id := range b.Tree.Children(syntax.Root) {
				b.Budget.Step(1)
				if b.Tree.Kind(id) == syntax.KindBlock {
					blocks[b.File] = append(blocks[b.File], id)
				}
			}
		}
		b.ID = blocks[b.File][b.number]
		if b.local != "" {
			b.attribute = b.Index.Attribute(b.ID, b.local)
		}
	}
}
