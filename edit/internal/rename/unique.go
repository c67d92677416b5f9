package rename

import (
	"cmp"

	"iacedit/edit/internal/draft"
	"iacedit/internal/engine/selection"
	"iacedit/internal/languages/language"
	"iacedit/internal/languages/terraform"
	"iacedit/module"
	"iacedit/syntax"
)

// checkUnique returns an error if two blocks would have the same address.
func (n *renamer) checkUnique() error {
	if len(n.blocks) == 0 {
		return nil
	}
	type name struct {
		tool draft.Tools // the tool that reads the block
		uniqueKey
	}
	taken := map[name]draft.Block{}
	types := map[string]bool{}
	lastLabels := map[string]bool{} // the last new label of each block
	for i := range n.blocks {
		b := &n.blocks[i]
		types[b.typ], lastLabels[append([]string{""}, b.to...)[len(b.to)]] = true, true
	}
	for _, f := range n.m.Files {
		if !f.Searched() {
			continue
		}
		for typ := range types {
			for _, id := range f.Index.Blocks(nil, syntax.Root, []string{typ}) {
				if b := (draft.Block{File: f, ID: id}); lastLabelIn(b, lastLabels) && !n.renamed[b] {
					key := n.uniqueKey(b, typ, b.Labels(), aliasOf(b))
					for tool := range f.Tools().EachTool {
						taken[name{tool, key}] = b
					}
				}
			}
		}
	}
	for i := range n.blocks {
		b := &n.blocks[i]
		if b.block.Role == module.Override || b.toLocal {
			continue
		}
		key := n.uniqueKey(b.block, b.typ, b.to, cmp.Or(b.alias, aliasOf(b.block)))
		for tool := range b.block.Tools().EachTool {
			at := name{tool, key}
			if holder, ok := taken[at]; ok && language.Uniqueness(n.m.Language, b.typ) != terraform.Repeats {
				return holder.WithPosition(b.takenError(n, holder))
			}
			taken[at] = b.block
		}
	}
	return nil
}

// lastLabelIn reports whether the last label of a block is in the set. For a block without labels
// it looks for "".
func lastLabelIn(b draft.Block, labels map[string]bool) bool {
	found := labels[""]
	for label := range b.Draft.Labels(b.ID) {
		found = labels[string(label)]
	}
	return found
}

// A uniqueKey identifies a block among all blocks of the request.
type uniqueKey struct{ scope, typ, labels string }

// uniqueKey returns the key for a block with the given type, labels and alias. Two blocks of a
// module must not have the same key.
func (n *renamer) uniqueKey(b draft.Block, typ string, labels []string, alias string) uniqueKey {
	key := appendLabels(nil, labels)
	if language.Uniqueness(n.m.Language, typ) == terraform.ByAlias {
		key = selection.AppendLabel(key, alias)
	}
	n.m.Budget.Step(len(key) / 4)
	return uniqueKey{b.Scope(), typ, string(key)}
}

func appendLabels(dst []byte, labels []string) []byte {
	for _, l := range labels {
		dst = selection.AppendLabel(append(dst, ' '), l)
	}
	return dst
}
