package project

import (
	"cmp"
	"errors"
	"slices"

	"iacedit/address"
	"iacedit/edit"
	"iacedit/internal/engine/selection"
)

// An asking is where an address is asked for.
type asking struct {
	language address.Language
	several  bool   // in several modules
	file     string // in this file; "" if the address tells
}

// meaning returns what an address means in any code: the language tells which of its names are blocks.
func meaning(a address.Address, l address.Language) *address.Target {
	t, err := selection.Resolve(a, nil, l)
	if err != nil || len(t.Blocks) == 0 {
		t = address.Target{Blocks: []address.Level{{Type: a[0].Text, Index: -1}}}
	}
	return &t
}

// edits returns an operation at an address as JSON.
func (in *asking) edits(do operator, a address.Address, parts []edit.Part) ([]byte, error) {
	if in.file != "" {
		parts = append(parts, edit.InFile(in.file))
	}
	return do(edit.At(a.String()), parts...).MarshalJSON()
}

// asked applies the edits of an action whose edits have the address itself: package edit finds the
// files and the blocks. It returns the groups that have the target.
func (p *planner) asked(a address.Address, do *action) ([]*group, error) {
	groups := grouped(p.Sources, p.language())
	if len(groups) == 0 {
		return nil, ErrNoFiles
	}
	for _, g := range groups {
		if only := g.all[0].source; do.module != nil && only.Title != Stdin {
			g.module = g.module || do.module(only)
		}
		if do.follows {
			p.addTests(g)
		}
		if err := p.read(g); err != nil {
			return nil, err
		}
		g.answers, g.removes, g.moves, g.sure = edit.ReturnReport, do.removes, do.moves, do.sure
		in := asking{language: p.language(), several: len(groups) > 1}
		if do.makes && g.module && g.all[0].source.Named { // the user named this file, which is in JSON syntax, for new blocks, too
			in.file = g.onlyFile()
		}
		edits, err := do.at(a, in)
		if err != nil {
			return nil, err
		}
		g.edits = [][]byte{edits}
	}
	applied, err := p.applied(groups)
	if do.inOne && len(applied) > 1 && slices.ContainsFunc(applied, func(g *group) bool { return g.madeTopLevel(p.language()) }) {
		return nil, errors.New("the files are in several directories; name the one to add to")
	}
	if none, ok := errors.AsType[*NotFound](err); ok {
		none.isValue(meaning(a, p.language()))
	}
	return applied, err
}

// madeTopLevel reports whether the edits of the group made a top-level block, or a file of variable
// values. In a language that allows any block, the address of a block does not tell, and any new block
// counts.
func (g *group) madeTopLevel(l address.Language) bool {
	return slices.ContainsFunc(g.effects, func(e Effect) bool {
		a, err := parseAddress(e.Address)
		if e.Result != edit.EffectCreated || err != nil {
			return false
		}
		t := meaning(a, l)
		if e.Attribute != "" {
			return l.IsValuesFile(t.Blocks[0].Type) && len(g.after) > len(g.loaded())
		}
		return l.Dialect.AnyBlock() || len(t.Blocks) == 1 && t.Blocks[0].Type != "locals"
	})
}

// absentIn returns the error to report if no group has the target of an address: that of the group with
// the nearest name.
func absentIn(groups []*group) error {
	var first *Refused
	files := 0
	for _, g := range groups {
		files += len(g.all)
		at, ok := errors.AsType[*Refused](g.err)
		if ok && (first == nil || at.Offset >= 0 && first.Offset < 0) {
			first = at
		}
	}
	if first == nil {
		return groups[0].err
	}
	none := &NotFound{Mistake: first.Mistake, Attribute: first.Code == edit.AttributeNotFound, None: first.none}
	if first.Offset < 0 && files > 1 {
		none.File = noFile
	}
	return none
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
		case ok && (refused.Code == edit.BlockNotFound || refused.Code == edit.AttributeNotFound):
		case g.err != nil && p.KeepGoing && isOfOne(g.err):
			skipped = append(skipped, g.err)
		case g.err != nil:
			return nil, g.err
		default:
			left = append(left, g)
		}
	}
	if len(left) == 0 && len(p.skipped) == 0 {
		return nil, absentIn(groups)
	}
	for _, why := range skipped {
		p.skip(why)
	}
	return left, nil
}

// inEach calls a function for each group, several at a time, and stores the error of each call in
// the group. It returns the error of the first group that failed.
func inEach(groups []*group, do func(*group) error) (err error) {
	for g := range InOrder(groups, func(g *group) *group { g.err = do(g); return g }) {
		err = cmp.Or(err, g.err)
	}
	return err
}
