package edit

import (
	"iacedit/internal/budget"
	"iacedit/internal/terraform"
	"iacedit/render"
	"iacedit/syntax"
	"iacedit/value"
)

// An applier applies a request's operations to a draft, one after the other. It
// stops at the first error; the draft is then of no use.
type applier struct {
	d       *render.Draft
	options *Options
	budget  *budget.Budget
	index   index
	classes value.Classes
	known   known
	scratch []byte // the text of the value at hand
	style   style
	at      int // where in the JSON of the edits the edit at hand is
}

// apply applies all operations of a request.
func (a *applier) apply(r *Request) error {
	a.index.start(a, r.count)
	for i := range r.Operations {
		op := &r.Operations[i]
		if err := a.operation(op); err != nil {
			return err
		}
	}
	return nil
}

// operation applies one action to the entries of one address.
func (a *applier) operation(op *Operation) error {
	a.at = op.At
	if a.options.language().IsValuesFile(op.Type) {
		for i := range op.Entries {
			if err := a.changes(syntax.Root, &op.Entries[i], a.options.language().Body(op.Type)); err != nil {
				return err
			}
		}
		return nil
	}
	s := site{
		action:  op.Action,
		body:    syntax.Root,
		typ:     op.Type,
		labels:  op.Labels,
		special: a.options.language().Body(op.Type),
	}
	s.candidates = a.index.at(s.few[:0], a.options.language().Spellings(op.Type), op.Labels)
	if err := a.noAttribute(&s, a.options.language().Spellings(op.Type), op.At); err != nil {
		return err
	}
	return a.entries(&s, op.Entries)
}

// A site is where entries apply: the blocks of one type in one body.
type site struct {
	action     Action
	body       syntax.ItemID
	typ        string   // as the request has it
	labels     []string // of the address; nil for nested blocks
	special    *terraform.Body
	candidates []syntax.ItemID // the blocks at the address, in code order; shared, never changed
	nested     bool
	lookup     *lookup          // nil for few entries or candidates
	aliases    valuesFound      // those of the blocks made here, for "add"
	few        [8]syntax.ItemID // memory for candidates
}

// A choice is what an entry's selectors select: blocks, or one that is to be made.
type choice struct {
	blocks []syntax.ItemID
	create bool
}

// entries applies the entries of one array. All selectors are resolved first, so
// that they see the code as it was before any of them (EDITS.md section 1).
func (a *applier) entries(s *site, entries []Entry) error {
	if err := a.oneUpsert(s, entries); err != nil {
		return err
	}
	if len(entries) >= manyEdits && len(s.candidates) >= manyEdits {
		s.lookup = new(lookup)
	}
	var few [4]choice
	choices := few[:0]
	for i := range entries {
		a.at = entries[i].At
		c, err := a.choose(s, &entries[i])
		if err != nil {
			return err
		}
		choices = append(choices, c)
	}
	made := syntax.NoItem
	for i := range entries {
		e := &entries[i]
		a.at = e.At
		if choices[i].create {
			id, err := a.create(s, e, made)
			if err != nil {
				return err
			}
			made = id
			continue
		}
		if len(e.Changes) == 0 && s.action != Delete {
			continue
		}
		for _, id := range choices[i].blocks {
			if err := a.entry(s, id, e); err != nil {
				return err
			}
		}
	}
	return nil
}

// oneUpsert fails where several entries that select nothing would all set the same
// nested block.
func (a *applier) oneUpsert(s *site, entries []Entry) error {
	if !s.nested || s.action != Set || len(s.candidates) == 0 {
		return nil
	}
	first := -1
	for i := range entries {
		e := &entries[i]
		if e.selects() {
			continue
		}
		if first >= 0 {
			return errorAt(entries[first].At, AmbiguousMatch, "set: several entries without selectors for %d %s block(s) in the code", len(s.candidates), s.typ)
		}
		first = i
	}
	return nil
}

// selects reports whether an entry has a selector.
func (e *Entry) selects() bool {
	return e.HasLabels || len(e.Where) > 0 || e.Index >= 0 || e.All
}

// create makes a block with what an entry says of it. made is the block that an
// entry before it in the same array made, if one did.
func (a *applier) create(s *site, e *Entry, made syntax.ItemID) (syntax.ItemID, error) {
	if made != syntax.NoItem && !s.nested && a.options.language().Uniqueness(s.typ) == terraform.ByLabels && len(e.Where) == 0 {
		if s.action == Add {
			return made, errorAt(e.At, BlockAlreadyExists, "add: %s is added twice", a.describe(s))
		}
		return made, a.entry(s, made, e)
	}
	if s.action == Add {
		if err := a.mayAddAnother(s, e, made); err != nil {
			return made, err
		}
	}
	typ, labels := a.options.language().Spelling(s.typ), s.labels
	if s.nested {
		typ, labels = s.typ, e.Labels
	}
	id, err := a.d.Block(s.body, typ, labels)
	if err != nil {
		return id, errorAt(e.At, InvalidRequest, "%s", err)
	}
	a.index.added(id)
	for i := range e.Where {
		if err := a.setAttribute(id, &e.Where[i], s.special); err != nil {
			return id, err
		}
	}
	return id, a.entry(s, id, e)
}

// entry applies an entry to a block.
func (a *applier) entry(s *site, id syntax.ItemID, e *Entry) error {
	a.budget.Step(1)
	if !attached(a.d, id) {
		return errorAt(e.At, InvalidRequest, "%s: an entry before this one deleted the block that this one selects", s.action)
	}
	if s.action == Delete && len(e.Changes) == 0 {
		a.index.removed(id)
		a.d.Delete(id)
		return nil
	}
	return a.changes(id, e, s.special)
}

// attached reports whether an item is still in its parent.
func attached(d *render.Draft, id syntax.ItemID) bool {
	for id != syntax.Root {
		it := d.Item(id)
		parent := d.Item(it.Parent)
		in := parent.First == id
		if it.Prev != syntax.NoItem {
			in = d.Item(it.Prev).Next == id
		}
		if !in {
			return false
		}
		id = it.Parent
	}
	return true
}

// changes applies what an entry says to the contents of a body.
func (a *applier) changes(body syntax.ItemID, e *Entry, p *terraform.Body) error {
	for i := range e.Changes {
		c := &e.Changes[i]
		if err := a.attributes(body, c, p); err != nil {
			return err
		}
		for j := range c.Blocks {
			if err := a.nested(body, c.Action, &c.Blocks[j], p); err != nil {
				return err
			}
		}
	}
	return nil
}

// nested applies the entries for one type of nested block.
func (a *applier) nested(body syntax.ItemID, action Action, t *Target, p *terraform.Body) error {
	a.at = t.At
	s := site{action: action, body: body, typ: t.Type, special: p.Block(t.Type), nested: true}
	types := []string{t.Type}
	s.candidates = a.index.blocks(s.few[:0], body, types)
	if err := a.noAttribute(&s, types, t.At); err != nil {
		return err
	}
	return a.entries(&s, t.Entries)
}

// noAttribute fails where a body has no such blocks but an attribute that is named like
// them (EDITS.md section 7.10).
func (a *applier) noAttribute(s *site, names []string, at int) error {
	if len(s.candidates) > 0 || s.body == syntax.Root && a.index.rootAttributes == 0 {
		return nil
	}
	for _, name := range names {
		if a.index.attribute(s.body, name) == syntax.NoItem {
			continue
		}
		if s.nested || len(a.index.blocks(nil, s.body, names)) == 0 {
			return errorAt(at, InvalidRequest, "%q is an attribute in the code, not a block: set it with \"attributes\"", s.typ)
		}
	}
	return nil
}
