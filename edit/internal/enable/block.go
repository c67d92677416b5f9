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
	files := []*draft.File{s.File}
	if !s.Nested {
		files = slices.DeleteFunc(slices.Clone(n.m.InOrder()), func(f *draft.File) bool { return !f.Searched() || !e.IsOf(f.Name, f.Budget) })
	}
	w := wanted{
		action: s.Action, entry: e, several: e.All || s.HasPattern, at: e.At, missing: fault.BlockNotFound,
		what: s.Describe() + e.Selected(), name: nameOf(s, e),
	}
	w.absent = s.AllowsAbsent(e)
	var all []found
	for _, f := range files {
		for c := range oldcode.Find(f.Draft.File, s.Body, f.Budget) {
			if c.Tree.Kind(c.ID) != syntax.KindBlock {
				continue
			}
			header := n.m.Language.Header(c.Tree, s.Body, c.ID)
			w.others = append(w.others, header.String())
			if n.isSelected(s, e, c) {
				all = append(all, found{f, c, s.Body, append(slices.Clip(above), header...)})
			}
		}
	}
	chosen, err := w.choose(all)
	if err != nil {
		return err
	}
	if len(chosen) == 0 {
		n.o.RecordAbsent(s, e, above)
	}
	for i := range chosen {
		if err := n.checkNew(s, e, &chosen[i], chosen[:i]); err != nil {
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

// nameOf returns the address of what an entry of a site looks for, as a text.
func nameOf(s *draft.Site, e *plan.Entry) string { return s.AddressOf(e).String() }

// isSelected reports whether an entry selects a block that is commented out.
func (n *enabler) isSelected(s *draft.Site, e *plan.Entry, c *oldcode.Code) bool {
	types := []string{s.Type}
	switch {
	case s.Type == selection.AnyType:
		types = []string{string(c.Tree.Name(c.ID))}
	case !s.Nested:
		types = n.m.Language.Spellings(s.Type)
	}
	if !slices.Contains(types, string(c.Tree.Name(c.ID))) {
		return false
	}
	var labels []string
	for label := range c.Tree.Labels(c.ID) {
		labels = append(labels, string(label))
	}
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

// checkNew returns an error if a block must not become code, because the code has such a block, or an
// earlier one of the chosen becomes such a block.
func (n *enabler) checkNew(s *draft.Site, e *plan.Entry, c *found, earlier []found) error {
	typ := string(c.code.Tree.Name(c.code.ID))
	unique := language.Uniqueness(n.m.Language, typ)
	if s.Nested || unique == terraform.Repeats {
		return nil
	}
	key := n.key(c.code.Tree, c.code.ID, typ, unique)
	exists := func(at *draft.File) error {
		return fault.At(e.At, fault.BlockAlreadyExists, "%s: %s is there already%s, beside the one that is commented out %s", s.Action, excerpt.Printable([]byte(c.where.String())), inFile(at), c.place())
	}
	for i := range earlier {
		if o := &earlier[i]; o.file.Folder == c.file.Folder && n.key(o.code.Tree, o.code.ID, string(o.code.Tree.Name(o.code.ID)), unique) == key {
			return c.position(exists(o.file).(*fault.Error))
		}
	}
	for _, f := range n.m.FilesIn(c.file.Folder) {
		if !f.Searched() || f.Tools()&c.file.Tools() == 0 {
			continue
		}
		for _, id := range f.Index.Blocks(nil, syntax.Root, []string{typ}) {
			f.Budget.Step(4)
			if n.key(f.Draft.File, id, typ, unique) == key {
				return draft.Block{File: f, ID: id}.WithPosition(exists(f).(*fault.Error))
			}
		}
	}
	return nil
}

// key returns a text that is equal for two blocks of which a module can have only one.
func (n *enabler) key(tree *syntax.File, id syntax.ItemID, typ string, unique terraform.Uniqueness) string {
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
