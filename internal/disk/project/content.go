package project

import (
	"fmt"
	"slices"
	"strconv"

	"iacedit/address"
	"iacedit/value"
)

// collect adds the values at the target of s to s.got. content is the JSON that package read
// returned for the target.
func (s *subject) collect(content []byte, l address.Language) error {
	var r value.Reader
	r.Reset(content)
	v, err := r.Value()
	if err != nil {
		return err
	}
	for i := range v.Items {
		s.collectLabels(address.Address{{Text: v.Items[i].Key}}, &v.Items[i].Value)
	}
	for i := range s.got {
		s.got[i].File, s.got[i].tree, s.got[i].language = s.file, s.tree, l
	}
	switch {
	case len(s.got) > 0:
	case s.unreadable:
		return &NoJSON{Mistake{s.file, s.offset(), "the value cannot be written as JSON: read its source (--source, source: true)"}}
	default: // with a pattern for labels, skip blocks in which the selectors select nothing
		s.missing = address.Missing{Message: s.excluded(l), Offset: s.blockOffset()}
	}
	return nil
}

// excluded returns the message for an address such as provider.aws[alias=east].region if there are
// provider blocks, but none of them has that alias.
func (s *subject) excluded(l address.Language) string {
	if text := viewOf(s.tree).Excluded(&s.target, l); text != "" {
		return text
	}
	return fmt.Sprintf("no %s matches the selectors", s.target.Blocks[len(s.target.Blocks)-1].Type)
}

// NoJSON is the error for a value that cannot be written as JSON, so that only its code can be
// returned.
type NoJSON struct{ Mistake }

// Unwrap returns the Mistake, which has the place of the value.
func (n *NoJSON) Unwrap() error { return &n.Mistake }

// collectLabels collects the values in v, which contains the blocks of one type as package read
// returns them. Blocks without labels are an array. Blocks with labels are in an object whose keys
// are the labels, such as {"web": [{…}]}. A second label is a key of an inner object.
func (s *subject) collectLabels(above address.Address, v *value.Value) {
	if v.Kind == value.Array {
		s.collectEntries(above, v, 0)
		return
	}
	for i := range v.Items {
		s.collectLabels(append(slices.Clip(above), address.Name(v.Items[i].Key)), &v.Items[i].Value)
	}
}

// collectEntries collects the values in an array of blocks at one level of the target. Level 0 is
// the top-level block, level 1 the block nested in it, and so on.
func (s *subject) collectEntries(above address.Address, v *value.Value, level int) {
	for i := range v.Items {
		entry := &v.Items[i].Value
		a := slices.Clip(above)
		if labels := member(entry, "labels"); labels != nil {
			for j := range labels.Items {
				a = append(a, address.Name(labels.Items[j].Value.Text))
			}
		}
		if index := member(entry, "index"); index != nil {
			n, _ := strconv.Atoi(index.Text)
			a = append(a, address.Part{Kind: address.PartIndex, Index: n})
		}
		switch {
		case level < len(s.target.Blocks)-1:
			typ := s.target.Blocks[level+1].Type
			if blocks := member(entry, "blockTypes"); blocks != nil {
				if nested := member(blocks, typ); nested != nil {
					s.collectEntries(append(slices.Clip(a), address.Part{Text: typ}), nested, level+1)
				}
			}
		case s.target.Path.Name == "" && !s.target.Any:
			s.got = append(s.got, gotten(a, entry))
		default:
			if unreadable := member(entry, "unreadable"); unreadable != nil {
				s.unreadable = true
				s.collectUnreadable(a, unreadable)
			}
			if attributes := member(entry, "attributes"); attributes != nil {
				s.collectAttributes(a, attributes)
			}
		}
	}
}

func (s *subject) collectAttributes(above address.Address, v *value.Value) {
	for i := range v.Items {
		t := address.Target{Path: s.target.Path}
		if s.target.Any {
			t.Path = address.Path{Name: v.Items[i].Key}
		}
		a := append(slices.Clip(above), t.Address()...)
		s.got = append(s.got, gotten(a, &v.Items[i].Value))
	}
}

// collectUnreadable handles attributes whose values cannot be written as JSON. If s.bySource is
// set, it collects the named attributes that the target selects, so that Get can return their code.
// Otherwise it does nothing.
func (s *subject) collectUnreadable(above address.Address, names *value.Value) {
	for i := range names.Items {
		t := address.Target{Path: address.Path{Name: names.Items[i].Value.Text}}
		if s.bySource && (s.target.Any || s.target.Path.String() == t.Path.Name) {
			s.got = append(s.got, Got{Address: append(slices.Clip(above), t.Address()...)})
		}
	}
}

func member(v *value.Value, key string) *value.Value {
	for i := range v.Items {
		if v.Items[i].Key == key {
			return &v.Items[i].Value
		}
	}
	return nil
}

func gotten(a address.Address, v *value.Value) Got {
	text, _ := v.MarshalJSON() // cannot fail: the value was read from JSON
	return Got{Address: a, JSON: text}
}
