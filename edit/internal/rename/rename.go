// Package rename makes the renames of a request: labels, attributes, keys and nested block
// types get other names, references follow, and "moved" blocks say so to Terraform.
//
// All renames of a request are made at once. Apply finds what is renamed, then what refers
// to it, checks that the names are free, and only then changes anything.
//
//	rename.go      Apply; find.go: what operations rename; nested.go: labels of nested blocks
//	unique.go      whether addresses are free; names.go: whether other names are
//	references.go  references that follow; whole.go: values that are passed on whole
//	iterators.go   iterators of dynamic blocks that get labels
//	keys.go        keys of instances, and the references with them
//	calls.go       the calls of modules in a tree; callers.go: those that follow; uses.go: what
//	               calling modules use of them
//	moved.go       "moved" blocks
//	blocks.go      what is asked about a block
//	report.go      outcomes and warnings
package rename

import (
	"iacedit/address"
	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/plan"
	"iacedit/edit/internal/report"
	"iacedit/internal/fault"
	"iacedit/refs"
	"iacedit/syntax"
)

// Apply makes the renames of operations on code as it was parsed.
func Apply(m *draft.Module, o *report.Observer, ops []plan.Operation) error {
	n := &renamer{m: m, o: o, usage: usage{m: m}, more: map[*draft.File][]refs.Replacement{}, iterators: iterators{}, keys: keysOfEntries{}}
	for i := range ops {
		if err := n.find(&ops[i]); err != nil {
			return err
		}
	}
	for _, step := range [...]func(*renamer) error{
		(*renamer).checkUnique, (*renamer).findCallers, (*renamer).checkNames, (*renamer).checkKinds, (*renamer).followKeys, (*renamer).follow,
	} {
		if err := step(n); err != nil {
			return err
		}
	}
	n.tell()
	if err := n.apply(); err != nil {
		return err
	}
	return n.tellMoved()
}

// A renamer holds the renames of a request: a → b with b → c, and a ↔ b, work.
type renamer struct {
	m          *draft.Module
	o          *report.Observer
	blocks     []renamedBlock
	names      []renamedName
	labels     []renamedLabels // nested blocks that get other labels
	keyed      []keyedBlock    // blocks whose instances get other keys
	keys       keysOfEntries
	references map[string]*references             // by folder
	calls      *calls                             // once they are asked for
	usage      usage                              // of called modules
	more       map[*draft.File][]refs.Replacement // that follow beside those of names
	iterators  iterators                          // that get other names
	last       int                                // where the last rename is in the edits, for what is wrong with all
}

// A renamedBlock is a block that gets other labels.
type renamedBlock struct {
	at    draft.Block
	typ   string // the block type, as the language has it
	from  []string
	to    []string
	moved bool            // a "moved" block is to say so
	entry int             // where the edits say what the labels become
	sent  int             // where the entry is in the edits
	was   address.Address // for a report
	stays bool            // references are left alone
	calls []call          // with alone, those that do not follow
	alone bool            // callers are left alone
	twin  bool            // it is the twin of another
}

// A renamedLabels is a nested block that gets other labels.
type renamedLabels struct {
	at    draft.Block
	to    []string
	entry int             // where the edits say what the labels become
	sent  int             // where the entry is in the edits
	was   address.Address // for a report
}

// A renamedName is an attribute, key or nested block type that gets another name.
type renamedName struct {
	at    draft.Block // the block, or the top level
	body  syntax.ItemID
	of    plan.Attribute
	id    syntax.ItemID // what gets the name
	typ   bool          // it is a nested block
	name  string
	in    address.Address // of the block that has it, or is it, for a report
	stays bool            // references are left alone
	along bool            // it follows another rename
}

// apply gives what is renamed its names.
func (n *renamer) apply() error {
	for i := range n.blocks {
		b := &n.blocks[i]
		if err := b.at.Draft.SetLabels(b.at.ID, b.to); err != nil {
			return fault.At(b.entry, fault.InvalidRequest, "rename: %s", err)
		}
	}
	for i := range n.labels {
		l := &n.labels[i]
		if err := l.at.Draft.SetLabels(l.at.ID, l.to); err != nil {
			return fault.At(l.entry, fault.InvalidRequest, "rename: %s", err)
		}
	}
	names := make(map[*draft.File]map[syntax.ItemID]string)
	first := make(map[*draft.File]int) // where the first of them was sent
	for i := range n.names {
		name := &n.names[i]
		id, f := name.id, name.at.File
		if !name.typ { // references in it may have been replaced
			id, _, _ = f.ValueAt(name.body, &name.of, nil)
		}
		if names[f] == nil {
			names[f], first[f] = make(map[syntax.ItemID]string), name.of.At
		}
		names[f][id] = name.name
	}
	for _, f := range n.m.Files {
		if err := f.Draft.SetNames(names[f]); err != nil {
			return fault.At(first[f], fault.InvalidRequest, "rename: %s", err)
		}
	}
	return nil
}
