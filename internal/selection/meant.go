package selection

import (
	"iter"

	"iacedit/address"
	"iacedit/internal/nearest"
	"iacedit/syntax"
	"iacedit/value"
)

// stepsPerName is the price of comparing two names.
const stepsPerName = 16

// MeantBy returns the end of a message about candidates that the selectors of an entry exclude
// or do not distinguish: the name nearest to a name in the selectors that no candidate has.
func (c *Candidates) MeantBy(e *Entry) string {
	for _, selectors := range [][]Attribute{e.Where, e.Has, e.Lacks} {
		for i := range selectors {
			if end := c.Meant(&selectors[i]); end != "" {
				return end
			}
		}
	}
	return ""
}

// Meant is like MeantBy, but for one name or path of the selectors.
func (c *Candidates) Meant(name *Attribute) string {
	var places []Block // the bodies or objects that lack the name
	wanted := name.Name
	for _, b := range c.Blocks {
		b.Budget.Step(stepsPerSelector)
		in, key := b.ID, name.Name
		if id := b.Index.Attribute(b.ID, name.Name); id != syntax.NoItem {
			if in, key = b.lastObject(id, name, c.Special.Attribute(name.Name)); in == syntax.NoItem {
				return ""
			}
		} else if len(b.Index.Blocks(nil, b.ID, []string{name.Name})) > 0 {
			return ""
		}
		if key != wanted { // the path leads deeper into this block than into the previous blocks
			wanted, places = key, places[:0]
		}
		places = append(places, Block{b.View, in})
	}
	return nearest.DidYouMean(wanted, func(yield func(string) bool) {
		for _, place := range places {
			for id := range place.items(place.ID) {
				text := string(place.Tree.Name(id))
				if key, ok := place.Tree.Key(id); ok {
					text = key
				}
				if !yield(text) {
					return
				}
			}
		}
	})
}

// items yields the children of an item that have a name or value.
func (f *View) items(parent syntax.ItemID) iter.Seq[syntax.ItemID] {
	return func(yield func(syntax.ItemID) bool) {
		for id := range f.Tree.Children(parent) {
			f.Budget.Step(stepsPerName)
			if f.Tree.Kind(id) >= syntax.KindAttribute && !yield(id) {
				return
			}
		}
	}
}

// lastObject follows a path to the first object that lacks the next key. It returns the object and
// that key. It returns NoItem if nothing is missing, or if something other than a key is missing.
func (f *View) lastObject(id syntax.ItemID, name *Attribute, p *value.Schema) (syntax.ItemID, string) {
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

// MeantLabel returns the end of a message about blocks without the wanted labels: the label
// nearest to one wanted label, in a block that has all other wanted labels.
func MeantLabel(wanted []string, blocks iter.Seq[Block]) string {
	for place := len(wanted) - 1; place >= 0; place-- {
		if end := nearest.DidYouMean(wanted[place], func(yield func(string) bool) {
			for b := range blocks {
				b.Budget.Step(stepsPerName)
				if label, ok := b.labelAt(wanted, place); ok && !yield(label) {
					return
				}
			}
		}); end != "" {
			return end
		}
	}
	return ""
}

// labelAt returns the label of a block at an index, if all other labels are the wanted labels.
func (b Block) labelAt(wanted []string, place int) (label string, ok bool) {
	n := 0
	for l := range b.Tree.Labels(b.ID) {
		switch {
		case n >= len(wanted):
			return "", false
		case n == place:
			label = string(l)
		case !address.MatchLabel(wanted[n], string(l)):
			return "", false
		}
		n++
	}
	return label, n == len(wanted)
}
