// Package rename applies the renames of a request: it changes labels, attributes, keys and nested
// block types, updates references to them, and adds "moved" blocks for Terraform.
//
// All renames of a request are applied together. Apply finds the renamed items, then the references
// to them, checks that the new names are free, and only then changes anything.
//
//	rename.go      Apply; find.go, found.go: the renamed items; record.go: renamed blocks and references recorded; nested.go: labels of nested blocks
//	unique.go      whether addresses are free; names.go: whether other names are free
//	pattern.go     new labels, names and keys made from the old ones
//	moving.go      items that move into and out of nested blocks, found; move.go: moved
//	forms.go       new values, and what references become
//	references.go  references to renamed items; whole.go: uses of whole values
//	iterators.go   iterators of dynamic blocks with new labels
//	keys.go        keys of instances, and the references with them
//	readers.go     references in the files that include or read a file, or run a module; units.go: keys
//	               in the files that run a module; kept.go: references that keep their names
//	calls.go       the calls of modules in a tree; callers.go: calls that follow a rename; uses.go:
//	               the outputs that callers use
//	runs.go        references in the runs of tests
//	aliases.go     the aliases of providers
//	kinds.go       variables that become locals, and locals that become variables
//	moved.go       "moved" blocks
//	blocks.go      properties of a block
//	bodies.go      bodies in a block, and how references lead to them
//	report.go      outcomes and warnings; warned.go: warnings of many places
package rename

import (
	"iacedit/address"
	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/plan"
	"iacedit/edit/internal/report"
	"iacedit/internal/base/fault"
	"iacedit/refs"
	"iacedit/syntax"
)

// Apply makes the renames that operations request. The files must have no edits since they were
// parsed.
func Apply(m *draft.Module, o *report.Observer, ops []plan.Operation) error {
	n := &renamer{forms: new(formWriter), m: m, o: o, usage: usesCache{m: m}, replacements: map[*draft.File][]refs.Replacement{}, iterators: iteratorLabels{}, keys: keysOfEntries{}}
	n.forms.renamer = n
	for i := range ops {
		if err := n.findRenamed(&ops[i]); err != nil {
			return err
		}
	}
	for _, step := range [...]func(*renamer) error{
		(*renamer).checkUnique, (*renamer).checkDeclared, (*renamer).findCallers, (*renamer).checkGiven, (*renamer).checkNames, (*renamer).checkKinds, (*renamer).updateKeys, (*renamer).updateProviderKeys, (*renamer).updateReferences,
	} {
		if err := step(n); err != nil {
			return err
		}
	}
	n.reportOutcomes()
	if err := n.apply(); err != nil {
		return err
	}
	if err := n.convert(); err != nil {
		return err
	}
	return n.addMovedBlocks()
}

// A renamer contains the renames of a request. All renames are applied together, so that attributes
// can swap their names.
type renamer struct {
	m            *draft.Module
	o            *report.Observer
	blocks       []renamedBlock
	renamed      map[draft.Block]bool // the blocks in the field blocks
	names        []renamedName
	moves        []movedItem     // attributes and nested blocks that leave their body
	labels       []renamedLabels // nested blocks with new labels
	keyed        []keyedBlock    // blocks whose instances receive new keys
	keys         keysOfEntries
	references   map[string]*referenceRenames       // by folder
	calls        *callIndex                         // nil until allCalls computes them
	usage        usesCache                          // the uses of called modules
	replacements map[*draft.File][]refs.Replacement // the replacements for keys, iterators and runs of tests
	iterators    iteratorLabels                     // the new labels of dynamic blocks
	forms        *formWriter                        // the new values of items, and what references to them become
	targets      []renamedTarget                    // what other files may refer to
	kept         map[*draft.File][]keptReference    // references in other files that keep their names
	moduleKeys   moduleKeys                         // keys in files that run modules
	aliases      []renamedAlias                     // the new aliases of providers, for the calls of their modules
	conversions  []conversion                       // variables that become locals, and locals that become variables
	dropped      []givenValue                       // values of variables that become locals
	lastAt       int                                // the offset of the last rename in the edits, for errors that concern all renames
}

// A renamedBlock is a block with new labels.
type renamedBlock struct {
	block          draft.Block
	typ            string // the block type, as the code spells it
	from           []string
	to             []string
	alias          string          // the new alias of a provider; "" to keep the alias
	moved          bool            // a "moved" block is added
	labelsAt       int             // the offset of the new labels in the edits
	entryAt        int             // the offset of the entry in the edits
	oldAddress     address.Address // the old address, for a report
	keepReferences bool            // leave references unchanged
	keptCalls      []moduleCall    // the calls that are left unchanged because keepCalls is set
	keepCalls      bool            // calls of the module are not changed
	byPattern      bool            // the address of the block in the edits is a pattern
	toLocal        bool            // the block is a variable that becomes a local, whose name is in the field to
	given          []givenValue    // with toLocal: the values that code gives to the variable
	isTwin         bool            // the block's twin (see draft.Twins) has the same rename
}

// A renamedLabels is a nested block with new labels.
type renamedLabels struct {
	block      draft.Block
	to         []string
	labelsAt   int             // the offset of the new labels in the edits
	entryAt    int             // the offset of the entry in the edits
	oldAddress address.Address // the old address, for a report
	// changeReferences is set if references to the nested blocks also change, or if it is unknown
	// whether there are any.
	changeReferences bool
}

// A renamedName is an attribute, key or nested block type with a new name.
type renamedName struct {
	block          draft.Block // the top-level block, or the top level of a file of variable values
	body           syntax.ItemID
	attribute      plan.Attribute
	id             syntax.ItemID // the attribute, pair or block
	isBlock        bool          // the item is a nested block
	newName        string
	blockAddress   address.Address // the address of the block, for a report
	keepReferences bool            // leave references unchanged
	byPattern      bool            // the address of the block in the edits is a pattern
	made           bool            // a pattern has made the new name
	implied        bool            // the rename follows from another rename
}

// apply writes the new names into the drafts, and moves items.
func (n *renamer) apply() error {
	if err := n.move(); err != nil {
		return err
	}
	for i := range n.blocks {
		b := &n.blocks[i]
		if b.toLocal {
			continue
		}
		if err := b.block.Draft.SetLabels(b.block.ID, b.to); err != nil {
			return fault.At(b.labelsAt, fault.InvalidRequest, "rename: %s", err)
		}
	}
	for i := range n.labels {
		l := &n.labels[i]
		if !l.block.Draft.InFile(l.block.ID) {
			continue // items have moved out of it
		}
		if err := l.block.Draft.SetLabels(l.block.ID, l.to); err != nil {
			return fault.At(l.labelsAt, fault.InvalidRequest, "rename: %s", err)
		}
	}
	names := make(map[*draft.File]map[syntax.ItemID]string)
	first := make(map[*draft.File]int) // by file: the offset of the first rename
	for i := range n.names {
		name := &n.names[i]
		if name.isBlock && !name.block.Draft.InFile(name.id) || !name.isBlock && name.keepsName() {
			continue // a block that items have moved out of, or a name that stays
		}
		id, f := name.id, name.block.File
		if !name.isBlock { // id may be outdated, because references in the item may have been replaced
			id, _, _ = f.ValueAt(name.body, &name.attribute, nil)
		}
		if names[f] == nil {
			names[f], first[f] = make(map[syntax.ItemID]string), name.attribute.At
		}
		names[f][id] = name.newName
	}
	for _, f := range n.m.Files {
		if err := f.Draft.SetNames(names[f]); err != nil {
			return fault.At(first[f], fault.InvalidRequest, "rename: %s", err)
		}
	}
	return nil
}
