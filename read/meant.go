package read

import (
	"iacedit/address"
	"iacedit/internal/nearest"
	"iacedit/internal/terraform"
	"iacedit/syntax"
	"iacedit/value"
)

// meantBy returns the end of a message about blocks of which the selectors of an entry keep
// none: the name that is nearest to one of theirs that none of the blocks has.
func (w *writer) meantBy(e *entry, blocks []ref, body *terraform.Body) string {
	for i := range e.where {
		if end := w.meantName(&e.where[i].named, blocks, body); end != "" {
			return end
		}
	}
	for i := range e.has {
		if end := w.meantName(&e.has[i], blocks, body); end != "" {
			return end
		}
	}
	return ""
}

// meantName is meantBy for one name or path.
func (w *writer) meantName(n *named, blocks []ref, body *terraform.Body) string {
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
				if wanted == n.Name && w.f.Item(c).Kind >= syntax.KindAttribute {
					names = append(names, string(w.f.Name(c)))
				}
			}
			continue
		}
		x := address.Expr{Expr: w.expr(id), Classes: &w.classes}
		object, at, seen := x.Follow(x.Root, body.Attribute(n.Name), n.Steps)
		if seen != address.Absent || n.Steps[at].Kind != address.StepKey {
			return ""
		}
		if wanted != n.Steps[at].Key {
			wanted, names = n.Steps[at].Key, nil
		}
		for pair := range x.Children(object) {
			w.budget.Step(stepsPerName)
			if key, ok := value.LiteralKey(x.Expr, x.Node(pair).First); ok {
				names = append(names, string([]byte(key)))
			}
		}
	}
	return nearest.DidYouMean(wanted, func(yield func(string) bool) {
		for _, name := range names {
			if !yield(name) {
				return
			}
		}
	})
}

// stepsPerName is what it takes to compare a name with another.
const stepsPerName = 16
