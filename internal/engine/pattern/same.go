package pattern

import (
	"slices"

	"iacedit/syntax"
	"iacedit/value"
)

// classify computes the classes of all nodes of the expression. Nodes with equal values have equal
// classes.
func (m *Matcher) classify() {
	if len(m.classes) > 0 {
		return
	}
	m.table.Reset()
	m.table.SetBudget(m.Budget)
	m.classes = m.table.Expr(m.classes, m.expr, nil)
}

// sameNode reports whether two expressions are equal: they must have the same value, and the names
// in them must refer to the same objects.
func (m *Matcher) sameNode(a, b syntax.NodeID) bool {
	m.classify()
	return m.classes[a] != 0 && m.classes[a] == m.classes[b] && slices.Equal(m.boundIn(a), m.boundIn(b))
}

// membersOf returns the classes of the keys and values of pairs.
func (m *Matcher) membersOf(pairs []syntax.NodeID) (keys, values []value.Class) {
	m.classify()
	for _, pair := range pairs {
		key := m.expr.Node(pair).First
		keys = append(keys, m.table.Key(m.expr, key, m.classes, value.Template))
		values = append(values, m.classes[m.expr.Node(key).Next])
	}
	return keys, values
}

// boundIn returns the definitions, outside the given nodes, of the local names that the nodes use.
// The definitions are in the order of the code, without duplicates.
func (m *Matcher) boundIn(nodes ...syntax.NodeID) (binders []syntax.NodeID) {
	if !m.locals.Any() {
		return nil
	}
	for _, at := range nodes {
		m.Budget.Step(int(at - m.firstNodes[at]))
		for id := m.firstNodes[at]; id <= at; id++ {
			if by := m.locals.Binder(id); by != 0 && m.notes[id]&plainKey == 0 && (by < m.firstNodes[at] || by > at) {
				binders = append(binders, by)
			}
		}
	}
	slices.Sort(binders)
	return slices.Compact(binders)
}
