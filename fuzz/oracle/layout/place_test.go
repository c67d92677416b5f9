package layout

import (
	"cmp"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// What follows decides where the rules of docs/layout.md put something, looking at the
// file as it stands, without the engine.

// kin reports whether two top-level blocks are siblings: of one type, and of one first
// label if they have two.
func kin(a, b *layoutItem) bool {
	return a.block != nil && b.block != nil && a.block.Type == b.block.Type &&
		(len(a.block.Labels) < 2 || len(b.block.Labels) == len(a.block.Labels) && a.block.Labels[0] == b.block.Labels[0])
}

func sameType(a, b *layoutItem) bool {
	return a.block != nil && b.block != nil && a.block.Type == b.block.Type
}

// isSite reports whether a block is the last of its siblings, or one of those in order.
func isSite(it *layoutItem) bool {
	same := kin
	if it.in.owner != nil {
		same = func(a, b *layoutItem) bool { return b.block != nil && a.kind() == b.kind() }
	}
	rest := it.in.items[it.at+1:]
	if !slices.ContainsFunc(rest, func(other *layoutItem) bool { return same(it, other) }) {
		return true
	}
	_, ordered := orderedPlace(it)
	return it.in.owner == nil && ordered
}

// others returns the other items of the body of an item.
func others(it *layoutItem) []*layoutItem {
	return slices.Delete(slices.Clone(it.in.items), it.at, it.at+1)
}

// numbersOf returns which of some items are of a kind, and whether these stand together.
func numbersOf(items []*layoutItem, is func(*layoutItem) bool) (of []int, together bool) {
	for i, it := range items {
		if is(it) {
			of = append(of, i)
		}
	}
	return of, len(of) > 0 && of[len(of)-1]-of[0] == len(of)-1
}

// An order compares the names of siblings.
type order func(a, b *layoutItem) int

func lastLabel(it *layoutItem) string {
	if it.attr != nil {
		return it.attr.Name
	}
	return it.block.Labels[len(it.block.Labels)-1]
}

var orders = []order{
	func(a, b *layoutItem) int { return strings.Compare(lastLabel(a), lastLabel(b)) },
	func(a, b *layoutItem) int {
		return strings.Compare(strings.ToLower(lastLabel(a)), strings.ToLower(lastLabel(b)))
	},
	func(a, b *layoutItem) int {
		required := func(it *layoutItem) int {
			if it.block == nil || it.block.Type != "variable" || it.block.Body.Attributes["default"] != nil {
				return 1
			}
			return 0
		}
		return cmp.Or(cmp.Compare(required(a), required(b)), strings.Compare(lastLabel(a), lastLabel(b)))
	},
}

// placeIn returns the place of an item among others that are in an order, if they are.
func placeIn(it *layoutItem, among []*layoutItem, least int) (at int, ok bool) {
	if len(among) < least {
		return 0, false
	}
	for _, by := range orders {
		if !slices.IsSortedFunc(among, by) {
			continue
		}
		n := 0
		for n < len(among) && by(among[n], it) <= 0 {
			n++
		}
		return n, true
	}
	return 0, false
}

// orderedPlace returns the number among the other items of its body at which rule 2 puts a
// top-level block.
func orderedPlace(it *layoutItem) (at int, ok bool) {
	if it.block == nil || it.in.owner != nil || !slices.Contains([]string{"variable", "output", "check", "module", "provider"}, it.block.Type) {
		return 0, false
	}
	rest := others(it)
	of, together := numbersOf(rest, func(other *layoutItem) bool { return kin(it, other) })
	if !together {
		return 0, false
	}
	n, ok := placeIn(it, rest[of[0]:of[len(of)-1]+1], 3)
	return of[0] + n, ok
}

// untoldTop says why the rules cannot tell where a top-level block stood, or "".
func (f *layoutFile) untoldTop(it *layoutItem) string {
	rest := others(it)
	place := len(rest)
	of, together := numbersOf(rest, func(other *layoutItem) bool { return kin(it, other) })
	ofType, typeTogether := numbersOf(rest, func(other *layoutItem) bool { return sameType(it, other) })
	ordered, isOrdered := orderedPlace(it)
	about, isAbout := aboutPlace(it, rest)
	switch {
	case it.block.Type == "terraform":
		place = 0
	case isAbout:
		place = about
	case isOrdered:
		place = ordered
	case together:
		place = of[len(of)-1] + 1
	case typeTogether:
		place = ofType[len(ofType)-1] + 1
	}
	if place != it.at {
		if len(of) == 0 {
			return "place: the first of its siblings"
		}
		return "place among its siblings"
	}
	if it.apart || it.at+1 < len(it.in.items) && it.in.items[it.at+1].apart {
		return "a comment that stands apart beside it"
	}
	if it.at > 0 && it.blank != 1 || it.at+1 < len(it.in.items) && it.in.items[it.at+1].blank != 1 {
		return "blank lines around it"
	}
	return ""
}

// aboutPlace returns the position of a moved or import block that belongs below the block in its
// "to".
func aboutPlace(it *layoutItem, rest []*layoutItem) (at int, ok bool) {
	if it.block.Type != "moved" && it.block.Type != "import" {
		return 0, false
	}
	about := func(b *layoutItem) string {
		a := b.block.Body.Attributes["to"]
		if a == nil {
			return ""
		}
		t, _ := a.Expr.(*hclsyntax.ScopeTraversalExpr)
		if t == nil || len(t.Traversal) < 2 {
			return ""
		}
		return traversalText(t)
	}
	below := func(n int) bool { // rest[n] stands below what it is about
		to := about(rest[n])
		for n--; n >= 0 && rest[n].block != nil && rest[n].block.Type == it.block.Type; n-- {
			if about(rest[n]) != to {
				return false
			}
		}
		return n >= 0 && rest[n].block != nil && to != "" && addressOf(rest[n]) == to
	}
	some := false
	for n, other := range rest {
		if sameType(it, other) {
			if !below(n) {
				return 0, false
			}
			some = true
		}
	}
	if !some {
		return 0, false
	}
	for n, other := range rest {
		if other.block != nil && addressOf(other) == about(it) {
			for n++; n < len(rest) && sameType(it, rest[n]); n++ {
			}
			return n, true
		}
	}
	return 0, false
}

func addressOf(it *layoutItem) string {
	switch it.block.Type {
	case "resource":
		return strings.Join(it.block.Labels, ".")
	case "module":
		return "module." + strings.Join(it.block.Labels, ".")
	}
	return ""
}

// traversalText returns the names that a reference begins with, up to an index.
func traversalText(t *hclsyntax.ScopeTraversalExpr) string {
	text := t.Traversal.RootName()
	for _, step := range t.Traversal[1:] {
		name, ok := step.(hcl.TraverseAttr)
		if !ok {
			break
		}
		text += "." + name.Name
	}
	return text
}

// untoldNested says why the rules cannot tell where a nested block stood, or "".
func (f *layoutFile) untoldNested(it *layoutItem) string {
	rest := others(it)
	of, _ := numbersOf(rest, func(other *layoutItem) bool { return other.block != nil && other.kind() == it.kind() })
	place := len(rest)
	if len(of) > 0 {
		place = of[len(of)-1] + 1
	} else if of, _ := numbersOf(rest, func(other *layoutItem) bool { return other.block != nil && other.block.Type == it.block.Type }); len(of) > 0 {
		place = of[len(of)-1] + 1
	} else {
		for place > 0 && (ends(rest[place-1], it)) {
			place--
		}
	}
	switch {
	case place != it.at:
		return "place among other blocks"
	case it.apart || it.at+1 < len(it.in.items) && it.in.items[it.at+1].apart || it.at+1 == len(it.in.items) && f.commentsAfter(it):
		return "a comment that stands apart beside it"
	case it.at > 0 && (it.blank > 0) != f.wantsBlank(it, of) || it.blank > 1 || it.at == 0 && it.blank > 0:
		return "blank line above it"
	case it.at+1 < len(it.in.items) && it.in.items[it.at+1].blank > 1:
		return "blank lines below it"
	case it.at+1 < len(it.in.items) && (it.in.items[it.at+1].blank > 0) != (it.blank > 0):
		return "blank line below it"
	}
	return ""
}

// ends reports whether an item ends its block, below a new nested block.
func ends(it, block *layoutItem) bool {
	if !knowsMeta(it.in.owner) || it.in.owner.in.owner != nil {
		return false
	}
	return it.attr != nil && it.attr.Name == "depends_on" || it.block != nil && it.block.Type == "lifecycle" && block.block.Type != "lifecycle"
}

// wantsBlank reports whether a blank line stands above a nested block, as between its
// siblings, or as above the first of its type in other blocks of the file.
func (f *layoutFile) wantsBlank(it *layoutItem, siblings []int) bool {
	var votes []bool
	f.gaps(f.body, it, len(siblings) > 0, it.in, &votes)
	if len(votes) == 0 {
		f.gaps(f.body, it, len(siblings) > 0, nil, &votes)
	}
	if len(votes) > 0 && !slices.Contains(votes, !votes[0]) {
		return votes[0]
	}
	prev := it.in.items[it.at-1]
	return prev.block == nil || prev.at == 0 || prev.blank > 0 || prev.apart
}

// gaps gathers whether blank lines stand above blocks of a type: between two of them, or
// above the first one. in is the body to look in, nil for all but that of the block.
func (f *layoutFile) gaps(b *layoutBody, it *layoutItem, between bool, in *layoutBody, votes *[]bool) {
	seen := false
	for _, c := range b.items {
		if c == it || c.block == nil {
			continue
		}
		if b.owner != nil && c.kind() == it.kind() {
			if (in == b || in == nil && it.in != b) && c.at > 0 && between == seen && (!seen || c.in.items[c.at-1].block != nil && c.in.items[c.at-1].kind() == it.kind()) {
				*votes = append(*votes, c.blank > 0)
			}
			seen = true
		}
		f.gaps(c.body, it, between, in, votes)
	}
}
