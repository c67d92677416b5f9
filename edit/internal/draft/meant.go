package draft

import (
	"iter"
	"strings"

	"iacedit/address"
	"iacedit/edit/internal/plan"
	"iacedit/internal/excerpt"
	"iacedit/internal/nearest"
	"iacedit/syntax"
	"iacedit/value"
)

// What somebody probably meant who named something that is not there (the end of docs/edits.md,
// "Other answers").

// stepsPerName is what it takes to compare a name with another.
const stepsPerName = 16

// NamesIn returns the names of those children of a body that are of a kind.
func (f *File) NamesIn(body syntax.ItemID, of func(syntax.ItemID) bool) iter.Seq[string] {
	return func(yield func(string) bool) {
		for id := f.Draft.FirstItem(body); id != syntax.NoItem; id = f.Draft.NextItem(id) {
			f.Budget.Step(stepsPerName)
			if of(id) && !yield(string(f.Draft.Name(id))) {
				return
			}
		}
	}
}

// meant returns the end of a message about blocks that are not there: the label that is
// nearest to one asked for, or the nearest nested block type.
func (s *Site) meant(e *plan.Entry) string {
	if e.File != "" && !s.m.exists(e.File) {
		return nearest.DidYouMean(e.File, func(yield func(string) bool) {
			for _, f := range s.m.Files {
				if !yield(f.Name) {
					return
				}
			}
		})
	}
	wanted := s.Labels
	if s.Nested {
		wanted = e.Labels
	}
	for place := len(wanted) - 1; place >= 0; place-- {
		if end := nearest.DidYouMean(wanted[place], s.labelsAt(wanted, place)); end != "" {
			return end
		}
	}
	if end := s.meantBy(e); end != "" {
		return end
	}
	if len(s.Candidates) > 0 || !s.Nested && s.m.Language.Dialect != address.HCL {
		return ""
	}
	return nearest.DidYouMean(s.Type, func(yield func(string) bool) {
		for f := range s.files {
			for name := range f.NamesIn(s.Body, func(id syntax.ItemID) bool { return f.Draft.Kind(id) == syntax.KindBlock }) {
				if !yield(name) {
					return
				}
			}
		}
	})
}

// meantBy returns the end of a message about blocks that the selectors of an entry do not
// keep, or do not tell apart: the name that is nearest to one of theirs that none of the
// site's blocks has.
func (s *Site) meantBy(e *plan.Entry) string {
	for _, selectors := range [][]plan.Attribute{e.Where, e.Has, e.Lacks} {
		for i := range selectors {
			if end := s.meantName(&selectors[i]); end != "" {
				return end
			}
		}
	}
	return ""
}

// meantName is meantBy for one name or path.
func (s *Site) meantName(name *plan.Attribute) string {
	var places []Block // the bodies, or objects, that lack it; all do, or there is nothing to say
	wanted := name.Name
	for _, b := range s.Candidates {
		s.m.Budget.Step(stepsPerSelector)
		in, key := b.ID, name.Name
		if id := b.Index.Attribute(b.ID, name.Name); id != syntax.NoItem {
			if in, key = b.lastObject(id, name, s.Special.Attribute(name.Name)); in == syntax.NoItem {
				return ""
			}
		} else if len(b.Index.Blocks(nil, b.ID, []string{name.Name})) > 0 {
			return ""
		}
		if key != wanted { // one has more of the path than those before it
			wanted, places = key, places[:0]
		}
		places = append(places, Block{b.File, in})
	}
	return nearest.DidYouMean(wanted, func(yield func(string) bool) {
		for _, place := range places {
			d := place.Draft
			for id := d.FirstItem(place.ID); id != syntax.NoItem; id = d.NextItem(id) {
				s.m.Budget.Step(stepsPerName)
				text := string(d.Name(id))
				if key, ok := d.Key(id); ok {
					text = key
				}
				if !yield(text) {
					return
				}
			}
		}
	})
}

// lastObject returns the object in which a key of a path is not, and the key; NoItem where
// nothing is missing, or it is no key.
func (f *File) lastObject(id syntax.ItemID, name *plan.Attribute, p *value.Schema) (syntax.ItemID, string) {
	for _, step := range name.Path {
		in, child, seen := address.Follow(Items{f}, id, p, step)
		if seen == address.Absent && step.Kind == address.StepKey {
			return in, step.Key
		}
		if seen != address.There {
			break
		}
		id, p = child, step.Schema(p)
	}
	return syntax.NoItem, ""
}

// labelsAt returns the labels in a place of a site's blocks that have those wanted in all
// other places.
func (s *Site) labelsAt(wanted []string, place int) iter.Seq[string] {
	types := []string{s.Type}
	if !s.Nested {
		types = s.m.Language.Spellings(s.Type)
	}
	return func(yield func(string) bool) {
		for f := range s.files {
			for _, id := range f.Index.Blocks(nil, s.Body, types) {
				s.m.Budget.Step(stepsPerName)
				if label, ok := f.labelAt(id, wanted, place); ok && !yield(label) {
					return
				}
			}
		}
	}
}

// labelAt returns the label in a place of a block that has those wanted in all others.
func (f *File) labelAt(id syntax.ItemID, wanted []string, place int) (label string, ok bool) {
	n := 0
	for l := range f.Draft.Labels(id) {
		switch {
		case n >= len(wanted):
			return "", false
		case n == place:
			label = string(l)
		case wanted[n] != address.AnyLabel && wanted[n] != string(l):
			return "", false
		}
		n++
	}
	return label, n == len(wanted)
}

// AttributesOf names the attributes of a body for an error message, and the one whose name
// is nearest to one that is not there.
func (f *File) AttributesOf(body syntax.ItemID, name string) string {
	var names []string
	more := ""
	for n := range f.NamesIn(body, f.IsAttribute) {
		if len(names) == mostListed {
			more = " and more"
			break
		}
		names = append(names, excerpt.Line([]byte(n)))
	}
	if len(names) == 0 {
		return "the code has no attributes there"
	}
	return "the code has " + strings.Join(names, ", ") + more + nearest.DidYouMean(name, f.NamesIn(body, f.IsAttribute))
}

// IsAttribute reports whether an item is an attribute.
func (f *File) IsAttribute(id syntax.ItemID) bool {
	return id != syntax.NoItem && f.Draft.Kind(id) == syntax.KindAttribute
}

// KeysOf names the keys of objects for an error message, and the one that is nearest to one
// that is not there.
func (f *File) KeysOf(key string, objects ...syntax.ItemID) string {
	var keys []string
	for c := range f.pairsOf(objects) {
		if len(keys) == mostListed {
			keys = append(keys, "…")
			break
		}
		keys = append(keys, excerpt.Line(f.Draft.Name(c)))
	}
	if len(keys) == 0 {
		return "no keys"
	}
	return strings.Join(keys, ", ") + nearest.DidYouMean(key, func(yield func(string) bool) {
		for c := range f.pairsOf(objects) {
			if text, ok := f.Draft.Key(c); ok && !yield(text) {
				return
			}
		}
	})
}

// pairsOf returns the pairs of objects.
func (f *File) pairsOf(objects []syntax.ItemID) iter.Seq[syntax.ItemID] {
	return func(yield func(syntax.ItemID) bool) {
		for _, object := range objects {
			for c := f.Draft.FirstItem(object); c != syntax.NoItem; c = f.Draft.NextItem(c) {
				f.Budget.Step(stepsPerName)
				if f.Draft.Kind(c) == syntax.KindPair && !yield(c) {
					return
				}
			}
		}
	}
}
