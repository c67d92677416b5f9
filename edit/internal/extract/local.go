package extract

import (
	"slices"

	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/plan"
	"iacedit/internal/fault"
	"iacedit/internal/nearest"
	"iacedit/internal/selection"
	"iacedit/internal/within"
	"iacedit/refs"
	"iacedit/syntax"
	"iacedit/value"
)

// A local is one definition of the local that is inlined.
type local struct {
	definition
	block syntax.ItemID // the "locals" block that contains the definition
	expr  *syntax.Expr  // the value of the definition
}

// find finds the definitions of the local. Several definitions are allowed only if Terraform reads
// one of them and OpenTofu the other.
func (in *inliner) find() error {
	s := in.m.SiteAt(plan.Update, &plan.Target{Type: "locals"})
	defer s.Free()
	in.chosen, in.others = nil, nil
	e := selection.Entry{File: in.File, Folder: in.Folder}
	var names []string
	for _, b := range s.WithTwins() {
		id := b.Index.Attribute(b.ID, in.Name)
		switch {
		case id == syntax.NoItem && e.IsOf(b.Name):
			for id := range b.Tree.Attributes(b.ID) {
				names = append(names, string(b.Tree.Name(id)))
			}
		case id == syntax.NoItem:
		case e.IsOf(b.Name):
			in.chosen = append(in.chosen, in.definition(b, id))
		default:
			in.others = append(in.others, in.definition(b, id))
		}
	}
	if len(in.chosen) == 0 {
		err := fault.At(in.At, fault.BlockNotFound, "inline: no local.%s%s", in.Name, nearest.Or(in.Name, names))
		if near := nearest.Name(in.Name, slices.Values(names)); near != "" {
			for _, b := range s.WithTwins() {
				if id := b.Index.Attribute(b.ID, near); id != syntax.NoItem && e.IsOf(b.Name) {
					b.ID = id
					return b.WithPosition(err)
				}
			}
		}
		return err
	}
	in.others = slices.DeleteFunc(in.others, func(l local) bool { return l.file.Folder != in.chosen[0].file.Folder })
	return in.checkUnique()
}

// definition returns an attribute of a "locals" block as a definition of the local.
func (in *inliner) definition(b draft.Block, id syntax.ItemID) local {
	return local{definition: definition{b.File, id}, block: b.ID, expr: valueOf(b.File, id)}
}

// checkUnique returns an error if two definitions are in different folders, or if the same tool
// reads both.
func (in *inliner) checkUnique() error {
	first := &in.chosen[0]
	read := first.file.Tools()
	for i := range in.chosen[1:] {
		l := &in.chosen[1+i]
		how := "file"
		if l.file.Folder != first.file.Folder {
			how = "folder"
		} else if read&l.file.Tools() == 0 {
			read |= l.file.Tools()
			continue
		}
		return fault.At(in.At, fault.AmbiguousMatch, `inline: local.%s is defined %d times; choose one by %q`, in.Name, len(in.chosen), how)
	}
	return nil
}

// definitionFor returns the definition to which references in a file refer, or nil if that
// definition is not inlined. It returns an error for a file with references if Terraform and
// OpenTofu read different values, or if one of them reads a definition that stays.
func (in *inliner) definitionFor(f *draft.File) (own *local, err error) {
	stays := (*local)(nil)
	for tool := range f.Tools().EachTool {
		reads := func(l local) bool { return l.file.Tools()&tool != 0 }
		i := slices.IndexFunc(in.chosen, reads)
		switch {
		case i < 0:
			if j := slices.IndexFunc(in.others, reads); j >= 0 {
				stays = &in.others[j]
			}
		case own == nil:
			own = &in.chosen[i]
		case own != &in.chosen[i] && !in.isSame(own, &in.chosen[i]) && in.refersIn(f):
			return nil, fault.At(in.At, fault.InvalidRequest, "inline: %s refers to local.%s, which is %s in %s and %s in %s; each tool reads one of the two",
				f.Name, in.Name, own.excerpt(), own.file.Name, in.chosen[i].excerpt(), in.chosen[i].file.Name)
		}
	}
	if own != nil && stays != nil && in.refersIn(f) {
		return nil, fault.At(in.At, fault.InvalidRequest, `inline: %s refers to local.%s, which %s defines too; without "file" it is inlined in both`, f.Name, in.Name, stays.file.Name)
	}
	return own, nil
}

// excerpt returns the code of the value, shortened and quoted for messages.
func (l *local) excerpt() string { return l.file.Excerpt(l.item) }

// isSame reports whether two definitions have the same value.
func (in *inliner) isSame(a, b *local) bool {
	in.m.Budget.Step(len(a.expr.Text) + len(b.expr.Text))
	var classes value.Classes
	within.Classes(&classes, in.m.Budget)
	return classes.Node(a.expr, a.expr.Root, nil) == classes.Node(b.expr, b.expr.Root, nil)
}

// refersIn reports whether a file refers to the local.
func (in *inliner) refersIn(f *draft.File) bool {
	in.m.Budget.Step(len(f.Tree.Text()) / 2)
	for ref := range refs.All(f.Tree, refs.Configuration) {
		if ref.Kind == refs.Local && string(f.Tree.At(ref.Name)) == in.Name {
			return true
		}
	}
	return false
}
