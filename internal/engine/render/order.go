package render

import (
	"slices"
	"strings"

	"iacedit/internal/engine/tree"
	"iacedit/syntax"
	"iacedit/value"
)

// A group is a list of attributes or pairs that are directly below one another and sorted by name
// (docs/layout.md, "In order").
type group struct {
	generation int // the number of changes of the parent's children when the group was read
	least      int // the smallest number of members that a group must have
	ids        []syntax.ItemID
	fold       bool // upper and lower case are equal in the order
}

// PlaceInOrder returns the place for a new attribute or pair in the last sorted group among the
// children of an item. A group must have at least the given number of members. If there is no such
// group, the Place is zero.
func (d *editor) PlaceInOrder(parent syntax.ItemID, name string, least int) (p Place) {
	g := d.groupOf(parent, least)
	if len(g.ids) == 0 {
		return p
	}
	d.budget.Step(8)
	at := d.search(g, name)
	if at < len(g.ids) {
		p.Before = g.ids[at]
	} else {
		p.After = g.ids[at-1]
	}
	return p
}

// AddedInOrder tells the draft that a new attribute or pair was added at the place that
// PlaceInOrder returned.
func (d *editor) AddedInOrder(id syntax.ItemID, name string) {
	parent := d.item(id).Parent
	g := d.groups[parent]
	if g == nil || len(g.ids) == 0 {
		return
	}
	at := len(g.ids)
	if next := d.NextItem(id); g.ids[len(g.ids)-1] != d.PrevItem(id) {
		found := -1
		from := d.search(g, name)
		if from < len(g.ids) && g.ids[from] == next {
			found = from
		}
		if at = found; at < 0 {
			delete(d.groups, parent)
			return
		}
	}
	d.budget.Step(1 + len(g.ids)/16)
	g.ids = slices.Insert(g.ids, at, id)
	g.generation = d.cache.generations[parent]
}

// search returns the index in a group at which an item with the given name must be added.
func (d *editor) search(g *group, name string) int {
	at, _ := slices.BinarySearchFunc(g.ids, name, func(id syntax.ItemID, name string) int {
		member, _ := d.plainName(d.item(id))
		if compareNames(member, name, g.fold) <= 0 {
			return -1
		}
		return 1
	})
	return at
}

func compareNames(a, b string, fold bool) int {
	if fold {
		a, b = strings.ToLower(a), strings.ToLower(b)
	}
	return strings.Compare(a, b)
}

// groupOf returns the last sorted group with at least the given number of members among the
// children of an item. If there is none, the group is empty.
func (d *editor) groupOf(parent syntax.ItemID, least int) *group {
	d.countChildChanges(parent)
	if g := d.groups[parent]; g != nil && g.generation == d.cache.generations[parent] {
		return g
	}
	g := &group{generation: d.cache.generations[parent], least: least}
	id := d.LastItem(parent)
	for id != syntax.NoItem && len(g.ids) == 0 {
		id = d.readGroup(g, id, least)
	}
	setKey(&d.groups, parent, g)
	return g
}

// readGroup sets g.ids to the items of the group with the given last item. It leaves g.ids empty if
// these items are not sorted by name, or if there are fewer than least. It returns the item above
// the group.
func (d *editor) readGroup(g *group, last syntax.ItemID, least int) (before syntax.ItemID) {
	exact, folded, next := true, true, "" // exact: the names are in the order of their bytes; folded: of their lower-case bytes; next: the name of the item below
	id := last
	for ; id != syntax.NoItem; id = d.item(id).Prev {
		d.budget.Step(1)
		it := d.item(id)
		if it.Kind == syntax.KindOpen {
			id = syntax.NoItem
			break
		}
		if !isItem(it.Kind) {
			if d.lines.endsGroup(id) {
				break
			}
			continue
		}
		if !exact && !folded {
			continue
		}
		d.budget.Step(3)
		name, ok := d.plainName(it)
		first := len(g.ids) == 0
		exact = exact && ok && (first || compareNames(name, next, false) <= 0)
		folded = folded && ok && (first || compareNames(name, next, true) <= 0)
		g.ids, next = append(g.ids, id), name
	}
	for ; id != syntax.NoItem && !isItem(d.item(id).Kind); id = d.item(id).Prev {
		d.budget.Step(1)
	}
	if g.fold = !exact; !exact && !folded || len(g.ids) < least {
		g.ids = nil
	}
	slices.Reverse(g.ids)
	return id
}

// endsGroup reports whether a gap ends a group, because it contains a blank line or a comment.
func (d *lines) endsGroup(gap syntax.ItemID) bool {
	g := d.blankLinesIn(gap)
	return g.above+g.below > 0 || !g.blank
}

// plainName returns the name of an attribute, or the key of a pair. ok is false for a key that is
// an expression.
func (d *editor) plainName(it *tree.Item) (name string, ok bool) {
	text := d.At(it.Name)
	switch {
	case it.Kind == syntax.KindAttribute:
		return string(text), true
	case it.Kind != syntax.KindPair || len(text) > fewBytes:
		return "", false
	}
	return plainKey(string(text))
}

// plainKey returns the text of a key that is a name or a string without escapes. ok is false for
// any other key.
func plainKey(key string) (name string, ok bool) {
	if value.IsIdentifier(key) {
		return key, true
	}
	if n := len(key); n > 1 && key[0] == '"' && key[n-1] == '"' && !strings.ContainsAny(key[1:n-1], "\\\"$%") {
		return key[1 : n-1], true
	}
	return "", false
}

// IsInOrder reports whether a sorted group with at least the given number of members is among the
// children of an item.
func (d *editor) IsInOrder(parent syntax.ItemID, least int) bool {
	return d.InFile(parent) && d.item(parent).Expanded() && len(d.groupOf(parent, least).ids) > 0
}

func (d *editor) groupLeast(parent syntax.ItemID) int {
	if g := d.groups[parent]; g != nil {
		return g.least
	}
	return 1
}

// PairInOrder is like Pair, but adds the pair to the last sorted group of the object, if there is
// one.
func (d *editor) PairInOrder(object syntax.ItemID, key string, value []byte) (syntax.ItemID, error) {
	name, plain := plainKey(key)
	var p Place
	if plain && d.InFile(object) && d.item(object).Expanded() {
		p = d.PlaceInOrder(object, name, d.groupLeast(object))
	}
	id, err := d.members.Pair(object, key, value)
	if err != nil || p == (Place{}) {
		return id, err
	}
	if p.Before == syntax.NoItem {
		if p.After == d.PrevItem(id) {
			d.AddedInOrder(id, name)
			return id, nil
		}
		err = d.Move(id, p.After)
	} else {
		err = d.MoveBefore(id, p.Before)
	}
	if err == nil {
		d.AddedInOrder(id, name)
	}
	return id, nil
}

// MoveBefore moves a pair or element directly above another one. A blank line that was above the
// other one is then above the moved one.
func (d *editor) MoveBefore(id, next syntax.ItemID) error {
	prev := d.PrevItem(next)
	if err := d.Move(id, prev); err != nil {
		return err
	}
	if above := d.item(next).Prev; d.endsLine(id) && above != id {
		d.remove(id)
		d.lines.relink(id, above)
	}
	return nil
}
