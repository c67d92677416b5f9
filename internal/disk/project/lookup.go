package project

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"iacedit/address"
	"iacedit/internal/disk/workspace"
	"iacedit/internal/engine/selection"
	"iacedit/internal/languages/terraform"
	"iacedit/syntax"
)

// An action describes how to carry out a Task: how to choose the files to change, and which edits
// to apply.
type action struct {
	// edits returns the edits for a target. If the argument file is not "", the edits name that
	// file.
	edits func(t *address.Target, l address.Language, file string) ([]byte, error)
	// at returns edits with the address itself, for package edit to resolve; it is nil for actions that
	// resolve the address here.
	at func(address.Address, asking) ([]byte, error)
	// choose returns those files of a group that the action changes.
	choose func(*group) ([]*subject, error)
	// If the field makes is set, the action may make what the code lacks at an address.
	makes bool
	// If the field inOne is set, the action makes a top-level block in one directory only.
	inOne bool
	// If the field sure is set, an unknown name is taken for an attribute, and no warning suggests
	// a nested block.
	sure bool
	// module reports whether a single file that the user named is edited as part of a module.
	module func(workspace.Source) bool
	// If removes is set, a file that becomes empty is removed.
	removes bool
	// If moves is set, the action moves blocks to another file.
	moves bool
	// If the field optional is set, a missing target is no error.
	optional bool
	// If follows is set, the action may change or break references to its target. So the tests of
	// the module are edited with the module.
	follows bool
	// named returns an address for each block that an address selects. The new address has all
	// labels of the block. The function is nil if the edits can contain selectors, so that no such
	// addresses are needed.
	named func(address.Address, *Scope) ([]plainAddress, error)
}

// A subject is a file in which an address is resolved, with the resulting target.
type subject struct {
	source   workspace.Source
	name     string // the name of the file, without its directory
	asked    bool   // the file is searched for the address
	file     *workspace.File
	tree     *syntax.File
	target   address.Target
	missing  address.Missing
	complete bool // the file has the whole target
	err      error

	lacks error // the error if the file lacks the selected nested blocks
}

// lookUp reads files and resolves an address in each file that may have its target.
func (p *planner) lookUp(a address.Address, do *action) ([]*group, error) {
	l := p.language()
	groups := grouped(p.Sources, l)
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
		if do.follows {
			p.addTests(g)
		}
		asked += len(g.asked)
		all = append(all, g.all...)
	}
	switch {
	case asked == 0 && values:
		return nil, fmt.Errorf("no file of variable values for %s; make one first: touch terraform.tfvars", a)
	case asked == 0:
		return nil, fmt.Errorf("%s cannot be in a file of variable values; write %s.NAME", a, terraform.VariableValues)
	}
	var err error
	for x := range InOrder(all, func(x *subject) *subject { p.find(x, a, do); return x }) {
		if x.err == nil || p.passes(x) {
			continue
		}
		if _, tells := errors.AsType[*meantError](x.err); err == nil || tells {
			err = x.err
		}
	}
	if err != nil {
		return nil, err
	}
	if err := leaveLacking(groups); err != nil {
		return nil, err
	}
	for _, g := range groups {
		if err := p.leaveBroken(g); err != nil {
			return nil, err
		}
	}
	groups = slices.DeleteFunc(groups, func(g *group) bool { return len(g.all) == 0 })
	if len(groups) == 0 && len(p.skipped) == 0 {
		return nil, ErrNoFiles
	}
	return groups, nil
}

// leaveLacking keeps only the files that have the selected nested blocks, and removes the other
// files from the groups. If no file has such blocks, it removes nothing, and returns the error of
// the first file.
func leaveLacking(groups []*group) error {
	var first error
	some := false
	for _, g := range groups {
		for _, s := range g.asked {
			some = some || s.lacks == nil
			if first == nil {
				first = s.lacks
			}
		}
	}
	if !some {
		return first
	}
	for _, g := range groups {
		g.asked = slices.DeleteFunc(g.asked, func(s *subject) bool { return s.lacks != nil })
	}
	return nil
}

// chosen chooses the files to change in each group, and creates the edits. It returns the groups
// that have edits.
func (p *planner) chosen(groups []*group, do *action) (left []*group, err error) {
	var asked []*subject
	var several error // the first error of a skipped group
	for _, g := range groups {
		asked = append(asked, g.asked...)
		if len(g.asked) == 0 || len(groups) > 1 && isFirstLocal(&g.asked[0].target) && !g.hasLocals() {
			continue
		}
		chosen, err := do.choose(g)
		if err != nil && p.KeepGoing && len(groups) > 1 && isOfOne(err) {
			g.err, several = err, cmp.Or(several, err)
			continue
		}
		if err != nil {
			return nil, err
		}
		if len(chosen) == 0 {
			continue
		}
		if err := g.need(g.withTwins(chosen), do, p.language()); err != nil {
			return nil, err
		}
		left = append(left, g)
	}
	switch {
	case len(left) == 0 && several != nil:
		return nil, several
	case len(left) == 0 && len(asked) == 0:
		return nil, nil // all files are ignored
	case len(left) == 0:
		return nil, notFound(asked)
	}
	for _, g := range groups {
		if g.err != nil {
			p.skip(g.err)
		}
	}
	return left, nil
}

// find reads a file and resolves the address in it.
func (scope *Scope) find(s *subject, a address.Address, do *action) {
	l := scope.language()
	if !s.asked && !scope.KeepGoing {
		s.file, s.err = scope.Load(s.source)
		return
	}
	if s.file, s.tree, s.err = scope.parse(s.source); s.err != nil {
		return
	}
	if !s.asked {
		return
	}
	if s.target, s.err = selection.Resolve(a, s.tree, l); s.err != nil {
		if _, none := errors.AsType[*address.NoBlockError](s.err); none {
			s.lacks, s.err = s.err, nil
			return
		}
		s.err = s.doubt(a, s.err, do, l)
		return
	}
	if s.err = s.refuse(do, a, l); s.err != nil {
		return
	}
	missing, found := s.target.Missing(s.tree, l)
	s.missing, s.complete = missing, !found
}

// A meantError is an error about an address whose message suggests the address that was probably
// meant. If the lookup in one file returns a meantError, it is reported instead of the errors of
// the other files.
type meantError struct{ error }

// Unwrap returns the error of the address.
func (e *meantError) Unwrap() error { return e.error }

// refuse returns an error if the action cannot be applied to the target of s.
func (s *subject) refuse(do *action, a address.Address, l address.Language) error {
	t := &s.target
	for i := range t.Blocks {
		if t.Blocks[i].LeftOut > 0 {
			return s.doubt(a, nil, do, l)
		}
	}
	if t.Any {
		return fmt.Errorf("%s matches blocks; add the name of an attribute", a)
	}
	return nil
}
