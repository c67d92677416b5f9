package read

import (
	"fmt"
	"strconv"

	"iacedit/address"
	"iacedit/internal/base/budget"
	"iacedit/internal/base/fault"
	"iacedit/internal/base/nearest"
	"iacedit/internal/base/sequence"
	"iacedit/internal/engine/selection"
	"iacedit/internal/languages/language"
	"iacedit/internal/languages/terraform"
	"iacedit/syntax"
	"iacedit/value"
)

// A chooser finds the blocks and attributes that a selection picks.
type chooser struct {
	docs     []document
	files    []selection.View // the documents as views of package selection
	module   bool             // the documents have names
	language address.Language
	budget   *budget.Budget
	outline  outline
	classes  value.Classes
	expr     syntax.Expr // memory for the current value
	picked   picked
	valued   map[files]*valued // the variable values in the files of an entry, computed on demand
	kept     []int             // memory for the blocks that an entry selects
	spots    []spot            // what is picked, in the order of the answer
	places   map[ref]place     // of the blocks of listed spots
}

// The prices of choosing blocks and attributes, in steps of the budget. Each comment says what the
// price is for.
const (
	stepsPerNode     = 16 // a node of the outline, for a label of a selection
	stepsPerBlock    = 4  // a block that an entry may select
	stepsPerSelected = 3  // a selected block with picked items
	stepsPerName     = 1  // a name in an entry, for each selected block; the search for it costs extra
	stepsPerPicked   = 12 // a picked attribute or block
)

// begin prepares the chooser for a request whose documents are parsed and whose selection is
// decoded.
func (c *chooser) begin(r *request, b *budget.Budget) {
	c.start(r.docs, r.module, r.language, b, r.taken)
}

func (c *chooser) start(docs []document, module bool, l address.Language, b *budget.Budget, searches int) {
	c.docs, c.module, c.language, c.budget, c.picked = docs, module, l, b, nil
	c.classes.SetBudget(b)
	c.outline.begin(l, b)
	for i := range docs {
		c.outline.read(int32(i), docs[i].tree)
	}
	if searches == 0 {
		return
	}
	c.files = make([]selection.View, len(docs))
	for i := range docs {
		c.files[i].Open(docs[i].tree, b, &c.classes, &c.expr, searches)
	}
}

// reset drops every reference to the request.
func (c *chooser) reset() {
	c.docs, c.files, c.budget, c.picked, c.valued, c.spots, c.places = nil, nil, nil, nil, nil, nil, nil
	c.classes.Reset()
}

// block converts a ref to a Block of package selection.
func (c *chooser) block(b ref) selection.Block {
	return selection.Block{View: &c.files[b.doc], ID: b.id}
}

// choose picks the blocks and attributes that the given targets select.
func (c *chooser) choose(targets []selection.Target) error {
	c.picked = picked{}
	for i := range targets {
		if err := c.chooseTarget(&targets[i]); err != nil {
			return err
		}
	}
	return nil
}

// chooseTarget picks the blocks and attributes that a target selects.
func (c *chooser) chooseTarget(t *selection.Target) (err error) {
	if t.Values {
		err = c.chooseValues(t)
	} else {
		err = c.chooseAt(t)
	}
	return c.explain(err, t)
}

// explain makes of an error about the tree for a dotted address one about the address.
func (c *chooser) explain(err error, t *selection.Target) error {
	e, ok := err.(*fault.Error)
	if !ok || t.Address == "" {
		return err
	}
	d := selection.Decoder{Language: c.language, Budget: c.budget, Code: codeOf(c.docs)}
	d.Explain(e, t.Address, false)
	return e
}

// topType returns the name that the outline uses for a block type. It replaces an alias by the
// type: "iac" becomes "terraform".
func (c *chooser) topType(typ string) string {
	if t := language.Block(c.language, typ); t != nil && !c.language.Dialect.AnyBlock() {
		return t.Name
	}
	return typ
}

// chooseAt picks the blocks and items that the entries of a target select from the blocks at the
// target's address.
func (c *chooser) chooseAt(t *selection.Target) error {
	nodes, err := c.nodesAt(nil, t, 0, c.topType(t.Type), 0)
	if err != nil || len(nodes) == 0 {
		return err
	}
	var special *terraform.Body
	if language.Block(c.language, t.Type) != nil {
		special = language.Body(c.language, t.Type)
	}
	s := site{c: c, special: special, many: len(t.Entries) >= selection.ManyEntries}
	for _, node := range nodes {
		s.all = c.outline.blocksAt(s.all, node)
	}
	if len(nodes) > 1 {
		c.budget.Step(stepsPerBlock * len(s.all))
		sequence.Sort(s.all, ref.compare)
	}
	for i := range t.Entries {
		e := &t.Entries[i]
		var from *group
		switch {
		case e.HasLabels && c.language.Dialect.AnyBlock():
			from = s.below(nodes, e)
		case e.HasLabels:
			from = s.inFilesOf(e).labelled(e)
		default:
			from = s.inFilesOf(e)
		}
		if err := c.chooseEntry(t, e, e.Optional || t.Wild, from); err != nil {
			return err
		}
	}
	return nil
}

// nodesAt appends the nodes of the outline at a target's address. It looks up the given name under
// the given node, and then the remaining labels below that name. If depth is 0, the name is the
// block type; otherwise it is a label.
//
// The operations find and edit look addresses up in the index of each file. Reading looks addresses
// up in one outline of all files, because the answer has the order of the outline. Such a look-up
// takes one step for each label, whatever the number of files and blocks. A test in package fuzz
// checks that all operations choose the same blocks.
func (c *chooser) nodesAt(nodes []int32, t *selection.Target, node int32, name string, depth int) (_ []int32, err error) {
	c.budget.Step(stepsPerNode)
	o := &c.outline
	if depth > 0 && t.Wild && address.IsPattern(name) {
		for child := o.nodes[node].first; child != 0; child = o.nodes[child].next {
			c.budget.Step(1 + len(name)/2 + len(o.name(child))/8) // each "*" costs a search of the name
			if !address.MatchLabel(name, o.name(child)) {
				continue
			}
			if nodes, err = c.nodesBelow(nodes, t, child, depth); err != nil {
				return nil, err
			}
		}
		return nodes, nil
	}
	at, ok := o.child(node, name)
	switch {
	case !ok && (t.Wild || t.Optional):
		return nodes, nil
	case !ok:
		return nil, fault.At(t.Entries[0].At, fault.BlockNotFound, "no %s; %s%s", t, c.whatIsAt(node, depth), nearest.DidYouMean(name, o.names(node)))
	}
	return c.nodesBelow(nodes, t, at, depth)
}

// nodesBelow completes the look-up of nodesAt, starting at a node. The path to that node consists
// of the target's type and its first labels; depth is the number of these labels.
func (c *chooser) nodesBelow(nodes []int32, t *selection.Target, node int32, depth int) ([]int32, error) {
	if depth < len(t.Labels) {
		return c.nodesAt(nodes, t, node, t.Labels[depth], depth+1)
	}
	return append(nodes, node), nil
}

// chooseEntry picks what an entry selects from the blocks of a group: whole blocks or, if the entry
// names items, these items in the blocks. If the entry selects no block, chooseEntry returns an
// error, unless optional is true.
func (c *chooser) chooseEntry(t *selection.Target, e *selection.Pick, optional bool, from *group) error {
	kept := c.keep(e, from)
	if len(kept) == 0 {
		if optional {
			return nil
		}
		if (e.File != "" || e.Folder != "") && len(from.refs) == 0 {
			return fault.At(e.At, fault.BlockNotFound, "no %s%s", t, c.inNamed(e))
		}
		return c.excluded(t, e, from)
	}
	return c.chooseContents(t, e, optional, from, kept)
}

// keep returns the indexes of the blocks of a group that an entry selects. They are valid until the
// next call.
func (c *chooser) keep(e *selection.Pick, from *group) []int {
	c.budget.Step(stepsPerNode)
	kept := from.numbers()
	if len(e.Where)+len(e.Has)+len(e.Lacks)+len(e.Matches) > 0 {
		c.kept = from.blocks.Filter(c.kept[:0], &c.classes, e.Where, &e.Entry)
		kept = c.kept
	}
	switch {
	case e.Index < 0:
		return kept
	case e.Index >= len(kept):
		return nil
	}
	return kept[e.Index : e.Index+1]
}

// excluded returns the error for an entry whose selectors, such as "where", match no block.
func (c *chooser) excluded(t *selection.Target, e *selection.Pick, from *group) error {
	there := from.blocks.Instead(&e.Entry)
	if there == "" {
		there = strconv.Itoa(len(from.refs))
	}
	number := ""
	if e.Index >= 0 {
		number = fmt.Sprintf(" number %d", e.Index)
	}
	return fault.At(e.At, fault.BlockNotFound, "no %s%s%s; the code has %s%s", t, number, e.Selected(), there, from.blocks.MeantBy(&e.Entry))
}

// chooseContents picks the items that an entry names in the blocks that the entry selects. If the
// entry names no items, it picks the whole blocks. kept contains the indexes of the selected blocks
// in the group.
func (c *chooser) chooseContents(t *selection.Target, e *selection.Pick, optional bool, from *group, kept []int) error {
	if e.IsWhole() || e.Any || len(e.Blocks) > 0 {
		c.budget.Step(stepsPerSelected * len(kept))
	}
	if e.IsWhole() {
		for _, i := range kept {
			c.pickOf(from.refs[i]).whole = true
		}
		return nil
	}
	if e.Any {
		for _, i := range kept {
			c.pickOf(from.refs[i]).any = true
		}
	}
	for i := range e.Attributes {
		if err := c.chooseAttribute(t, &e.Attributes[i], optional, from, kept); err != nil {
			return err
		}
	}
	if len(e.Blocks) == 0 {
		return nil
	}
	blocks := make([]ref, len(kept))
	for i, at := range kept {
		blocks[i] = from.refs[at]
	}
	for i := range e.Blocks {
		if err := c.chooseNested(t, &e.Blocks[i], optional, blocks, from.blocks.Special); err != nil {
			return err
		}
	}
	return nil
}

// chooseAttribute picks an attribute, or the item at a path, in blocks. At least one of the blocks
// must have the item, unless optional is true.
func (c *chooser) chooseAttribute(t *selection.Target, a *selection.Attribute, optional bool, from *group, kept []int) error {
	c.budget.Step(stepsPerName * len(kept))
	found := false
	for _, i := range kept {
		b := c.block(from.refs[i])
		item, ok := c.itemAt(b, a, from.blocks.Special)
		if !ok {
			continue
		}
		found = true
		c.budget.Step(stepsPerSelected)
		if !c.pickOf(from.refs[i]).add(a, item) {
			return fault.At(a.At, fault.InvalidRequest, "%s: %s is asked for twice, and both answers would have that path", t, a.Text)
		}
	}
	if found || optional {
		return nil
	}
	var blocks selection.Candidates
	blocks.Special = from.blocks.Special
	for _, i := range kept {
		blocks.Blocks = append(blocks.Blocks, from.blocks.Blocks[i])
	}
	return fault.At(a.At, fault.AttributeNotFound, "%s has no %s; %s%s", t, a.Text, whatIsIn(blocks.Blocks, a), blocks.Meant(a))
}

// itemAt returns the item at a path in a block, and reports whether the code has that item.
func (c *chooser) itemAt(b selection.Block, a *selection.Attribute, special *terraform.Body) (syntax.ItemID, bool) {
	p := special.Attribute(a.Name)
	if !a.EndsInEqual() {
		id, _, seen := b.ValueAt(b.ID, a, p)
		return id, seen == address.There
	}
	class := c.classes.Value(&a.Value, selection.SchemaAt(special, a)).Class
	if class == 0 {
		return syntax.NoItem, false
	}
	x := b.Compare()
	for _, element := range b.ElementsAt(b.ID, a, p) {
		if x.Class(element, address.SchemaAt(p, a.Path)) == class {
			return element, true
		}
	}
	return syntax.NoItem, false
}

// chooseNested picks blocks that are nested in the given blocks, which an outer entry selects. At least
// one of the blocks must have what an entry names, unless optional is true.
func (c *chooser) chooseNested(t, inner *selection.Target, optional bool, blocks []ref, outer *terraform.Body) error {
	groups := make([]*group, 0, len(blocks))
	for _, b := range blocks {
		if nested := c.nested(b, inner, outer.Block(inner.Type)); len(nested.refs) > 0 {
			groups = append(groups, nested)
		}
	}
	if len(groups) == 0 && !optional && !inner.Optional {
		first := c.block(blocks[0])
		return fault.At(inner.At, fault.BlockNotFound, "%s has no nested block %s%s", t, inner.Type, nearest.DidYouMean(inner.Type, func(yield func(string) bool) {
			for id := range first.Tree.Blocks(first.ID, "") {
				if !yield(string(first.Tree.Name(id))) {
					return
				}
			}
		}))
	}
	for i := range inner.Entries {
		if err := c.chooseInEach(inner, &inner.Entries[i], optional, groups); err != nil {
			return err
		}
	}
	for _, nested := range groups {
		for _, n := range nested.refs {
			if c.picked[n] != nil {
				c.pickOf(ref{n.doc, c.docs[n.doc].tree.Item(n.id).Parent})
			}
		}
	}
	return nil
}

// chooseInEach is chooseEntry for the groups of nested blocks of several blocks. The selectors of the
// entry apply to each group alone.
func (c *chooser) chooseInEach(t *selection.Target, e *selection.Pick, optional bool, groups []*group) error {
	optional = optional || e.Optional
	all := &group{}
	var failed error
	for _, nested := range groups {
		from := nested
		all.blocks.Special = nested.blocks.Special
		if e.HasLabels {
			if from = nested.labelled(e); len(from.refs) == 0 {
				if failed == nil && !optional {
					failed = fault.At(e.At, fault.BlockNotFound, "no %s; the code has %s%s", &selection.Target{Type: t.Type, Labels: e.Labels}, headers(nested.blocks.Blocks), nested.meantLabel(e.Labels))
				}
				continue
			}
		}
		kept := c.keep(e, from)
		if len(kept) == 0 && failed == nil && !optional {
			failed = c.excluded(t, e, from)
		}
		for _, at := range kept {
			all.refs = append(all.refs, from.refs[at])
			all.blocks.Blocks = append(all.blocks.Blocks, from.blocks.Blocks[at])
		}
	}
	if len(all.refs) == 0 {
		return failed
	}
	return c.chooseContents(t, e, optional, all, all.numbers())
}
