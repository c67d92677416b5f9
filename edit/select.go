package edit

import (
	"iacedit/address"
	"iacedit/edit/internal/plan"
	"iacedit/internal/excerpt"
	"iacedit/internal/fault"
	"iacedit/internal/selection"
	"iacedit/internal/terraform"
	"iacedit/syntax"
	"iacedit/value"
)

// choose resolves the selectors of an entry, which is that of its array's number
// (docs/edits.md, "Entries" and "Selectors").
func (a *applier) choose(s *site, e *plan.Entry, number int) (choice, error) {
	if !s.action.Finds() {
		return choice{create: true, by: number}, a.mayAdd(s, e)
	}
	about := a.about(s, e)
	if about == nil && s.action.Upserts() && !e.Selects() && s.shared >= 0 {
		return choice{create: true, by: s.shared}, nil
	}
	blocks := a.filter(s, e, about)
	found := len(blocks)
	if e.Index >= 0 {
		if e.Index >= found {
			if a.passedOver(s, e) {
				a.noteAbsent(s, e)
				return choice{}, nil
			}
			return choice{}, fault.At(e.At, fault.BlockNotFound, "%s: no %s number %d; %s, counted from 0", s.action, a.describe(s), e.Index, matching(found))
		}
		blocks = blocks[e.Index : e.Index+1]
	}
	all := e.All || s.any
	switch {
	case len(blocks) == 0 && s.action.Upserts() && !all && e.MayCreate():
		return a.upsert(s, e, about, number)
	case len(blocks) == 0 && a.passedOver(s, e):
		a.noteAbsent(s, e)
		return choice{}, nil
	case len(blocks) == 0:
		return choice{}, fault.At(e.At, fault.BlockNotFound, "%s: no %s; %s", s.action, a.describeSelected(s, e), a.whatIsThere(s)+a.meant(s, e))
	case len(blocks) > 1 && !all:
		return choice{}, fault.At(e.At, fault.AmbiguousMatch, "%s: %d blocks match %s; select with \"where\", \"index\", \"labels\" or \"all\"%s", s.action, len(blocks), a.describeSelected(s, e), a.meantBy(s, e))
	}
	return choice{blocks: blocks}, nil
}

// about returns the attribute that tells which block an entry under "set" means, where it
// has no selectors and the blocks have no labels: what moved, removed and import blocks
// are about (docs/edits.md, "Entries"). It is nil where there is none, or the entry does not
// give it.
func (a *applier) about(s *site, e *plan.Entry) *plan.Attribute {
	if !s.action.Upserts() || s.nested || e.Selects() {
		return nil
	}
	t := a.options.language().Block(s.typ)
	if t == nil || t.About == "" {
		return nil
	}
	return e.Sent(t.About)
}

// upsert chooses the block that an entry under "set" makes, as it selects none.
func (a *applier) upsert(s *site, e *plan.Entry, about *plan.Attribute, number int) (choice, error) {
	if about != nil {
		m := a.classes.Matcher(&about.Value, schemaAt(s.special, about))
		if before := s.abouts.find(nil, a, &m); len(before) > 0 {
			return choice{create: true, by: before[0]}, nil
		}
		s.abouts.add(a, number, m.Class())
		return choice{create: true, by: number}, nil
	}
	if s.shared < 0 && s.speaksOfOne(a, e) {
		s.shared = number
	}
	return choice{create: true, by: number}, a.mayUpsert(s, e)
}

// mayUpsert fails where an entry under "set" that selects nothing asks for what cannot be
// given to a new block, or would double a block that must be unique.
func (a *applier) mayUpsert(s *site, e *plan.Entry) error {
	longer := e.HasLabels && !s.nested && a.options.Dialect == HCL // blocks with the address's labels alone are others
	if err := a.mayAdd(s, e); err != nil && !longer {
		return fault.At(e.At, fault.BlockNotFound, "set: no %s; %s, and there can be only one", a.describeSelected(s, e), a.whatIsThere(s))
	}
	null := len(e.Where) > 0
	for i := range e.Where {
		w := &e.Where[i]
		if plan.LeadsToElement(w.Path) {
			return fault.At(w.At, fault.BlockNotFound, "set: no block has the %s that \"where\" asks for, and a new one cannot be given an element alone", excerpt.Quote(w.Text))
		}
		null = null && w.Value.Kind == value.Null
	}
	if null {
		return fault.At(e.At, fault.BlockNotFound, "set: no %s; %s", a.describeSelected(s, e), a.whatIsThere(s))
	}
	return nil
}

// mustMatch fails where a block that an entry under "set" has just made, as its selectors
// left none, is not one that they would keep: its second run would make another.
func (a *applier) mustMatch(s *site, id syntax.ItemID, e *plan.Entry) error {
	for i := range e.Where {
		w := &e.Where[i]
		m := a.classes.Matcher(&w.Value, schemaAt(s.special, w))
		if !a.matches(id, e.Where[i:i+1], []value.Matcher{m}, s.special) {
			return fault.At(w.At, fault.BlockNotFound, "set: no block has the %s that \"where\" asks for, and a new one would get another", excerpt.Quote(w.Text))
		}
	}
	for i := range e.Has {
		if !a.has(id, &e.Has[i], s.special) {
			return fault.At(e.Has[i].At, fault.BlockNotFound, "set: no %s; a new one would not have %s", a.describeSelected(s, e), excerpt.Quote(e.Has[i].Text))
		}
	}
	for i := range e.Lacks {
		if a.has(id, &e.Lacks[i], s.special) {
			return fault.At(e.Lacks[i].At, fault.BlockNotFound, "set: no %s; a new one would have %s", a.describeSelected(s, e), excerpt.Quote(e.Lacks[i].Text))
		}
	}
	return nil
}

// filter returns the blocks that the selectors "file", "labels", "where", "has" and "lacks" keep,
// and of those that are about something the ones with that attribute. The slice is not to
// be changed.
func (a *applier) filter(s *site, e *plan.Entry, about *plan.Attribute) []blockRef {
	where := e.Where
	if about != nil {
		where = append([]plan.Attribute{*about}, where...)
	}
	blocks := s.candidates
	if e.File != "" {
		blocks = a.inFile(s, e)
	}
	if e.HasLabels {
		blocks = a.withLabels(s, blocks, e)
	}
	if len(where)+len(e.Has)+len(e.Lacks) == 0 || len(blocks) == 0 {
		return blocks
	}
	if s.lookup != nil && !e.HasLabels && e.File == "" {
		blocks = a.fewest(s, where, e.Has)
		if len(where) == 1 && len(e.Has)+len(e.Lacks) == 0 {
			return blocks
		}
	}
	matchers := make([]value.Matcher, len(where))
	for i := range where {
		matchers[i] = a.classes.Matcher(&where[i].Value, schemaAt(s.special, &where[i]))
	}
	var kept []blockRef
	for i, b := range blocks {
		a.in(b.doc)
		id := b.id
		if a.matches(id, where, matchers, s.special) && a.hasAll(id, e.Has, s.special) && !a.hasAny(id, e.Lacks, s.special) {
			if len(kept) == i {
				kept = blocks[: i+1 : i+1] // no copy while all are kept
			} else {
				kept = append(kept, b)
			}
		}
	}
	return kept
}

// hasAll reports whether a block has all these attributes or nested block types.
func (a *applier) hasAll(id syntax.ItemID, names []plan.Attribute, p *terraform.Body) bool {
	for i := range names {
		if !a.has(id, &names[i], p) {
			return false
		}
	}
	return true
}

// hasAny reports whether a block has one of these attributes or nested block types.
func (a *applier) hasAny(id syntax.ItemID, names []plan.Attribute, p *terraform.Body) bool {
	for i := range names {
		if a.has(id, &names[i], p) {
			return true
		}
	}
	return false
}

// has reports whether a block has an attribute, something at a path, or a nested block.
func (a *applier) has(id syntax.ItemID, name *plan.Attribute, p *terraform.Body) bool {
	a.budget.Step(stepsPerSelector)
	if _, _, seen := a.valueAt(id, name, p.Attribute(name.Name)); seen == address.There {
		return true
	}
	return len(name.Path) == 0 && len(a.index.blocks(nil, id, []string{name.Name})) > 0
}

// matches reports whether a block has all the attributes that "where" asks for.
func (a *applier) matches(id syntax.ItemID, where []plan.Attribute, matchers []value.Matcher, p *terraform.Body) bool {
	for i := range where {
		a.budget.Step(stepsPerSelector)
		w := &where[i]
		if w.EndsInEqual() {
			if !a.anyEqual(id, w, &matchers[i], p.Attribute(w.Name)) {
				return false
			}
			continue
		}
		found, schema, seen := a.valueAt(id, w, p.Attribute(w.Name))
		if seen == address.Absent && w.Value.Kind == value.Null {
			continue
		}
		if seen != address.There || !a.matchesItem(&matchers[i], found, schema) {
			return false
		}
	}
	return true
}

// matchesItem reports whether the value of an item, as it stands now, is one that
// "where" asks for.
func (a *applier) matchesItem(m *value.Matcher, id syntax.ItemID, schema *value.Schema) bool {
	if a.d.EditedInside(id) {
		a.known.reset()
		return m.MatchClass(a.class(id, schema))
	}
	e := a.d.Expr(a.d.Item(id).Content)
	return m.Match(e, e.Root)
}

// mayAdd reports with an error that an outer "add" may not make another block (docs/edits.md,
// "Entries").
func (a *applier) mayAdd(s *site, e *plan.Entry) error {
	if s.nested || len(s.candidates) == 0 {
		return nil
	}
	switch a.options.language().Uniqueness(s.typ) {
	case terraform.Repeats:
		return nil
	case terraform.ByAlias:
		w := plan.Attribute{Name: "alias", Text: "alias", Value: e.Alias()}
		if len(a.filter(s, &plan.Entry{Entry: selection.Entry{Where: []plan.Attribute{w}, Index: -1}}, nil)) > 0 {
			return fault.At(e.At, fault.BlockAlreadyExists, "add: %s with that alias is there already", a.describe(s))
		}
		return nil
	}
	return fault.At(e.At, fault.BlockAlreadyExists, "add: the code has %s already", a.describe(s))
}

// mayAddAnother fails where a block that is to be unique is made twice by one array.
func (a *applier) mayAddAnother(s *site, e *plan.Entry) error {
	if s.nested {
		return nil
	}
	code := fault.BlockAlreadyExists
	if s.action.Upserts() {
		code = fault.BlockNotFound
	}
	switch a.options.language().Uniqueness(s.typ) {
	case terraform.ByLabels:
		if s.made {
			return fault.At(e.At, code, "%s: %s is made by an entry before this one, and there can be only one", s.action, a.describe(s))
		}
	case terraform.ByAlias:
		alias := e.Alias()
		m := a.classes.Matcher(&alias, s.special.Attribute("alias"))
		if len(s.aliases.find(nil, a, &m)) > 0 {
			return fault.At(e.At, code, "%s: %s with that alias is made by an entry before this one", s.action, a.describe(s))
		}
		s.aliases.add(a, 0, m.Class())
	}
	return nil
}
