package apply

import "iacedit/syntax"

// deletePart deletes a pair, element or argument. An object or list that this leaves empty, even of
// comments, becomes {} or [].
func (t *attributeEdit) deletePart(id syntax.ItemID) {
	parent := t.Draft.Item(id).Parent
	t.Delete(id)
	if inside := t.Draft.Inside(parent); (inside == syntax.InsideObject || inside == syntax.InsideList) && t.Draft.Empty(parent) {
		t.Draft.Clear(parent)
	}
}
