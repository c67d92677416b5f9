package lsp

import (
	"path/filepath"
	"strings"

	"iacedit/edit"
	"iacedit/internal/disk/project"
	"iacedit/refs"
	"iacedit/syntax"
)

// offerModule offers to move blocks into a new module: the blocks that the range touches, or the
// block with the cursor on its first line.
func offerModule(p *place, r *request) []offer {
	if !r.client.creates {
		return nil
	}
	blocks := p.takenOut()
	if len(blocks) == 0 {
		return nil
	}
	declared := r.declared(p, refs.Module)
	last := blocks[0].address[len(blocks[0].address)-1].Text
	to := "modules/" + freeName(last, func(name string) bool {
		return declared[name] || len(r.files.Names(filepath.Join(p.dir, "modules", name))) > 0
	})
	return []offer{{"Extract to a module in " + to, to}}
}

// takenOut returns those blocks in the selected range that can be moved into a module.
func (p *place) takenOut() (blocks []spot) {
	if p.role != refs.Configuration {
		return nil
	}
	for id := range p.tree.Children(syntax.Root) {
		at := p.extent(id)
		if p.tree.Kind(id) != syntax.KindBlock || at.To < p.from || at.From > p.to {
			continue
		}
		if p.from == p.to && !p.isOnHeader(id) {
			continue
		}
		switch string(p.tree.Name(id)) {
		case "resource", "data", "module", "check":
			start := *p
			start.from = at.From
			if b, ok := start.block(); ok {
				blocks = append(blocks, b)
			}
		}
	}
	return blocks
}

// planModule plans to move the blocks into a module.
func planModule(p *place, r *request, to string) (*project.Plan, error) {
	blocks := p.takenOut()
	if len(blocks) == 0 {
		return nil, errNothingNamed
	}
	x := edit.ModuleExtraction{To: to}
	for _, b := range blocks {
		x.Blocks = append(x.Blocks, b.address.String())
	}
	tree := r.treeOf(p.unit)
	dir := filepath.Join(p.dir, filepath.FromSlash(strings.TrimPrefix(to, "./")))
	return r.scopeOf(tree.Sources).ExtractModule(tree, p.dir, dir, x)
}
