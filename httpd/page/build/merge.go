package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
)

// A member is a name and a value of a JSON object. Objects are []member, because the order of
// members matters.
type member struct {
	name  string
	value json.RawMessage
}

// errConflict reports that two edits cannot be merged into one.
var errConflict = errors.New("two commands say different things of one")

// contents are the names of the members whose values mergeEntries combines. The other members
// select the block, and must be equal in both entries.
var contents = []string{"add", "update", "set", "delete", "attributes", "blockTypes"}

// merge returns edits that have the effect of the edits a followed by the edits b.
func merge(a, b json.RawMessage) (json.RawMessage, error) {
	switch {
	case a == nil:
		return b, nil
	case kind(a) != kind(b):
		return nil, errConflict
	case kind(a) == '[':
		return mergeArrays(a, b)
	case kind(a) == '{':
		return mergeObjects(a, b)
	case bytes.Equal(a, b):
		return a, nil
	}
	return nil, errConflict
}

func kind(value json.RawMessage) byte { return value[0] }

// mergeArrays concatenates two arrays. If each array has one entry and both entries are for the
// same block, it merges the entries.
func mergeArrays(a, b json.RawMessage) (json.RawMessage, error) {
	var left, right []json.RawMessage
	if err := errors.Join(json.Unmarshal(a, &left), json.Unmarshal(b, &right)); err != nil {
		return nil, err
	}
	if len(left) == 1 && len(right) == 1 && kind(left[0]) == '{' && kind(right[0]) == '{' {
		if one, err := mergeEntries(left[0], right[0]); err == nil {
			left, right = []json.RawMessage{one}, nil
		}
	}
	text := []byte{'['}
	for i, value := range slices.Concat(left, right) {
		if i > 0 {
			text = append(text, ',')
		}
		text = append(text, value...)
	}
	return append(text, ']'), nil
}

// mergeEntries merges two entries for the same block.
func mergeEntries(a, b json.RawMessage) (json.RawMessage, error) {
	left, err := members(a)
	if err != nil {
		return nil, err
	}
	right, err := members(b)
	if err != nil {
		return nil, err
	}
	says := func(all []member, m member) bool {
		return slices.Contains(contents, m.name) ||
			slices.ContainsFunc(all, func(other member) bool { return other.name == m.name && bytes.Equal(other.value, m.value) })
	}
	for _, m := range left {
		if !says(right, m) {
			return nil, errConflict
		}
	}
	for _, m := range right {
		if !says(left, m) {
			return nil, errConflict
		}
	}
	return mergeObjects(a, b)
}

// mergeObjects returns an object with the members of both objects.
func mergeObjects(a, b json.RawMessage) (json.RawMessage, error) {
	all, err := members(a)
	if err != nil {
		return nil, err
	}
	more, err := members(b)
	if err != nil {
		return nil, err
	}
	for _, m := range more {
		i := slices.IndexFunc(all, func(other member) bool { return other.name == m.name })
		if i < 0 {
			all = append(all, m)
			continue
		}
		if !slices.Contains(contents, m.name) && bytes.Equal(all[i].value, m.value) {
			continue
		}
		if all[i].value, err = merge(all[i].value, m.value); err != nil {
			return nil, fmt.Errorf("%s: %w", m.name, err)
		}
	}
	text := []byte{'{'}
	for i, m := range all {
		if i > 0 {
			text = append(text, ',')
		}
		name, _ := json.Marshal(m.name)
		text = append(append(append(text, name...), ':'), m.value...)
	}
	return append(text, '}'), nil
}

// members returns the members of an object in their order.
func members(object json.RawMessage) (all []member, err error) {
	d := json.NewDecoder(bytes.NewReader(object))
	if _, err := d.Token(); err != nil {
		return nil, err
	}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return nil, err
		}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return nil, err
		}
		all = append(all, member{name.(string), value})
	}
	return all, nil
}
