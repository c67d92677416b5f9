package apply

import (
	"cmp"
	"slices"

	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/plan"
	"iacedit/internal/base/budget"
	"iacedit/internal/base/excerpt"
	"iacedit/internal/base/fault"
	"iacedit/internal/engine/render"
	"iacedit/internal/languages/language"
	"iacedit/syntax"
	"iacedit/value"
)

// makeBlock creates the new block of an entry, at the place that the entry specifies or at the
// customary place.
func makeBlock(s *draft.Site, e *plan.Entry) (made draft.Block, err error) {
	m := s.Module()
	typ, labels := m.Language.Spelling(s.Type), s.Labels
	if s.Nested {
		typ, labels = s.Type, e.Labels
	} else if m.Language.Dialect.AnyBlock() {
		labels = slices.Concat(labels, e.Labels)
	}
	if err := checkLabels(s, e); err != nil {
		return made, err
	}
	if e.Place == nil {
		if !s.Nested {
			return makeTopLevel(s, e, typ, labels)
		}
		made.File = s.File
		place := customaryBlock(s, labels)
		made.ID, err = made.PutBlock(s.Body, place, typ, labels)
		if style := s.File.Styler().NestedStyle(s.Body, draft.KindOf(s.Type, labels)); err == nil && (place.After != syntax.NoItem || typ == "dynamic") {
			style.Siblings, style.After = true, made.ID
		}
		return made, draft.ErrorAt(e.At, err)
	}
	f := s.File
	if e.Place.Kind < plan.PlaceBefore {
		if f, err = m.FileForBlock(s, e); err != nil {
			return made, err
		}
	}
	folder := ""
	if m.Tree && (e.File != "" || e.Folder != "") {
		if f, err = m.FileForBlock(s, e); err != nil {
			return made, err
		}
		folder = f.Folder
	}
	at, err := m.BlockSpot(f, folder, s.Body, s.Outer, e.Place)
	if err != nil {
		return made, err
	}
	if name := at.File.Name; !e.IsOf(name, at.File.Budget) {
		return made, fault.At(e.Place.At, fault.BlockNotFound, "place: the block to place it beside is in %s, not in %s", excerpt.Quote(name), excerpt.Quote(cmp.Or(e.File, e.Folder)))
	}
	place := m.Place(at)
	if at.Kind == plan.PlaceLast && !s.Nested {
		place = render.Place{}
	}
	made.File = at.File
	made.ID, err = made.PutBlock(s.Body, place, typ, labels)
	if err == nil {
		m.RecordAt(at, made.ID)
	}
	return made, draft.ErrorAt(e.At, err)
}

// makeTopLevel creates a top-level block beside blocks of its kind.
func makeTopLevel(s *draft.Site, e *plan.Entry, typ string, labels []string) (made draft.Block, err error) {
	n := draft.NewBlock{Type: typ, Labels: labels, Required: e.AttributeAt("default") == nil}
	if typ == "moved" || typ == "import" {
		if to := e.AttributeAt("to"); to != nil && to.Value.Kind == value.String {
			n.About = draft.WithoutIndex(value.Unwrap(to.Value.Text))
		}
	}
	if made.File, err = s.Module().FileForBlock(s, e); err != nil {
		return made, err
	}
	made.ID, err = made.PutBlock(syntax.Root, made.PlaceBeside(&n), typ, labels)
	return made, draft.ErrorAt(e.At, err)
}

// makeAttribute adds an attribute at the place that the entry specifies or at the customary place.
func (b *body) makeAttribute(attr *plan.Attribute, text []byte) error {
	sent := b.entryPlace(attr)
	if sent == nil {
		b.readCustoms(attr.Name)
		id, err := b.PutAttribute(b.item, b.customaryPlace(attr.Name), attr.Name, text, attr.At)
		if err == nil {
			if b.special != nil && b.special.InOrder {
				b.Draft.AddedInOrder(id, attr.Name)
			}
			b.addBlankLines(id)
			if (b.special == nil || !b.special.InOrder || !b.ordered[draft.Block{File: b.File, ID: b.item}]) && !b.Styler().IsNew(b.item) {
				b.Draft.SpaceAttribute(id, b.special.IsMeta(attr.Name))
			}
		}
		return err
	}
	at, err := b.attributeSpot(b.item, sent)
	if err != nil {
		return err
	}
	id, err := b.PutAttribute(b.item, b.Module.Place(at), attr.Name, text, attr.At)
	if err == nil {
		b.Draft.SpaceAttribute(id, b.special.IsMeta(attr.Name))
		b.Module.RecordAt(at, id)
	}
	return err
}

// attributeSpot returns the spot for an attribute or key, given its place in the request. container
// is the body or object that contains the spot.
func (b *body) attributeSpot(container syntax.ItemID, place *plan.AttributePlace) (at draft.Spot, err error) {
	at = draft.Spot{File: b.File, In: container, Kind: place.Place.Kind}
	if place.Place.Kind >= plan.PlaceBefore {
		defer budget.CatchAt(&err, place.Place.At)
		t := attributeEdit{body: b, action: plan.ForPlaces, attr: &place.Place.Attribute, noFollow: true, isNeighbour: true}
		at.Neighbour, err = t.follow()
	}
	return at, err
}

// checkLabels returns an error if Terraform does not allow the labels for a new top-level block.
func checkLabels(s *draft.Site, e *plan.Entry) error {
	if s.Nested {
		return nil
	}
	for _, label := range s.Labels {
		if reason := language.LabelFault(s.Module().Language, s.Type, s.Nested, label); reason != "" {
			return fault.At(e.At, fault.InvalidRequest, "%s: %s: %s", s.Action, s.Type, reason)
		}
	}
	return nil
}
