package read

import (
	"slices"
	"strings"

	"iacedit/address"
	"iacedit/internal/excerpt"
	"iacedit/internal/nearest"
	"iacedit/internal/selection"
	"iacedit/internal/terraform"
	"iacedit/syntax"
	"iacedit/value"
)

// meantBy returns the end of a message about blocks of which the selectors of an entry keep
// none: the name that is nearest to one of theirs that none of the blocks has.
func (w *chooser) meantBy(e *entry, blocks []ref, body *terraform.Body) string {
	for i := range e.Where {
		if end := w.meantName(&e.Where[i], blocks, body); end != "" {
			return end
		}
	}
	for i := range e.Has {
		if end := w.meantName(&e.Has[i], blocks, body); end != "" {
			return end
		}
	}
	return ""
}

// meantName is meantBy for one name or path.
func (w *chooser) meantName(n *selection.Attribute, blocks []ref, body *terraform.Body) string {
	var names []string
	wanted := n.Name
	for _, b := range blocks {
		w.in(b.doc)
		w.budget.Step(1)
		id := w.f.Attribute(b.id, n.Name)
		if id == syntax.NoItem {
			for range w.f.Blocks(b.id, n.Name) {
				return ""
			}
			for c := range w.f.Children(b.id) {
				w.budget.Step(stepsPerName)
				if wanted == n.Name && w.f.Kind(c) >= syntax.KindAttribute {
					names = append(names, string(w.f.Name(c)))
				}
			}
			continue
		}
		x := address.Expr{Expr: w.expr(id), Classes: &w.classes}
		object, at, seen := x.Follow(x.Root, body.Attribute(n.Name), n.Path)
		if seen != address.Absent || n.Path[at].Kind != address.StepKey {
			return ""
		}
		if wanted != n.Path[at].Key {
			wanted, names = n.Path[at].Key, nil
		}
		for pair := range x.Children(object) {
			w.budget.Step(stepsPerName)
			if key, ok := value.LiteralKey(x.Expr, x.Node(pair).First); ok {
				names = append(names, strings.Clone(key))
			}
		}
	}
	return nearest.DidYouMean(wanted, slices.Values(names))
}

// meantLabel returns the end of a message about labels that none of nested blocks has: the
// label that is nearest to one of them.
func (w *chooser) meantLabel(labels []string, nested []ref) string {
	for place := len(labels) - 1; place >= 0; place-- {
		if end := nearest.DidYouMean(labels[place], func(yield func(string) bool) {
			for _, n := range nested {
				w.budget.Step(stepsPerName)
				at := 0
				for label := range w.f.Labels(n.id) {
					if at == place && !yield(string(label)) {
						return
					}
					at++
				}
			}
		}); end != "" {
			return end
		}
	}
	return ""
}

// whatIsIn says what is in the first of blocks that do not have what a path leads to: the
// value that it leads into, the attributes, or that its name is that of a nested block.
func (w *chooser) whatIsIn(blocks []ref, n *selection.Attribute) string {
	if len(blocks) == 0 {
		return "the code has no attributes there"
	}
	w.in(blocks[0].doc)
	if id := w.f.Attribute(blocks[0].id, n.Name); id != syntax.NoItem {
		return n.Name + " is " + excerpt.Line(w.f.At(w.f.Value(id)))
	}
	for range w.f.Blocks(blocks[0].id, n.Name) {
		return n.Name + ` is a nested block: it goes in "blockTypes"`
	}
	names := list(func(yield func(string) bool) {
		for id := range w.f.Attributes(blocks[0].id) {
			if !yield(string(w.f.Name(id))) {
				return
			}
		}
	})
	if names == "" {
		return "the code has no attributes there"
	}
	return "the code has " + names
}

// headers lists the headers of blocks.
func (w *chooser) headers(blocks []ref) string {
	return list(func(yield func(string) bool) {
		for _, b := range blocks {
			t := target{typ: string(w.f.Name(b.id))}
			for label := range w.f.Labels(b.id) {
				t.labels = append(t.labels, string(label))
			}
			if !yield(t.String()) {
				return
			}
		}
	})
}

// stepsPerName is what it takes to compare a name with another.
const stepsPerName = 16
