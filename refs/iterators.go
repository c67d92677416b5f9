package refs

import "iacedit/syntax"

// Iterators finds what else must change when dynamic blocks receive new labels. If the old label of
// a block is also the name of its iterator, the contents of the block must use the new label.
// Iterators appends to dst the replacements of the old label in the contents of such blocks. The
// keys of the map are the offsets where the old labels start (see Iterator); the values of the map
// are the new labels. Iterators also returns the uses of names whose meaning would change.
func Iterators(dst []Replacement, f *syntax.File, labels map[int32]string) ([]Replacement, []Capture) {
	f = orEmpty(f)
	var captures []Capture
	added := make(map[string]bool, len(labels))
	for _, label := range labels {
		added[label] = true
	}
	w := newFinder(f, Configuration, func(*Reference) bool { return true })
	w.variable = func(n syntax.NodeID, at int) {
		node := w.node(n)
		name, renamed := string(w.expr.Source(n)), false
		if at >= 0 {
			name, renamed = w.scope.stack[at].newName(labels)
		}
		if !renamed && !added[name] {
			return
		}
		if top := w.collectSteps(n); w.isKey(top, top == n) {
			return
		}
		for i := len(w.scope.stack) - 1; i > at; i-- {
			by := &w.scope.stack[i]
			if text, _ := by.newName(labels); text == name {
				captures = append(captures, Capture{At: node.Span(), Name: name, By: &LocalName{by.Iterator, by.Name}})
				return
			}
		}
		if renamed {
			dst = append(dst, Replacement{At: node.Span(), Text: name})
		}
	}
	w.searchFile()
	return dst, captures
}

// newName returns the name that a local name has after the labels of dynamic blocks have changed,
// and reports whether it differs from the old name.
func (b *binding) newName(labels map[int32]string) (text string, renamed bool) {
	if b.Iterator {
		if text, renamed = labels[b.Name.From]; renamed {
			return text, true
		}
	}
	return b.text, false
}
