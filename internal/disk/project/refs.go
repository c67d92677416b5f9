package project

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"iacedit/address"
	"iacedit/edit"
	"iacedit/internal/disk/workspace"
	"iacedit/internal/engine/links"
	"iacedit/internal/engine/uses"
	"iacedit/internal/languages"
	"iacedit/refs"
	"iacedit/syntax"
)

// A Reference is a place that refers to an object or declares it.
type Reference struct {
	Address string `json:"address"`
	File    string `json:"file"`
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	In      string `json:"in,omitempty"`
	Text    string `json:"text,omitempty"`

	offset int32
	what   refs.Address
	steps  []string // the attributes that are accessed
}

// indexed holds the references and declarations in one file.
type indexed struct {
	file     *workspace.File
	uses     []Reference
	declares []Reference
	err      error
}

// References returns the places in the files, and in the tests of their modules, that refer to the
// object of an address. The address may omit the name, or the type and name, and may end in an
// attribute. If nothing refers to the object and the files do not declare it, the error is like
// that of Get. References does not check that a block has the attribute, because only the provider
// knows its attributes.
func (s *Scope) References(text string) ([]Reference, error) {
	if a, err := address.Parse(text); err == nil {
		if provider, alias, ok := s.aliasNamed(a); ok {
			text = addressFor(refs.Address{Kind: refs.Provider, Type: provider, Name: alias}).String()
		}
	}
	if !s.Options.Dialect.Refers() {
		return nil, s.noReferences("references cannot be listed")
	}
	wanted, err := s.parseReferent(text)
	if err != nil {
		if meant := objectsNamed(text, s); len(meant) > 0 {
			err = fmt.Errorf("%w; did you mean %s?", err, strings.Join(meant, " or "))
		}
		return nil, err
	}
	all, err := s.index(slices.Concat(s.Sources, testsBeside(s.Space, s.Sources)))
	if err != nil {
		return nil, err
	}
	list := []Reference{}
	declared := false
	for _, x := range all {
		for i := range x.uses {
			if u := &x.uses[i]; wanted.isAt(u) && wanted.hasAttribute(u) {
				list = append(list, *u)
			}
		}
		declared = declared || slices.ContainsFunc(x.declares, func(d Reference) bool { return wanted.isAt(&d) })
	}
	elsewhere, err := s.fromOthers(&wanted)
	if err != nil {
		return nil, err
	}
	list = append(list, elsewhere...)
	if len(list) == 0 && !declared {
		_, err = s.Get(wanted.block.String())
	}
	return list, err
}

// index collects the references and declarations of the files.
func (s *Scope) index(sources []workspace.Source) (all []*indexed, err error) {
	if len(s.Sources) == 0 {
		return nil, ErrNoFiles
	}
	for x := range InOrder(sources, s.indexOne) {
		if x.err != nil {
			return nil, x.err
		}
		all = append(all, x)
	}
	return all, nil
}

// A referent stands for one or several objects. Scope.References finds the places that refer to
// them.
type referent struct {
	refs.Address                 // empty fields match anything
	attribute    string          // "" for the whole object
	block        address.Address // the address of the object, as Scope.Get accepts it
}

// noReferences returns the error for code in a language that does not define references.
func (s *Scope) noReferences(what string) error {
	return fmt.Errorf("%s: the dialect %s does not define references; give the dialect %s (%s)", what, s.Options.Dialect, languages.Referring(), edit.NotSearched)
}

// parseReferent parses the address of an object such as var.region. It refuses blocks to which code
// cannot refer.
func (s *Scope) parseReferent(text string) (r referent, err error) {
	a, err := parseAddress(text)
	if err != nil {
		return r, err
	}
	names := make([]string, len(a))
	for i, p := range a {
		switch {
		case p.Kind == address.PartName || p.Kind == address.PartKey:
			names[i] = p.Text
		case p.Kind == address.PartWhere && p.Text == "alias" && names[0] == refs.Provider.String():
			names[i] = p.Value
		default:
			return r, fmt.Errorf("%s: references can be listed only for names, without an index, a selector or *", text)
		}
	}
	role := refs.RoleIn(s.Options.Dialect, false)
	said := role.KindNamed(names[0]) != refs.Other
	switch {
	case said:
	case s.Options.Dialect.AnyBlock():
		if role.BareKind() == refs.Other {
			return r, fmt.Errorf("%s: in %s, code can refer only to %s", text, s.Options.Dialect.Title(), strings.Join(role.Kinds(), ", "))
		}
	case strings.Contains(names[0], "_") || len(names) > 1:
		names = append([]string{refs.Resource.String()}, names...)
	default:
		return r, fmt.Errorf("%s: code can refer only to a variable (var), local, module, data, resource, ephemeral, action or provider", text)
	}
	r.Address, names = role.ObjectNamed(names)
	if len(names) > 0 {
		r.attribute, names = names[0], names[1:]
	}
	if len(names) > 0 {
		return r, fmt.Errorf("%s: references can be listed for a whole attribute, not for a part of it: give %s", text, strings.Join(strings.Split(text, ".")[:max(1, strings.Count(text, "."))], "."))
	}
	if r.block = addressFor(r.Address); !said && !s.Options.Dialect.AnyBlock() {
		r.block = r.block[1:]
	}
	return r, nil
}

// isAt reports whether u refers to the object r, or declares it.
func (r *referent) isAt(u *Reference) bool {
	return u.what.Kind == r.Kind && (r.Type == "" || u.what.Type == r.Type) && (r.Name == "" || u.what.Name == r.Name)
}

// hasAttribute reports whether u reads the attribute that the address of r ends in. If the address
// names no attribute, the result is true.
func (r *referent) hasAttribute(u *Reference) bool {
	return r.attribute == "" || len(u.steps) > 0 && u.steps[0] == r.attribute
}

// indexOne parses a file and collects its references and declarations.
func (scope *Scope) indexOne(s workspace.Source) *indexed {
	x := &indexed{}
	var tree *syntax.File
	if x.file, tree, x.err = scope.parse(s); x.err != nil {
		return x
	}
	file := uses.File{Name: filepath.Base(s.Title), Tree: tree}
	for r := range file.References(scope.Options.Dialect) {
		what := r.Address(tree)
		if what.Kind == refs.Other || r.Place == refs.InVariables {
			continue
		}
		u := x.at(tree, r.At.From, what)
		u.Text = string(tree.At(r.At))
		u.In = addressOf(tree, r.Owner.Item)
		for _, step := range r.Steps {
			if step.Kind == refs.StepAttribute || step.Kind == refs.StepString {
				u.steps = append(u.steps, string(tree.At(step.Name)))
			}
		}
		if r.Kind == refs.Own {
			u.steps = []string{string(tree.At(r.Name))}
		}
		x.uses = append(x.uses, u)
	}
	slices.SortStableFunc(x.uses, func(a, b Reference) int { return cmp.Compare(a.offset, b.offset) })
	for d := range refs.DeclarationsIn(tree, scope.roleOf(s.Title)) {
		x.declares = append(x.declares, x.at(tree, d.Name.From, d.Address(tree)))
	}
	return x
}

// at returns a Reference to an object, with the line and column of an offset in the file.
func (x *indexed) at(tree *syntax.File, offset int32, what refs.Address) Reference {
	line, column := tree.Position(offset)
	return Reference{Address: addressFor(what).String(), File: x.file.Title, Line: line, Column: column, offset: offset, what: what}
}

// addressFor converts a refs.Address to the address that the commands "get" and "ls" use for the
// object.
func addressFor(what refs.Address) address.Address {
	first := what.Kind.String()
	if what.Kind == refs.Local {
		first = "locals"
	}
	a := address.Address{{Text: first}}
	if what.Type != "" {
		a = append(a, address.Name(what.Type))
	}
	switch {
	case what.Name == "":
	case what.Kind == refs.Provider:
		a = append(a, address.Part{Kind: address.PartWhere, Text: "alias", Value: what.Name})
	default:
		a = append(a, address.Name(what.Name))
	}
	return a
}

// addressOf returns the address of a top-level block.
func addressOf(tree *syntax.File, id syntax.ItemID) string {
	if tree.Kind(id) != syntax.KindBlock {
		return ""
	}
	return address.Of(string(tree.Name(id)), syntax.Strings(tree.Labels(id))...).String()
}

// objectsNamed returns references to the objects in the files of the scope that have the given
// name. If there are no such objects, it returns references to the resources that have this name as
// their type. It returns at most mostNamed references.
func objectsNamed(name string, s *Scope) (named []string) {
	all, err := s.index(s.Sources)
	if err != nil {
		return nil
	}
	var typed []string
	add := func(list []string, what refs.Address) []string {
		if text := s.referenceTo(what); len(list) < mostNamed && !slices.Contains(list, text) {
			list = append(list, text)
		}
		return list
	}
	for _, x := range all {
		for i := range x.declares {
			what := x.declares[i].what
			switch {
			case !uses.IsDeclared(what) || what.Kind == refs.Provider:
			case what.Name == name:
				named = add(named, what)
			case what.Kind == refs.Resource && what.Type == name:
				typed = add(typed, what)
			}
		}
	}
	if len(named) == 0 {
		return typed
	}
	return named
}

// referenceTo returns the code of a reference to an object, as in var.region.
func (s *Scope) referenceTo(what refs.Address) string {
	var a address.Address
	if root := s.roleOf("").RootOf(what.Kind); root != "" {
		a = address.Address{{Text: root}}
	}
	for _, part := range []string{what.Type, what.Name} {
		if part != "" {
			a = append(a, address.Name(part))
		}
	}
	return a.String()
}

// mostNamed is the greatest number of objects that the message about a lone name lists.
const mostNamed = 3

// fromOthers returns the references to an object of the files of the scope in other files, which
// include or read them.
func (s *Scope) fromOthers(wanted *referent) (list []Reference, err error) {
	l, err := s.linkedAround()
	if l == nil || err != nil {
		return nil, err
	}
	own := map[int]bool{}
	for _, source := range s.Sources {
		own[l.of(source.Title)] = true
	}
	l.uses(s, func(file int, r *refs.Reference, to links.Meant) {
		x := &indexed{file: l.files[file]}
		u := x.at(l.trees[file], r.At.From, to.Address)
		if own[to.File] && !to.Whole && wanted.isAt(&u) && wanted.attribute == "" {
			u.Text, u.In = string(l.trees[file].At(r.At)), addressOf(l.trees[file], r.Owner.Item)
			if !slices.ContainsFunc(list, func(other Reference) bool { return other.File == u.File && other.offset == u.offset }) {
				list = append(list, u)
			}
		}
	})
	return list, nil
}

// Elsewhere returns the places in other files that declare what the code at an offset of a file names: the
// object to which a reference refers or, if the offset is on a name after it, what this name means. The Text
// of each is the name.
func (s *Scope) Elsewhere(title string, offset int32) (list []Reference, err error) {
	l, err := s.linkedAround()
	if l == nil || err != nil || l.of(title) < 0 {
		return nil, err
	}
	i := l.of(title)
	tree := l.trees[i]
	for r := range refs.All(tree, s.roleOf(filepath.Base(title))) {
		if offset < r.At.From || offset > r.At.To {
			continue
		}
		names := r.Names(tree)
		for n := range names {
			if offset < r.Steps[n].Name.From {
				names = names[:n]
				break
			}
		}
		l.Meant(i, r.Address(tree), names, func(to links.Meant) {
			for d := range refs.DeclarationsIn(l.trees[to.File], s.roleOf("")) {
				if to.File != i && d.Address(l.trees[to.File]) == to.Address {
					x := &indexed{file: l.files[to.File]}
					u := x.at(l.trees[to.File], d.Name.From, to.Address)
					u.Text = to.Name
					list = append(list, u)
				}
			}
		})
	}
	return list, nil
}
