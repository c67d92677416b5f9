package apply

import (
	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/plan"
	"iacedit/internal/base/fault"
	"iacedit/syntax"
)

// remove deletes an attribute, pair, element or argument. An object or list that this leaves empty,
// even of comments, becomes {} or []. Under "disable", remove makes comments of the item instead.
func (t *attributeEdit) remove(id syntax.ItemID) error {
	if t.action.Disables() {
		return disable(t.File, id, t.action, t.attr.At, t.attr.Text)
	}
	parent := t.Draft.Item(id).Parent
	t.Delete(id)
	if inside := t.Draft.Inside(parent); (inside == syntax.InsideObject || inside == syntax.InsideList) && t.Draft.Empty(parent) {
		t.Draft.Clear(parent)
	}
	return nil
}

// disable makes comments of an item. what is the name of the item, for messages.
func disable(f *draft.File, id syntax.ItemID, action plan.Action, offset int, what string) error {
	if f.JSON != nil {
		return fault.At(offset, fault.InvalidRequest, "%s: %s is in JSON syntax, which has no comments", action, what)
	}
	err := f.Styler().CommentOut(id)
	if err == nil {
		return nil
	}
	return draft.Block{File: f, ID: id}.WithPosition(fault.At(offset, fault.InvalidRequest, "%s: %s cannot be a comment: %s", action, what, err))
}
