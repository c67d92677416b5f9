package apply

import (
	"slices"

	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/plan"
	"iacedit/internal/engine/render"
	"iacedit/syntax"
)

// customaryBlock returns the place for a new nested block with the given labels, if the edit names
// no place. If the enclosing block has blocks of the same kind, the new block is placed beside
// them. Otherwise it is placed at the end of the enclosing block, but above "depends_on", and above
// a block that customarily comes last, such as "lifecycle".
func customaryBlock(s *draft.Site, labels []string) (place render.Place) {
	style := s.File.Styler().NestedStyle(s.Body, draft.KindOf(s.Type, labels))
	place.Spacing, place.After = style.Spacing, style.After
	if s.Outer == nil || s.Made || style.Siblings || s.HasCandidates() {
		return place
	}
	d := s.File.Draft
	last := d.LastItem(s.Body)
	if last != syntax.NoItem && d.Kind(last) == syntax.KindAttribute && slices.Contains(s.Outer.Last, string(d.Name(last))) {
		if above := d.PrevItem(last); above != syntax.NoItem && (d.Kind(above) == syntax.KindBlock || d.Above(last) == syntax.NoItem) {
			place.Before, last = last, above
		}
	}
	if last != syntax.NoItem && d.Kind(last) == syntax.KindBlock && !slices.Contains(s.Outer.Ending, s.Type) &&
		slices.Contains(s.Outer.Ending, string(d.Name(last))) {
		place.Before = last
	}
	if place.Before != syntax.NoItem && place.Spacing == render.Tight {
		place.Spacing = render.AsAround
	}
	return place
}

// isLate reports whether an attribute must be added after the nested blocks of the entry, because
// it belongs below them. This is true of a new "depends_on" for which the entry specifies no place.
func (b *body) isLate(c *plan.Change, attr *plan.Attribute) bool {
	p := b.special
	if p == nil || !slices.Contains(p.Last, attr.Name) || len(attr.Path) > 0 || !c.Action.SetsValues() || b.entryPlace(attr) != nil ||
		b.Index.Attribute(b.item, attr.Name) != syntax.NoItem {
		return false
	}
	nested := false
	for i := range b.entry.Changes {
		other := &b.entry.Changes[i]
		nested = nested || other.Action.SetsValues() && len(other.Blocks) > 0
		if other != c && slices.ContainsFunc(other.Attributes, func(a plan.Attribute) bool { return a.Name == attr.Name }) {
			return false // changes apply in order
		}
	}
	return nested
}
