package apply

import (
	"bytes"
	"slices"

	"iacedit/edit/internal/draft"
	"iacedit/internal/base/sequence"
	"iacedit/internal/engine/selection"
	"iacedit/syntax"
	"iacedit/value"
)

// A pairing maps each element of a new list to the old element that it replaces.
type pairing struct {
	f       *draft.File
	x       *selection.Comparison
	schema  *value.Schema
	old     []syntax.ItemID
	classes []value.Class // the classes of the old elements
	new     []value.Classified
	finder  sequence.Finder
	sequence.Pairing
}

// pair pairs old and new elements: first equal elements, in order as far as possible, then elements
// that describe the same object, then elements at the same position (see pairGaps).
func (l *pairing) pair() {
	l.Pairing = sequence.NewPairing(len(l.old), len(l.new))
	l.pairCommon()
	sequence.PairEqual(&l.Pairing, l.classes, func(j int) value.Class { return l.new[j].Class }, 0)
	l.pairAlike()
	l.pairGaps()
}

// pairInPlace pairs each new element with the old element of the same index. Both lists must have
// the same length.
func (l *pairing) pairInPlace() {
	l.From = make([]int, len(l.new))
	for j := range l.From {
		l.From[j] = j
	}
}

// mostAligned limits the work of pairCommon, which is the number of old elements times the number
// of new elements.
const mostAligned = 1 << 16

// pairCommon pairs the elements of a longest common subsequence. In very long lists it pairs only
// equal elements at both ends.
func (l *pairing) pairCommon() {
	old, new := slices.Clone(l.classes), make([]value.Class, len(l.new))
	for i := range old {
		if old[i] == 0 { // a value that equals no other value
			old[i] = -1
		}
	}
	for j := range new {
		new[j] = l.new[j].Class
	}
	sequence.PairCommon(&l.finder, &l.Pairing, old, new, mostAligned, l.f.Budget.Step)
}

// pairGaps pairs the remaining elements in each gap between paired elements. If a gap has as many
// old as new elements, pairGaps pairs the elements at the same position. There is one exception: in
// a gap that has several old elements and contains an object or list, an old element with a comment
// is paired only if it shares a member with the new element. If a gap has more old or more new
// elements, the new elements replace, in order, the old elements that have no comments.
func (l *pairing) pairGaps() {
	for gap := range l.Gaps {
		l.pairGap(gap.From, gap.To, gap.New)
	}
}

// pairGap pairs the elements of one gap: the old elements l.old[from:to], and the new elements with
// the given indexes.
func (l *pairing) pairGap(from, to int, new []int) {
	l.f.Budget.Step(to - from)
	if to-from == len(new) && (len(new) == 1 || l.onlyScalars(from, to, new)) {
		for k, j := range new {
			l.Take(from+k, j)
		}
		return
	}
	if to-from == len(new) {
		for k, j := range new {
			if l.shareMember(from+k, j) || !commented(l.f, l.old[from+k]) {
				l.Take(from+k, j)
			}
		}
		return
	}
	for _, j := range new {
		for from < to && commented(l.f, l.old[from]) {
			from++
		}
		if from == to {
			return
		}
		l.Take(from, j)
		from++
	}
}

// shareMember reports whether old element i and new element j share a member: both have the same
// key with equal values.
func (l *pairing) shareMember(i, j int) bool {
	old := l.x.Members(l.old[i], l.schema)
	if len(old) == 0 {
		return false
	}
	l.f.Budget.Step(len(old) + len(l.new[j].Items))
	has := make(map[selection.Member]bool, len(old))
	for _, m := range old {
		has[m] = true
	}
	return slices.ContainsFunc(membersOf(&l.new[j]), func(m selection.Member) bool { return m.Value != 0 && has[m] })
}

// onlyScalars reports whether no element of a gap is a list or an object. The arguments are those
// of pairGap.
func (l *pairing) onlyScalars(from, to int, new []int) bool {
	for _, c := range l.old[from:to] {
		if l.x.IsCollection(c) {
			return false
		}
	}
	return !slices.ContainsFunc(new, func(j int) bool { return len(l.new[j].Items) > 0 })
}

// commented reports whether an element may have a comment, beside it or in its value.
func commented(f *draft.File, id syntax.ItemID) bool {
	it := f.Draft.Item(id)
	return len(bytes.TrimSpace(f.Draft.At(it.Head))) > 0 || len(bytes.Trim(f.Draft.At(it.Tail), " \t\r\n,")) > 0 || commentedInside(f, id)
}

// commentedInside reports whether the value of an item contains "#" or "/", and so may contain a
// comment.
func commentedInside(f *draft.File, id syntax.ItemID) bool {
	const signs = "#/"
	if !f.Draft.EditedInside(id) {
		return bytes.ContainsAny(f.Draft.At(f.Draft.Item(id).Content), signs)
	}
	for c := f.Draft.FirstItem(id); c != syntax.NoItem; c = f.Draft.NextItem(c) {
		f.Budget.Step(1)
		it := f.Draft.Item(c)
		if bytes.ContainsAny(f.Draft.At(it.Head), signs) || bytes.ContainsAny(f.Draft.At(it.Tail), signs) || commentedInside(f, c) {
			return true
		}
	}
	return false
}

// stays reports, for each old element, whether it stays where it is. It chooses a longest sequence
// of paired elements that are in the order of the new list, so that few elements move.
func (l *pairing) stays() []bool {
	var paired []int
	for _, i := range l.From {
		if i >= 0 {
			paired = append(paired, i)
		}
	}
	stays := make([]bool, len(l.old))
	for _, k := range l.finder.Increasing(paired) {
		stays[paired[k]] = true
	}
	return stays
}

// identities are the keys of the members that identify an object in a list, the most reliable
// first.
var identities = []string{"name", "key", "id"}

// pairAlike pairs objects with an equal identifying member, such as "name", and then objects and
// lists that share most of their members.
func (l *pairing) pairAlike() {
	if !slices.ContainsFunc(l.From, func(i int) bool { return i < 0 }) {
		return // no new element is left
	}
	members := map[int][]selection.Member{} // by old element: the classes of its members
	by := map[selection.Member][]int{}      // the old elements that have a member
	for i, c := range l.old {
		if l.Taken[i] {
			continue
		}
		if all := l.x.Members(c, l.schema); len(all) > 0 {
			members[i] = all
			for _, m := range all {
				by[m] = append(by[m], i)
			}
		}
	}
	if len(by) == 0 {
		return
	}
	for _, name := range identities {
		key := l.f.Module.Classes.LiteralKey(name)
		for j := range l.new {
			if l.From[j] >= 0 {
				continue
			}
			for _, m := range membersOf(&l.new[j]) {
				if m.Key == key && m.Value != 0 {
					for len(by[m]) > 0 && l.Taken[by[m][0]] {
						by[m] = by[m][1:]
					}
					if len(by[m]) > 0 {
						l.Take(by[m][0], j)
					}
					break
				}
			}
		}
	}
	l.pairBySharedMembers(members, by)
}

// mostSharing bounds how many old elements may have a member, such as a = 1, in common. If more of
// them have it, pairBySharedMembers ignores the member, because it does not identify any of them.
const mostSharing = 32

// pairBySharedMembers pairs each remaining new element with the old element that shares the most
// members with it. Two elements are paired only if they share more than half of the members of
// each.
func (l *pairing) pairBySharedMembers(members map[int][]selection.Member, by map[selection.Member][]int) {
	for j := range l.new {
		if l.From[j] >= 0 {
			continue
		}
		votes := map[int]int{}
		all := membersOf(&l.new[j])
		for _, m := range all {
			for k, i := range by[m] {
				if k == mostSharing {
					break
				}
				l.f.Budget.Step(1)
				if !l.Taken[i] {
					votes[i]++
				}
			}
		}
		best := -1
		for i, n := range votes {
			if 2*n > max(len(all), len(members[i])) && (best < 0 || n > votes[best] || n == votes[best] && i < best) {
				best = i
			}
		}
		if best >= 0 {
			l.Take(best, j)
		}
	}
}

// membersOf returns the members of a new object or list, or nil for a scalar.
func membersOf(n *value.Classified) (members []selection.Member) {
	for i := range n.Items {
		members = append(members, selection.Member{Key: n.Items[i].Key, Value: n.Items[i].Class})
	}
	return members
}
