package draft

import (
	"slices"

	"iacedit/address"
	"iacedit/edit/internal/plan"
	"iacedit/internal/excerpt"
	"iacedit/internal/fault"
	"iacedit/internal/language"
	"iacedit/internal/selection"
	"iacedit/internal/terraform"
	"iacedit/module"
	"iacedit/value"
)

// Choose resolves the selectors of an entry, which is that of its array's number
// (docs/edits.md, "Entries" and "Selectors").
func (s *Site) Choose(e *plan.Entry, number int) (Choice, error) {
	if !s.Action.Finds() {
		return Choice{Create: true, By: number}, s.mayAdd(e)
	}
	about := s.about(e)
	if about == nil && s.Action.Upserts() && !e.Selects() && s.shared >= 0 {
		return Choice{Create: true, By: s.shared}, nil
	}
	blocks := s.filter(e, about)
	found := len(blocks)
	if e.Index >= 0 {
		if e.Index >= found {
			if s.PassesOver(e) {
				return Choice{Absent: true}, nil
			}
			return Choice{}, fault.At(e.At, fault.BlockNotFound, "%s: no %s number %d; %s, counted from 0", s.Action, s.Describe(), e.Index, matching(found))
		}
		blocks = blocks[e.Index : e.Index+1]
	}
	all := e.All || s.Any
	switch {
	case len(blocks) == 0 && s.Action.Upserts() && !all && e.MayCreate() && len(e.Matches) == 0 && !module.IsPattern(e.Folder):
		return s.upsert(e, about, number)
	case len(blocks) == 0 && s.PassesOver(e):
		return Choice{Absent: true}, nil
	case len(blocks) == 0:
		return Choice{}, fault.At(e.At, fault.BlockNotFound, "%s: no %s; %s", s.Action, s.DescribeSelected(e), s.WhatIsThere()+s.meant(e))
	case len(blocks) > 1 && !all:
		end := s.candidates().MeantBy(&e.Entry)
		if !s.Nested && s.Type == "provider" { // their aliases tell them apart
			end += "; " + s.WhatIsThere()
		}
		return Choice{}, fault.At(e.At, fault.AmbiguousMatch, "%s: %d blocks match %s; select with %s\"where\", \"index\", \"labels\" or \"all\"%s", s.Action, len(blocks), s.DescribeSelected(e), folderSelector(blocks), end)
	}
	return Choice{Blocks: blocks}, nil
}

// folderSelector returns the selector that tells blocks in several folders apart, for a list
// of selectors; "" for blocks in one folder.
func folderSelector(blocks []Block) string {
	if slices.ContainsFunc(blocks, func(b Block) bool { return b.Folder != blocks[0].Folder }) {
		return `"folder", `
	}
	return ""
}

// about returns the attribute that tells which block an entry under "set" means, where it
// has no selectors and the blocks have no labels: what moved, removed and import blocks
// are about (docs/edits.md, "Entries"). It is nil where there is none, or the entry does not
// give it.
func (s *Site) about(e *plan.Entry) *plan.Attribute {
	if !s.Action.Upserts() || s.Nested || e.SelectsInFolder() {
		return nil
	}
	t := language.Block(s.m.Language, s.Type)
	if t == nil || t.About == "" {
		return nil
	}
	return e.Sent(t.About)
}

// upsert chooses the block that an entry under "set" makes, as it selects none.
func (s *Site) upsert(e *plan.Entry, about *plan.Attribute, number int) (Choice, error) {
	if about != nil {
		made, err := s.madeIn(e)
		if err != nil {
			return Choice{}, err
		}
		m := s.m.Classes.Matcher(&about.Value, selection.SchemaAt(s.Special, about))
		if before := made.abouts.Find(nil, &s.m.Classes, &m); len(before) > 0 {
			return Choice{Create: true, By: before[0]}, nil
		}
		made.abouts.Add(&s.m.Classes, number, m.Class())
		return Choice{Create: true, By: number}, nil
	}
	if s.shared < 0 && s.speaksOfOne(e) {
		s.shared = number
	}
	return Choice{Create: true, By: number}, s.mayUpsert(e)
}

// mayUpsert fails where an entry under "set" that selects nothing asks for what cannot be
// given to a new block, or would double a block that must be unique.
func (s *Site) mayUpsert(e *plan.Entry) error {
	longer := e.HasLabels && !s.Nested && s.m.Language.Dialect == address.HCL // blocks with the address's labels alone are others
	if err := s.mayAdd(e); err != nil && err.(*fault.Error).Code != fault.BlockAlreadyExists {
		return err
	} else if err != nil && !longer {
		return fault.At(e.At, fault.BlockNotFound, "set: no %s; %s, and there can be only one", s.DescribeSelected(e), s.WhatIsThere())
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
		return fault.At(e.At, fault.BlockNotFound, "set: no %s; %s", s.DescribeSelected(e), s.WhatIsThere())
	}
	return nil
}

// MustMatch fails where a block that an entry under "set" has just made, as its selectors
// left none, is not one that they would keep: its second run would make another.
func (s *Site) MustMatch(b Block, e *plan.Entry) error {
	for i := range e.Where {
		w := &e.Where[i]
		m := s.m.Classes.Matcher(&w.Value, selection.SchemaAt(s.Special, w))
		if !b.Matches(b.ID, e.Where[i:i+1], []value.Matcher{m}, s.Special) {
			return fault.At(w.At, fault.BlockNotFound, "set: no block has the %s that \"where\" asks for, and a new one would get another", excerpt.Quote(w.Text))
		}
	}
	for i := range e.Has {
		if !b.Has(b.ID, &e.Has[i], s.Special) {
			return fault.At(e.Has[i].At, fault.BlockNotFound, "set: no %s; a new one would not have %s", s.DescribeSelected(e), excerpt.Quote(e.Has[i].Text))
		}
	}
	for i := range e.Lacks {
		if b.Has(b.ID, &e.Lacks[i], s.Special) {
			return fault.At(e.Lacks[i].At, fault.BlockNotFound, "set: no %s; a new one would have %s", s.DescribeSelected(e), excerpt.Quote(e.Lacks[i].Text))
		}
	}
	return nil
}

// filter returns the blocks that the selectors but "index" and "all" keep,
// and of those that are about something the ones with that attribute. The slice is not to
// be changed.
func (s *Site) filter(e *plan.Entry, about *plan.Attribute) []Block {
	where := e.Where
	if about != nil {
		where = append([]plan.Attribute{*about}, where...)
	}
	blocks, from := s.Candidates(), (*selection.Candidates)(nil)
	if e.File != "" || e.Folder != "" {
		blocks = s.ofEntry(e)
	}
	if e.HasLabels {
		blocks = s.withLabels(blocks, e)
	}
	if len(where)+len(e.Has)+len(e.Lacks)+len(e.Matches) == 0 || len(blocks) == 0 {
		return blocks
	}
	if e.File == "" && e.Folder == "" && !e.HasLabels {
		from = s.candidates()
	} else {
		from = s.among(blocks)
	}
	var few [8]int
	return keep(blocks, from.Filter(few[:0], &s.m.Classes, where, &e.Entry))
}

// keep returns the blocks with certain numbers.
func keep(blocks []Block, numbers []int) []Block {
	if n := len(numbers); n == 0 || numbers[n-1] == n-1 {
		return blocks[:n:n] // the first ones
	}
	kept := make([]Block, len(numbers))
	for i, number := range numbers {
		kept[i] = blocks[number]
	}
	return kept
}

// candidates returns the site's candidates as package selection chooses among them.
func (s *Site) candidates() *selection.Candidates {
	if c := &s.selected; len(c.Blocks) != len(s.Candidates()) || len(c.Blocks) == 0 {
		c.Reset()
		c.Special, c.Many = s.Special, s.many
		c.Blocks = appendViews(c.Blocks, s.Candidates())
	}
	return &s.selected
}

// among returns other blocks of the site's type in the same way.
func (s *Site) among(blocks []Block) *selection.Candidates {
	return &selection.Candidates{Special: s.Special, Blocks: appendViews(nil, blocks)}
}

func appendViews(dst []selection.Block, blocks []Block) []selection.Block {
	for _, b := range blocks {
		dst = append(dst, selection.Block{View: &b.View, ID: b.ID})
	}
	return dst
}

// withLabels returns the site's blocks that have just the labels an entry asks for.
func (s *Site) withLabels(blocks []Block, e *plan.Entry) []Block {
	if !s.Nested && s.m.Language.Dialect == address.HCL {
		longer := Site{m: s.m, Type: s.Type, Labels: slices.Concat(s.Labels, e.Labels), gathered: true}
		longer.blocks = s.m.blocksAt(nil, &longer, nil)
		if e.File != "" || e.Folder != "" {
			return longer.ofEntry(e)
		}
		return longer.blocks
	}
	from := s.candidates()
	if e.File != "" || e.Folder != "" {
		from = s.among(blocks)
	}
	var few [8]int
	return keep(blocks, from.Labelled(few[:0], e.Labels))
}

// mayAdd reports with an error that an outer "add" may not make another block (docs/edits.md,
// "Entries").
func (s *Site) mayAdd(e *plan.Entry) error {
	if s.Nested || !s.HasCandidates() {
		return nil
	}
	unique, folder := language.Uniqueness(s.m.Language, s.Type), ""
	if unique == terraform.Repeats {
		return nil
	}
	if s.m.Tree || e.Folder != "" || e.File != "" {
		var err error
		if folder, err = s.homeFolder(e); err != nil {
			return err
		}
		tools := s.toolsOfNew(e)
		if len(s.inFiles(s.withTwins(), func(f *File) bool { return f.Folder == folder && f.Tools()&tools != 0 })) == 0 {
			return nil
		}
	}
	if unique == terraform.ByAlias {
		w := plan.Attribute{Name: "alias", Text: "alias", Value: e.Alias()}
		if len(s.filter(&plan.Entry{Entry: selection.Entry{Where: []plan.Attribute{w}, Folder: folder, Index: -1}}, nil)) > 0 {
			return fault.At(e.At, fault.BlockAlreadyExists, "add: %s with that alias is there already", s.Describe())
		}
		return nil
	}
	return fault.At(e.At, fault.BlockAlreadyExists, "add: the code has %s already", s.Describe())
}

// MayAddAnother fails where a block that is to be unique is made twice by one array.
func (s *Site) MayAddAnother(e *plan.Entry) error {
	if s.Nested {
		return nil
	}
	made, err := s.madeIn(e)
	if err != nil {
		return err
	}
	code := fault.BlockAlreadyExists
	if s.Action.Upserts() {
		code = fault.BlockNotFound
	}
	switch language.Uniqueness(s.m.Language, s.Type) {
	case terraform.ByLabels:
		if made.any {
			return fault.At(e.At, code, "%s: %s is made by an entry before this one, and there can be only one", s.Action, s.Describe())
		}
	case terraform.ByAlias:
		alias := e.Alias()
		m := s.m.Classes.Matcher(&alias, s.Special.Attribute("alias"))
		if len(made.aliases.Find(nil, &s.m.Classes, &m)) > 0 {
			return fault.At(e.At, code, "%s: %s with that alias is made by an entry before this one", s.Action, s.Describe())
		}
		made.aliases.Add(&s.m.Classes, 0, m.Class())
	}
	made.any = true
	return nil
}
