package project

import (
	"cmp"
	"slices"

	"iacedit/address"
	"iacedit/internal/disk/workspace"
)

// carryOut applies the edits that carry out tasks. It returns the groups that contain the target of
// a task. If KeepGoing is set, addresses without a target are skipped, but at least one address
// must have a target.
func (p *planner) carryOut(tasks []Task) ([]*group, error) {
	var all []*group
	var none error // the error of the first skipped address
	asked := 0
	for _, w := range tasks {
		a, err := parseAddress(w.address())
		if err != nil {
			return nil, err
		}
		do, addresses := w.action(p.Scope), []address.Address{a}
		if do.named != nil {
			if addresses, err = do.named(a, p.Scope); err != nil {
				return nil, err
			}
		}
		asked += len(addresses)
		for _, one := range addresses {
			groups, err := p.asked(one, do)
			if err != nil && do.optional && isAbsent(err) {
				groups, err = p.unchanged()
			}
			if err != nil && p.KeepGoing && len(tasks) > 1 && isAbsent(err) {
				p.skip(err)
				none = cmp.Or(none, err)
				continue
			}
			if err != nil {
				return nil, err
			}
			all = append(all, groups...)
		}
	}
	switch {
	case len(all) == 0 && none != nil:
		return nil, none
	case asked < 2:
		return all, nil
	}
	return p.applied(joined(all))
}

// unchanged returns groups of all files, without edits.
func (p *planner) unchanged() ([]*group, error) {
	groups := grouped(p.Sources, p.language())
	return groups, inEach(groups, func(g *group) error {
		for _, s := range g.all {
			if s.file, s.err = p.Load(s.source); s.err != nil {
				return s.err
			}
		}
		g.files()
		return nil
	})
}

// An action describes how to carry out a Task: the edits, and how to apply them.
type action struct {
	// at returns the edits, with the address itself: package edit resolves it.
	at func(address.Address, asking) ([]byte, error)
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
	named func(address.Address, *Scope) ([]address.Address, error)
}

// A Task is one edit at an address: a Set, Add, Remove, Rename or Move, for example.
type Task interface {
	address() string
	action(*Scope) *action
}

// joined combines the groups that have the same files into one group with all their edits.
func joined(all []*group) (groups []*group) {
	slices.SortStableFunc(all, func(a, b *group) int { return cmp.Compare(a.number, b.number) })
	for _, g := range all {
		last := len(groups) - 1
		if last < 0 || groups[last].number != g.number {
			g.warnings, g.effects, g.passed = nil, nil, nil
			groups = append(groups, g)
			continue
		}
		groups[last].edits = append(groups[last].edits, g.edits...)
		groups[last].removes = groups[last].removes || g.removes
		groups[last].module = groups[last].module || g.module
	}
	return groups
}
