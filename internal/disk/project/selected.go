package project

import (
	"fmt"
	"iter"
	"slices"

	"iacedit/address"
	"iacedit/internal/disk/workspace"
	"iacedit/internal/engine/selection"
	"iacedit/module"
	"iacedit/syntax"
)

// namedBlocks finds the top-level blocks that an address selects by a value, as in
// aws_vpc.*[tags.env=dev], or by a pattern, as in aws_vpc.dev*. For each of these blocks, it returns an
// address that has all labels of the block. If the address has neither, it returns the address unchanged.
func namedBlocks(a address.Address, s *Scope) (all []address.Address, err error) {
	if err := s.refuseNumber(a); err != nil {
		return nil, err
	}
	l, selects := s.language(), false
	for x := range s.searched(a) {
		t, err := selection.Resolve(a, x.tree, l)
		if err != nil || len(t.Blocks) > 1 || t.Path.Name != "" || t.Any || !t.Blocks[0].Selects() && !t.Several() {
			continue
		}
		selects = selects || t.Blocks[0].Selects()
		blocks, err := addressed(x.tree, &t, l)
		if err != nil {
			return nil, &Mistake{x.file, 0, fmt.Sprintf("%s: %s", a, err)}
		}
		for _, id := range blocks {
			if one := l.Header(x.tree, syntax.Root, id); !slices.ContainsFunc(all, func(other address.Address) bool { return slices.Equal(one, other) }) {
				all = append(all, one)
			}
		}
	}
	switch {
	case len(all) == 0 && selects:
		return nil, fmt.Errorf("no block matches %s", a)
	case len(all) == 0:
		all = []address.Address{a}
	}
	return all, nil
}

// A searchedFile is a file that is searched for an address.
type searchedFile struct {
	file *workspace.File
	tree *syntax.File
}

// searched yields the files that are searched for an address, one group after the other, except for
// those that do not parse: the lookup of the address reports their errors.
func (s *Scope) searched(a address.Address) iter.Seq[searchedFile] {
	l := s.language()
	return func(yield func(searchedFile) bool) {
		for _, g := range grouped(s.Sources, l) {
			for _, x := range g.all {
				if !x.isSearched(l.IsValuesFile(a[0].Text)) {
					continue
				}
				if file, tree, err := s.parse(x.source); err == nil && !yield(searchedFile{file, tree}) {
					return
				}
			}
		}
	}
}

// isSearched reports whether the file is searched for an address. If the argument values is true, the files
// of variable values are, such as terraform.tfvars. Otherwise all other files are, except override files. A
// file that the user named is always searched (docs/edits.md, "Files").
func (s *subject) isSearched(values bool) bool {
	return s.source.Named || s.source.Err != nil || isValues(s.name) == values && module.RoleOf(s.name) != module.Override
}

// refuseNumber returns an error if an address has a pattern and a number, as in aws_vpc.*[1], and several
// files of a directory have matching blocks: the number counts the blocks of one file.
func (s *Scope) refuseNumber(a address.Address) error {
	numbered := func(p address.Part) bool { return p.Kind == address.PartIndex }
	pattern := func(p address.Part) bool { return p.Kind == address.PartAny || p.Kind == address.PartPattern }
	if !slices.ContainsFunc(a, pattern) || !slices.ContainsFunc(a, numbered) {
		return nil
	}
	d := selection.Decoder{Language: s.language()}
	for x := range s.searched(a) {
		d.Code = append(d.Code, selection.Code{Name: x.file.Title, Tree: x.tree})
	}
	if one, other := d.SeveralCount(a); other != "" {
		return fmt.Errorf(selection.NumberOfOneFile, a, one, other)
	}
	return nil
}
