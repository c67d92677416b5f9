package pattern

import (
	"slices"

	"iacedit/syntax"
)

// matchObject reports whether an object of the pattern matches an object of the code. If a key
// occurs several times, its first pair in the pattern is compared with its first pair in the code,
// its second pair with the second, and so on.
func (m *Matcher) matchObject(p *Pattern, want, id syntax.NodeID) bool {
	o := p.objects[want]
	base := len(m.pairs)
	defer func() { m.pairs = m.pairs[:base] }()
	for range 2 * len(o.members) { // for each member: the corresponding pair, and the number of pairs with the same key
		m.pairs = append(m.pairs, 0)
	}
	var rest []syntax.NodeID
	count := 0
	for pair := m.expr.Node(id).First; pair != 0; pair = m.expr.Node(pair).Next {
		m.Budget.Step(1)
		if i := m.member(o, base, pair); i >= 0 {
			m.pairs[base+i] = pair
			count++
			continue
		}
		if !o.hasRest {
			return false
		}
		if o.rest.name >= 0 {
			rest = append(rest, pair)
		}
	}
	if count < len(o.members) {
		return false
	}
	for i := range o.members {
		key := m.expr.Node(m.pairs[base+i]).First
		if !m.matchNode(p, o.members[i].value, m.expr.Node(key).Next) {
			return false
		}
	}
	return !o.hasRest || m.capture(o.rest.name, Capture{In: id, Nodes: rest})
}

// member returns the index of the member of the pattern that a pair of the code must match, or -1.
func (m *Matcher) member(o *object, base int, pair syntax.NodeID) int {
	key := m.expr.Node(pair).First
	if len(o.members) == 0 {
		return -1
	}
	text, ok := literalKey(m.expr, key)
	if !ok {
		return -1
	}
	same := o.byKey[text]
	if len(same) == 0 {
		return -1
	}
	taken := &m.pairs[base+len(o.members)+same[0]]
	if int(*taken) == len(same) {
		return -1
	}
	*taken++
	return same[*taken-1]
}

// capture records the code that a metavariable stands for. It returns false if the metavariable
// already stands for different code.
func (m *Matcher) capture(name int, c Capture) bool {
	if name < 0 {
		return true
	}
	if before := &m.captures[name]; before.isSet() {
		return m.sameCapture(before, &c)
	}
	m.captures[name] = c
	return true
}

// sameCapture reports whether two captures of one metavariable are equal.
func (m *Matcher) sameCapture(a, b *Capture) bool {
	if len(a.Nodes) != len(b.Nodes) {
		return false
	}
	if a.In == 0 {
		return m.sameNode(a.Node, b.Node)
	}
	if m.expr.Node(a.In).Kind != syntax.NodeObject {
		return slices.EqualFunc(a.Nodes, b.Nodes, m.sameNode)
	}
	keysA, valuesA := m.membersOf(a.Nodes)
	keysB, valuesB := m.membersOf(b.Nodes)
	return m.table.Object(keysA, valuesA) == m.table.Object(keysB, valuesB) && slices.Equal(m.boundIn(a.Nodes...), m.boundIn(b.Nodes...))
}
