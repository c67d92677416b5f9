package draft

import (
	"iacedit/refs"
	"iacedit/syntax"
)

// Object returns the object that a top-level block declares.
func (b Block) Object() (of refs.Address, ok bool) {
	labels := b.Labels()
	of.Kind = b.Reading().KindOf(string(b.Draft.Name(b.ID)))
	switch {
	case of.Kind == refs.Other:
		return of, false
	case of.Kind == refs.Provider && len(labels) == 1:
		of.Type, of.Name = labels[0], b.Alias()
	case len(labels) == 1 && of.Kind != refs.Provider && !of.Kind.HasType():
		of.Name = labels[0]
	case len(labels) == 2 && of.Kind.HasType():
		of.Type, of.Name = labels[0], labels[1]
	default:
		return of, false
	}
	return of, true
}

// Alias returns the alias of a "provider" block, or "" if it has no literal alias.
func (b Block) Alias() (alias string) {
	if id := b.Index.Attribute(b.ID, "alias"); id != syntax.NoItem {
		e := b.Expr(id)
		alias, _ = e.PlainString(e.Root)
	}
	return alias
}

// IsRepeated reports whether the block makes instances: it has the argument count or for_each.
func (b Block) IsRepeated() bool {
	return b.Index.Attribute(b.ID, "count") != syntax.NoItem || b.Index.Attribute(b.ID, "for_each") != syntax.NoItem
}
