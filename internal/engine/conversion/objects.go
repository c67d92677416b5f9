package conversion

import (
	"slices"

	"iacedit/internal/languages/schema"
	"iacedit/value"
)

// normalizeObjects returns the value to write for an argument whose type is a list or set of
// objects. Old code may write such an argument as blocks. Therefore the result is the value that
// Terraform would read from such blocks: a single object becomes a list with one element, and
// missing members become null.
func (w *nativeWriter) normalizeObjects(v *value.Value, members *schema.Body) *value.Value {
	switch v.Kind {
	case value.Object:
		return &value.Value{Kind: value.Array, At: v.At, Items: []value.Item{{Value: *w.normalizeObject(v, members)}}}
	case value.Array:
		all := *v
		all.Items = slices.Clone(v.Items)
		for i := range all.Items {
			if inner := &all.Items[i].Value; inner.Kind == value.Object {
				all.Items[i].Value = *w.normalizeObject(inner, members)
			}
		}
		return &all
	}
	return v
}

// normalizeObject returns an object in which missing members are null.
func (w *nativeWriter) normalizeObject(v *value.Value, members *schema.Body) *value.Value {
	full := *v
	full.Items = slices.DeleteFunc(slices.Clone(v.Items), func(it value.Item) bool { return it.Key == commentKey })
	has := make(map[string]bool, len(full.Items))
	for i := range full.Items {
		it := &full.Items[i]
		has[it.Key] = true
		if known, ok := members.Find(it.Key); ok && known.Body != nil {
			it.Value = *w.normalizeObjects(&it.Value, known.Body)
		}
	}
	for known := range members.Items() {
		w.Budget.Step(1)
		if !has[known.Name] {
			w.Budget.Grow(len(known.Name) + len(" = null\n"))
			full.Items = append(full.Items, value.Item{Key: known.Name, Value: value.Value{At: v.At}})
		}
	}
	return &full
}
