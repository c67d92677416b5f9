package project

import (
	"errors"
	"slices"

	"iacedit/address"
	"iacedit/edit"
)

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

// leaveBroken removes from a group the files that cannot be read or parsed. It returns an error if
// such a file must not be ignored.
func (p *planner) leaveBroken(g *group) (err error) {
	broken := func(x *subject) bool { return x.err != nil && p.KeepGoing }
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
	return nil
}

// skip adds an error to the list of reasons why files and values are ignored, unless it is in the
// list already.
func (p *planner) skip(why error) {
	if !slices.ContainsFunc(p.skipped, func(other error) bool { return other.Error() == why.Error() }) {
		p.skipped = append(p.skipped, why)
	}
}

// read reads and parses the files of a group, several at a time.
func (p *planner) read(g *group) error {
	for range InOrder(g.all, func(x *subject) *subject {
		if x.file, x.err = p.Load(x.source); x.err == nil && p.KeepGoing {
			x.err = mistakeOf(x, p.Scope)
		}
		return x
	}) {
	}
	return p.leaveBroken(g)
}
