package project

import (
	"cmp"
	"errors"
	"slices"

	"iacedit/address"
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

// isAbsent reports whether an error says that no file has the target of an address.
func isAbsent(err error) bool {
	if _, ok := errors.AsType[*NotFound](err); ok {
		return true
	}
	if _, ok := errors.AsType[*address.NoBlockError](err); ok {
		return true
	}
	refused, ok := errors.AsType[*Refused](err)
	return ok && (refused.Code == edit.BlockNotFound || refused.Code == edit.AttributeNotFound)
}

// isOfOne reports whether an error depends on the code of one module, so that another module may
// accept the same edits.
func isOfOne(err error) bool {
	if _, ok := errors.AsType[*Ambiguous](err); ok {
		return true
	}
	refused, ok := errors.AsType[*Refused](err)
	if !ok {
		return false
	}
	switch refused.Code {
	case edit.AmbiguousMatch, edit.BlockAlreadyExists, edit.AttributeAlreadyExists, edit.AttributeNotFound:
		return true
	}
	return false
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

// passes reports whether a file is ignored: it cannot be read or parsed, and KeepGoing is set.
func (p *planner) passes(x *subject) bool {
	if !p.KeepGoing {
		return false
	}
	return x.tree == nil
}

// leaveBroken removes from a group the files that cannot be read or parsed. It returns an error if
// such a file must not be ignored.
func (p *planner) leaveBroken(g *group) (err error) {
	broken := func(x *subject) bool { return x.err != nil && p.passes(x) }
	for _, x := range g.all {
		switch {
		case x.err == nil:
		case !broken(x):
			return x.err
		default:
			p.skip(x.err)
			if x.file != nil && g.module {
				g.broken = append(g.broken, x)
			}
		}
	}
	g.all = slices.DeleteFunc(g.all, broken)
	g.asked = slices.DeleteFunc(g.asked, broken)
	return nil
}

// skip adds an error to the list of reasons why files and values are ignored, unless it is in the
// list already.
func (p *planner) skip(why error) {
	if !slices.ContainsFunc(p.skipped, func(other error) bool { return other.Error() == why.Error() }) {
		p.skipped = append(p.skipped, why)
	}
}
