package edit

import (
	"strings"

	"iacedit/syntax"
)

// manyNames is from how many attributes in one change on a map of the body's names
// pays.
const manyNames = 16

// names finds the attributes and blocks of one body by name, while attributes are
// added to it and taken away.
type names struct {
	a    *applier
	body syntax.ItemID
	ids  map[string]syntax.ItemID // nil for few look-ups
}

// namesOf returns the names of a body, for that many look-ups.
func (a *applier) namesOf(body syntax.ItemID, lookups int) names {
	a.d.Expand(body)
	n := names{a: a, body: body}
	if lookups < manyNames {
		return n
	}
	n.ids = make(map[string]syntax.ItemID)
	n.each(func(id syntax.ItemID) bool {
		if name := string(a.d.Name(id)); n.ids[name] == syntax.NoItem {
			n.ids[name] = id
		}
		return true
	})
	return n
}

// each calls yield with the body's attributes and blocks in order.
func (n *names) each(yield func(syntax.ItemID) bool) {
	d := n.a.d
	for id := d.Item(n.body).First; id != syntax.NoItem; id = d.Item(id).Next {
		if kind := d.Item(id).Kind; (kind == syntax.KindAttribute || kind == syntax.KindBlock) && !yield(id) {
			return
		}
	}
}

// find returns the first attribute or block of that name, or NoItem.
func (n *names) find(name string) syntax.ItemID {
	if n.ids != nil {
		return n.ids[name]
	}
	for id := range n.each {
		if string(n.a.d.Name(id)) == name {
			return id
		}
	}
	return syntax.NoItem
}

func (n *names) add(name string, id syntax.ItemID) {
	if n.body == syntax.Root {
		n.a.index.attributes++
	}
	if n.ids != nil {
		n.ids[name] = id
	}
}

func (n *names) remove(name string) {
	delete(n.ids, name)
}

// list names the attributes of the body for an error message.
func (n *names) list() string {
	var names []string
	more := false
	for id := range n.each {
		if n.a.d.Item(id).Kind != syntax.KindAttribute {
			continue
		}
		if more = len(names) == mostListed; more {
			break
		}
		names = append(names, string(n.a.d.Name(id)))
	}
	switch {
	case len(names) == 0:
		return "the code has no attributes there"
	case more:
		return "the code has " + strings.Join(names, ", ") + " and more"
	}
	return "the code has " + strings.Join(names, ", ")
}
