package plan

import (
	"slices"
	"strings"

	"iacedit/address"
	"iacedit/internal/budget"
	"iacedit/internal/excerpt"
	"iacedit/internal/fault"
	"iacedit/internal/nearest"
	"iacedit/value"
)

// A Decoder decodes the operations in the value of "edits". The operations alias the
// decoder's memory until Reset.
type Decoder struct {
	Language address.Language
	Budget   *budget.Budget
	Files    bool // the request has files
	Most     int  // most entries and attributes of a request

	left       int // how many more entries and attributes the request may have
	operations []Operation
	memory     slabs
	few        [4]string // memory for the labels of the address at hand
}

// Decode decodes values of "edits", whose operations apply one after the other, and returns
// the operations and the number of their entries and attributes. All is checked that can be
// without a look at the code.
func (d *Decoder) Decode(edits []value.Item) (operations []Operation, count int, err error) {
	d.left, d.operations = d.Most, d.operations[:0]
	for i := range edits {
		if err := d.edits(&edits[i].Value); err != nil {
			return nil, 0, err
		}
	}
	if len(d.operations) == 0 {
		return nil, 0, fault.At(edits[0].Value.At, fault.InvalidRequest, "edits: nothing to apply; there has to be an entry under %s", strings.Replace(List, " and ", " or ", 1))
	}
	return d.operations, d.Most - d.left, nil
}

// Reset takes back the memory of the operations, for another request.
func (d *Decoder) Reset() {
	clear(d.operations)
	d.memory.reset()
	*d = Decoder{operations: d.operations[:0], memory: d.memory}
}

// edits decodes the value of "edits", one operation after the other in the order in
// which they apply.
func (d *Decoder) edits(v *value.Value) error {
	for i := range v.Items {
		if _, ok := ActionOf(v.Items[i].Key); !ok {
			return fault.At(v.Items[i].Value.At, fault.InvalidRequest, `edits: unknown operation %s; there are %s%s`, excerpt.Quote(v.Items[i].Key), List, nearest.DidYouMean(v.Items[i].Key, slices.Values(Names)))
		}
	}
	for action := range Actions {
		for i := range v.Items {
			if v.Items[i].Key != action.String() {
				continue
			}
			if err := d.blockTypes(action, &v.Items[i].Value); err != nil {
				return err
			}
		}
	}
	return nil
}

// take counts an entry or attribute.
func (d *Decoder) take(at int) error {
	if d.left--; d.left < 0 {
		return fault.At(at, fault.InvalidRequest, "edits: more than %d entries and attributes", d.Most)
	}
	return nil
}
