package project

import (
	"cmp"
	"slices"
)

// carryOut applies the edits that carry out tasks. It returns the groups that contain the target of
// a task. If KeepGoing is set, addresses without a target are skipped, but at least one address
// must have a target.
func (p *planner) carryOut(tasks []Task) ([]*group, error) {
	var all []*group
	var none error // the error of the first skipped address
	asked := 0
	for _, w := range tasks {
		a, err := p.readAddress(w.address())
		if err != nil {
			return nil, err
		}
		do, addresses := w.action(p.Scope), []plainAddress{{address: a}}
		if do.named != nil {
			if addresses, err = do.named(a, p.Scope); err != nil {
				return nil, err
			}
		}
		asked += len(addresses)
		for _, one := range addresses {
			groups, err := p.groupsOf(one, do)
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

// groupsOf looks up an address and applies the edits of the action to its target. It returns the
// groups that contain the target.
func (p *planner) groupsOf(one plainAddress, do *action) ([]*group, error) {
	if do.at != nil {
		return p.asked(one.address, do)
	}
	groups, err := p.lookUp(one.address, do)
	if err == nil {
		groups, err = p.chosen(one.among(groups), do)
	}
	if err == nil {
		groups, err = p.applied(groups)
	}
	return groups, err
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
