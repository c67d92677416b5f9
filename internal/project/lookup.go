package project

import (
	"errors"
	"fmt"
	"slices"

	"iacedit/address"
	"iacedit/edit"
	"iacedit/internal/workspace"
	"iacedit/syntax"
)

// An action is what a Wish does to what its address means.
type action struct {
	// edits returns the edits that do it to a target, in a file if that has to be said.
	edits func(t *address.Target, l address.Language, file string) ([]byte, error)
	// choose returns the files of a group that have what is meant, none where that is not
	// in the group.
	choose func(*group) ([]*subject, error)
	// anywhere reports whether a target is in no file yet.
	anywhere func(*address.Target) bool
	// nest is whether a name that the code does not have is that of a nested block.
	nest bool
	// module reports whether a file that was named alone is edited as a module's.
	module func(workspace.Source) bool
	// answers are those that are needed beside the code.
	answers edit.Answers
	// any is whether an address may leave labels out and ask for any attribute.
	any bool
}

// A subject is a file and what an address means in it.
type subject struct {
	source   workspace.Source
	name     string // without its directory
	asked    bool   // the address is looked up in it
	file     *workspace.File
	tree     *syntax.File
	target   address.Target
	missing  address.Missing
	complete bool // nothing is missing
	got      []Got
	err      error
}

// lookUp reads files and finds out what an address means in each that may have it.
func (s *Scope) lookUp(a address.Address, do *action) ([]*group, error) {
	l := s.language()
	groups := grouped(s.Sources, l)
	values := len(a) > 0 && l.IsValuesFile(a[0].Text)
	var all []*subject
	asked := 0
	if len(groups) == 0 {
		return nil, ErrNoFiles
	}
	for _, g := range groups {
		g.ask(values)
		if only := g.all[0].source; do.module != nil && only.Title != Stdin {
			g.module = g.module || do.module(only)
		}
		asked += len(g.asked)
		all = append(all, g.all...)
	}
	if asked == 0 {
		return nil, ErrNoFiles
	}
	var err error
	for x := range InOrder(all, func(x *subject) *subject { s.find(x, a, do); return x }) {
		if x.err != nil && err == nil {
			err = x.err
		}
	}
	return groups, err
}

// chosen returns the groups in which something is to be done, with the requests for it.
func (s *Scope) chosen(groups []*group, do *action) (left []*group, err error) {
	var asked []*subject
	for _, g := range groups {
		asked = append(asked, g.asked...)
		if len(g.asked) == 0 {
			continue
		}
		chosen, err := do.choose(g)
		if err != nil {
			return nil, err
		}
		if len(chosen) == 0 {
			continue
		}
		if err := g.need(chosen, do, s.language()); err != nil {
			return nil, err
		}
		left = append(left, g)
	}
	switch {
	case len(left) == 0:
		return nil, notFound(asked)
	case len(left) > 1 && do.anywhere != nil && do.anywhere(&left[0].asked[0].target):
		return nil, errors.New("the files are in several directories: name the one to add to")
	}
	return left, nil
}

// find reads a file and finds out what the address means in it.
func (scope *Scope) find(s *subject, a address.Address, do *action) {
	l := scope.language()
	if !s.asked {
		s.file, s.err = scope.Load(s.source)
		return
	}
	if s.file, s.tree, s.err = scope.parse(s.source); s.err != nil {
		return
	}
	if s.target, s.err = a.Resolve(s.tree, l); s.err != nil {
		return
	}
	if s.err = do.refuse(a, &s.target); s.err != nil {
		return
	}
	missing, found := s.target.Missing(s.tree, l)
	if do.nest && found && s.target.Nest() {
		missing, found = s.target.Missing(s.tree, l)
	}
	s.missing, s.complete = missing, !found
}

// refuse returns an error for a target that the action is not for.
func (do *action) refuse(a address.Address, t *address.Target) error {
	if do.any {
		return nil
	}
	for i := range t.Blocks {
		if level := &t.Blocks[i]; level.LeftOut > 0 {
			return fmt.Errorf("%s: a %s has more labels: say which, or * for any", a, level.Type)
		}
	}
	if t.Any {
		return fmt.Errorf("%s: say which attribute", a)
	}
	return nil
}

// withoutOthers leaves out the groups in which no block has what the address asks for,
// if there is another in which one has.
func withoutOthers(groups []*group, err error) ([]*group, error) {
	if err == nil {
		return groups, nil
	}
	left := slices.DeleteFunc(slices.Clone(groups), func(g *group) bool {
		refused, ok := errors.AsType[*Refused](g.err)
		return ok && refused.Code == edit.BlockNotFound
	})
	for _, g := range left {
		if g.err != nil {
			return nil, g.err
		}
	}
	if len(left) == 0 {
		return nil, err
	}
	return left, nil
}
