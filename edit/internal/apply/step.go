package apply

import (
	"iacedit/address"
	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/plan"
	"iacedit/internal/base/fault"
	"iacedit/syntax"
	"iacedit/value"
)

// Paths go through calls and parentheses (docs/edits.md, "Paths").

// findChild finds the target of a path's step in the value of an item. The parent is the object, list
// or call that contains the target, or would contain it. If the step cannot enter a value, the parent
// is that value.
func (t *attributeEdit) findChild(id syntax.ItemID, p *value.Schema, step address.Step) (parent, found syntax.ItemID, sight address.Sight) {
	parent, found, sight = address.Follow(t.items(), id, p, step)
	if t.mark != nil && sight != address.Unknown && step.Kind == address.StepKey {
		if call := address.Enter(t.items(), id, p, step); call != parent {
			t.mark.Merges(call, parent)
		}
	}
	return parent, found, sight
}

// deleteKey deletes the target of a path that ends in a key. It deletes all pairs of the object
// with that key. In a call of "merge" it deletes these pairs in all arguments that are object
// literals, because otherwise a pair of an earlier argument would take effect.
func (t *attributeEdit) deleteKey(id syntax.ItemID, p *value.Schema) error {
	last := len(t.attr.Path) - 1
	step := t.attr.Path[last]
	objects, in, merged := address.Objects(t.items(), id, p, step)
	if !merged {
		child, _, err := t.step(id, last, p)
		if err == nil {
			err = t.deleteAll(child, step.Key, p.KeyMode())
		}
		return err
	}
	if len(objects) == 0 {
		return t.stepError(in, last)
	}
	found := false
	for _, object := range objects {
		if pair := t.Index.Pair(object, step.Key, p.KeyMode()); pair != syntax.NoItem {
			found = true
			if err := t.deleteAll(pair, step.Key, p.KeyMode()); err != nil {
				return err
			}
		}
	}
	if !found {
		return fault.At(t.attr.At, fault.AttributeNotFound, "%s: no key %s for %s in an object literal of %s; there are %s", t.action, step.Key, t.attr.Text, t.Excerpt(in), t.KeysOf(step.Key, objects...))
	}
	return nil
}

// deleteAll deletes a pair and all other pairs of its object that have the same key.
func (t *attributeEdit) deleteAll(pair syntax.ItemID, key string, m value.Mode) error {
	object := t.Draft.Item(pair).Parent
	for ; pair != syntax.NoItem; pair = t.Index.Pair(object, key, m) {
		if err := t.remove(pair); err != nil {
			return err
		}
	}
	return nil
}

// suggestAppend returns the end of an error message about a missing list element, such as ", and
// [+] adds one".
func suggestAppend(a plan.Action) string {
	if a.Removes() {
		return ", numbered from 0"
	}
	return ", and [+] adds one"
}

// existingItem returns the item of the attribute. For a missing attribute, existingItem returns
// NoItem if the action can add the attribute, and otherwise an error.
func (t *attributeEdit) existingItem() (syntax.ItemID, error) {
	id := t.Index.Attribute(t.item, t.attr.Name)
	if id != syntax.NoItem {
		return id, nil
	}
	if nested := t.Index.Blocks(nil, t.item, []string{t.attr.Name}); len(nested) > 0 {
		at := draft.Block{File: t.File, ID: nested[0]}
		return id, at.WithPosition(fault.At(t.attr.At, fault.InvalidRequest, "%s is a nested block in the code, not an attribute: use \"blockTypes\", {\"blockTypes\": {%q: [{\"attributes\": …}]}}", t.attr.Name, t.attr.Name))
	}
	if !t.action.Makes() {
		if t.mayBeAbsent() {
			return id, errAbsent
		}
		return id, fault.At(t.attr.At, fault.AttributeNotFound, "%s: no attribute %s; %s", t.action, t.attr.Text, t.AttributesOf(t.item, t.attr.Name))
	}
	return id, nil
}

func (t *attributeEdit) mayBeAbsent() bool { return t.ignoresMissing(t.action, t.attr) }

// step follows one step of a path, from the value of an item. index is the index of the step in the
// path. The child is the target of the step, or NoItem if the target does not exist and the action may
// create it. The parent is the object, list or call that contains the target. If the step cannot enter
// the value, the error is not nil.
func (t *attributeEdit) step(id syntax.ItemID, index int, p *value.Schema) (child, parent syntax.ItemID, err error) {
	step := t.attr.Path[index]
	parent, child, seen := t.findChild(id, p, step)
	switch {
	case seen == address.There:
	case seen == address.Unknown:
		err = t.stepError(parent, index)
	case t.mayBeAbsent():
		err = errAbsent
	case step.Kind == address.StepIndex:
		err = fault.At(t.attr.At, fault.AttributeNotFound, "%s: no element %d for %s; the list has %d%s", t.action, step.Index, t.attr.Text, t.CountElements(parent), suggestAppend(t.action))
	case step.Kind == address.StepArgument:
		_, n := t.Index.Element(parent, step.Index)
		if t.Draft.Inside(parent) == syntax.InsideChoice {
			err = fault.At(t.attr.At, fault.AttributeNotFound, "%s: no part %d for %s; a conditional has its condition, 0, and its results, 1 and 2", t.action, step.Index, t.attr.Text)
			break
		}
		err = fault.At(t.attr.At, fault.AttributeNotFound, "%s: no argument %d for %s; the call has %d", t.action, step.Index, t.attr.Text, n)
	case step.Kind == address.StepKey && !t.action.Makes():
		err = fault.At(t.attr.At, fault.AttributeNotFound, "%s: no key %s for %s; the object has %s", t.action, step.Key, t.attr.Text, t.KeysOf(step.Key, parent))
	}
	return child, parent, err
}

// follow returns the attribute, key or element to which a path leads, and the body that contains
// it. With "follow" in the request, this may be the body to which a reference leads. If an item is
// missing, the error names the item.
func (b *body) follow(action plan.Action, attr *plan.Attribute) (in *body, id syntax.ItemID, err error) {
	for {
		t := attributeEdit{body: b, action: action, attr: attr}
		id, err = t.follow()
		onto, is := err.(*redirection)
		if !is {
			return b, id, err
		}
		b, attr = onto.body, onto.attr
	}
}

// follow returns the item to which the path of the attribute leads within the body.
func (t *attributeEdit) follow() (syntax.ItemID, error) {
	attr, p := t.attr, t.special.Attribute(t.attr.Name)
	id, err := t.existingItem()
	for i := range attr.Path {
		if err != nil {
			break
		}
		id, _, err = t.step(id, i, p)
		p = attr.Path[i].Schema(p)
	}
	return id, err
}
