package project

import (
	"fmt"

	"iacedit/address"
	"iacedit/value"
)

// equal returns the value of the elements of a list that an address ending in [=] means, or nil for
// any other address. It returns an error if there is a value without such an address, or the address
// without a value.
func (v *Value) equal(a address.Address) (*value.Value, error) {
	switch ends := a[len(a)-1].Kind == address.PartEqual; {
	case ends && v == nil:
		return nil, fmt.Errorf("%s ends in [=]; give the element as --equal VALUE", a)
	case !ends && v != nil:
		return nil, fmt.Errorf("%s: --equal goes with an address that ends in [=]", a)
	case v == nil:
		return nil, nil
	}
	given, err := v.value(nil)
	return &given, err
}
