package report

import (
	"fmt"

	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/plan"
	"iacedit/refs"
	"iacedit/syntax"
)

// instances says how many instances a block has.
type instances uint8

const (
	single  instances = iota // neither count nor for_each
	counted                  // count: the keys are numbers
	keyed                    // for_each: the keys are strings
	both                     // counted and keyed, which Terraform refuses
)

// An instancesChange is a change of a block's count or for_each by edits.
type instancesChange struct {
	block   draft.Block
	made    bool            // the edits made the block
	had     map[string]bool // count and for_each, if edited: whether the block had them before
	now     instances
	of      refs.Address
	indexes deletion // the places with count.index
	keys    deletion // the references whose keys no instance has
}

// instancesOf returns the instances of a block in the code of a file.
func instancesOf(f *syntax.File, block syntax.ItemID) (n instances) {
	if f.Attribute(block, "count") != syntax.NoItem {
		n = counted
	}
	if f.Attribute(block, "for_each") != syntax.NoItem {
		n |= keyed
	}
	return n
}

// A folderObject is an object of the module in a folder.
type folderObject struct {
	folder string
	of     refs.Address
}

// RecordKeys records that an edit gives the instances of a block other keys, and that the references
// follow.
func (o *Observer) RecordKeys(b draft.Block) {
	if o == nil {
		return
	}
	if of, ok := b.Object(); ok {
		draft.Note(&o.rekeyed, folderObject{b.Folder, of}, true)
	}
}

// RecordInstances records that an edit adds or deletes the attribute count or for_each of a top-level
// block. It does nothing for other attributes.
func (o *Observer) RecordInstances(s Spot, attr *plan.Attribute, removed bool) {
	if o == nil || len(attr.Path) > 0 || attr.Name != "count" && attr.Name != "for_each" || s.Item == syntax.Root || s.File.Module.Language.Dialect.AnyBlock() {
		return
	}
	b := draft.Block{File: s.File, ID: s.Item}
	it := b.Draft.Item(b.ID)
	if it.Parent != syntax.Root {
		return
	}
	of, ok := b.Object()
	switch {
	case !ok:
		return
	case of.Kind != refs.Resource && of.Kind != refs.Data && of.Kind != refs.Module && of.Kind != refs.Ephemeral:
		return
	}
	if n := len(o.instances); n > 0 && o.instances[n-1].block == b { // the attributes of a block are edited one after the other
		if _, known := o.instances[n-1].had[attr.Name]; !known {
			o.instances[n-1].had[attr.Name] = removed
		}
		return
	}
	c := instancesChange{block: b, of: of, made: !b.Draft.InSource(it.Name), had: map[string]bool{attr.Name: removed}}
	where := b.Module.Language.Header(b.Draft.File, syntax.Root, b.ID)
	c.keys = deletion{at: attr.At, file: b.File, where: where, offset: -1, name: where.String()}
	if b.Draft.InSource(it.Name) {
		c.keys.offset = it.Name.From
	}
	c.indexes = c.keys
	o.Budget.Grow(2 * bytesPerOutcome)
	o.instances = append(o.instances, c)
}

// before returns the instances that a block had before the edits; the argument now is those after. An
// attribute that no edit added or deleted was there if it is there now.
func (c *instancesChange) before(now instances) (n instances) {
	for _, each := range [...]struct {
		name string
		as   instances
	}{{"count", counted}, {"for_each", keyed}} {
		if had, edited := c.had[each.name]; edited && had || !edited && now&each.as != 0 {
			n |= each.as
		}
	}
	return n
}

// CheckInstances warns of blocks that have count and for_each after the edits, of count.index in
// blocks that have lost count, and of references with keys that no instance has any more.
func (o *Observer) CheckInstances(m *draft.Module) error {
	if o == nil || len(o.instances) == 0 {
		return nil
	}
	trees := map[*draft.File]*syntax.File{}
	for _, f := range m.InOrder() {
		tree, err := o.editedTree(f)
		if err != nil {
			return err
		}
		trees[f] = tree
	}
	changed := map[string]map[refs.Address]*instancesChange{} // by folder
	for i := range o.instances {
		c := &o.instances[i]
		tree := trees[c.block.File]
		id := o.declaration(tree, c.of)
		if id == syntax.NoItem || o.rekeyed[folderObject{c.block.Folder, c.of}] {
			continue
		}
		c.now = instancesOf(tree, id)
		switch {
		case c.now == both:
			o.WarnPlace(c.keys.at, CountAndForEach, c.keys.name+" has count and for_each after these edits, and Terraform allows only one of them", c.block.File, c.keys.where, c.keys.offset)
			continue
		case c.made, c.before(c.now) == both, c.before(c.now) == c.now:
			continue
		}
		if changed[c.block.Folder] == nil {
			changed[c.block.Folder] = map[refs.Address]*instancesChange{}
		}
		changed[c.block.Folder][c.of] = c
	}
	referrers := draft.NewReferrers(m, trees)
	for folder, blocks := range changed {
		for _, f := range referrers.In(folder) {
			if f.IsValues() {
				continue
			}
			tree := trees[f.File]
			o.Budget.Parse(len(tree.Text()))
			for r := range refs.All(tree, refs.Configuration) {
				if !f.Has(r.Root.From) {
					continue
				}
				if r.Kind == refs.Other && string(tree.At(r.Root)) == "count" && r.Owner != nil {
					if c := blocks[r.OwnerAddress(tree)]; c != nil && c.block.File == f.File && c.now != counted {
						c.indexes.addReference(m, f.File, tree, r)
					}
				}
				if c := blocks[r.Address(tree)]; c != nil && c.misses(r, tree) {
					c.keys.addReference(m, f.File, tree, r)
				}
			}
		}
	}
	for i := range o.instances {
		o.instances[i].warn(o)
	}
	return nil
}

// declaration returns the block that declares an object in a file, or NoItem.
func (o *Observer) declaration(f *syntax.File, of refs.Address) syntax.ItemID {
	o.Budget.Step(len(f.Text()) / 16)
	for d := range refs.Declarations(f) {
		if d.Address(f) == of {
			return d.Item
		}
	}
	return syntax.NoItem
}

// misses reports whether a reference has a key that no instance has after the edits, or lacks a key.
func (c *instancesChange) misses(r *refs.Reference, f *syntax.File) bool {
	switch r.Place {
	case refs.InMoved, refs.InRemoved, refs.InAliases, refs.InDependsOn, refs.InTargets:
		return false
	}
	if r.Quoted || len(r.Steps) == 0 || r.Kind == refs.Self || r.Kind == refs.Own {
		return false
	}
	step := &r.Steps[0]
	switch step.Kind {
	case refs.StepAttribute:
		return c.now != single
	case refs.StepLiteral:
		return c.now != counted
	case refs.StepString:
		return c.now != keyed
	case refs.StepSplat:
		return c.now == keyed
	}
	switch string(f.At(step.Name)) {
	case "count.index":
		return c.now != counted
	case "each.key", "each.value":
		return c.now != keyed
	}
	return true
}

// hasNow says, at the end of a message, what the block has after the edits.
var hasNow = map[instances]string{single: "neither count nor for_each", counted: "count", keyed: "for_each"}

// warn warns of the places that CheckInstances found.
func (c *instancesChange) warn(o *Observer) {
	if d := &c.indexes; len(d.places) > 0 {
		instead := ""
		if c.now == keyed {
			instead = "; replace count.index by each.key or each.value"
		}
		o.WarnPlace(d.at, NoCount, fmt.Sprintf("%s contains count.index, but has no count after these edits, %s%s", d.name, d.list(), instead), d.file, d.where, d.offset)
	}
	if d := &c.keys; len(d.places) > 0 {
		o.WarnPlace(d.at, KeyNotLiteral, fmt.Sprintf("%s has %s after these edits, but is referred to with other keys, %s", d.name, hasNow[c.now], d.list()), d.file, d.where, d.offset)
	}
}
