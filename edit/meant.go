package edit

import (
	"iter"

	"iacedit/address"
	"iacedit/edit/internal/plan"
	"iacedit/internal/nearest"
	"iacedit/syntax"
	"iacedit/value"
)

// What somebody probably meant who named something that is not there (the end of docs/edits.md,
// "Other answers").

// stepsPerName is what it takes to compare a name with another.
const stepsPerName = 16

// namesIn returns the names of those children of a body that are of a kind.
func (a *applier) namesIn(body syntax.ItemID, of func(syntax.ItemID) bool) iter.Seq[string] {
	return func(yield func(string) bool) {
		for id := a.d.FirstItem(body); id != syntax.NoItem; id = a.d.NextItem(id) {
			a.budget.Step(stepsPerName)
			if of(id) && !yield(string(a.d.Name(id))) {
				return
			}
		}
	}
}

// meant returns the end of a message about blocks that are not there: the label that is
// nearest to one asked for, or the nearest nested block type.
func (a *applier) meant(s *site, e *plan.Entry) string {
	if e.File != "" && !a.exists(e.File) {
		return nearest.DidYouMean(e.File, func(yield func(string) bool) {
			for _, doc := range a.docs {
				if !yield(doc.Name) {
					return
				}
			}
		})
	}
	wanted := s.labels
	if s.nested {
		wanted = e.Labels
	}
	for place := len(wanted) - 1; place >= 0; place-- {
		if end := nearest.DidYouMean(wanted[place], a.labelsAt(s, wanted, place)); end != "" {
			return end
		}
	}
	if end := a.meantBy(s, e); end != "" {
		return end
	}
	if len(s.candidates) > 0 || !s.nested && a.options.Dialect != HCL {
		return ""
	}
	return nearest.DidYouMean(s.typ, a.namesIn(s.body, func(id syntax.ItemID) bool { return a.d.Kind(id) == syntax.KindBlock }))
}

// meantBy returns the end of a message about blocks that the selectors of an entry do not
// keep, or do not tell apart: the name that is nearest to one of theirs that none of the
// site's blocks has.
func (a *applier) meantBy(s *site, e *plan.Entry) string {
	for _, selectors := range [][]plan.Attribute{e.Where, e.Has, e.Lacks} {
		for i := range selectors {
			if end := a.meantName(s, &selectors[i]); end != "" {
				return end
			}
		}
	}
	return ""
}

// meantName is meantBy for one name or path.
func (a *applier) meantName(s *site, name *plan.Attribute) string {
	var places []blockRef // the bodies, or objects, that lack it; all do, or there is nothing to say
	wanted := name.Name
	for _, b := range s.candidates {
		a.in(b.doc)
		a.budget.Step(stepsPerSelector)
		in, key := b.id, name.Name
		if id := a.index.attribute(b.id, name.Name); id != syntax.NoItem {
			if in, key = a.lastObject(id, name, s.special.Attribute(name.Name)); in == syntax.NoItem {
				return ""
			}
		} else if len(a.index.blocks(nil, b.id, []string{name.Name})) > 0 {
			return ""
		}
		if key != wanted { // one has more of the path than those before it
			wanted, places = key, places[:0]
		}
		places = append(places, blockRef{b.doc, in})
	}
	return nearest.DidYouMean(wanted, func(yield func(string) bool) {
		for _, place := range places {
			a.in(place.doc)
			for id := a.d.FirstItem(place.id); id != syntax.NoItem; id = a.d.NextItem(id) {
				a.budget.Step(stepsPerName)
				text := string(a.d.Name(id))
				if key, ok := a.d.Key(id); ok {
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
func (a *applier) lastObject(id syntax.ItemID, name *plan.Attribute, p *value.Schema) (syntax.ItemID, string) {
	for _, step := range name.Path {
		in, child, seen := a.child(id, p, step)
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
func (a *applier) labelsAt(s *site, wanted []string, place int) iter.Seq[string] {
	types := []string{s.typ}
	if !s.nested {
		types = a.options.language().Spellings(s.typ)
	}
	return func(yield func(string) bool) {
		for doc := range a.docs {
			if s.nested && doc != a.doc || !s.nested && !a.searched(doc) {
				continue
			}
			a.in(doc)
			for _, id := range a.index.blocks(nil, s.body, types) {
				a.budget.Step(stepsPerName)
				if label, ok := a.labelAt(id, wanted, place); ok && !yield(label) {
					return
				}
			}
		}
	}
}

// labelAt returns the label in a place of a block that has those wanted in all others.
func (a *applier) labelAt(id syntax.ItemID, wanted []string, place int) (label string, ok bool) {
	n := 0
	for l := range a.d.Labels(id) {
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
