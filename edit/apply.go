package edit

import (
	"slices"

	"iacedit/address"
	"iacedit/edit/internal/plan"
	"iacedit/internal/budget"
	"iacedit/internal/fault"
	"iacedit/internal/terraform"
	"iacedit/render"
	"iacedit/syntax"
	"iacedit/value"
)

// What an attribute and an entry take, in steps of a budget.
const (
	stepsPerAttribute = 80
	stepsPerEntry     = 20
	stepsPerSelector  = 8 // of a block that it looks at
)

// An applier applies a request's operations to a draft, one after the other. It
// stops at the first error; the draft is then of no use.
type applier struct {
	docs    []*document
	files   fileIndex
	order   []int // them as their files are loaded; what edits make has the last numbers
	doc     int   // the document at hand, with
	d       *render.Draft
	index   *index
	module  bool // the documents are files with names
	moving  bool // what has a name has it by now: only "move" and "rename" are left
	edits   int  // how many entries and attributes the request has
	options *Options
	budget  *budget.Budget
	classes value.Classes
	known   known
	scratch []byte // the text of the value at hand
	text    []byte // that of a value that is compared
	style   style
	now     *int // where in the JSON of the edits the edit at hand is
	here    here
	spots   spots
	lenient bool // what is not found is passed over: an entry around says "optional"

	report *reporter // nil where nobody asked for one
	sites  []*site   // not in use
}

// apply applies all operations of a request.
func (a *applier) apply(r *request) error {
	for i := range r.Operations {
		op := &r.Operations[i]
		if op.Action.Once() { // the last, and all at once
			a.here = here{}
			return a.rename(r.Operations[i:])
		}
		if op.Action.Settled() && !a.moving { // blocks are taken to other files as they are
			a.moving = true
			if err := a.settle(); err != nil {
				return err
			}
		}
		if err := a.operation(op); err != nil {
			return err
		}
	}
	return nil
}

// operation applies one action to the entries of one address.
func (a *applier) operation(op *plan.Operation) error {
	*a.now = op.At
	if a.options.language().IsValuesFile(op.Type) {
		a.atTop(op.Action)
		for i := range op.Entries {
			a.lenient = op.Entries[i].Optional
			if err := a.values(op.Action, &op.Entries[i], a.options.language().Body(op.Type)); err != nil {
				return err
			}
			a.lenient = false
		}
		return nil
	}
	s := a.site()
	s.action, s.body, s.typ, s.labels = op.Action, syntax.Root, op.Type, op.Labels
	s.special = a.options.language().Body(op.Type)
	s.any = a.wild(op.Labels)
	s.candidates = a.blocksAt(s.few[:0], s, -1)
	for i, doc := range a.docs {
		if doc.index.rootAttributes == 0 || !a.searched(i) {
			continue
		}
		a.in(i)
		if err := a.noAttribute(s, a.options.language().Spellings(op.Type), op.At); err != nil {
			return err
		}
	}
	err := a.entries(s, op.Entries)
	a.leave(s)
	return err
}

// wild reports whether a label of an address stands for any.
func (a *applier) wild(labels []string) bool {
	return a.options.Dialect == Terraform && slices.Contains(labels, address.AnyLabel)
}

// A site is where entries apply: the blocks of one type in one body.
type site struct {
	action     plan.Action
	body       syntax.ItemID
	typ        string   // as the request has it
	labels     []string // of the address; nil for nested blocks
	special    *terraform.Body
	outer      *terraform.Body // of nested blocks: what is special in the body they are in
	candidates []blockRef      // the blocks at the address, in code order; shared, never changed
	nested     bool
	any        bool             // a label of the address is "*": it means all the blocks it fits
	lookup     *lookup          // nil for few entries or candidates
	shared     int              // the entry that makes the block which entries without selectors mean; -1 for none
	abouts     valuesFound      // what the blocks that entries make are about, by entry
	made       bool             // a block has been made
	aliases    valuesFound      // those of the blocks made
	few        [8]blockRef      // memory for candidates
	numbers    map[blockRef]int // for a report: those of blocks among those with their type and labels
	totals     map[string]int   // for a report: how many there are, by type and labels
}

// site returns a site that is zero. It is in use until leave.
func (a *applier) site() *site {
	last := len(a.sites) - 1
	if last < 0 {
		return new(site)
	}
	s := a.sites[last]
	a.sites = a.sites[:last]
	return s
}

// leave gives a site up. What its entries chose must not be in use any more.
func (a *applier) leave(s *site) {
	*s = site{}
	a.sites = append(a.sites, s)
}

// A choice is what an entry's selectors select: blocks, or one that is to be made.
type choice struct {
	blocks []blockRef
	create bool
	by     int      // the entry of the array that makes it, which may be one before
	made   blockRef // it, once it is made
}

// entries applies the entries of one array. All selectors are resolved first, so
// that they see the code as it was before any of them (docs/edits.md, "The request").
func (a *applier) entries(s *site, entries []plan.Entry) error {
	if err := a.oneUpsert(s, entries); err != nil {
		return err
	}
	if len(entries) >= manyEdits && len(s.candidates) > 0 {
		s.lookup = new(lookup)
	}
	var few [4]choice
	choices := few[:0]
	s.shared = -1
	for i := range entries {
		*a.now = entries[i].At
		c, err := a.choose(s, &entries[i], i)
		if err != nil {
			return err
		}
		choices = append(choices, c)
	}
	for i := range entries {
		e, c := &entries[i], &choices[i]
		*a.now = e.At
		if c.create {
			if err := a.create(s, e, c, &choices[c.by]); err != nil {
				return err
			}
			continue
		}
		if e.ChangesNothing() && s.action.Gives() {
			continue
		}
		for _, id := range c.blocks {
			if err := a.entry(s, id, e); err != nil {
				return err
			}
		}
	}
	return nil
}

// passedOver reports whether it is fine that an entry finds no block: it says so, or one
// around it. A message that lists what is there would cost more than all else.
func (a *applier) passedOver(s *site, e *plan.Entry) bool {
	return (a.lenient || e.Optional) && (!s.action.Upserts() || !e.MayCreate())
}

// oneUpsert fails where several entries that select nothing would all set the same
// nested block.
func (a *applier) oneUpsert(s *site, entries []plan.Entry) error {
	if !s.nested || !s.action.Upserts() || len(s.candidates) == 0 {
		return nil
	}
	first := -1
	for i := range entries {
		e := &entries[i]
		if e.Selects() {
			continue
		}
		if first >= 0 {
			return fault.At(entries[first].At, fault.AmbiguousMatch, "set: several entries without selectors for %d %s block(s) in the code", len(s.candidates), s.typ)
		}
		first = i
	}
	return nil
}

// create makes a block with what an entry says of it, unless it is the one that an entry
// before it in the array made, whose choice is by.
func (a *applier) create(s *site, e *plan.Entry, c, by *choice) error {
	if c != by {
		return a.entry(s, by.made, e)
	}
	if err := a.mayAddAnother(s, e); err != nil {
		return err
	}
	typ, labels := a.options.language().Spelling(s.typ), s.labels
	if s.nested {
		typ, labels = s.typ, e.Labels
	} else if a.options.Dialect == HCL {
		labels = slices.Concat(labels, e.Labels)
	}
	id, err := a.makeBlock(s, e, typ, labels)
	if err != nil {
		return err
	}
	c.made, s.made = blockRef{a.doc, id}, true
	a.index.added(id)
	a.here = here{body: id, special: s.special, entry: e}
	if a.report != nil {
		a.tell(e.At, a.addressOf(s, id), "", EffectCreated)
	}
	for i := range e.Where {
		if err := a.setAttribute(id, &e.Where[i], s.special); err != nil {
			return err
		}
	}
	if err := a.entry(s, c.made, e); err != nil {
		return err
	}
	return a.mustMatch(s, c.made.id, e)
}

// speaksOfOne reports whether all entries of a site that have no selectors mean the block
// that this entry makes.
func (s *site) speaksOfOne(a *applier, e *plan.Entry) bool {
	return !s.nested && (!e.Selects() || a.options.language().Uniqueness(s.typ) == terraform.ByLabels)
}

// entry applies an entry to a block.
func (a *applier) entry(s *site, b blockRef, e *plan.Entry) error {
	a.budget.Step(stepsPerEntry)
	a.in(b.doc)
	id := b.id
	if !a.d.InFile(id) {
		if a.passedOver(s, e) {
			a.noteAbsent(s, e)
			return nil
		}
		return fault.At(e.At, fault.BlockNotFound, "%s: an entry before this one deleted the block that this one selects", s.action)
	}
	if a.report != nil {
		defer a.hand(s, id)()
	}
	if s.action.Removes() && len(e.Changes) == 0 {
		a.noteBlock(e.At, EffectDeleted)
		a.index.removed(id)
		a.d.Delete(id)
		return nil
	}
	outer := a.lenient
	a.lenient = outer || e.Optional
	err := a.changes(s.action, id, e, s.special)
	if err == nil && s.action.Contents() == plan.HoldsPlaces && (e.Place != nil || e.ToFile != "") {
		err = a.moveBlock(s, b, e)
	}
	a.lenient = outer
	return err
}

// changes applies what an entry under an action says to the contents of a body.
func (a *applier) changes(action plan.Action, body syntax.ItemID, e *plan.Entry, p *terraform.Body) error {
	if action.Contents() == plan.HoldsPlaces {
		return a.moves(body, e, p)
	}
	isNew := a.newKeys(body, e, p)
	for i := range e.Changes {
		c := &e.Changes[i]
		a.here = here{body: body, special: p, entry: e}
		if err := a.attributes(body, c, p); err != nil {
			return err
		}
		for j := range c.Blocks {
			if err := a.nested(body, c.Action, &c.Blocks[j], p); err != nil {
				return err
			}
		}
	}
	if err := a.placeKeys(body, e, isNew, p); err != nil {
		return err
	}
	return a.comments(action, body, e, p)
}

// nested applies the entries for one type of nested block.
func (a *applier) nested(body syntax.ItemID, action plan.Action, t *plan.Target, p *terraform.Body) error {
	*a.now = t.At
	s := a.site()
	s.action, s.body, s.typ, s.special, s.outer, s.nested = action, body, t.Type, p.Block(t.Type), p, true
	types := []string{t.Type}
	var few [8]syntax.ItemID
	s.candidates = s.few[:0]
	for _, id := range a.index.blocks(few[:0], body, types) {
		s.candidates = append(s.candidates, blockRef{a.doc, id})
	}
	if err := a.noAttribute(s, types, t.At); err != nil {
		return err
	}
	err := a.entries(s, t.Entries)
	a.leave(s)
	return err
}

// noAttribute fails where a body has no such blocks but an attribute that is named like
// them (docs/edits.md, "Entries").
func (a *applier) noAttribute(s *site, names []string, at int) error {
	if len(s.candidates) > 0 || s.body == syntax.Root && a.index.rootAttributes == 0 {
		return nil
	}
	for _, name := range names {
		if a.index.attribute(s.body, name) == syntax.NoItem {
			continue
		}
		if s.nested || len(a.index.blocks(nil, s.body, names)) == 0 {
			return fault.At(at, fault.InvalidRequest, "%q is an attribute in the code, not a block: set it with \"attributes\"", s.typ)
		}
	}
	return nil
}
