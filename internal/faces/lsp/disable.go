package lsp

import (
	"bytes"
	"slices"

	"iacedit/address"
	"iacedit/edit"
	"iacedit/internal/disk/project"
	"iacedit/internal/engine/selection"
	"iacedit/syntax"
)

// offerDisable offers to comment out a block, if the cursor is on its first line, or the innermost
// attribute, pair or element that contains the place and begins on a line of its own.
func offerDisable(p *place, _ *request) []offer {
	for _, s := range slices.Backward(p.spots()) {
		if p.tree.Kind(s.id) == syntax.KindBlock && !p.isOnHeader(s.id) {
			return nil
		}
		if p.beginsLine(s.id) {
			return []offer{{"Comment out " + s.address.String(), s.address.String()}}
		}
	}
	return nil
}

// beginsLine reports whether only blanks are before an item on its first line.
func (p *place) beginsLine(id syntax.ItemID) bool {
	before := p.tree.Text()[:p.extent(id).From]
	return len(bytes.TrimLeft(before[bytes.LastIndexByte(before, '\n')+1:], " \t")) == 0
}

func planDisable(p *place, r *request, what string) (*project.Plan, error) {
	return r.scope(p.file()).Plan(&project.Naming{Operation: edit.Disable, Address: what})
}

// offerEnable offers to make code of what is commented out on the line of the cursor.
func offerEnable(p *place, _ *request) []offer {
	if d := p.disabled(); d != nil {
		return []offer{{"Uncomment " + d.Address.String(), ""}}
	}
	return nil
}

// disabled returns the code that is commented out on the line of the cursor, or nil.
func (p *place) disabled() *selection.Disabled {
	for _, d := range selection.DisabledIn(p.tree, address.Language{}, nil) {
		if d.Lines.From <= p.from && p.from < d.Lines.To {
			return &d
		}
	}
	return nil
}

func planEnable(p *place, r *request, _ string) (*project.Plan, error) {
	d := p.disabled()
	if d == nil {
		return nil, errNothingNamed
	}
	return r.scope(p.file()).Plan(project.EnableDisabled(d))
}
