// Package sorting puts blocks, attributes, keys and elements in order.
//
// Items change places only within a run. Between the blocks of a run there are only blank lines and
// the lead comments of the blocks. The attributes, keys or elements of a run are directly below one
// another. As few items as possible move; items that are in order already do not move at all.
//
//   - sort.go: what operations name; body.go: the items of a block's body
//   - order.go: how keys and elements compare; ranks.go: the ranks of names that the user ordered
//   - runs.go: the runs of a body; arrange.go: moving the items of a run
package sorting

import (
	"errors"
	"slices"
	"strings"

	"iacedit/address"
	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/plan"
	"iacedit/edit/internal/report"
	"iacedit/internal/base/budget"
	"iacedit/internal/base/excerpt"
	"iacedit/internal/base/fault"
	"iacedit/internal/base/grow"
	"iacedit/internal/base/sequence"
	"iacedit/internal/engine/render"
	"iacedit/internal/languages/language"
	"iacedit/internal/languages/terraform"
	"iacedit/module"
	"iacedit/syntax"
)

// stepsPerItem is the price of reading an item, moving it, and comparing it a few times.
const stepsPerItem = 60

// stepsPerBlock is the price of a block among those to sort: of its address, its key, its place, and
// the comment above it.
const stepsPerBlock = 130

// Apply sorts the items that operations name. The files must not have been edited after they were
// parsed.
func Apply(m *draft.Module, o *report.Observer, ops []plan.Operation) error {
	for i := range ops {
		s := sorter{m: m, o: o}
		if err := s.sortOperation(&ops[i]); err != nil {
			return err
		}
	}
	return nil
}

type sorter struct {
	m      *draft.Module
	o      *report.Observer
	finder sequence.Finder
	known  string // see Body
}

func (s *sorter) sortOperation(op *plan.Operation) (err error) {
	defer budget.CatchAt(&err, op.At)
	if s.m.Language.IsValuesFile(op.Type) {
		for i := range op.Entries {
			if err := s.sortValuesFiles(op, &op.Entries[i]); err != nil {
				return err
			}
		}
		return nil
	}
	return s.sortSite(s.m.SiteAt(op.Action, &op.Target), &op.Target, nil)
}

// sortSite sorts the blocks that a target names, or the items inside them that its entries name.
// The argument above is the address of the enclosing block.
func (s *sorter) sortSite(site *draft.Site, t *plan.Target, above address.Address) (err error) {
	defer budget.CatchAt(&err, t.At)
	if err := site.CheckNoAttribute(t.At); err != nil {
		return err
	}
	if err := site.Prepare(t.Entries); err != nil {
		return err
	}
	at := s.o.Blocks(site, above)
	choices := make([]draft.Choice, len(t.Entries))
	for i := range t.Entries {
		if err = site.Choose(&choices[i], &t.Entries[i], i); err != nil {
			return err
		}
	}
	for i := range t.Entries {
		if choices[i].Absent {
			s.o.RecordAbsent(site, &t.Entries[i], above)
			continue
		}
		if err := s.sortEntry(site, at, &t.Entries[i], choices[i].Blocks); err != nil {
			return err
		}
	}
	site.Free()
	return nil
}

// sortValuesFiles applies an entry to the top level of files of variable values, such as
// terraform.tfvars. If the entry names no attributes, it sorts all attributes of each file.
// Otherwise it sorts the keys or elements inside the attributes that the entry names.
func (s *sorter) sortValuesFiles(op *plan.Operation, e *plan.Entry) (err error) {
	defer budget.CatchAt(&err, e.At)
	order, where := e.Content.(*plan.Sorting), address.Of(terraform.VariableValues)
	special := language.Body(s.m.Language, op.Type)
	if order.SortsBody() {
		for _, f := range s.m.ValuesFilesOf(e) {
			s.sortBody(draft.Block{File: f, ID: syntax.Root}, order, special, where, e.At)
		}
	}
	for i := range order.Attributes {
		attr := &order.Attributes[i]
		f, err := s.m.ValuesFile(op.Action, e, attr)
		if err != nil {
			return err
		}
		if err := s.sortValue(draft.Block{File: f, ID: syntax.Root}, special, where, attr, false); err != nil {
			return err
		}
	}
	return nil
}

// sortEntry sorts the items that an entry names in each of the given blocks.
func (s *sorter) sortEntry(site *draft.Site, at *report.Blocks, e *plan.Entry, blocks []draft.Block) (err error) {
	defer budget.CatchAt(&err, e.At)
	order := e.Content.(*plan.Sorting)
	blocks = site.Twins.AddTwins(e, blocks)
	if !order.SortsContents() {
		byFile := func(a, b draft.Block) int { return module.Compare(a.Name, b.Name) }
		if !slices.IsSortedFunc(blocks, byFile) {
			blocks = append(grow.Make[[]draft.Block](s.m.Budget, len(blocks), 0), blocks...)
			sequence.SortStable(blocks, byFile)
		}
		return s.sortBlocks(at, e, blocks)
	}
	for _, b := range blocks {
		if isSpared(b) {
			continue
		}
		blockAddress := at.Address(b)
		s.sortBody(b, order, site.Special, blockAddress, e.At)
		optional := e.All || e.Optional || site.HasPattern || site.Optional
		for i := range order.Attributes {
			if err := s.sortValue(b, site.Special, blockAddress, &order.Attributes[i], optional); err != nil {
				return err
			}
		}
		for i := range order.Blocks {
			t := &order.Blocks[i]
			nested := b.NestedSite(b.ID, plan.Sort, t.Type, site.Special)
			nested.Optional = optional
			if err := s.sortSite(nested, t, blockAddress); err != nil {
				return err
			}
		}
	}
	return nil
}

// sortBlocks sorts the runs among the given blocks. The blocks are in code order, file by file.
func (s *sorter) sortBlocks(at *report.Blocks, e *plan.Entry, blocks []draft.Block) error {
	blocks = slices.DeleteFunc(slices.Clone(blocks), isSpared)
	order := e.Content.(*plan.Sorting)
	key := func(b draft.Block) string { return blockKey(b, order.Required) }
	if order.Types != nil {
		ranks := newRanks(order.Types)
		key = func(b draft.Block) string { return string(rune(ranks.of(string(b.Draft.Name(b.ID)), b.Budget))) }
	}
	var runs sortedRuns
	for len(blocks) > 0 {
		n := 1
		headed := startHeaded(blocks[0].Draft, blocks[0].ID)
		for n < len(blocks) && blocks[n].File == blocks[0].File && nextInRun(blocks[n-1], order.Joined) == blocks[n].ID && headed.continues(blocks[n].ID) {
			n++
		}
		f, run, keys := blocks[0].File, make([]syntax.ItemID, n), make(map[syntax.ItemID]string, n)
		addresses := make(map[syntax.ItemID]address.Address, n)
		for i, b := range blocks[:n] {
			f.Budget.Step(stepsPerBlock + f.Draft.Item(b.ID).Head.Len())
			run[i], keys[b.ID], addresses[b.ID] = b.ID, key(b), at.Address(b)
		}
		spacing := spacings(f.Draft, run)
		moved, err := s.arrange(e.At, f, run, sortByKeys(run, keys), func(id, prev, first syntax.ItemID) error {
			if prev == syntax.NoItem {
				return f.Draft.MoveTo(id, render.Place{Before: first, Spacing: spacing(id)})
			}
			return f.Draft.MoveTo(id, render.Place{After: prev, Spacing: spacing(id)})
		})
		if err != nil {
			return fault.At(e.At, fault.InvalidRequest, "sort: %s", err)
		}
		for _, id := range run {
			effect := report.Unchanged
			if moved[id] {
				effect = report.Moved
			}
			s.o.RecordOutcome(e.At, f, addresses[id], "", effect)
		}
		if first := blocks[0].ID; runs.addRun(f, keys) {
			s.o.WarnPlace(e.At, report.NotSorted, "the blocks above and those from here on are sorted separately, because a comment or other code stands between them", f, addresses[first], f.Draft.Item(first).Head.From)
		}
		blocks = blocks[n:]
	}
	return nil
}

// nextInRun returns the block below another one that is in the same run, or NoItem. If joined is
// true, comments that stand apart do not end a run.
func nextInRun(b draft.Block, joined bool) syntax.ItemID {
	if joined {
		return b.Draft.NextItem(b.ID)
	}
	return b.Draft.NextAfterBlanks(b.ID)
}

// blockKey returns the sort key of a block: its type and its labels. If required is true, blocks
// without a default come first.
func blockKey(b draft.Block, required bool) string {
	key := string(b.Draft.Name(b.ID)) + "\x00" + strings.Join(b.Labels(), "\x00")
	if required && b.Index.Attribute(b.ID, "default") != syntax.NoItem {
		return "2" + key
	}
	return "1" + key
}

// sortValue sorts the object or list at an attribute path. If there is no such value, it returns an
// error, or reports the outcome Absent if the flag optional is set.
func (s *sorter) sortValue(b draft.Block, special *terraform.Body, blockAddress address.Address, attr *plan.Attribute, optional bool) (err error) {
	defer budget.CatchAt(&err, attr.At)
	id, _, seen := b.ValueAt(b.ID, attr, special.Attribute(attr.Name))
	if seen != address.There {
		if optional {
			s.o.RecordOutcome(attr.At, b.File, blockAddress, attr.Text, report.Absent)
			return nil
		}
		return fault.At(attr.At, fault.AttributeNotFound, "sort: no attribute %s; %s", excerpt.Quote(attr.Text), b.AttributesOf(b.ID, attr.Name))
	}
	if isSpared(draft.Block{File: b.File, ID: id}) {
		s.o.RecordOutcome(attr.At, b.File, blockAddress, attr.Text, report.Unchanged)
		return nil
	}
	at := int32(-1) // the offset of the attribute or key in the source, or -1
	if name := b.Draft.Item(id).Name; b.Draft.InSource(name) {
		at = name.From
	}
	for b.Expand(id) && b.Draft.Inside(id) == syntax.InsideParens {
		id = b.Draft.FirstItem(id)
	}
	changed, why := s.sortItems(attr.At, b.File, id)
	effect := report.Unchanged
	if changed {
		effect = report.Changed
	}
	if why != "" && s.o != nil {
		s.o.WarnPlace(attr.At, report.NotSorted, attr.Text+" is left as it is: "+why, b.File, blockAddress, at)
	}
	s.o.RecordOutcome(attr.At, b.File, blockAddress, attr.Text, effect)
	return nil
}

// describeValue returns a phrase for the value of an item that cannot be sorted, such as "a call".
func describeValue(f *draft.File, id syntax.ItemID) string {
	e := f.Expr(id)
	switch e.Node(e.Root).Kind {
	case syntax.NodeForTuple, syntax.NodeForObject:
		return "a for expression"
	case syntax.NodeCall:
		return "a call"
	case syntax.NodeVariable, syntax.NodeGetAttr, syntax.NodeIndex, syntax.NodeAttrSplat, syntax.NodeFullSplat:
		return "a reference"
	case syntax.NodeConditional:
		return "a conditional"
	case syntax.NodeTemplate:
		return "a string"
	case syntax.NodeNumber:
		return "a number"
	}
	return "an expression"
}

// sortItems sorts the pairs of an object or the elements of a list. If it cannot sort them, it
// returns the reason as text for a message.
func (s *sorter) sortItems(at int, f *draft.File, id syntax.ItemID) (changed bool, why string) {
	d := f.Draft
	var all []syntax.ItemID
	if !f.Expand(id) || d.Inside(id) > syntax.InsideList {
		return false, f.Excerpt(id) + " is " + describeValue(f, id) + ", and only a written-out object or list can be sorted"
	}
	for c := d.FirstItem(id); c != syntax.NoItem; c = d.NextItem(c) {
		it := d.Item(c)
		f.Budget.Step(stepsPerItem + it.Head.Len()/8) // for the copy of its key
		all = append(all, c)
	}
	var order func(a, b syntax.ItemID) int
	if d.Inside(id) == syntax.InsideObject {
		order, why = keyOrder(d, all)
	} else {
		order, why = elementOrder(f, all)
	}
	for len(all) > 0 && why == "" {
		n := 1
		headed := startHeaded(d, all[0])
		for n < len(all) && d.Below(all[n-1]) == all[n] && headed.continues(all[n]) {
			n++
		}
		run := all[:n]
		all = all[n:]
		sorted := slices.Clone(run)
		sequence.SortStable(sorted, order)
		moved, err := s.arrange(at, f, run, sorted, func(id, prev, first syntax.ItemID) error {
			if prev == syntax.NoItem {
				return d.MoveBefore(id, first)
			}
			return d.Move(id, prev)
		})
		changed = changed || len(moved) > 0
		if errors.Is(err, render.ErrMixedLines) {
			return changed, err.Error()
		}
	}
	return changed, why
}
