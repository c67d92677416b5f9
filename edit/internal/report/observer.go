// Package report records the outcomes and warnings of edits while the edits are applied.
//
// Each stage of an edit reports its outcomes to an Observer. The methods of a nil Observer, Mark or
// Blocks do nothing, so that a request without a report costs nothing and the stages need not check
// for nil.
//
// # Files
//
//	observer.go   Observer and the outcomes
//	warning.go    the warnings about edits that are applied as requested but are probably mistakes
//	deletion.go   deleted objects; still.go, calls.go: references to them, and calls that pass them
//	kept.go       comments that stay when the item below them goes
//	undescribed.go variables and outputs without a description
//	instances.go  count, for_each and keys that no longer fit
//	types.go      types of variables that are no types, and other values of a wrong form
//	unusual.go    names that are nearly those of other attributes or blocks
//	schema.go     names that are not in the schema of the provider
package report

import (
	"slices"

	"iacedit/address"
	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/plan"
	"iacedit/internal/base/budget"
	"iacedit/internal/languages/terraform"
	"iacedit/syntax"
)

// Effect is the outcome of an edit.
type Effect string

// The effects.
const (
	Created     Effect = "created"
	Changed     Effect = "changed"
	Unchanged   Effect = "unchanged" // the code had that value already
	Deleted     Effect = "deleted"
	Disabled    Effect = "disabled" // the code is a comment now
	Enabled     Effect = "enabled"  // the comment is code now
	Renamed     Effect = "renamed"
	Moved       Effect = "moved"
	Absent      Effect = "absent"      // the block or attribute does not exist, which "optional" allows
	Unreachable Effect = "unreachable" // the path leads into a computed value, which "optional" allows
)

// An Observer records the outcomes and warnings of edits while stages apply them. The methods of a
// nil Observer do nothing.
type Observer struct {
	Outcomes []Outcome
	Warnings []Warning
	Budget   *budget.Budget

	texts   []writtenText          // strings that may look like references
	deleted []deletion             // deleted objects that expressions may still refer to
	kept    map[keptComment]int    // by comment that stayed: the index of its warning
	known   map[string]*knownNames // by kind of block; see knownNamesIn

	instances    []instancesChange     // blocks whose count or for_each was added or deleted
	rekeyed      map[folderObject]bool // blocks whose references follow their new keys
	types        map[string]bool       // see resourceTypes
	typesInOrder []string
}

// An Outcome is the result of an edit for a block or an attribute.
type Outcome struct {
	At      int         // the offset in the JSON text of the edits
	File    *draft.File // nil if no file is known
	Address string      // the address of the block
	Name    string      // the path of the attribute as sent; "" for the block
	Result  Effect
}

// bytesPerOutcome is the size of an outcome in the answer, without its texts.
const bytesPerOutcome = 96

// RecordOutcome records the outcome of the edit at an offset in the JSON text of the edits. The
// address and the name identify the block and the attribute.
func (o *Observer) RecordOutcome(at int, f *draft.File, where address.Address, name string, result Effect) {
	if o == nil {
		return
	}
	text := where.String()
	o.Budget.Grow(bytesPerOutcome + len(text) + len(name))
	o.Outcomes = append(o.Outcomes, Outcome{at, f, text, name, result})
}

// RecordAbsent records that an entry selects no block. parent is the address of the enclosing
// block.
func (o *Observer) RecordAbsent(s *draft.Site, e *plan.Entry, parent address.Address) {
	if o != nil {
		o.RecordOutcome(e.At, s.File, append(slices.Clip(parent), s.AddressOf(e)...), "", Absent)
	}
}

// Blocks computes the addresses of a site's blocks for a report. The method Address of a nil Blocks
// returns nil.
type Blocks struct {
	site    *draft.Site
	above   address.Address
	heads   map[draft.Block]header
	numbers map[draft.Block]int // the index of each block among those with equal type and labels
	totals  map[headerKey]int   // the number of blocks with equal type and labels
}

// A header is the type and the labels of a block, as an address and as the text of that address.
type header struct {
	address address.Address
	text    string
}

// stepsPerHeader is the number of steps charged for making a header, in addition to those for its
// text.
const stepsPerHeader = 30

// header returns the header of a block. The results are cached, because several entries may select
// the same block.
func (n *Blocks) header(b draft.Block) header {
	h, known := n.heads[b]
	if !known {
		h.address = b.Module.Language.Header(b.Draft.File, n.site.Body, b.ID)
		h.text = h.address.String()
		b.Budget.Step(stepsPerHeader + len(h.text)/4)
		draft.Note(&n.heads, b, h)
	}
	return h
}

// A headerKey is a key for blocks with equal type and labels in one folder. Only their indexes
// differ.
type headerKey struct{ folder, header string }

// key returns the headerKey of a block. For a nested block, the folder in the key is "".
func (n *Blocks) key(b draft.Block) headerKey {
	if n.site.Nested {
		return headerKey{header: n.header(b).text}
	}
	return headerKey{b.Folder, n.header(b).text}
}

// Blocks returns a Blocks for a site. parent is the address of the enclosing block.
func (o *Observer) Blocks(s *draft.Site, parent address.Address) *Blocks {
	if o == nil {
		return nil
	}
	s.Candidates() // compute the candidates before an entry is applied
	return &Blocks{site: s, above: parent}
}

// Address returns the address of a block. The address ends in an index if the block is nested, or
// if several blocks have its type and labels. A block that existed before the entries were applied
// keeps the index that it had then. The index of a new block is the one at the time when the block
// is added.
func (n *Blocks) Address(b draft.Block) address.Address {
	if n == nil {
		return nil
	}
	return n.address(b)
}

func (n *Blocks) address(b draft.Block) address.Address {
	s := n.site
	if n.numbers == nil {
		n.numbers, n.totals = map[draft.Block]int{}, map[headerKey]int{}
		for _, c := range s.Candidates() {
			c.Budget.Step(4)
			key := n.key(c)
			n.numbers[c] = n.totals[key]
			n.totals[key]++
		}
	}
	key := n.key(b)
	number, known := n.numbers[s.Twins.FirstOf(b)]
	if !known {
		number = n.totals[key]
		for next := b.Draft.NextItem(b.ID); next != syntax.NoItem; next = b.Draft.NextItem(next) {
			b.Budget.Step(1)
			if s.Nested && b.Draft.Kind(next) == syntax.KindBlock && n.header(draft.Block{File: b.File, ID: next}).text == key.header {
				number--
			}
		}
		n.numbers[b] = number
		n.totals[key]++
	}
	b.Budget.Step(stepsPerHeader / 2) // for the copy
	all := append(slices.Clone(n.above), n.header(b).address...)
	if s.Nested || n.totals[key] > 1 {
		all = append(all, address.Part{Kind: address.PartIndex, Index: number})
	}
	return all
}

// A Mark observes one edit of an attribute. The methods of a nil Mark do nothing.
type Mark struct {
	o      *Observer
	f      *draft.File
	alias  *deletion // the alias that the edit changes or deletes, or nil
	before int       // the result of Draft.Edits before this edit
	made   bool      // the edit adds the item at the attribute path

	attribute bool   // the edit adds the attribute itself
	merge     merged // the call of merge through which the path leads
}

// Mark must be called directly before an edit of the file, and returns the Mark for that edit.
func (o *Observer) Mark(f *draft.File) *Mark {
	if o == nil {
		return nil
	}
	return &Mark{o: o, f: f, before: f.Draft.Edits()}
}

// Made records that the edit adds the item at the attribute path.
func (m *Mark) Made() {
	if m != nil {
		m.made = true
	}
}

// Moved returns the effect of a move: Moved, or Unchanged if the item was already at its new place.
func (m *Mark) Moved() Effect {
	if m == nil || m.f.Draft.Edits() == m.before {
		return Unchanged
	}
	return Moved
}

// MadeAttribute records that the edit adds the attribute itself, and therefore also the item at the
// attribute path.
func (m *Mark) MadeAttribute() {
	if m != nil {
		m.made, m.attribute = true, true
	}
}

// Applied records the outcome of an action on an attribute. The *terraform.Body describes the kind
// of block that has the attribute. The first action is that on the block itself, the second that on
// the attribute. ignored is the outcome of an ignored edit, or "" for other edits.
func (m *Mark) Applied(s Spot, special *terraform.Body, operation, action plan.Action, attr *plan.Attribute, ignored Effect) {
	if m != nil {
		m.applied(s, special, operation, action, attr, ignored)
	}
}

func (m *Mark) applied(s Spot, special *terraform.Body, operation, action plan.Action, attr *plan.Attribute, ignored Effect) {
	result := Unchanged
	switch {
	case ignored != "":
		result = ignored
	case action.Removes():
		result = EffectOf(action)
		m.o.RecordInstances(s, attr, true)
		if len(attr.Path) == 0 {
			m.o.recordLocalDeletion(attr.At, m.f, s.Item, attr.Name, action)
		}
	case m.made:
		result = Created
		if m.attribute {
			m.o.RecordInstances(s, attr, false)
			m.checkName(s, special, operation, attr)
		}
	case m.f.Draft.Edits() != m.before:
		result = Changed
	}
	if m.alias != nil && (result == Changed || action.Removes() && ignored == "") {
		m.alias.action = action
		m.o.recordDeletion(attr.At, draft.Block{File: m.f, ID: s.Item}, s.Item, *m.alias)
	}
	if result == Created || result == Changed {
		m.checkMerge(s, attr)
		if m.f.Module.Language.Dialect.AnyBlock() {
			m.checkType(s, attr)
		} else {
			m.checkConstraint(s, attr)
		}
	}
	m.o.RecordOutcome(attr.At, m.f, s.Address, attr.Text, result)
}
