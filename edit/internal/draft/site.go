package draft

import (
	"iacedit/edit/internal/plan"
	"iacedit/internal/base/excerpt"
	"iacedit/internal/base/fault"
	"iacedit/internal/engine/selection"
	"iacedit/internal/languages/language"
	"iacedit/internal/languages/terraform"
	"iacedit/syntax"
)

// A Site is the place to which entries apply: the blocks of one type in one body.
type Site struct {
	m          *Module
	Action     plan.Action
	File       *File // the file of the nested blocks; nil for top-level blocks
	Body       syntax.ItemID
	Type       string   // the type as spelled in the request
	Labels     []string // the labels of the address; nil for nested blocks
	Special    *terraform.Body
	Outer      *terraform.Body // describes the body around nested blocks
	Nested     bool
	HasPattern bool                 // a label of the address is a pattern, so that all matching blocks are selected
	Optional   bool                 // an entry around the nested blocks is optional
	Follows    bool                 // an entry around the nested blocks has "follow"
	selected   selection.Candidates // the candidates in the form that package selection needs, once an entry has selectors
	many       bool                 // there are many entries and candidates
	shared     int                  // the index of the entry that creates the block for all entries without selectors, or -1
	Made       bool                 // a block has been created
	made       madeBlocks           // the blocks that entries create
	Twins      Twins
	inFolders  map[string]*madeBlocks // like made, but for each folder of a tree
	gathered   bool                   // the field blocks has been computed
	blocks     []Block                // the result of Candidates
	memory     []Block                // memory for the field blocks
}

// SiteAt returns the site of the top-level blocks at an address.
func (m *Module) SiteAt(action plan.Action, t *plan.Target) *Site {
	s := m.site()
	s.Action, s.Body, s.Type, s.Labels = action, syntax.Root, t.Type, t.Labels
	s.Special = language.Body(m.Language, t.Type)
	s.HasPattern = t.Type == selection.AnyType || t.Wild
	if t.Type == selection.AnyType {
		s.blocks, s.gathered = m.blocksOfAllTypes(s.memory[:0]), true
	} else {
		s.blocks, s.gathered = m.blocksAt(s.memory[:0], s, nil), true
	}
	s.pairTwins()
	return s
}

// NestedSite is like SiteAt, but for the nested blocks of a type in a body. parent describes the
// body.
func (f *File) NestedSite(body syntax.ItemID, action plan.Action, typ string, parent *terraform.Body) *Site {
	s := f.Module.site()
	s.Action, s.File, s.Body, s.Type, s.Nested = action, f, body, typ, true
	s.Special, s.Outer = parent.Block(typ), parent
	if action.Finds() {
		s.gather()
	}
	return s
}

// gather finds the candidates of a site that is in the body of a block.
func (s *Site) gather() {
	m := s.m
	m.ids = s.File.Index.Blocks(m.ids[:0], s.Body, []string{s.Type})
	s.blocks, s.gathered = s.memory[:0], true
	for _, id := range m.ids {
		s.blocks = append(s.blocks, Block{s.File, id})
	}
}

// Candidates returns the blocks at the address, in code order. The slice is shared and must not
// be changed. It is computed on demand, because entries that only add blocks do not need it.
func (s *Site) Candidates() []Block {
	if !s.gathered {
		s.gather()
	}
	return s.blocks
}

// HasCandidates reports whether there are blocks at the address.
func (s *Site) HasCandidates() bool {
	if !s.gathered {
		return s.File.Index.HasBlock(s.Body, []string{s.Type})
	}
	return len(s.blocks) > 0
}

// Module returns the module that the site is in.
func (s *Site) Module() *Module { return s.m }

// site returns an empty site of the module. The caller frees it with Free.
func (m *Module) site() *Site {
	last := len(m.sites) - 1
	if last < 0 {
		return &Site{m: m, shared: -1}
	}
	s := m.sites[last]
	m.sites = m.sites[:last]
	s.m, s.shared = m, -1
	return s
}

// Free frees a site. After that, no Choice from the site may be used.
func (s *Site) Free() {
	m := s.m
	s.selected.Reset()
	if s.gathered {
		clear(s.blocks)
		s.memory = s.blocks[:0]
	}
	selected, memory := s.selected.Blocks, s.memory
	*s = Site{}
	s.selected.Blocks, s.memory = selected, memory
	m.sites = append(m.sites, s)
}

// Prepare prepares the site for the entries of one array. It returns an error if several entries
// would set the same nested block. The caller chooses the blocks of all entries before it applies
// the first entry, so that no selector sees the changes of another entry (docs/edits.md, "The
// request").
func (s *Site) Prepare(entries []plan.Entry) error {
	compares := s.Action.Finds() || !s.Nested && language.Uniqueness(s.m.Language, s.Type) == terraform.ByAlias
	s.many = compares && len(entries) >= selection.ManyEntries && s.HasCandidates()
	return s.checkOneUpsert(entries)
}

// A Choice is the result of an entry's selectors: blocks, or a block to be created.
type Choice struct {
	Blocks []Block
	Create bool
	Absent bool  // the selectors find no block, and the entry is ignored
	MadeBy int   // the index of the entry that creates the block: this entry or an earlier one
	Made   Block // the block, after it is created
}

// AllowsAbsent reports whether an entry may find no block, because the entry or an enclosing entry
// is optional. It returns false for an entry that can create the block. A message that lists the
// existing blocks is expensive, so call AllowsAbsent before building such a message.
func (s *Site) AllowsAbsent(e *plan.Entry) bool {
	return (s.Optional || e.Optional) && (!s.Action.Upserts() || !e.MayCreate())
}

// checkOneUpsert returns an error if several entries without selectors would set the same nested
// block.
func (s *Site) checkOneUpsert(entries []plan.Entry) error {
	if !s.Nested || !s.Action.Upserts() || !s.HasCandidates() {
		return nil
	}
	first := -1
	for i := range entries {
		e := &entries[i]
		if e.Selects() {
			continue
		}
		if first >= 0 {
			return fault.Choice(entries[first].At, "set: the code has %s, and several entries have no selectors to choose one", excerpt.Count(len(s.Candidates()), s.Type+" block"))
		}
		first = i
	}
	return nil
}

// isShared reports whether later entries without selectors apply to the block that the entry e
// creates.
func (s *Site) isShared(e *plan.Entry) bool {
	return !s.Nested && (!e.Selects() || language.Uniqueness(s.m.Language, s.Type) == terraform.ByLabels)
}

// CheckNoAttribute returns an error if the site has no blocks, but its body has an attribute whose
// name is the block type (docs/edits.md, "Entries"). The argument is the offset of the edit in
// the JSON.
func (s *Site) CheckNoAttribute(at int) error {
	if s.HasCandidates() {
		return nil
	}
	if s.Nested {
		return s.checkNoAttributeIn(s.File, []string{s.Type}, at)
	}
	names := s.m.Language.Spellings(s.Type)
	keys := make([]string, len(names))
	for i, name := range names {
		keys[i] = attributeKey(name)
	}
	for _, f := range s.m.filesWith(keys, nil) {
		s.m.Budget.Step(1)
		if !f.Searched() || !f.Index.HasRootAttributes() {
			continue
		}
		if err := s.checkNoAttributeIn(f, names, at); err != nil {
			return err
		}
	}
	return nil
}

func (s *Site) checkNoAttributeIn(f *File, names []string, at int) error {
	for _, name := range names {
		if f.Index.Attribute(s.Body, name) == syntax.NoItem {
			continue
		}
		if s.Nested || len(f.Index.Blocks(nil, s.Body, names)) == 0 {
			return fault.At(at, fault.InvalidRequest, "%q is an attribute in the code, not a block: set it with \"attributes\"", s.Type)
		}
	}
	return nil
}

// WithTwins returns all blocks at the site's address, including twins.
func (s *Site) WithTwins() []Block {
	blocks := s.Candidates()
	if s.Twins.every != nil {
		return s.Twins.every
	}
	return blocks
}
