package edit

import (
	"iacedit/render"
	"iacedit/syntax"
	"iacedit/value"
)

// An applier applies a request's operations to a draft, one after the other. It
// stops at the first error; the draft is then of no use.
type applier struct {
	d       *render.Draft
	options *Options
	index   blockIndex
	scratch []byte // the text of the value at hand
	style   style
	classes value.Classes
}

// apply applies all operations of a request.
func (a *applier) apply(r *Request) error {
	a.index.start(a, len(r.Operations))
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
	if isVariableFile(a.options, op.Type) {
		for i := range op.Entries {
			if err := a.changes(syntax.Root, &op.Entries[i], topPlace(a.options, op.Type)); err != nil {
				return err
			}
		}
		return nil
	}
	s := site{
		action: op.Action,
		body:   syntax.Root,
		typ:    op.Type,
		labels: op.Labels,
		place:  topPlace(a.options, op.Type),
	}
	s.candidates = a.topBlocks(s.few[:0], op.Type, op.Labels)
	if err := a.noAttribute(syntax.Root, a.spellings(op.Type), op.At, op.Type); err != nil {
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
	place      place
	candidates []syntax.ItemID // the blocks at the address, in code order
	nested     bool
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
	var few [4]choice
	choices := few[:0]
	for i := range entries {
		c, err := a.choose(s, &entries[i])
		if err != nil {
			return err
		}
		choices = append(choices, c)
	}
	made := syntax.NoItem
	for i := range entries {
		e := &entries[i]
		if choices[i].create {
			id, err := a.create(s, e, made)
			if err != nil {
				return err
			}
			made = id
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
		if e.HasLabels || len(e.Where) > 0 || e.Index >= 0 || e.All {
			continue
		}
		if first >= 0 {
			return errorAt(entries[first].At, AmbiguousMatch, "set: several entries without selectors for %d %s block(s) in the code", len(s.candidates), s.typ)
		}
		first = i
	}
	return nil
}

// create makes a block with what an entry says of it. made is the block that an
// entry before it in the same array made, if one did.
func (a *applier) create(s *site, e *Entry, made syntax.ItemID) (syntax.ItemID, error) {
	if made != syntax.NoItem && !s.nested && uniquenessOf(a.options, s.typ) == byLabels && len(e.Where) == 0 {
		if s.action == Add {
			return made, errorAt(e.At, BlockAlreadyExists, "add: %s is added twice", a.describe(s))
		}
		return made, a.entry(s, made, e)
	}
	if s.action == Add && made != syntax.NoItem {
		s.candidates = append(s.candidates, made)
		if err := a.mayAdd(s, e); err != nil {
			return made, err
		}
	}
	labels := s.labels
	if s.nested {
		labels = e.Labels
	}
	id := a.d.Block(s.body, a.spelling(s), labels)
	if !s.nested {
		a.index.add(a, id)
	}
	for i := range e.Where {
		if err := a.createFrom(id, &e.Where[i], s.place); err != nil {
			return id, err
		}
	}
	return id, a.entry(s, id, e)
}

// createFrom gives a new block an attribute that the selector "where" asks for.
func (a *applier) createFrom(id syntax.ItemID, w *Attribute, p place) error {
	if w.Value.Kind == value.Null {
		return nil
	}
	if !value.OnlyLiterals(&w.Value, p.attribute(w.Name)) {
		return errorAt(w.At, BlockNotFound, "set: no block has the %s that \"where\" asks for, and only literal values can be given to a new one", w.Text)
	}
	return a.setAttribute(id, Set, w, p)
}

// entry applies an entry to a block.
func (a *applier) entry(s *site, id syntax.ItemID, e *Entry) error {
	if !attached(a.d, id) {
		return errorAt(e.At, InvalidRequest, "%s: an entry before this one deleted the block that this one selects", s.action)
	}
	if s.action == Delete && len(e.Changes) == 0 {
		a.d.Delete(id)
		return nil
	}
	return a.changes(id, e, s.place)
}

// attached says whether an item is still in its parent.
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
func (a *applier) changes(body syntax.ItemID, e *Entry, p place) error {
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
func (a *applier) nested(body syntax.ItemID, action Action, t *Target, p place) error {
	a.d.Expand(body)
	if err := a.noAttribute(body, []string{t.Type}, t.At, t.Type); err != nil {
		return err
	}
	s := site{action: action, body: body, typ: t.Type, place: p.block(t.Type), nested: true}
	s.candidates = s.few[:0]
	for id := a.d.Item(body).First; id != syntax.NoItem; id = a.d.Item(id).Next {
		if a.d.Item(id).Kind == syntax.KindBlock && string(a.d.Name(id)) == t.Type {
			s.candidates = append(s.candidates, id)
		}
	}
	return a.entries(&s, t.Entries)
}

// noAttribute fails where a body has an attribute that is named like the blocks that
// an edit is about.
func (a *applier) noAttribute(body syntax.ItemID, names []string, at int, typ string) error {
	if body == syntax.Root && a.index.attributes == 0 {
		return nil
	}
	for _, name := range names {
		if a.findAttribute(body, name) != syntax.NoItem {
			return errorAt(at, InvalidRequest, "%q is an attribute in the code, not a block: set it with \"attributes\"", typ)
		}
	}
	return nil
}
