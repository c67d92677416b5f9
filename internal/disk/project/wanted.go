package project

import (
	"cmp"
	"errors"
	"slices"

	"iacedit/edit"
)

// wanted applies the edits that carry out wishes. It returns the groups that contain the target of
// a wish. If KeepGoing is set, addresses without a target are skipped, but at least one address
// must have a target.
func (p *planner) wanted(wishes []Wish) ([]*group, error) {
	var all []*group
	var none error // the error of the first skipped address
	asked := 0
	for _, w := range wishes {
		a, err := p.readAddress(w.address())
		if err != nil {
			return nil, err
		}
		do, addresses := w.action(p.Scope), []plainAddress{{address: a}}
		if do.each {
			addresses = meantBy(a, p.Scope)
		}
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
			if err != nil && p.KeepGoing && len(wishes) > 1 && isAbsent(err) {
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
	do.asked = one.address
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

// applied applies the edits that are stored in each group. It returns the groups in which the edits
// found their targets.
func (p *planner) applied(groups []*group) ([]*group, error) {
	options := p.editor()
	return p.withoutOthers(groups, inEach(groups, func(g *group) error { return g.apply(options) }))
}

// withoutOthers drops the groups in which no block matches the address, if another group has a
// matching block. With KeepGoing, it also drops the groups whose code does not allow the edits, if
// another group accepts them.
func (p *planner) withoutOthers(groups []*group, err error) ([]*group, error) {
	if err == nil {
		return groups, nil
	}
	var left []*group
	var skipped []error
	for _, g := range groups {
		refused, ok := errors.AsType[*Refused](g.err)
		switch {
		case ok && refused.Code == edit.BlockNotFound:
		case g.err != nil && p.KeepGoing && isOfOne(g.err):
			skipped = append(skipped, g.err)
		case g.err != nil:
			return nil, g.err
		default:
			left = append(left, g)
		}
	}
	if len(left) == 0 && len(p.skipped) == 0 {
		return nil, err
	}
	for _, why := range skipped {
		p.skip(why)
	}
	return left, nil
}

// A Wish is one edit at an address: a Set, Add, Remove, Rename or Move, for example.
type Wish interface {
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

// inEach calls a function for each group, several at a time, and stores the error of each call in
// the group. It returns the error of the first group that failed.
func inEach(groups []*group, do func(*group) error) (err error) {
	for g := range InOrder(groups, func(g *group) *group { g.err = do(g); return g }) {
		err = cmp.Or(err, g.err)
	}
	return err
}
