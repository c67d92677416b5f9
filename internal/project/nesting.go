package project

import (
	"iacedit/address"
	"iacedit/convert"
	"iacedit/syntax"
)

// dynamic is the type of a nested block that generates others, of the type in its label.
const dynamic = "dynamic"

// nestAsOthers reads an unknown name as a nested block if the schema of its provider has one,
// or else other blocks of the kind in the group: log_config.metadata is then an attribute of a
// block.
func (g *group) nestAsOthers(l address.Language, schemas *convert.Schemas) {
	for _, s := range g.asked {
		t := &s.target
		if s.tree == nil || s.complete || t.Path.Name == "" || t.Depth() < len(t.Blocks) || l.IsValuesFile(t.Blocks[0].Type) || hasAttribute(s.tree, t) {
			continue
		}
		nested, known := nestBySchema(t, schemas)
		if !known && g.nests(t, l) {
			nested = t.Nest()
		}
		if nested {
			missing, found := t.Missing(s.tree, l)
			s.missing, s.complete = missing, !found
		}
	}
}

// hasAttribute reports whether one of the target's blocks has the attribute.
func hasAttribute(f *syntax.File, t *address.Target) bool {
	for _, body := range t.Found {
		if f.Attribute(body, t.Path.Name) != syntax.NoItem {
			return true
		}
	}
	return false
}

// nests reports whether a block of the target's kind has a nested block with a name. The kind
// is the type and, for two labels or a provider, the first label.
func (g *group) nests(t *address.Target, l address.Language) bool {
	level := &t.Blocks[0]
	kinds := len(level.Labels) > 1 || len(level.Labels) == 1 && level.Type == "provider"
	for _, s := range g.asked {
		if s.tree == nil {
			continue
		}
		var bodies []syntax.ItemID
		for _, typ := range l.Spellings(level.Type) {
			for id := range s.tree.Blocks(syntax.Root, typ) {
				if !kinds || ofKind(s.tree, id, level.Labels[0]) {
					bodies = append(bodies, id)
				}
			}
		}
		for _, inner := range t.Blocks[1:] {
			bodies = nestedIn(s.tree, bodies, inner.Type)
		}
		if len(nestedIn(s.tree, bodies, t.Path.Name)) > 0 {
			return true
		}
	}
	return false
}

// ofKind reports whether the first of a block's labels matches.
func ofKind(f *syntax.File, block syntax.ItemID, wanted string) bool {
	for label := range f.Labels(block) {
		return address.MatchLabel(wanted, string(label))
	}
	return false
}

// nestedIn returns the nested blocks of a type in bodies, and the dynamic blocks that generate
// them.
func nestedIn(f *syntax.File, bodies []syntax.ItemID, typ string) (found []syntax.ItemID) {
	for _, body := range bodies {
		for id := range f.Children(body) {
			if f.Kind(id) != syntax.KindBlock {
				continue
			}
			if name := string(f.Name(id)); name == typ || name == dynamic && ofKind(f, id, typ) {
				found = append(found, id)
			}
		}
	}
	return found
}

// nest reads an unknown name as a nested block, in the dialect hcl as one with labels.
func (s *subject) nest(a address.Address, whole bool, l address.Language) bool {
	if l.Dialect == address.HCL {
		return s.target.NestLabelled(a, whole)
	}
	return s.target.Nest()
}

// isMade reports whether the target is nested blocks that only dynamic blocks make.
func (s *subject) isMade() bool {
	t := &s.target
	return t.Path.Name != "" && len(t.Path.Steps) == 0 && t.Depth() == len(t.Blocks) && !hasAttribute(s.tree, t) &&
		len(nestedIn(s.tree, t.Found, t.Path.Name)) > 0
}

// instances returns "count" or "for_each" if the target is a block by a number and makes
// instances by that argument, so that the number may be meant as an instance's; or "".
func (s *subject) instances() string {
	t := &s.target
	if len(t.Blocks) != 1 || t.Path.Name != "" || t.Blocks[0].Index < 0 {
		return ""
	}
	for _, id := range t.Found {
		for _, name := range []string{"count", "for_each"} {
			if s.tree.Attribute(id, name) != syntax.NoItem {
				return name
			}
		}
	}
	return ""
}
