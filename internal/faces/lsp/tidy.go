package lsp

import (
	"path/filepath"

	"iacedit/edit"
	"iacedit/internal/disk/project"
	"iacedit/refs"
)

// offerTidy offers to tidy the block on whose first line the cursor is, and the file, if the cursor
// is there or outside of all blocks. It offers only what changes something.
func offerTidy(p *place, r *request) (list []offer) {
	b, in := p.block()
	if p.role != refs.Configuration || in && !p.isOnHeader(b.id) {
		return nil
	}
	all := []offer{{"Tidy this file", ""}}
	if in {
		all = append([]offer{{"Tidy " + b.address.String(), b.address.String()}}, all...)
	}
	for _, o := range all {
		if plan, err := planTidy(p, r, o.argument); err == nil && len(plan.Changes) > 0 {
			list = append(list, o)
		}
	}
	return list
}

// planTidy plans to tidy a block or, if the address is "", the blocks of the file. The IDs of blocks
// in other files of the module become references, too.
func planTidy(p *place, r *request, of string) (*project.Plan, error) {
	if of != "" {
		return r.scope(p.unit).Plan(&project.Operate{Address: of, Operation: edit.Tidy, Follows: true})
	}
	return planEdits(r.scope(p.unit), edit.Tidy(edit.AllBlocks(), edit.InFile(filepath.Base(p.document.path)), edit.Optional()))
}
