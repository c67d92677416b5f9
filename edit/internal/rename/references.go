package rename

import (
	"cmp"
	"maps"
	"slices"

	"iacedit/address"
	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/plan"
	"iacedit/internal/excerpt"
	"iacedit/internal/fault"
	"iacedit/module"
	"iacedit/refs"
)

// refer notes that references to a block are to follow it.
func (n *renamer) refer(typ string, b draft.Block, from, to []string, attribute string) {
	kind := refs.KindOf(typ)
	if kind == refs.Other || kind == refs.Local || n.m.Language.Dialect == address.HCL {
		return
	}
	r := refs.Rename{Of: refs.Address{Kind: kind, Name: from[len(from)-1]}, Attribute: attribute, Name: to[len(to)-1], Repeated: repeated(b)}
	switch {
	case kind == refs.Provider:
		alias := aliasOf(b)
		r.Of.Type, r.Of.Name, r.Type, r.Name = from[0], alias, to[0], alias
	case len(from) == 2:
		r.Of.Type, r.Type = from[0], to[0]
	}
	n.addReference(b.Folder, r)
}

// references are the renames of what the references in one folder refer to.
type references struct {
	all       []refs.Rename
	variables []refs.Rename // those of them that test files follow
	seen      map[refs.Rename]bool
}

// addReference notes that the references in a folder are to follow a rename.
func (n *renamer) addReference(folder string, r refs.Rename) {
	if n.references == nil {
		n.references = map[string]*references{}
	}
	to := n.references[folder]
	if to == nil {
		to = new(references)
		n.references[folder] = to
	}
	if to.seen[r] { // of the twin of a block
		return
	}
	if to.seen == nil {
		to.seen = map[refs.Rename]bool{}
	}
	to.seen[r] = true
	to.all = append(to.all, r)
	if r.Of.Kind == refs.Variable {
		to.variables = append(to.variables, r)
	}
}

// referTo notes that references to an attribute are to follow it.
func (n *renamer) referTo(typ string, b draft.Block, labels []string, name plan.NewName) {
	switch {
	case n.m.Language.Dialect == address.HCL:
	case typ == "locals":
		n.addReference(b.Folder, refs.Rename{Of: refs.Address{Kind: refs.Local, Name: name.Of.Name}, Name: name.Name})
	case typ == "resource" || typ == "data" || typ == "ephemeral":
		n.addReference(b.Folder, refs.Rename{
			Of: refs.Address{Kind: refs.KindOf(typ), Type: labels[0], Name: labels[1]}, Attribute: name.Of.Name, Name: name.Name, Repeated: repeated(b),
		})
	}
}

// follow makes the references in all documents follow.
func (n *renamer) follow() error {
	type fileReplacements struct {
		file  *draft.File
		found []refs.Replacement
	}
	var all []fileReplacements
	for _, folder := range slices.Sorted(maps.Keys(n.references)) {
		for _, set := range [...]struct {
			renames []refs.Rename
			files   []*draft.File
			tests   bool
		}{
			{n.references[folder].all, n.m.FilesIn(folder), false},
			{n.references[folder].variables, testFiles(n.m, folder), true},
		} {
			if len(set.renames) == 0 || len(set.files) == 0 {
				continue
			}
			renames, err := refs.NewRenames(set.renames)
			if err != nil {
				return fault.At(n.last, fault.InvalidRequest, "rename: %s", err)
			}
			for _, f := range set.files {
				role := refs.Configuration
				switch {
				case f.Role == module.Values || f.Role == module.NamedValues:
					role = refs.Variables
				case !set.tests && n.m.Named && f.Role == module.None:
					continue
				}
				n.m.Budget.Step(len(f.Tree.Text()) >> 1)
				found, captures := renames.Replacements(nil, f.Tree, role)
				for _, c := range captures {
					return n.captured(f, c)
				}
				found = append(found, n.more[f]...)
				delete(n.more, f)
				if len(found) > 0 {
					all = append(all, fileReplacements{f, found})
				}
			}
		}
	}
	for f, found := range n.more {
		all = append(all, fileReplacements{f, found})
	}
	for _, one := range all {
		slices.SortFunc(one.found, func(a, b refs.Replacement) int { return cmp.Compare(a.At.From, b.At.From) })
		if err := draft.Rewrite(one.file, one.found); err != nil {
			return err
		}
	}
	return nil
}

// captured is the error of a new name that would mean something else somewhere.
func (n *renamer) captured(f *draft.File, c refs.Capture) error {
	by := "a word of the language"
	if c.By != nil {
		by = "a local name"
	}
	return draft.RefusedAt(f, n.last, int(c.At.From), "rename", "the new name "+excerpt.Quote(c.Name)+" would be taken for "+by)
}
