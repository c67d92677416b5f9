package reshape

import (
	"iacedit/internal/base/excerpt"
	"iacedit/internal/engine/render"
	"iacedit/refs"
	"iacedit/syntax"
)

// uses are the uses of an iterator in expressions, and the other names there.
type uses struct {
	values, keys int
	part         *part           // what replaces the value, or nil; the uses of it and its members are counted
	odd          string          // a use that is neither of the value nor of the key
	names        map[string]bool // the other names with which references begin, and the names that "for" defines
}

// A use is one use of the value or of the key of an iterator.
type use struct {
	at    syntax.Span // with the accesses to members that lead to the part
	isKey bool
	part  *part // what replaces it, if uses.part is set and the use is one of the value
}

// usesIn returns the uses of an iterator in a value, in order, and adds them to u.
func (w *writer) usesIn(u *uses, at syntax.Span, iterator string) (all []use) {
	e := w.f.Draft.Expr(at)
	if e == nil || e.Root == 0 {
		return nil
	}
	var locals refs.Locals
	locals.Find(e)
	parents := map[syntax.NodeID]syntax.NodeID{} // of variables, and of accesses to members
	for id := range e.All() {
		w.f.Budget.Step(2)
		n := e.Node(id)
		switch e.Node(n.First).Kind {
		case syntax.NodeVariable:
			parents[n.First] = id
		case syntax.NodeGetAttr, syntax.NodeIndex:
			if n.Kind == syntax.NodeGetAttr || n.Kind == syntax.NodeIndex {
				parents[n.First] = id
			}
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
		member := memberOf(e, parents[id])
		switch member {
		case "value":
			u.values++
		case "key":
			u.keys++
		default:
			u.odd = excerpt.Line(e.Source(max(parents[id], id)))
			continue
		}
		one := use{at: parent.Span(), isKey: member == "key"}
		if u.part != nil && !one.isKey {
			one.part = u.part
			for access := parents[parents[id]]; ; access = parents[access] {
				inner := one.part.members[memberOf(e, access)]
				if inner == nil || access == 0 {
					break
				}
				one.part, one.at.To = inner, e.Node(access).End
			}
			one.part.uses++
		}
		all = append(all, one)
	}
	return all
}

// memberOf returns the name of the member to which a node is an access, or "".
func memberOf(e *syntax.Expr, id syntax.NodeID) string {
	n := e.Node(id)
	switch n.Kind {
	case syntax.NodeGetAttr:
		return string(e.Source(e.Node(n.First).Next))
	case syntax.NodeIndex:
		name, _ := e.PlainString(e.Node(n.First).Next)
		return name
	}
	return ""
}

// A substitution has the code that replaces the value and the key of an iterator.
type substitution struct {
	iterator, value, key string
	part                 *part // what replaces the value, if it is not nil
}

// replaced returns a copy of an attribute's value with a substitution, or the value if there is
// none.
func (w *writer) replaced(attribute syntax.ItemID, s *substitution) syntax.Span {
	at := w.f.Draft.Current(attribute)
	if s == nil {
		return at
	}
	u := uses{names: map[string]bool{}, part: s.part}
	all := w.usesIn(&u, at, s.iterator)
	if len(all) == 0 {
		return at
	}
	var parts []render.Part
	whole := at
	for i := range all {
		one := &all[i]
		parts = append(parts, render.Old(syntax.Span{From: at.From, To: one.at.From}))
		at.From = one.at.To
		switch {
		case one.isKey:
			parts = append(parts, render.New(s.key))
		case one.part == nil:
			parts = append(parts, render.New(s.value))
		default:
			parts = append(parts, render.Old(w.written(one.part, attribute, one.at.From, one.at == whole)))
		}
	}
	return w.f.Draft.Compose(append(parts, render.Old(at))...)
}

// written returns the code of a part for a place in the value of an attribute. The argument whole is
// set if the place is the whole value.
func (w *writer) written(p *part, attribute syntax.ItemID, offset int32, whole bool) syntax.Span {
	d := w.f.Draft
	at := p.at
	indent := ""
	if p.indent != "" {
		indent = w.indentAt(attribute, offset)
		at = d.Shift(at, p.indent, indent)
	}
	if whole || p.bare && !p.heredoc {
		return at
	}
	closing := ")"
	if p.heredoc { // nothing else is on the last line of a heredoc
		closing = d.Newline() + indent + closing
	}
	return d.Compose(render.New("("), render.Old(at), render.New(closing))
}
