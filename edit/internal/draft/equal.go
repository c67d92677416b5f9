package draft

import (
	"iacedit/address"
	"iacedit/internal/engine/selection"
	"iacedit/syntax"
	"iacedit/value"
)

// FindEqual searches the lists in the value of an item for the elements that equal v, a value from
// the request. The argument p is the schema of the item's value. The result last is the list to
// which [=] appends, or NoItem. The result any is true if the item's value has lists.
func (f *File) FindEqual(id syntax.ItemID, v *value.Value, p *value.Schema) (found []syntax.ItemID, last syntax.ItemID, any bool, err error) {
	p = p.Element()
	class := f.Module.Classes.Value(v, p).Class
	if class == 0 { // v is not a valid value: return the error
		if lists, _ := address.Lists(selection.Items{View: &f.View}, id); len(lists) == 0 {
			return nil, syntax.NoItem, false, nil
		}
		_, err := f.Module.Expression(v, p, &value.Layout{})
		return nil, syntax.NoItem, true, err
	}
	found, last, any = f.View.Equal(id, class, p)
	return found, last, any, nil
}
