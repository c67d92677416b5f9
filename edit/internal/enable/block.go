package enable

import (
	"slices"

	"iacedit/address"
	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/plan"
	"iacedit/internal/base/excerpt"
	"iacedit/internal/base/fault"
	"iacedit/internal/engine/oldcode"
	"iacedit/internal/engine/selection"
	"iacedit/internal/languages/language"
	"iacedit/internal/languages/terraform"
	"iacedit/syntax"
)

// blocks enables the blocks that an entry selects among those that are commented out at a site.
func (n *enabler) blocks(s *draft.Site, e *plan.Entry, above address.Address) error {
	w := wanted{
		action: s.Action, entry: e, several: e.All || s.HasPattern, at: e.At, missing: fault.BlockNotFound,
		what: s.Describe() + e.Selected(), name: nameOf(s, e),
	}
	w.absent = s.AllowsAbsent(e)
	types := n.typesOf(s)
	var names []string // of the blocks that may be selected; nil for any
	if types != nil && !s.HasPattern && !e.HasLabels && !s.Nested {
		for _, typ := range types {
			names = append(names, nameOfBlock(typ, s.Labels))
		}
	}
	var all []found
	for _, c := range n.commented(s, e, names) {
		if n.isSelected(s, types, e, c.code.Code) {
			c.where = append(slices.Clip(above), n.header(s, &c)...)
			all = append(all, c)
		}
	}
	if len(all) == 0 && !w.absent {
		var others []string
		for _, c := range n.commented(s, e, nil) {
			others = append(others, n.header(s, &c).String())
		}
		return w.notFound(others)
	}
	chosen, err := w.choose(all)
	if err != nil {
		return err
	}
	if len(chosen) == 0 {
		n.o.RecordAbsent(s, e, above)
	}
	for i := range chosen {
		if err := n.holders.add(n, s, e, &chosen[i]); err != nil {
			return err
		}
	}
	for i := range chosen {
		if err := n.enable(&chosen[i], e.At, ""); err != nil {
			return err
		}
	}
	return nil
}

// commented returns the blocks that are commented out at a site, in the files that an entry allows; only
// those with one of the names, unless names is nil.
func (n *enabler) commented(s *draft.Site, e *plan.Entry, names []string) (all []found) {
	files := n.m.InOrder()
	if s.Nested {
		files = []*draft.File{s.File}
	}
	for _, f := range files {
		if !s.Nested && (!f.Searched() || !e.IsOf(f.Name, f.Budget)) {
			continue
		}
		for _, c := range n.comments(f, s.Body, names, f.Budget) {
			if c.Tree.Kind(c.ID) == syntax.KindBlock {
				all = append(all, found{file: f, code: c, parent: s.Body})
			}
		}
	}
	return all
}

// header returns the address in its body of a block that is commented out at a site.
func (n *enabler) header(s *draft.Site, c *found) address.Address {
	return n.m.Language.Header(c.code.Tree, s.Body, c.code.ID)
}

// nameOf returns the address of what an entry of a site looks for, as a text.
func nameOf(s *draft.Site, e *plan.Entry) string { return s.AddressOf(e).String() }

// typesOf returns the types that blocks of a site have, or nil if a block of any type is of the site.
func (n *enabler) typesOf(s *draft.Site) []string {
	switch {
	case s.Type == selection.AnyType:
		return nil
	case s.Nested:
		return []string{s.Type}
	}
	return n.m.Language.Spellings(s.Type)
}

// isSelected reports whether an entry selects a block that is commented out, of one of the types of the
// site.
func (n *enabler) isSelected(s *draft.Site, types []string, e *plan.Entry, c *oldcode.Code) bool {
	if types != nil && !slices.Contains(types, string(c.Tree.Name(c.ID))) {
		return false
	}
	labels := syntax.Strings(c.Tree.Labels(c.ID))
	n.m.Budget.Step(1 + len(labels))
	fit := func(wanted []string, patterns bool) bool {
		return slices.EqualFunc(wanted, labels, func(wanted, label string) bool {
			return wanted == label || patterns && address.MatchLabel(wanted, label)
		})
	}
	switch {
	case e.HasLabels && !fit(slices.Concat(s.Labels, e.Labels), e.Patterns) && !fit(e.Labels, e.Patterns):
		return false
	case s.Nested || s.Type == selection.AnyType || e.HasLabels:
	case !fit(s.Labels, s.HasPattern):
		return false
	}
	candidates := selection.Candidates{Blocks: []selection.Block{{View: n.view(c), ID: c.ID}}, Special: s.Special}
	return len(candidates.Filter(nil, &n.m.Classes, e.Where, &e.Entry)) > 0
}

// view returns a view of code that is commented out.
func (n *enabler) view(c *oldcode.Code) *selection.View {
	view := new(selection.View)
	view.Open(c.Tree, n.m.Budget, &n.m.Classes, new(syntax.Expr), 1)
	return view
}

// holders has the blocks of which a module can have only one: those that are code, and those that
// become code.
type holders struct {
	blocks map[string][]draft.Block // by folder, and key or block type; without an ID: what becomes code
}

// add adds a block that is to become code. It returns an error if the code has such a block, or if
// such a block was added before.
func (h *holders) add(n *enabler, s *draft.Site, e *plan.Entry, c *found) error {
	typ := string(c.code.Tree.Name(c.code.ID))
	unique := language.Uniqueness(n.m.Language, typ)
	if s.Nested || unique == terraform.Repeats {
		return nil
	}
	if of := c.file.Folder + "\x00" + typ; h.blocks[of] == nil {
		draft.Note(&h.blocks, of, []draft.Block{})
		for _, f := range n.m.FilesIn(c.file.Folder) {
			if !f.Searched() {
				continue
			}
			for _, id := range f.Index.Blocks(nil, syntax.Root, []string{typ}) {
				h.note(n, draft.Block{File: f, ID: id}, f.Draft.File, id, unique)
			}
		}
	}
	for _, at := range h.note(n, draft.Block{File: c.file, ID: syntax.NoItem}, c.code.Tree, c.code.ID, unique) {
		n.m.Budget.Step(1)
		if at.Tools()&c.file.Tools() == 0 {
			continue
		}
		exists := fault.At(e.At, fault.BlockAlreadyExists, "%s: %s is there already%s, beside the one that is commented out %s",
			s.Action, excerpt.Printable([]byte(c.where.String())), inFile(at.File), c.place())
		if at.ID == syntax.NoItem {
			return c.position(exists)
		}
		return at.WithPosition(exists)
	}
	return nil
}

// note adds a block, given as an item of a tree, and returns those with its key that were there before.
func (h *holders) note(n *enabler, b draft.Block, tree *syntax.File, id syntax.ItemID, unique terraform.Uniqueness) (before []draft.Block) {
	key := b.Folder + "\x00\x00" + n.key(tree, id, unique)
	n.m.Budget.Step(stepsPerHolder + len(key)/4)
	before = h.blocks[key]
	draft.Note(&h.blocks, key, append(before, b))
	return before
}

// stepsPerHolder is the price of recording a block.
const stepsPerHolder = 40

// key returns a text that is equal for two blocks of which a module can have only one.
func (n *enabler) key(tree *syntax.File, id syntax.ItemID, unique terraform.Uniqueness) string {
	text := n.m.Language.Header(tree, syntax.Root, id).String()
	if alias := tree.Attribute(id, "alias"); unique == terraform.ByAlias && alias != syntax.NoItem {
		text += "\x00" + string(tree.At(tree.Value(alias)))
	}
	return text
}

func inFile(f *draft.File) string {
	if f.Name == "" {
		return ""
	}
	return " in " + excerpt.Quote(f.Name)
}
