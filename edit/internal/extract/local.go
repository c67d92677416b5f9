package extract

import (
	"slices"

	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/plan"
	"iacedit/internal/base/fault"
	"iacedit/internal/base/nearest"
	"iacedit/internal/engine/selection"
	"iacedit/refs"
	"iacedit/syntax"
	"iacedit/value"
)

// A localDefinition is one definition of the local that is inlined.
type localDefinition struct {
	definition
	block syntax.ItemID // the "locals" block that contains the definition
	expr  *syntax.Expr  // the value of the definition
}

// findDefinitions finds the definitions of the local. Several definitions are allowed only if
// Terraform reads one of them and OpenTofu the other.
func (inl *inliner) findDefinitions() error {
	s := inl.m.SiteAt(plan.Update, &plan.Target{Type: "locals"})
	defer s.Free()
	inl.chosen, inl.kept = nil, nil
	e := selection.Entry{File: inl.File, Folder: inl.Folder}
	var names []string
	for _, b := range s.WithTwins() {
		id := b.Index.Attribute(b.ID, inl.Name)
		switch {
		case id == syntax.NoItem && e.IsOf(b.Name, b.Budget):
			for id := range b.Tree.Attributes(b.ID) {
				names = append(names, string(b.Tree.Name(id)))
			}
		case id == syntax.NoItem:
		case e.IsOf(b.Name, b.Budget):
			inl.chosen = append(inl.chosen, inl.definition(b, id))
		default:
			inl.kept = append(inl.kept, inl.definition(b, id))
		}
	}
	if len(inl.chosen) == 0 {
		err := fault.At(inl.At, fault.BlockNotFound, "inline: no local.%s%s", inl.Name, nearest.Or(inl.Name, names))
		if near := nearest.Name(inl.Name, slices.Values(names)); near != "" {
			for _, b := range s.WithTwins() {
				if id := b.Index.Attribute(b.ID, near); id != syntax.NoItem && e.IsOf(b.Name, b.Budget) {
					b.ID = id
					return b.WithPosition(err)
				}
			}
		}
		return err
	}
	inl.kept = slices.DeleteFunc(inl.kept, func(l localDefinition) bool { return l.file.Scope() != inl.chosen[0].file.Scope() })
	return inl.checkUnique()
}

// definition returns an attribute of a "locals" block as a definition of the local.
func (inl *inliner) definition(b draft.Block, id syntax.ItemID) localDefinition {
	return localDefinition{definition: definition{b.File, id}, block: b.ID, expr: parseValue(b.File, id)}
}

// checkUnique returns an error if two of the chosen definitions are in different folders, or if
// Terraform or OpenTofu would read both of them.
func (inl *inliner) checkUnique() error {
	first := &inl.chosen[0]
	read := first.file.Tools()
	for i := range inl.chosen[1:] {
		l := &inl.chosen[1+i]
		how := "file"
		if l.file.Folder != first.file.Folder {
			how = "folder"
		} else if l.file.Scope() != first.file.Scope() {
			how = "file"
		} else if read&l.file.Tools() == 0 {
			read |= l.file.Tools()
			continue
		}
		return fault.Choice(inl.At, `inline: local.%s is defined %d times; choose one by %q`, inl.Name, len(inl.chosen), how)
	}
	return nil
}

// definitionFor returns the definition to which references in a file refer, or nil if that
// definition is not inlined. For a file with references, the result is an error if Terraform and
// OpenTofu read different values, or if only one of their definitions is inlined.
func (inl *inliner) definitionFor(f *draft.File) (own *localDefinition, err error) {
	stays := (*localDefinition)(nil)
	for tool := range f.Tools().EachTool {
		reads := func(l localDefinition) bool { return l.file.Tools()&tool != 0 }
		i := slices.IndexFunc(inl.chosen, reads)
		switch {
		case i < 0:
			if j := slices.IndexFunc(inl.kept, reads); j >= 0 {
				stays = &inl.kept[j]
			}
		case own == nil:
			own = &inl.chosen[i]
		case own != &inl.chosen[i] && !inl.haveEqualValues(own, &inl.chosen[i]) && inl.refersIn(f):
			return nil, fault.At(inl.At, fault.InvalidRequest, "inline: %s refers to local.%s, which is %s in %s and %s in %s; each tool reads only one of these files",
				f.Name, inl.Name, own.excerpt(), own.file.Name, inl.chosen[i].excerpt(), inl.chosen[i].file.Name)
		}
	}
	if own != nil && stays != nil && inl.refersIn(f) {
		return nil, fault.At(inl.At, fault.InvalidRequest, `inline: %s refers to local.%s, which %s defines, too; leave out "file" to inline both`, f.Name, inl.Name, stays.file.Name)
	}
	return own, nil
}

// excerpt returns the code of the value, shortened and quoted for messages.
func (l *localDefinition) excerpt() string { return l.file.Excerpt(l.item) }

// haveEqualValues reports whether two definitions have the same value.
func (inl *inliner) haveEqualValues(a, b *localDefinition) bool {
	inl.m.Budget.Step(len(a.expr.Text) + len(b.expr.Text))
	var classes value.Classes
	classes.SetBudget(inl.m.Budget)
	return classes.Node(a.expr, a.expr.Root, nil) == classes.Node(b.expr, b.expr.Root, nil)
}

// refersIn reports whether a file refers to the local.
func (inl *inliner) refersIn(f *draft.File) bool {
	inl.m.Budget.Parse(len(f.Tree.Text()))
	for ref := range refs.All(f.Tree, f.Reading()) {
		if ref.Kind == refs.Local && string(f.Tree.At(ref.Name)) == inl.Name {
			return true
		}
	}
	return false
}
