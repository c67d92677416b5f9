package draft

import (
	"iacedit/edit/internal/plan"
	"iacedit/internal/base/budget"
	"iacedit/internal/base/excerpt"
	"iacedit/internal/base/fault"
	"iacedit/internal/engine/selection"
	"iacedit/internal/languages/language"
	"iacedit/internal/languages/terraform"
	"iacedit/module"
	"iacedit/syntax"
	"iacedit/value"
)

// Choose stores in c.Blocks the blocks that the selectors of an entry select. If the entry creates
// a block instead, Choose sets c.Create and c.MadeBy (docs/edits.md, "Entries" and "Selectors").
// The Choice must be zero before the call. The argument index is the position of the entry in its
// array.
func (s *Site) Choose(c *Choice, e *plan.Entry, index int) error {
	if !s.Action.Finds() {
		c.Create, c.MadeBy = true, index
		return s.checkAdd(e)
	}
	about := s.aboutAttribute(e)
	if about == nil && s.shared >= 0 && s.Action.Upserts() && !e.Selects() {
		c.Create, c.MadeBy = true, s.shared
		return nil
	}
	c.Blocks = s.filter(e, about)
	switch {
	case e.Index >= 0:
		return chooseIndex(c, s, e)
	case len(c.Blocks) == 0:
		return chooseNone(c, s, e, about, index)
	case len(c.Blocks) > 1 && !e.All && !s.HasPattern:
		return ambiguousError(e, s, c.Blocks)
	}
	return nil
}

// chooseIndex is called for an entry with "index". It leaves in c.Blocks only the block with that
// index.
func chooseIndex(c *Choice, s *Site, e *plan.Entry) error {
	found := len(c.Blocks)
	switch {
	case e.Index < found:
		c.Blocks = c.Blocks[e.Index : e.Index+1]
		return nil
	case s.AllowsAbsent(e):
		c.Blocks, c.Absent = nil, true
		return nil
	}
	return fault.At(e.At, fault.BlockNotFound, "%s: no %s number %d; %s", s.Action, s.Describe(), e.Index, matchCountAndIndexes(found))
}

// chooseNone is called for an entry whose selectors find no block.
func chooseNone(c *Choice, s *Site, e *plan.Entry, about *plan.Attribute, index int) error {
	switch {
	case s.Action.Upserts() && !e.All && !s.HasPattern && e.MayCreate() && len(e.Matches) == 0 && !module.IsPattern(e.Folder):
		c.Create = true
		var err error
		c.MadeBy, err = s.upsert(e, about, index)
		return err
	case s.AllowsAbsent(e), s.isDone(e):
		c.Absent = true
		return nil
	}
	return noBlockError(e, s, "%s: no %s; %s", s.Action, s.describeSelected(e), listExcluded(e, s)+s.didYouMean(e)+notOptional(e, s))
}

// isDone reports whether nothing is left to do for an entry under "set" that has selected no block:
// its address has a pattern, and the selectors exclude each block that matches the pattern. So an
// edit of the blocks that lack an attribute can be repeated.
func (s *Site) isDone(e *plan.Entry) bool {
	return s.Action.Upserts() && s.HasPattern && len(s.candidatesMatching(e)) > 0
}

// aboutAttribute returns the attribute that identifies the moved, removed or import block of an
// entry under "set", such as "to" (docs/edits.md, "Entries"). It returns nil for blocks of other
// types, and if the entry has selectors or does not set that attribute.
func (s *Site) aboutAttribute(e *plan.Entry) *plan.Attribute {
	if !s.Action.Upserts() || s.Nested || e.SelectsInFolder() {
		return nil
	}
	t := language.Block(s.m.Language, s.Type)
	if t == nil || t.About == "" {
		return nil
	}
	return e.AttributeAt(t.About)
}

// upsert is called for an entry under "set" whose selectors find no block. It returns the index of
// the entry that creates the block: this entry or an earlier one.
func (s *Site) upsert(e *plan.Entry, about *plan.Attribute, number int) (madeBy int, err error) {
	if about != nil {
		made, err := s.madeInFolder(e)
		if err != nil {
			return 0, err
		}
		m := s.m.Classes.Matcher(&about.Value, selection.SchemaAt(s.Special, about))
		if before := made.abouts.Find(nil, &s.m.Classes, &m); len(before) > 0 {
			return before[0], nil
		}
		made.abouts.Add(&s.m.Classes, number, m.Class())
		return number, nil
	}
	if s.shared < 0 && s.isShared(e) {
		s.shared = number
	}
	return number, s.checkUpsert(e)
}

// checkUpsert is called with an entry under "set" that has found no block. It returns an error if
// the entry must not create a block. This is the case if the code has such a block already and can
// have only one, or if a new block could not have the values that "where" asks for.
func (s *Site) checkUpsert(e *plan.Entry) error {
	longer := e.HasLabels && !s.Nested && s.m.Language.Dialect.AnyBlock() // the entry adds labels to those of the address, so the existing block may be a different one
	if err := s.checkAdd(e); err != nil && err.(*fault.Error).Code != fault.BlockAlreadyExists {
		return err
	} else if err != nil && !longer {
		return noBlockError(e, s, "set: no %s; %s, and there can be only one", s.describeSelected(e), listExcluded(e, s))
	}
	null := len(e.Where) > 0
	for i := range e.Where {
		w := &e.Where[i]
		if plan.LeadsToElement(w.Path) {
			return fault.At(w.At, fault.BlockNotFound, "set: no block has the %s that \"where\" asks for, and a new block cannot be made with just an element", excerpt.Quote(w.Text))
		}
		null = null && w.Value.Kind == value.Null
	}
	if null {
		return noBlockError(e, s, "set: no %s; %s", s.describeSelected(e), listExcluded(e, s))
	}
	return nil
}

// CheckMatches returns an error if an entry under "set" has created a block that its own selectors
// do not find. Edits with such an entry would create another block each time they are applied.
func (s *Site) CheckMatches(b Block, e *plan.Entry) error {
	for i := range e.Where {
		w := &e.Where[i]
		m := s.m.Classes.Matcher(&w.Value, selection.SchemaAt(s.Special, w))
		if !b.HasValues(b.ID, e.Where[i:i+1], []value.Matcher{m}, s.Special) {
			return fault.At(w.At, fault.BlockNotFound, "set: no %s; %s, and a new one would not have the %s asked for; update makes no block, and with \"optional\" skips one that is missing", s.describeSelected(e), s.ListBlocks(b), excerpt.Quote(w.Text))
		}
	}
	for i := range e.Has {
		if !b.Has(b.ID, &e.Has[i], s.Special) {
			return fault.At(e.Has[i].At, fault.BlockNotFound, "set: no %s; a new one would not have %s", s.describeSelected(e), excerpt.Quote(e.Has[i].Text))
		}
	}
	for i := range e.Lacks {
		if b.Has(b.ID, &e.Lacks[i], s.Special) {
			return fault.At(e.Lacks[i].At, fault.BlockNotFound, "set: no %s; a new one would have %s", s.describeSelected(e), excerpt.Quote(e.Lacks[i].Text))
		}
	}
	return nil
}

// filter returns the blocks that the selectors of an entry find, without regard to "index" and
// "all". If attribute is not nil, the blocks must also have this attribute, with the same value.
// The caller must not change the slice.
func (s *Site) filter(e *plan.Entry, attribute *plan.Attribute) []Block {
	where := e.Where
	if attribute != nil {
		where = append([]plan.Attribute{*attribute}, where...)
	}
	blocks, from := s.candidatesMatching(e), (*selection.Candidates)(nil)
	if len(where)+len(e.Has)+len(e.Lacks)+len(e.Matches) == 0 || len(blocks) == 0 {
		return blocks
	}
	if e.File == "" && e.Folder == "" && !e.HasLabels {
		from = s.candidates()
	} else {
		from = s.candidatesOf(blocks)
	}
	var few [8]int
	return selectIndexes(blocks, from.Filter(few[:0], &s.m.Classes, where, &e.Entry))
}

// checkAdd returns an error if an entry may not create another top-level block (docs/edits.md,
// "Entries").
func (s *Site) checkAdd(e *plan.Entry) error {
	if s.Nested || !s.HasCandidates() {
		return nil
	}
	unique, folder := language.Uniqueness(s.m.Language, s.Type), ""
	if unique == terraform.Repeats {
		return nil
	}
	if s.m.Tree || e.Folder != "" || e.File != "" {
		var err error
		if folder, err = s.folderForBlock(e); err != nil {
			return err
		}
		tools := s.toolsOfNew(e)
		reads := func(f *File) bool { return f.Folder == folder && f.Tools()&tools != 0 }
		if _, base := module.Split(e.FileName()); e.File != "" && s.m.Language.Dialect.ReadsAlone(base) {
			reads = func(f *File) bool { return f.Name == e.FileName() }
		}
		if len(s.inFiles(s.WithTwins(), reads)) == 0 {
			return nil
		}
	}
	if unique == terraform.ByAlias {
		w := plan.Attribute{Name: "alias", Text: "alias", Value: e.Alias()}
		if len(s.filter(&plan.Entry{Entry: selection.Entry{Where: []plan.Attribute{w}, Folder: folder, Index: -1}}, nil)) > 0 {
			return fault.At(e.At, fault.BlockAlreadyExists, "add: %s with that alias is there already; set changes it", s.Describe())
		}
		return nil
	}
	return fault.At(e.At, fault.BlockAlreadyExists, "add: the code has %s already; set changes it", s.Describe())
}

// CheckAddAnother returns an error if an earlier entry of the array already creates the same block,
// and the module can have only one such block.
func (s *Site) CheckAddAnother(e *plan.Entry) error {
	if s.Nested {
		return nil
	}
	made, err := s.madeInFolder(e)
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

// BlockSpot returns the spot for a block in a body of a file. The argument outer describes the
// body. If the place is beside a top-level block, BlockSpot looks for that block in the given
// folder or, if folder is "", in all folders. The spot is then in the file that has that block.
func (m *Module) BlockSpot(f *File, folder string, body syntax.ItemID, outer *terraform.Body, place *plan.Place) (at Spot, err error) {
	defer budget.CatchAt(&err, place.At)
	at = Spot{File: f, In: body, Kind: place.Kind, Blocks: true}
	if place.Kind < plan.PlaceBefore {
		return at, nil
	}
	t := &place.Block
	var s *Site
	if body != syntax.Root {
		s = f.NestedSite(body, plan.ForPlaces, t.Type, outer)
	} else {
		s = m.SiteAt(plan.ForPlaces, t)
	}
	defer s.Free()
	if err := s.CheckNoAttribute(place.At); err != nil {
		return at, err
	}
	beside := &t.Entries[0]
	if m.Tree && body == syntax.Root && folder != "" && beside.Folder == "" && beside.File == "" {
		inFolder := *beside
		inFolder.Folder = folder
		beside = &inFolder
	}
	var c Choice
	switch err := s.Choose(&c, beside, 0); {
	case err != nil:
		return at, err
	case len(c.Blocks) > 1:
		return at, fault.At(place.At, fault.AmbiguousMatch, "place: %d blocks match %s; a place must be beside exactly one", len(c.Blocks), s.describeSelected(beside))
	}
	at.File, at.Neighbour = c.Blocks[0].File, c.Blocks[0].ID
	return at, nil
}

// folderForBlock returns the folder for a new top-level block. The entry may name the folder, or an
// existing block: the new block then goes beside that block. Otherwise the result is the only
// folder, or the folder that has all other blocks of the type.
func (s *Site) folderForBlock(e *plan.Entry) (string, error) {
	m := s.m
	folder := ""
	switch {
	case !m.Named:
		return ".", nil
	case e.File != "":
		name := e.FileName()
		if !e.IsOf(name, m.Budget) {
			return "", m.noSuchFileError(s.Action, e)
		}
		folder, _ = module.Split(name)
		return folder, nil
	case e.Folder != "":
		return e.Folder, nil
	case !m.Tree:
		return ".", nil
	case e.Place != nil && e.Place.Kind >= plan.PlaceBefore:
		at, err := m.BlockSpot(nil, "", s.Body, s.Outer, e.Place)
		if err != nil {
			return "", err
		}
		return at.File.Folder, nil
	}
	folders := m.Folders()
	if len(folders) == 1 {
		return folders[0], nil
	}
	types := m.Language.Spellings(s.Type)
	for _, f := range m.filesWith(types, nil) {
		if !f.hasBlock(types) {
			continue
		}
		if folder != "" && folder != f.Folder {
			folder = ""
			break
		}
		folder = f.Folder
	}
	if folder == "" {
		return "", m.folderNeededError(s.Action, s.Describe(), e.At)
	}
	return folder, nil
}

// madeInFolder returns the blocks that earlier entries have created in one folder: the folder in
// which this entry would create its block.
func (s *Site) madeInFolder(e *plan.Entry) (*madeBlocks, error) {
	if s.Nested || !s.m.Named {
		return &s.made, nil
	}
	folder, err := s.folderForBlock(e)
	if err != nil || !s.m.Tree && folder == "." {
		return &s.made, err
	}
	if s.inFolders == nil {
		s.inFolders = map[string]*madeBlocks{}
	}
	if s.inFolders[folder] == nil {
		s.inFolders[folder] = new(madeBlocks)
	}
	return s.inFolders[folder], nil
}
