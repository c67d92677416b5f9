package tidy

import (
	"slices"
	"strings"

	"iacedit/edit/internal/draft"
	"iacedit/internal/engine/rules"
	"iacedit/refs"
	"iacedit/syntax"
	"iacedit/value"
)

// identities are the IDs of the blocks of a folder.
type identities struct {
	owners  map[string][]*owner // by literal, as code
	by      []string            // further arguments whose literals count
	circles *rules.Circles
	warned  map[string]bool // literals that a warning is about
}

// An owner is a block that has an ID.
type owner struct {
	draft.Block
	of        refs.Address
	reference string // to the object or its instance
	attribute string // the argument of the block that is the ID, or that stands for it
}

// identitiesOf returns the IDs of the blocks in a folder, of which an entry asks for further
// arguments.
func (t *tidier) identitiesOf(folder string) *identities {
	known := t.folders[folder]
	if known != nil {
		return known
	}
	known = &identities{owners: map[string][]*owner{}, warned: map[string]bool{}}
	known.circles = rules.NewCircles(t.m.Referrers.Trees(folder), t.m.Language, t.m.Budget)
	t.folders[folder] = known
	for i := range t.targets {
		if x := &t.targets[i]; x.Folder == folder {
			known.by = append(known.by, x.By...)
		}
	}
	blocks := map[refs.Address]draft.Block{}
	for _, f := range t.m.FilesIn(folder) {
		if !f.Searched() {
			continue
		}
		for _, b := range f.BlocksOf("resource") {
			f.Budget.Step(stepsPerTarget)
			of, ok := objectOf(b)
			if !ok {
				continue
			}
			blocks[of] = b
			if b.IsRepeated() {
				continue
			}
			if id := headerID(b); id != "" {
				known.note(value.AppendString(nil, id), &owner{b, of, of.String(), ""})
			}
			known.noteArguments(b, of)
		}
	}
	for _, f := range t.m.FilesIn(folder) {
		if f.Searched() {
			for _, b := range f.BlocksOf("import") {
				known.noteImport(b, blocks)
			}
		}
	}
	return known
}

// note records that a block has an ID.
func (n *identities) note(literal []byte, o *owner) {
	o.Budget.Grow(len(literal))
	same := func(other *owner) bool { return other.of == o.of && other.reference == o.reference }
	if all := n.owners[string(literal)]; !slices.ContainsFunc(all, same) {
		n.owners[string(literal)] = append(all, o)
	}
}

// noteArguments records the literals of the further arguments of a block.
func (n *identities) noteArguments(b draft.Block, of refs.Address) {
	for _, name := range n.by {
		b.Budget.Step(stepsPerPart)
		if text := textOf(b, name); isLiteral(text) {
			n.note([]byte(text), &owner{b, of, of.String(), name})
		}
	}
}

// isLiteral reports whether code is a quoted string with text in it, and without interpolations.
func isLiteral(code string) bool {
	return len(code) > len(`""`) && code[0] == '"' && !strings.Contains(code, "${")
}

// noteImport records the ID of an import block, if it imports one of the given blocks.
func (n *identities) noteImport(b draft.Block, blocks map[refs.Address]draft.Block) {
	b.Budget.Step(stepsPerTarget)
	literal := textOf(b, "id")
	to := b.Index.Attribute(b.ID, "to")
	if to == syntax.NoItem || !isLiteral(literal) || textOf(b, "for_each") != "" {
		return
	}
	e := b.Expr(to)
	at, indexed := e.Root, false
	if kind := e.Node(at).Kind; kind == syntax.NodeIndex || kind == syntax.NodeLegacyIndex {
		at, indexed = e.Node(at).First, true
	}
	typ := e.Node(at).First
	if e.Node(at).Kind != syntax.NodeGetAttr || e.Node(typ).Kind != syntax.NodeVariable {
		return // in another module
	}
	of := refs.Address{Kind: refs.Resource, Type: string(e.Source(typ)), Name: string(e.Source(e.Node(typ).Next))}
	if block, ok := blocks[of]; ok && block.IsRepeated() == indexed {
		n.note([]byte(literal), &owner{block, of, string(e.Source(e.Root)), ""})
	}
}

// objectOf returns the object that a block declares, if it is one that may need another.
func objectOf(b draft.Block) (of refs.Address, ok bool) {
	of, ok = b.Object()
	switch of.Kind {
	case refs.Resource, refs.Data, refs.Ephemeral, refs.Module:
		return of, ok
	}
	return of, false
}

// code returns the reference to the ID: to an argument of the block that is the ID, if there is one.
func (o *owner) code(literal string) string {
	if o.attribute == "" {
		o.attribute = "id"
		for id := range o.Draft.Children(o.ID) {
			o.Budget.Step(2)
			if it := o.Draft.Item(id); it.Kind == syntax.KindAttribute && string(o.Draft.At(it.Content)) == literal {
				o.attribute = string(o.Draft.Name(id))
				break
			}
		}
	}
	return o.reference + "." + o.attribute
}
