package plan

import (
	"slices"

	"iacedit/address"
	"iacedit/internal/base/sequence"
	"iacedit/internal/engine/rules"
	"iacedit/internal/engine/selection"
	"iacedit/value"
)

// An Operation is an action with its entries for one address, such as "set" for the resource
// aws_instance.web. Operations with the action Rewrite, Inline or Extract have no address. They
// have rules, locals or values instead.
type Operation struct {
	Action Action
	Target
	Rules       []*rules.Rule // the rules of Rewrite, instead of a target
	Inlinings   []Inlining    // the locals of Inline, instead of a target
	Extractions []Extraction  // the values and blocks of Extract, instead of a target
}

// Order moves the operations that are applied together, such as all renames (Action.Once), after
// the others. It puts them in the order of their actions.
func Order(operations []Operation) {
	place := func(op *Operation) int {
		if op.Action.Once() {
			return int(op.Action)
		}
		return -1
	}
	sequence.SortStable(operations, func(a, b Operation) int { return place(&a) - place(&b) })
}

// Together returns how many operations at the start of the argument are applied together: all those
// of the first one's action if they are, or else 1. The operations must be in order.
func Together(operations []Operation) int {
	action, n := operations[0].Action, 1
	for action.Together() && n < len(operations) && operations[n].Action == action {
		n++
	}
	return n
}

// A Target is an address with the entries for it.
type Target struct {
	Type    string   // the block type as sent: "resource", "iac", "tfvars", or a nested block's
	Labels  []string // the labels that lead to the entries; none for nested blocks
	Wild    bool     // a label is a pattern
	Entries []Entry  // at least one
	At      int
}

// An Entry has the selectors of blocks, and the changes to make in these blocks.
type Entry struct {
	selection.Entry
	NeedsOld     bool              // the entry, or an entry nested in it, sets a value derived from the old value
	FromRead     bool              // the entry has keys such as "range", which only answers of package read contain
	Follow       bool              // a path into a reference continues in the referenced value
	Content      Content           // content that only one operation has, such as *Naming, or nil
	Changes      []Change          // in the order in which they apply: at most one of each action
	Comment      *value.Value      // the comment above the block: text, or null to remove it; nil leaves the comment as it is
	Comments     []Attribute       // the comments of attributes, keys and elements
	Place        *Place            // the place of the block that the entry makes or moves, or nil
	ToFile       string            // under Move: the file that the block moves to, "" for its own file
	Root         *ModuleExtraction // under Move: the move of the blocks to another root module, or nil
	Places       []AttributePlace  // the places of attributes and keys that are made or moved
	LineComments []Attribute       // the comments behind attributes, keys and elements, on their last lines
}

// A Content is what an entry under "rename", "sort", "reshape" or "tidy" contains: a
// Naming, a Sorting, a Reshaping or a Tidying.
type Content interface {
	// decode decodes an entry, including its selectors.
	decode(d *Decoder, s scope, e *Entry, v *value.Value) error
}

// A Change is one nested operation: an action on attributes and nested blocks.
type Change struct {
	Action     Action
	Attributes []Attribute
	Blocks     []Target // the nested blocks, by type
	At         int
}

// An Attribute is an attribute path and the value for it.
type Attribute = selection.Attribute

// ChangesNothing reports whether an entry has only selectors, and so changes nothing in the block
// that it selects.
func (e *Entry) ChangesNothing() bool {
	return len(e.Changes)+len(e.Comments)+len(e.LineComments)+len(e.Places) == 0 && e.Comment == nil && e.Place == nil
}

// MayCreate reports whether an entry under "set" can create a block. It returns false if the entry
// only updates or deletes, or if it derives a value from the old value.
func (e *Entry) MayCreate() bool {
	if e.NeedsOld {
		return false
	}
	for _, c := range e.Changes {
		if c.Action.Makes() {
			return true
		}
	}
	return len(e.Changes) == 0
}

// AttributeAt returns the attribute that an entry sets at the given path, such as "alias", or nil.
func (e *Entry) AttributeAt(path string) *Attribute {
	for i := range e.Changes {
		attributes := e.Changes[i].Attributes
		for j := range attributes {
			if attributes[j].Text == path && !e.Changes[i].Action.Removes() {
				return &attributes[j]
			}
		}
	}
	return nil
}

// LeadsToElement reports whether a path has a step to an element of a list or an argument of a
// call.
func LeadsToElement(path []address.Step) bool {
	return slices.ContainsFunc(path, func(s address.Step) bool { return s.Kind != address.StepKey })
}

// Alias returns the value of "alias" that an entry sets in a new provider block, or null if the
// entry sets none.
func (e *Entry) Alias() value.Value {
	for i := range e.Where {
		if e.Where[i].Text == "alias" {
			return e.Where[i].Value
		}
	}
	for _, c := range e.Changes {
		for _, attr := range c.Attributes {
			if attr.Name == "alias" && len(attr.Path) == 0 {
				return attr.Value
			}
		}
	}
	return value.Value{Kind: value.Null}
}

// movesNothing reports whether an entry under "move" specifies no new place for anything.
func (e *Entry) movesNothing() bool {
	for i := range e.Changes {
		if len(e.Changes[i].Blocks) > 0 {
			return false
		}
	}
	return e.Root == nil && e.Place == nil && e.ToFile == "" && len(e.Places) == 0
}
