package reshape

import (
	"iacedit/internal/base/excerpt"
	"iacedit/internal/base/sequence"
	"iacedit/internal/engine/render"
	"iacedit/refs"
	"iacedit/syntax"
)

// uses are the uses of an iterator in expressions, and the other names there.
type uses struct {
	values, keys int
	odd          string          // a use that is neither of the value nor of the key
	names        map[string]bool // the other names with which references begin, and the names that "for" defines
}

// A use is one use of the value or of the key of an iterator.
type use struct {
	at    syntax.Span
	isKey bool
}

// usesIn returns the uses of an iterator in a value, in order, and adds them to u.
func (w *writer) usesIn(u *uses, at syntax.Span, iterator string) (all []use) {
	e := w.f.Draft.Expr(at)
	if e == nil || e.Root == 0 {
		return nil
	}
	var locals refs.Locals
	locals.Find(e)
	parents := map[syntax.NodeID]syntax.NodeID{} // of variables
	for id := range e.All() {
		w.f.Budget.Step(2)
		n := e.Node(id)
		if n.First != 0 && e.Node(n.First).Kind == syntax.NodeVariable {
			parents[n.First] = id
		}
	}
	for id := range e.All() {
		n := e.Node(id)
		switch {
		case n.Kind == syntax.NodeForTuple || n.Kind == syntax.NodeForObject || n.Kind == syntax.NodeDirective:
			for name := n.First; e.Node(name).Kind == syntax.NodeName; name = e.Node(name).Next {
				u.names[string(e.Source(name))] = true
			}
			continue
		case n.Kind != syntax.NodeVariable:
			continue
		}
		name, parent := string(e.Source(id)), e.Node(parents[id])
		if parent.Kind == syntax.NodePair {
			continue // a key that is a plain name
		}
		if name != iterator || locals.Binder(id) != 0 {
			u.names[name] = true
			continue
		}
		member := ""
		switch parent.Kind {
		case syntax.NodeGetAttr:
			member = string(e.Source(e.Node(id).Next))
		case syntax.NodeIndex:
			member, _ = e.PlainString(e.Node(id).Next)
		}
		switch member {
		case "value":
			u.values++
		case "key":
			u.keys++
		default:
			u.odd = excerpt.Line(e.Source(max(parents[id], id)))
			continue
		}
		all = append(all, use{parent.Span(), member == "key"})
	}
	sequence.Sort(all, func(a, b use) int { return int(a.at.From - b.at.From) })
	return all
}

// A substitution has the code that replaces the value and the key of an iterator.
type substitution struct{ iterator, value, key string }

// replaced returns a copy of a value with a substitution, or the value if there is none.
func (w *writer) replaced(at syntax.Span, s *substitution) syntax.Span {
	if s == nil {
		return at
	}
	u := uses{names: map[string]bool{}}
	all := w.usesIn(&u, at, s.iterator)
	if len(all) == 0 {
		return at
	}
	var parts []render.Part
	for _, one := range all {
		text := s.value
		if one.isKey {
			text = s.key
		}
		parts = append(parts, render.Old(syntax.Span{From: at.From, To: one.at.From}), render.New(text))
		at.From = one.at.To
	}
	return w.f.Draft.Compose(append(parts, render.Old(at))...)
}
