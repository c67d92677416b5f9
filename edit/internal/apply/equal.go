package apply

import (
	"iacedit/address"
	"iacedit/internal/base/fault"
	"iacedit/syntax"
	"iacedit/value"
)

// The step [=] of a path leads to the element of a list that equals the value in the request
// (docs/edits.md, "Paths"). In the selector "where", a string may equal a number or boolean (see
// value.Where). Elsewhere, values of different types are different (see value.Setting).

// equalStep follows the step [=], which is the last step of a path, into a list with the given
// schema. The child is the first equal element, or NoItem. The parent is the list to which a new
// element is added.
func (t *attributeEdit) equalStep(id syntax.ItemID, p *value.Schema) (child, parent syntax.ItemID, err error) {
	elements, last, _, err := t.FindEqual(id, &t.attr.Value, p)
	switch {
	case err != nil:
		return child, parent, err
	case len(elements) > 0:
		return elements[0], last, nil
	case last == syntax.NoItem:
		return child, parent, t.stepError(address.Enter(t.items(), id, p, address.Step{Kind: address.StepEqual}), len(t.attr.Path)-1)
	case !t.action.Makes():
		return child, parent, t.noEqualError()
	}
	return syntax.NoItem, last, nil
}

func (t *attributeEdit) noEqualError() *fault.Error {
	return fault.At(t.attr.At, fault.AttributeNotFound, "%s: no element for %s equals the value sent", t.action, t.attr.Text)
}

// deleteEqual deletes the elements that the step [=] leads to.
func (t *attributeEdit) deleteEqual(id syntax.ItemID, p *value.Schema) error {
	elements, _, any, err := t.FindEqual(id, &t.attr.Value, p)
	if err == nil && !any {
		return t.stepError(address.Enter(t.items(), id, p, address.Step{Kind: address.StepEqual}), len(t.attr.Path)-1)
	}
	if err == nil && len(elements) == 0 {
		err = t.noEqualError()
	}
	for _, c := range elements {
		if err := t.remove(c); err != nil {
			return err
		}
	}
	return err
}

// applyMatching applies the action to the elements that the step [~"re"] leads to, in the value of an
// item with the schema p.
func (t *attributeEdit) applyMatching(id syntax.ItemID, p *value.Schema) error {
	elements, any := t.Matching(id, t.attr.Re, p.Element())
	switch {
	case !any:
		return t.stepError(address.Enter(t.items(), id, p, address.Step{Kind: address.StepEqual}), len(t.attr.Path)-1)
	case len(elements) == 0:
		return fault.At(t.attr.At, fault.AttributeNotFound, "%s: no element for %s matches", t.action, t.attr.Text)
	}
	for _, c := range elements {
		var err error
		if t.action.Names() {
			err = t.remove(c)
		} else {
			err = t.setItem(c, p.Element())
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// setItem sets an item to the value in the request. If this value contains "$", setItem first
// replaces each "$" by the old value of the item. For the operation "replace", setItem instead
// changes text inside the old value.
func (t *attributeEdit) setItem(id syntax.ItemID, schema *value.Schema) error {
	if t.attr.Texts != nil {
		return t.writer().replaceText(id, t.attr, schema)
	}
	if t.attr.Old != "" {
		return t.writer().setFromOld(id, t.attr, schema)
	}
	return t.writer().update(id, &t.attr.Value, schema)
}

func (t *attributeEdit) writer() *writer { return &writer{File: t.File, o: t.o, body: t.body} }
