package apply

import (
	"iacedit/address"
	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/plan"
	"iacedit/edit/internal/report"
	"iacedit/internal/languages/language"
	"iacedit/internal/languages/terraform"
	"iacedit/syntax"
)

// A body is a block, or the top level of a file, that an entry changes.
type body struct {
	*draft.File
	o         *report.Observer
	item      syntax.ItemID
	special   *terraform.Body
	operation plan.Action // the action of the entry
	entry     *plan.Entry
	where     address.Address                 // the block's address, for a report
	optional  bool                            // the entry or an enclosing entry is optional
	follows   bool                            // paths continue in referenced values
	trail     trail                           // the references that the edit followed to this body
	places    map[string]*plan.AttributePlace // the entry's places, by attribute, computed on demand
	swapped   [2]*plan.Attribute              // the attributes of the entry that swapRepeats has applied
	ordered   map[draft.Block]bool            // the results of isOrdered, by body or object
}

// spot returns the file, the item and the address of the body, for warnings.
func (b *body) spot() report.Spot {
	return report.Spot{File: b.File, Item: b.item, Address: b.where}
}

// ignoresMissing reports whether an edit of a missing attribute is ignored, instead of refused,
// because the entry is optional.
func (b *body) ignoresMissing(action plan.Action, attr *plan.Attribute) bool {
	return b.optional && (action.NeedsItem() || attr.Old != "")
}

// isDone reports whether swapRepeats has applied an attribute of the entry.
func (b *body) isDone(attr *plan.Attribute) bool { return attr == b.swapped[0] || attr == b.swapped[1] }

// copyFor returns a copy of b that represents the body of another block, or the top level of a
// file. An edit whose path leads to that block or file continues in the copy.
func (b *body) copyFor(f *draft.File, item syntax.ItemID, typ string, labels ...string) body {
	to := *b
	to.File, to.item, to.special, to.where = f, item, language.Body(f.Module.Language, typ), address.Of(typ, labels...)
	to.places = noPlaces
	return to
}

// noPlaces is the value of the field places in the bodies that copyFor returns. The places in the
// entry are only for attributes of the original body.
var noPlaces = map[string]*plan.AttributePlace{}

func (b *body) isBlock(id syntax.ItemID) bool {
	return id != syntax.NoItem && b.Draft.Kind(id) == syntax.KindBlock
}

// followsCustom reports whether a top-level block should follow a custom, such as a blank line
// below "count" (see Block.FollowsCustom). For other bodies, the result is usual.
func (b *body) followsCustom(c draft.Custom, usual bool) bool {
	if b.item == syntax.Root || b.Draft.Item(b.item).Parent != syntax.Root {
		return usual
	}
	return draft.Block{File: b.File, ID: b.item}.FollowsCustom(c, usual)
}

// entryPlace returns the place that the entry specifies for a new attribute, or nil.
func (b *body) entryPlace(attr *plan.Attribute) *plan.AttributePlace {
	places := b.entry.Places
	if b.places == nil && len(places) > 0 {
		b.places = make(map[string]*plan.AttributePlace, len(places))
		for i := range places {
			b.Budget.Step(1)
			if len(places[i].Path) == 0 {
				b.places[places[i].Name] = &places[i]
			}
		}
	}
	return b.places[attr.Name]
}

// isOrdered reports whether a body or an object had a group of sorted attributes or pairs before
// the entry was applied. Such a group has at least the given number of members.
func (b *body) isOrdered(parent syntax.ItemID, least int) bool {
	at := draft.Block{File: b.File, ID: parent}
	is, ok := b.ordered[at]
	if !ok {
		is = b.Draft.IsInOrder(parent, least)
		draft.Note(&b.ordered, at, is)
	}
	return is
}
