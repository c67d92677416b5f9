package oracle

import (
	"slices"

	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// placed looks at the order of items after one was added.
func (t *trial) placed() error {
	if !t.change.adds() {
		return nil
	}
	body, _ := t.out.at(t.change.in)
	all := nodes(body)
	switch t.change.kind {
	case addAttribute:
		i := slices.IndexFunc(all, func(n node) bool { return n.attr != nil && n.attr.Name == t.change.attr })
		if want := t.placeOfAttribute(all, i); i != want {
			return errorf("%s is item %d of %d, want %d", t.change.attr, i, len(all), want)
		}
		return t.indented(all, i)
	case addBlock:
		b := t.newBlock()
		i := slices.IndexFunc(all, func(n node) bool { return n.block == b })
		want := len(all) - 1
		for j, n := range all {
			if len(t.change.in) > 0 && n.block != nil && n.block != b && n.block.Type == b.Type {
				want = j
				if j < i {
					want = j + 1
				}
			}
		}
		if len(t.change.in) == 0 {
			want = besideItsKind(slices.Delete(slices.Clone(all), i, i+1), b)
		}
		if i != want {
			return errorf("the block is item %d of %d, want %d", i, len(all), want)
		}
		return t.parted(all, i)
	}
	return nil
}

// placeOfAttribute returns where the new attribute goes, which is item i: above the first block of a
// block; in the file, after the last of the other attributes or, if there are none, at the end.
func (t *trial) placeOfAttribute(all []node, i int) int {
	if len(t.change.in) > 0 {
		if first := slices.IndexFunc(all, func(n node) bool { return n.block != nil }); first >= 0 {
			return first - 1
		}
		return len(all) - 1
	}
	for j := len(all) - 1; j >= 0; j-- {
		if all[j].attr != nil && j > i {
			return j
		}
		if all[j].attr != nil && j < i {
			return j + 1
		}
	}
	return len(all) - 1
}

// besideItsKind returns where a new block stands among the items of a file: after the last of
// its siblings, which have its type and, if it has several labels, its first, if nothing is
// between these; else, if nothing is between those, after the last of its type; else at the end.
func besideItsKind(all []node, b *hclsyntax.Block) int {
	ofType := func(n node) bool { return n.block != nil && n.block.Type == b.Type }
	siblings := func(n node) bool {
		return ofType(n) && (len(b.Labels) < 2 && len(n.block.Labels) < 2 || len(b.Labels) > 1 && len(n.block.Labels) > 1 && n.block.Labels[0] == b.Labels[0])
	}
	for _, is := range []func(node) bool{siblings, ofType} {
		first := slices.IndexFunc(all, is)
		if first < 0 {
			continue
		}
		end := first
		for end < len(all) && is(all[end]) {
			end++
		}
		if !slices.ContainsFunc(all[end:], is) {
			return end
		}
	}
	return len(all)
}

// parted checks the blank lines beside a new block.
func (t *trial) parted(all []node, i int) error {
	first, end := t.out.span(all[i].from, all[i].to)
	blank := t.out.words[first].lines() > 1
	if len(t.change.in) == 0 && i > 0 && i < len(all)-1 && t.touched(all[i-1], all[i+1]) {
		below := t.out.words[end].lines() > 1
		if blank || below {
			return errorf("it is between items that touched; a blank line above: %v, below: %v", blank, below)
		}
		return nil
	}
	if first == 0 || t.out.words[first-1].text == "{" || t.afterOpening(first) {
		return nil
	}
	if crowded := len(t.change.in) > 0 && t.crowded(all, i-1); crowded == blank {
		return errorf("a blank line before the block: %v; the item before it stands directly below another: %v", blank, crowded)
	}
	return nil
}

// touched reports whether two top-level items of the result stood directly below one another
// in the file.
func (t *trial) touched(above, below node) bool {
	was := nodes(t.in.body)
	for j := 1; j < len(was); j++ {
		if !was[j-1].isLike(above) || !was[j].isLike(below) {
			continue
		}
		_, from := t.in.span(was[j-1].from, was[j-1].to)
		to, _ := t.in.span(was[j].from, was[j].to)
		if !slices.ContainsFunc(t.in.words[from:to+1], func(w word) bool { return w.lines() > 1 }) {
			return true
		}
	}
	return false
}

// isLike reports whether two items have one name, or one type and labels.
func (n node) isLike(other node) bool {
	if n.block == nil || other.block == nil {
		return n.attr != nil && other.attr != nil && n.attr.Name == other.attr.Name
	}
	return n.block.Type == other.block.Type && slices.Equal(n.block.Labels, other.block.Labels)
}

// indented checks that a new item is indented as the others of its body are, if all
// of them are alike.
func (t *trial) indented(all []node, added int) error {
	indents := map[string]bool{}
	is := ""
	for i, n := range all {
		first, _ := t.out.span(n.from, n.to)
		indent, _ := gap(t.out.words[first].lead)
		switch {
		case i == added:
			is = indent
		case t.out.words[first].startsLine:
			indents[indent] = true
		}
	}
	if len(indents) == 1 && !indents[is] {
		return errorf("it is indented by %q, the others by %v", is, indents)
	}
	return nil
}

// crowded says whether an item is a block without a blank line between it and the item
// before it, and whatever comes next directly below it.
func (t *trial) crowded(all []node, i int) bool {
	if i < 1 || all[i].block == nil {
		return false
	}
	words := t.out.words
	first, end := t.out.span(all[i].from, all[i].to)
	if words[end].kind == hclsyntax.TokenComment && words[end].startsLine {
		return false
	}
	_, before := t.out.span(all[i-1].from, all[i-1].to)
	for ; first >= before; first-- {
		if words[first].lines() > 1 {
			return false
		}
	}
	return true
}

// afterOpening says whether only the comment on the opening line stands before a word.
func (t *trial) afterOpening(i int) bool {
	return i > 1 && t.out.words[i-1].kind == hclsyntax.TokenComment && t.out.words[i-1].lines() == 0 && t.out.words[i-2].text == "{"
}
