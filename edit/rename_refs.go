package edit

import (
	"iacedit/edit/internal/plan"
	"iacedit/internal/excerpt"
	"iacedit/internal/fault"
	"iacedit/module"
	"iacedit/refs"
	"iacedit/render"
	"iacedit/syntax"
)

// kinds holds what references lead to, by block type.
var kinds = map[string]refs.Kind{
	"resource": refs.Resource, "data": refs.Data, "ephemeral": refs.Ephemeral, "action": refs.Action,
	"module": refs.Module, "variable": refs.Variable, "provider": refs.Provider,
}

// refer notes that references to a block are to follow it.
func (n *renamer) refer(typ string, b blockRef, from, to []string, attribute string) {
	kind, ok := kinds[typ]
	if !ok || n.options.Dialect == HCL {
		return
	}
	r := refs.Rename{Of: refs.Address{Kind: kind, Name: from[len(from)-1]}, Attribute: attribute, Name: to[len(to)-1], Repeated: n.repeated(b)}
	switch {
	case kind == refs.Provider:
		alias := n.literalAt(b.id, "alias")
		r.Of.Type, r.Of.Name, r.Type, r.Name = from[0], alias, to[0], alias
	case len(from) == 2:
		r.Of.Type, r.Type = from[0], to[0]
	}
	n.references = append(n.references, r)
}

// referTo notes that references to an attribute are to follow it.
func (n *renamer) referTo(typ string, b blockRef, labels []string, name plan.NewName) {
	switch {
	case n.options.Dialect == HCL:
	case typ == "locals":
		n.references = append(n.references, refs.Rename{Of: refs.Address{Kind: refs.Local, Name: name.Of.Name}, Name: name.Name})
	case typ == "resource" || typ == "data" || typ == "ephemeral":
		n.references = append(n.references, refs.Rename{
			Of: refs.Address{Kind: kinds[typ], Type: labels[0], Name: labels[1]}, Attribute: name.Of.Name, Name: name.Name, Repeated: n.repeated(b),
		})
	}
}

// repeated reports whether a block has several instances.
func (n *renamer) repeated(b blockRef) bool {
	return n.index.attribute(b.id, "count") != syntax.NoItem || n.index.attribute(b.id, "for_each") != syntax.NoItem
}

// follow makes the references in all documents follow.
func (n *renamer) follow() error {
	if len(n.references) == 0 {
		return nil
	}
	renames, err := refs.NewRenames(n.references)
	if err != nil {
		return fault.At(*n.now, fault.InvalidRequest, "rename: %s", err)
	}
	replacements := make([][]refs.Replacement, len(n.docs))
	for i, doc := range n.docs {
		role := refs.Configuration
		switch {
		case doc.role == module.Values || doc.role == module.NamedValues:
			role = refs.Variables
		case n.module && doc.role == module.None:
			continue
		}
		n.budget.Step(len(doc.tree.Text()) >> 1)
		found, captures := renames.Replacements(nil, doc.tree, role)
		for _, c := range captures {
			return n.captured(doc, c)
		}
		replacements[i] = found
	}
	for i, found := range replacements {
		if len(found) == 0 {
			continue
		}
		n.in(i)
		made := make([]render.Replacement, len(found))
		for j, r := range found {
			made[j] = render.Replacement(r)
		}
		if err := n.d.Replace(made); err != nil {
			return err
		}
		n.known.reset()
		n.restart(i)
	}
	return nil
}

// captured is the error of a new name that would mean something else somewhere.
func (n *renamer) captured(doc *document, c refs.Capture) error {
	by := "a word of the language"
	if c.By != nil {
		by = "a local name"
	}
	line, column := syntax.Position(doc.tree.Text(), int(c.At.From))
	err := fault.At(*n.now, fault.InvalidRequest, "rename: on line %d, column %d the new name %s would be taken for %s", line, column, excerpt.Quote(c.Name), by)
	if !doc.settled {
		err.Position = &Position{File: doc.Name, Line: line, Column: column}
	}
	return err
}
