package mirror

import (
	"slices"

	"iacedit/internal/base/diff"
	"iacedit/internal/base/grow"
)

// edits appends the edits of the file's text that a node and the nodes in it need where they are.
func (p *patcher) edits(dst []diff.Edit, n *node) []diff.Edit {
	if n.key != nil && n.keyTo > 0 && string(n.key) != string(p.doc.text[n.at:n.keyTo]) {
		dst = append(dst, diff.Edit{From: int(n.at), To: int(n.keyTo), Text: n.key})
	}
	switch {
	case n.with != nil:
		oneLine := p.layout.isOneLine(&node{key: n.key, kind: n.with.kind}, n.parent)
		return p.replace(dst, n, p.append(nil, n.with, p.doc.indentation(n.at), oneLine))
	case n.opened:
		return p.childEdits(dst, n)
	}
	for _, m := range n.children {
		dst = p.edits(dst, m)
	}
	return dst
}

// replace appends the edit that replaces the value of a node by a text.
func (p *patcher) replace(dst []diff.Edit, n *node, text []byte) []diff.Edit {
	if len(dst) == cap(dst) {
		dst = grow.Foresee(p.budget, dst, 0, int(n.from), len(p.doc.text))
	}
	return append(dst, diff.Edit{From: int(n.from), To: int(n.to), Text: text})
}

// childEdits appends the edits for an object or array whose children may be others, or in another
// order.
func (p *patcher) childEdits(dst []diff.Edit, n *node) []diff.Edit {
	children := n.list()
	switch {
	case slices.Equal(children, n.children):
		for _, m := range children {
			dst = p.edits(dst, m)
		}
		return dst
	case len(children) == 0:
		return p.replace(dst, n, []byte{n.kind, n.kind + 2})
	case len(n.children) == 0:
		whole := &node{kind: n.kind, opened: true, first: n.first, last: n.last, key: n.key}
		oneLine := p.layout.isOneLine(whole, n.parent)
		whole.key = nil
		return p.replace(dst, n, p.append(nil, whole, p.doc.indentation(n.at), oneLine))
	}
	p.budget.Step(stepsPerNode * len(children))
	var prev *node
	var fresh []*node
	for _, m := range p.inPlace(n, children) {
		if m.doc != p.doc || m.moved {
			fresh = append(fresh, m)
			continue
		}
		dst = p.gapEdit(dst, n, prev, m, fresh)
		dst = p.edits(dst, m)
		prev, fresh = m, nil
	}
	return p.gapEdit(dst, n, prev, nil, fresh)
}

// inPlace sets the field moved of the wanted children of a container. It is not set for the most
// children that are in the order of the file.
func (p *patcher) inPlace(n *node, children []*node) []*node {
	var old []*node
	var places []int
	for _, m := range children {
		if m.moved = true; m.doc == p.doc && int(m.index) < len(n.children) && n.children[m.index] == m {
			old, places = append(old, m), append(places, int(m.index))
		}
	}
	for _, i := range p.finder.Increasing(places) {
		old[i].moved = false
	}
	return children
}

// gapEdit appends the edit of the text between two children of a container that stay in place. prev
// is nil for the start of the container, and next for its end. fresh are the children that come
// between them.
func (p *patcher) gapEdit(dst []diff.Edit, n *node, prev, next *node, fresh []*node) []diff.Edit {
	first, last := 0, len(n.children) // the gaps after prev and before next
	e := diff.Edit{From: int(n.from) + 1, To: int(n.to) - 1}
	if prev != nil {
		first, e.From = int(prev.index)+1, int(prev.to)
	}
	if next != nil {
		last, e.To = int(next.index), int(next.at)
	}
	if first == last && len(fresh) == 0 {
		return dst
	}
	comma, indent := p.layout.separator(n)
	if prev == nil {
		e.Text = append(e.Text, n.gap(0)...)
	}
	for i, m := range fresh {
		if i > 0 || prev != nil {
			e.Text = append(e.Text, comma...)
		}
		e.Text = p.append(e.Text, m, indent, p.layout.isOneLine(m, n))
	}
	switch {
	case next == nil:
		e.Text = append(e.Text, n.gap(len(n.children))...)
	case prev == nil && len(fresh) == 0:
	case last == 0:
		e.Text = append(e.Text, comma...)
	default:
		e.Text = append(e.Text, n.gap(last)...)
	}
	return append(dst, e)
}
