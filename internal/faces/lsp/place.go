package lsp

import (
	"path/filepath"
	"slices"

	"iacedit/address"
	"iacedit/internal/languages"
	"iacedit/internal/languages/terraform"
	"iacedit/refs"
	"iacedit/syntax"
)

// A place is a range of an open file, and the code there.
type place struct {
	document *document
	dir      string // the directory of the file
	unit     unit
	text     *text
	tree     *syntax.File
	role     refs.Role
	from, to int32
}

// place parses an open file, and returns the place for a range in it. It fails if the file does not
// parse.
func (r *request) place(uri string, at textRange) (*place, error) {
	d, err := r.document(uri)
	if err != nil {
		return nil, err
	}
	p := &place{document: d, dir: filepath.Dir(d.path), text: newText(d.code, r.client.encoding)}
	if d.path != "" {
		p.unit = r.unitOf(d.path)
	}
	p.role = roleOf(p.unit.dialect, d.path)
	if p.tree, err = syntax.Parse(d.code); err != nil {
		return nil, err
	}
	p.from = int32(p.text.offset(at.Start))
	p.to = max(p.from, int32(p.text.offset(at.End)))
	return p, nil
}

// file returns the file of the place alone.
func (p *place) file() unit { return unit{p.unit.dialect, p.document.path} }

// mayRefer reports whether the code of the file can refer to what it declares.
func (p *place) mayRefer() bool {
	return p.document.path != "" && p.role != refs.Generic && !p.hasValues()
}

// hasValues reports whether the file has the values of variables.
func (p *place) hasValues() bool { return p.role != refs.RoleIn(p.unit.dialect, false) }

// roleOf returns the role of a file in its language.
func roleOf(d languages.Dialect, path string) refs.Role {
	switch {
	case d.AnyBlock():
		return refs.RoleIn(d, d.HasValues(filepath.Base(path)))
	case terraform.IsConfiguration(path):
		return refs.Configuration
	case terraform.IsValues(path):
		return refs.Variables
	}
	return refs.Generic
}

// holds reports whether the start of the place is in a span, or directly after it.
func (p *place) holds(s syntax.Span) bool { return s.From <= p.from && p.from <= s.To && s.From < s.To }

// A spot is an attribute, block, pair or element of the tree, with its address.
type spot struct {
	address address.Address
	id      syntax.ItemID
}

// spots returns the items that contain the place, outermost first: a block, its nested blocks,
// an attribute, and pairs and elements of its value.
func (p *place) spots() (all []spot) {
	body, above := syntax.Root, address.Address(nil)
	for {
		found := false
		for a, id := range address.Children(p.tree, body, above, address.Language{Dialect: p.unit.dialect}) {
			if !p.holds(p.extent(id)) {
				continue
			}
			above, body, found = append(address.Address(nil), a...), id, true
			break
		}
		if !found {
			return all
		}
		all = append(all, spot{above, body})
		if p.tree.Kind(body) != syntax.KindBlock {
			return p.inValue(all)
		}
	}
}

// extent returns the span of an item's own code, without the comments before and after it.
func (p *place) extent(id syntax.ItemID) syntax.Span {
	from := p.tree.Value(id)
	if h := p.tree.Header(id); h.From < h.To {
		from.From = h.From
	}
	return from
}

// inValue extends a list of the spots around the place, outermost first. If the place is in the
// value of the last spot, it appends the pairs and elements of this value that contain the place.
func (p *place) inValue(all []spot) []spot {
	for {
		last := all[len(all)-1]
		if !p.tree.Expand(last.id) {
			return all
		}
		next := spot{id: syntax.NoItem}
		switch p.tree.Inside(last.id) {
		case syntax.InsideObject:
			for id := range p.tree.Pairs(last.id) {
				if key, literal := p.tree.Key(id); literal && p.holds(p.extent(id)) {
					next = spot{append(slices.Clip(last.address), address.Name(key)), id}
				}
			}
		case syntax.InsideList:
			n := 0
			for id := range p.tree.Elements(last.id) {
				if p.holds(p.tree.Value(id)) {
					next = spot{append(slices.Clip(last.address), address.Part{Kind: address.PartIndex, Index: n}), id}
				}
				n++
			}
		}
		if next.id == syntax.NoItem {
			return all
		}
		all = append(all, next)
	}
}
