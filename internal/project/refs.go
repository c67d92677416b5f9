package project

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"iacedit/address"
	"iacedit/internal/terraform"
	"iacedit/internal/workspace"
	"iacedit/refs"
	"iacedit/syntax"
)

// A Reference is a place that refers to something, or declares what nothing refers to.
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

// An indexed is a file with the references in it, and what it declares.
type indexed struct {
	dir      string
	file     *workspace.File
	uses     []Reference
	declares []Reference
	err      error
}

// References returns the places that refer to what an address means: a kind, type and
// name, as far as it says them, and an attribute.
func (s *Scope) References(text string) ([]Reference, error) {
	what, attribute, err := referred(text)
	if err != nil {
		return nil, err
	}
	all, err := s.index()
	list := []Reference{}
	for _, x := range all {
		for _, u := range x.uses {
			if matches(&u, what, attribute) {
				list = append(list, u)
			}
		}
	}
	return list, err
}

// Unused returns the variables, locals and data sources to which nothing in their module
// refers.
func (s *Scope) Unused() ([]Reference, error) {
	all, err := s.index()
	return unused(all), err
}

// index notes the references and declarations in the files.
func (s *Scope) index() (all []*indexed, err error) {
	if len(s.Sources) == 0 {
		return nil, ErrNoFiles
	}
	for x := range InOrder(s.Sources, s.indexOne) {
		if x.err != nil {
			return nil, x.err
		}
		all = append(all, x)
	}
	return all, nil
}

// referred returns what an address means.
func referred(text string) (what refs.Address, attribute string, err error) {
	a, err := parseAddress(text)
	if err != nil {
		return what, "", err
	}
	names := make([]string, len(a))
	for i, p := range a {
		if names[i] = p.Text; p.Kind != address.PartName && p.Kind != address.PartKey {
			return what, "", fmt.Errorf("%s: references are to what has a name", text)
		}
	}
	kind, ok := referredKinds[names[0]]
	if ok {
		names = names[1:]
	} else if kind = refs.Resource; !strings.Contains(names[0], "_") && len(names) < 2 {
		return what, "", fmt.Errorf("%s: references are to variable (var), local, module, data, resource, ephemeral, action or provider", text)
	}
	what.Kind = kind
	take := func(s *string) {
		if len(names) > 0 {
			*s, names = names[0], names[1:]
		}
	}
	switch kind {
	case refs.Resource, refs.Data, refs.Ephemeral, refs.Action, refs.Provider:
		take(&what.Type)
	}
	take(&what.Name)
	take(&attribute)
	if len(names) > 0 {
		return what, "", fmt.Errorf("%s: references are listed to an attribute, not to what is in it", text)
	}
	return what, attribute, nil
}

var referredKinds = map[string]refs.Kind{
	"resource": refs.Resource, "data": refs.Data, "ephemeral": refs.Ephemeral, "action": refs.Action, "module": refs.Module,
	"variable": refs.Variable, "var": refs.Variable, "locals": refs.Local, "local": refs.Local, "provider": refs.Provider,
}

// matches reports whether a reference is to what is wanted.
func matches(u *Reference, wanted refs.Address, attribute string) bool {
	return u.what.Kind == wanted.Kind && (wanted.Type == "" || u.what.Type == wanted.Type) && (wanted.Name == "" || u.what.Name == wanted.Name) &&
		(attribute == "" || len(u.steps) > 0 && u.steps[0] == attribute)
}

// indexOne parses a file and notes its references and declarations.
func (scope *Scope) indexOne(s workspace.Source) *indexed {
	x := &indexed{}
	var tree *syntax.File
	if x.file, tree, x.err = scope.parse(s); x.err != nil {
		return x
	}
	x.dir = s.Dir()
	role := refs.Configuration
	if terraform.IsValues(s.Title) {
		role = refs.Variables
	}
	for r := range refs.All(tree, role) {
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
	if role == refs.Configuration {
		for d := range refs.Declarations(tree) {
			x.declares = append(x.declares, x.at(tree, d.Name.From, d.Address(tree)))
		}
	}
	return x
}

// at returns a place of the file.
func (x *indexed) at(tree *syntax.File, offset int32, what refs.Address) Reference {
	line, column := tree.Position(offset)
	return Reference{Address: written(what), File: x.file.Title, Line: line, Column: column, offset: offset, what: what}
}

// written writes an address as ls does.
func written(a refs.Address) string {
	first := a.Kind.String()
	if a.Kind == refs.Local {
		first = "locals"
	}
	text := address.Address{{Text: first}}
	for _, name := range []string{a.Type, a.Name} {
		if name != "" {
			text = append(text, address.Name(name))
		}
	}
	return text.String()
}

// addressOf returns the address of a top-level block.
func addressOf(tree *syntax.File, id syntax.ItemID) string {
	item := tree.Item(id)
	if item.Kind != syntax.KindBlock {
		return ""
	}
	a := address.Address{{Text: string(tree.Name(id))}}
	for label := range tree.Labels(id) {
		a = append(a, address.Name(string(label)))
	}
	return a.String()
}

// unused returns the variables, locals and data sources to which nothing in their module
// refers.
func unused(all []*indexed) []Reference {
	type declared struct {
		dir string
		refs.Address
	}
	used := map[declared]bool{}
	for _, x := range all {
		for _, u := range x.uses {
			used[declared{x.dir, u.what}] = true
		}
	}
	list := []Reference{}
	for _, x := range all {
		for _, d := range x.declares {
			switch d.what.Kind {
			case refs.Variable, refs.Local, refs.Data:
				if !used[declared{x.dir, d.what}] {
					list = append(list, d)
				}
			}
		}
	}
	return list
}
