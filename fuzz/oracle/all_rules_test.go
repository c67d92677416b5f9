package oracle

import (
	"slices"
)

// The rules of docs/edits.md, "Paths", as the oracle of random edits applies them to a
// model.

type mSight int

const (
	mAbsent mSight = iota
	mUnknown
	mThere
)

// enter goes through parentheses and calls that leave no doubt.
func (v *mValue) enter(k key) *mValue {
	for {
		switch {
		case v.kind == mParens:
		case v.kind == mCall && !k.argument && len(v.items) == 1 && !v.items[0].spread && slices.Contains(oneArgument, v.call):
		default:
			return v
		}
		v = v.items[0].v
	}
}

// pair returns where the last pair with a key is, or -1.
func (v *mValue) pair(name string) int {
	for i, it := range slices.Backward(v.items) {
		if it.literal && it.name == name {
			return i
		}
	}
	return -1
}

// literals returns the object or list literals among the arguments of a call, and the last
// argument if it is one.
func (v *mValue) literals(kind mKind) (all []*mValue, last *mValue) {
	for _, it := range v.items {
		last = nil
		x := it.v
		for x.kind == mParens {
			x = x.items[0].v
		}
		if x.kind == kind && !it.spread {
			all, last = append(all, x), x
		}
	}
	return all, last
}

// follow looks for what a key leads to: in and i say where.
func (v *mValue) follow(k key) (in *mValue, i int, seen mSight) {
	in = v.enter(k)
	switch {
	case in.kind == mCall && k.argument, in.kind == mList && k.index >= 0 && !k.argument:
		if k.index < len(in.items) {
			return in, k.index, mThere
		}
		return in, -1, mAbsent
	case in.kind == mObject && k.index < 0:
		if i := in.pair(k.name); i >= 0 {
			return in, i, mThere
		}
		return in, -1, mAbsent
	case in.kind == mCall && in.call == "merge" && k.index < 0:
		objects, last := in.literals(mObject)
		for _, o := range slices.Backward(objects) {
			if i := o.pair(k.name); i >= 0 {
				return o, i, mThere
			}
		}
		if last != nil {
			return last, -1, mAbsent
		}
	case in.kind == mCall && in.call == "concat" && !k.argument && k.index >= 0:
		n := k.index
		for _, it := range in.items {
			lists, _ := (&mValue{items: []*mItem{it}}).literals(mList)
			if lists == nil {
				return in, -1, mUnknown
			}
			if n < len(lists[0].items) {
				return lists[0], n, mThere
			}
			n -= len(lists[0].items)
		}
		return in, -1, mAbsent
	}
	return in, -1, mUnknown
}

// lists returns where [=] looks, and where it and [+] append.
func (v *mValue) lists() (all []*mValue, last *mValue) {
	switch in := v.enter(key{}); {
	case in.kind == mList:
		return []*mValue{in}, in
	case in.kind == mCall && in.call == "concat":
		return in.literals(mList)
	}
	return nil, nil
}

// noWay is the refusal of keys of which one does not lead into a value.
func (b *mBlock) noWay(attr string, keys []key) refusal {
	for n, k := range keys {
		it, _ := b.at(attr, keys[:n])
		if _, _, seen := it.v.follow(k); seen == mUnknown {
			return it.v.noWay(k)
		}
	}
	return ""
}

// at goes along keys from an attribute of a block.
func (b *mBlock) at(attr string, keys []key) (it *mItem, seen mSight) {
	i := slices.IndexFunc(b.items, func(it *mItem) bool { return it.name == attr })
	if i < 0 {
		return nil, mAbsent
	}
	it = b.items[i]
	for _, k := range keys {
		in, i, seen := it.v.follow(k)
		if seen != mThere {
			return nil, seen
		}
		it = in.items[i]
	}
	return it, mThere
}

// The last step of a path, beside those that a key is.
type lastStep int

const (
	plainStep lastStep = iota
	appendStep
	equalStep
)

// A refusal is the code of the error that an edit must get.
type refusal string

func (r refusal) Error() string { return string(r) }

const (
	notFound  refusal = "ATTRIBUTE_NOT_FOUND"
	isThere   refusal = "ATTRIBUTE_ALREADY_EXISTS"
	unreached refusal = "INVALID_REQUEST, unless optional" // a path into what is computed elsewhere
	invalid   refusal = "INVALID_REQUEST"
	noBlock   refusal = "BLOCK_NOT_FOUND"
	ambiguous refusal = "AMBIGUOUS_MATCH"
)

// noWay is the refusal of a step that does not lead into a value.
func (v *mValue) noWay(k key) refusal {
	in := v.enter(k)
	if in.kind == mCall || in.kind == mLeaf && in.leaf.kind == otherValue {
		return unreached
	}
	return invalid
}

// wrapped is a value inside the objects and the list that steps ask for.
func wrapped(keys []key, last lastStep, v *mValue) (*mValue, error) {
	if last != plainStep {
		v = &mValue{kind: mList, items: []*mItem{{literal: true, v: v, fresh: true}}}
	}
	for _, k := range slices.Backward(keys) {
		if k.index >= 0 {
			return nil, notFound
		}
		v = &mValue{kind: mObject, items: []*mItem{{name: k.name, literal: true, v: v, fresh: true}}}
	}
	return v, nil
}

// apply does an action to what a path leads to in a block.
func (b *mBlock) apply(action, attr string, keys []key, last lastStep, d doc) error {
	i := slices.IndexFunc(b.items, func(it *mItem) bool { return it.name == attr })
	if i < 0 {
		if action == "update" || action == "delete" {
			return notFound
		}
		v, err := wrapped(keys, last, valueOfDoc(d))
		if err == nil {
			b.items = append(b.items, &mItem{name: attr, literal: true, v: v, fresh: true})
		}
		return err
	}
	if len(keys) == 0 && last == plainStep {
		switch action {
		case "delete":
			b.items = slices.Delete(b.items, i, i+1)
			return nil
		case "add":
			return isThere
		}
		b.items[i].v = merged(b.items[i].v, valueOfDoc(d))
		return nil
	}
	return b.items[i].applyIn(action, keys, last, d)
}

// applyIn is apply for a path into an attribute's value.
func (it *mItem) applyIn(action string, keys []key, last lastStep, d doc) error {
	for n, k := range keys {
		if final := n == len(keys)-1 && last == plainStep; final && action == "delete" {
			return it.delete(k)
		}
		in, i, seen := it.v.follow(k)
		switch {
		case seen == mUnknown:
			return it.v.noWay(k)
		case seen == mThere:
			it = in.items[i]
			continue
		case k.index >= 0 || action == "update" || action == "delete":
			return notFound
		}
		v, err := wrapped(keys[n+1:], last, valueOfDoc(d))
		if err == nil {
			in.items = append(in.items, &mItem{name: k.name, literal: true, v: v, fresh: true})
		}
		return err
	}
	if last == plainStep {
		if action == "add" {
			return isThere
		}
		it.v = merged(it.v, valueOfDoc(d))
		return nil
	}
	return it.applyToLists(action, last, d)
}

func (it *mItem) applyToLists(action string, last lastStep, d doc) error {
	all, end := it.v.lists()
	want := valueOfDoc(d).whole()
	equal := func(e *mItem) bool { return e.v.whole().kind == want.kind && e.v.whole().same(want) }
	if last == equalStep {
		found := 0
		for _, list := range all {
			for i := 0; i < len(list.items); i++ {
				if !equal(list.items[i]) {
					continue
				}
				found++
				if action == "delete" {
					list.items = slices.Delete(list.items, i, i+1)
					i--
				}
			}
		}
		switch {
		case found > 0 && action == "add":
			return isThere
		case found > 0:
			return nil
		case action == "delete" && len(all) == 0, action != "delete" && end == nil:
			return it.v.noWay(key{})
		case action == "delete" || action == "update":
			return notFound
		}
	}
	if end == nil {
		return it.v.noWay(key{})
	}
	end.items = append(end.items, &mItem{literal: true, v: valueOfDoc(d), fresh: true})
	return nil
}

// delete takes what a key leads to away, of merge out of all its object literals.
func (it *mItem) delete(k key) error {
	if in := it.v.enter(k); in.kind == mCall && in.call == "merge" && k.index < 0 {
		objects, _ := in.literals(mObject)
		if len(objects) == 0 {
			return unreached
		}
		found := false
		for _, o := range objects {
			if i := o.pair(k.name); i >= 0 {
				o.items, found = slices.Delete(o.items, i, i+1), true
			}
		}
		if !found {
			return notFound
		}
		return nil
	}
	in, i, seen := it.v.follow(k)
	switch seen {
	case mUnknown:
		return it.v.noWay(k)
	case mAbsent:
		return notFound
	}
	in.items = slices.Delete(in.items, i, i+1)
	return nil
}

// merged is a value that another is set over: the members that stay keep their comments.
func merged(was, is *mValue) *mValue {
	if was.kind == mParens && is.kind != mLeaf || was.dump(false) == is.dump(false) {
		if was.dump(false) == is.dump(false) {
			return was
		}
		inner := *was
		inner.items = []*mItem{{literal: true, v: merged(was.items[0].v, is), lead: was.items[0].lead, tail: was.items[0].tail}}
		return &inner
	}
	if was.kind != mObject || is.kind != mObject {
		return is
	}
	out := &mValue{kind: mObject}
	for _, it := range is.items {
		if i := was.pair(it.name); i >= 0 {
			kept := *was.items[i]
			kept.v = merged(kept.v, it.v)
			it = &kept
		}
		out.items = append(out.items, it)
	}
	return out
}
