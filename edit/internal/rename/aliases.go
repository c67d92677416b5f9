package rename

import (
	"slices"
	"strings"

	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/plan"
	"iacedit/internal/base/excerpt"
	"iacedit/internal/base/fault"
	"iacedit/refs"
	"iacedit/syntax"
)

// A renamedAlias is a provider's configuration that gets a new alias.
type renamedAlias struct {
	folder   string
	provider string
	from, to string
}

// findAlias records the new alias of a "provider" block, and of the blocks that override it. In the
// tests of the module, a provider with this alias takes the place of the block, so its alias changes,
// too.
func (n *renamer) findAlias(block renamedBlock, names *plan.Naming) error {
	b, old := block.block, aliasOf(block.block)
	if old == "" {
		return b.WithPosition(fault.At(names.At, fault.AttributeNotFound, "rename: provider %s has no literal alias; update or set adds one", quoteLabels(block.from)))
	}
	block.alias = names.Alias
	if old == names.Alias {
		return nil
	}
	if err := block.recordIn(n); err != nil {
		return err
	}
	n.replaceAlias(b, names.Alias)
	if block.isTwin {
		return nil
	}
	provider := block.from[0]
	for _, f := range n.m.Referrers.In(b.Folder) {
		types := []string{"provider"}
		switch {
		case f.IsTest && !block.keepReferences:
			types = append(types, "mock_provider")
		case f.File == b.File || n.m.Named && !f.Overrides():
			continue
		}
		for _, id := range f.Index.Blocks(nil, syntax.Root, types) {
			n.m.Budget.Step(stepsPerBlock)
			if other := (draft.Block{File: f.File, ID: id}); aliasOf(other) == old && slices.Equal(other.Labels(), block.from) {
				n.replaceAlias(other, names.Alias)
			}
		}
	}
	if block.keepReferences {
		return nil
	}
	n.addReference(b.Scope(), refs.Rename{Of: refs.Address{Kind: refs.Provider, Type: provider, Name: old}, Type: provider, Name: names.Alias}, names.At)
	if n.m.Named && !block.keepCalls {
		n.aliases = append(n.aliases, renamedAlias{b.Folder, provider, old, names.Alias})
	}
	return nil
}

// replaceAlias replaces the value of the argument alias of a block, which is a literal.
func (n *renamer) replaceAlias(b draft.Block, alias string) {
	e := b.Expr(b.Index.Attribute(b.ID, "alias"))
	at := e.Node(e.Root).Span()
	n.addReplacement(b.File, at, `"`+alias+`"`)
}

// updateProviderKeys changes the keys in the argument "providers" of the calls and runs of modules
// with new aliases: the key aws.old is a provider of the called module.
func (n *renamer) updateProviderKeys() error {
	for _, a := range n.aliases {
		calls := n.allCalls()
		var blocks []draft.Block
		for _, c := range calls.byModule[a.folder] {
			if c.name != "" {
				blocks = append(blocks, c.block)
			}
		}
		for _, b := range append(blocks, calls.runsByModule[a.folder]...) {
			n.m.Budget.Step(stepsPerCall)
			if id := b.Index.Attribute(b.ID, "providers"); id != syntax.NoItem {
				n.updateKeysIn(b, id, a)
			}
		}
	}
	return nil
}

// updateKeysIn changes the keys that name an alias in the object that is the value of an attribute.
func (n *renamer) updateKeysIn(b draft.Block, attribute syntax.ItemID, a renamedAlias) {
	e := b.Expr(attribute)
	if e.Node(e.Root).Kind != syntax.NodeObject {
		return
	}
	for pair := range e.Children(e.Root) {
		n.m.Budget.Step(1)
		key := e.Node(pair).First
		text := string(e.Source(key))
		name := strings.TrimSuffix(strings.TrimPrefix(text, `"`), `"`)
		if name == a.provider+"."+a.from {
			n.addReplacement(b.File, e.Node(key).Span(), strings.Replace(text, name, a.provider+"."+a.to, 1))
		}
	}
}

// takenError returns the error for a new address that another block, the holder, has already, or will
// have as its new address.
func (b *renamedBlock) takenError(n *renamer, holder draft.Block) *fault.Error {
	if b.alias != "" {
		return fault.At(b.labelsAt, fault.BlockAlreadyExists, "rename: the code has provider %s with the alias %s already; choose another alias", quoteLabels(b.to), excerpt.Quote(b.alias))
	}
	if n.renamed[holder] {
		return fault.At(b.labelsAt, fault.BlockAlreadyExists, "rename: %s %s and %[1]s %[3]s would both become %[4]s; choose another name", b.typ, quoteLabels(b.from), quoteLabels(holder.Labels()), quoteLabels(b.to))
	}
	also := ""
	if b.byPattern {
		also = ", and " + b.typ + " " + quoteLabels(b.from) + " would become it"
	}
	return fault.At(b.labelsAt, fault.BlockAlreadyExists, "rename: the code has %s %s already%s; choose another name", b.typ, quoteLabels(b.to), also)
}
