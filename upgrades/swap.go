package upgrades

import (
	"regexp"
	"slices"
	"strings"

	"iacedit/syntax"
)

// aReference matches a reference to an attribute of a resource or data source: the type, and the
// attribute.
var aReference = regexp.MustCompile(`^((?:data\.)?([a-z0-9_]+)\.[A-Za-z0-9_-]+(?:\[[^\[\]]+\])?)\.([a-z0-9_]+)$`)

// swapped returns the value of an item as the new version needs it: the same reference, with
// another attribute. It returns "" if the value is none that the fact can change.
func (f *Fact) swapped(it item) (old, new string) {
	if it.shape.kind != syntax.KindAttribute {
		return "", ""
	}
	e := it.f.ValueExpr(it.id)
	old = string(e.Source(e.Unwrapped(e.Root)))
	m := aReference.FindStringSubmatch(old)
	if m == nil {
		return "", ""
	}
	for _, s := range f.Swaps {
		if s.Type == m[2] && s.From == m[3] {
			return old, m[1] + "." + s.To
		}
	}
	return "", ""
}

// notSwapped returns the notes about values that a fact cannot change, and about references to the
// argument.
func (s *survey) notSwapped(k kindOf, f *Fact) (all []Note) {
	if f.Swaps == nil {
		return nil
	}
	for _, b := range s.owned(k) {
		for _, it := range b.items(f.Path) {
			if _, new := f.swapped(it); new == "" {
				all = append(all, b.note(it.id, f.Path, f.Say))
			}
		}
	}
	return append(all, s.references(k, f.Path, f.Say)...)
}

// swapTypes returns the types of the references that a fact changes, for messages.
func (f *Fact) swapTypes() string {
	var texts []string
	for _, s := range f.Swaps {
		texts = append(texts, s.Type+"."+s.From+" → "+s.To)
	}
	slices.Sort(texts)
	return strings.Join(texts, ", ")
}
