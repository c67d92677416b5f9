package batch

import (
	"errors"
	"strings"

	"iacedit/value"
)

// Merged combines several edits into one request: it merges objects and concatenates lists. It
// returns an error if two edits have the same key, unless both values are objects or both are
// lists.
func Merged(all [][]byte) ([]byte, error) {
	if len(all) == 1 {
		return all[0], nil
	}
	var whole value.Value
	for i, text := range all {
		var r value.Reader
		r.Reset(text)
		v, err := r.Value()
		if err != nil {
			return nil, err
		}
		if i == 0 {
			whole = v
		} else if err := mergeInto(&whole, &v, nil); err != nil {
			return nil, err
		}
	}
	return whole.MarshalJSON()
}

// mergeInto merges the second value into the first: the members of an object, or the elements of a
// list. path has the keys of the path to both values, for error messages.
func mergeInto(to, from *value.Value, path []string) error {
	switch {
	case to.Kind == value.Array && from.Kind == value.Array:
		to.Items = append(to.Items, from.Items...)
		return nil
	case to.Kind != value.Object || from.Kind != value.Object:
		return errors.New("two of the edits contradict each other: " + strings.Join(path, "."))
	}
	index := make(map[string]int, len(to.Items))
	for i := range to.Items {
		index[to.Items[i].Key] = i
	}
	for i := range from.Items {
		item := &from.Items[i]
		if n, ok := index[item.Key]; !ok {
			index[item.Key] = len(to.Items)
			to.Items = append(to.Items, *item)
		} else if err := mergeInto(&to.Items[n].Value, &item.Value, append(path, item.Key)); err != nil {
			return err
		}
	}
	return nil
}
