package bodies

import (
	"iacedit/syntax"
	"iacedit/value"
)

// An objectIndex finds the pairs of an object by their keys. Equal keys have the same value.Class.
// The field last maps each key to the last pair with that key, which takes effect. The field
// earlier maps a pair with a repeated key to the previous pair with the same key.
type objectIndex struct {
	mode    value.Mode // the mode in which the keys are read
	last    map[value.Class]syntax.ItemID
	earlier map[syntax.ItemID]syntax.ItemID
}

func (o *objectIndex) add(key value.Class, id syntax.ItemID) {
	if before := o.last[key]; before != syntax.NoItem {
		o.earlier[id] = before
	}
	o.last[key] = id
}

// KeyClass returns the value.Class of a pair's key, which is the same for equal keys.
func (x *Index) KeyClass(pair syntax.ItemID, m value.Mode) value.Class {
	e, err := syntax.ParseExpression(x.key, x.f.Text(), x.f.Item(pair).Name)
	if err != nil {
		return 0
	}
	return x.classes.Key(e, e.Root, nil, m)
}

// Pair returns an object's pair with the given key, or NoItem. The keys are read in the mode m.
// If several pairs have the key, it returns the last one, which takes effect.
func (x *Index) Pair(object syntax.ItemID, key string, m value.Mode) syntax.ItemID {
	d := x.f
	found, seen := syntax.NoItem, 0
	for c := x.first(object); c != syntax.NoItem; c = x.next(c) {
		if seen++; x.inTables(seen) {
			return x.object(object, m).last[x.classes.PathKey(key, m)]
		}
		x.budget.Step(1)
		if d.Kind(c) != syntax.KindPair {
			continue
		}
		name := d.Name(c)
		if string(name) == key && value.IsIdentifier(key) || !value.IsPlainName(name) && x.KeyClass(c, m) == x.classes.PathKey(key, m) {
			found = c
		}
	}
	return found
}

// IsRepeated reports whether the object of a pair has another pair with the same key.
func (x *Index) IsRepeated(pair syntax.ItemID, m value.Mode) bool {
	it := x.f.Item(pair)
	key, object := x.KeyClass(pair, m), it.Parent
	if x.useTables {
		o := x.object(object, m)
		return o.last[key] != pair || o.earlier[pair] != syntax.NoItem
	}
	n := 0
	for c := x.first(object); c != syntax.NoItem; c = x.next(c) {
		x.budget.Step(1)
		if x.f.Kind(c) == syntax.KindPair && x.KeyClass(c, m) == key {
			n++
		}
	}
	return n > 1
}

// object returns the index of an object, and creates the index if necessary. The keys are read in
// the mode m.
func (x *Index) object(object syntax.ItemID, m value.Mode) *objectIndex {
	if o := x.objects[object]; o != nil && o.mode == m {
		return o
	}
	x.budget.Step(stepsPerIndex)
	o := &objectIndex{mode: m, last: map[value.Class]syntax.ItemID{}, earlier: map[syntax.ItemID]syntax.ItemID{}}
	for c := x.first(object); c != syntax.NoItem; c = x.next(c) {
		x.budget.Step(1)
		if x.f.Kind(c) == syntax.KindPair {
			o.add(x.KeyClass(c, m), c)
		}
	}
	if x.objects == nil {
		x.objects = map[syntax.ItemID]*objectIndex{}
	}
	x.objects[object] = o
	return o
}
