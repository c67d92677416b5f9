package selection

import (
	"iter"

	"iacedit/address"
	"iacedit/internal/base/nearest"
	"iacedit/syntax"
	"iacedit/value"
)

const stepsPerName = 16

// MeantBy returns the end of a message, such as `; did you mean "alias"?`. The message is about
// selectors that select no candidate, or too many candidates. The suggestion is for the first name
// in the selectors that no candidate has. If there is no suggestion, MeantBy returns "".
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

// Meant is like MeantBy, but for one attribute path or block type in the selectors.
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
		if key != wanted { // in this block more steps of the path exist than in the previous blocks
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

// items returns the attributes, blocks, pairs or elements in an item.
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

// lastObject follows a path until an object does not have the next key. It returns this object and
// the key. It returns NoItem if the path exists, or if something other than a key is missing.
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

// MeantLabel returns the end of a message about labels that no block has. It suggests a label of a
// block whose other labels are the wanted ones, as in `; did you mean "main"?`.
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

// labelAt returns the label that a block has at the given index. ok is true if the block has as
// many labels as wanted and all its other labels match.
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
