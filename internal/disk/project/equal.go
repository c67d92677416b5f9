package project

import (
	"fmt"

	"iacedit/address"
	"iacedit/value"
)

// naming returns the edits of an operation whose entries name items: the target, or the elements in
// it that equal a value.
func (r *request) naming(equal *Value) ([]byte, error) {
	if err := checkEqual(r.target, equal); err != nil {
		return nil, err
	}
	path := r.target.Path.String()
	switch {
	case equal != nil:
		v, err := equal.value(r.target.Schema(r.language))
		if err != nil {
			return nil, err
		}
		return r.edits(contentsOf("attributes", *oneMember(path, v)))
	case r.target.Path.Name != "":
		return r.edits(contentsOf("attributes", listOf(path)))
	}
	return r.edits()
}

// checkEqual returns an error if only one of these is there: a value for elements, and an address
// that ends in [=].
func checkEqual(t *address.Target, equal *Value) error {
	n := len(t.Path.Steps)
	switch ends := n > 0 && t.Path.Steps[n-1].Kind == address.StepEqual; {
	case ends && equal == nil:
		return fmt.Errorf("%s ends in [=]; give the element as --equal VALUE", t.Address())
	case !ends && equal != nil:
		return fmt.Errorf("%s: --equal goes with an address that ends in [=]", t.Address())
	}
	return nil
}

// oneMember returns an object with one member.
func oneMember(key string, v value.Value) *value.Value {
	return &value.Value{Kind: value.Object, Items: []value.Item{{Key: key, Value: v}}}
}
