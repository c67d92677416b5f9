package draft

import (
	"slices"
	"strings"

	"iacedit/syntax"
)

// noteOrder records a new block of the family. prev is the item directly above the block.
func (m *family) noteOrder(id, prev syntax.ItemID, n *NewBlock) {
	if m.order == nil {
		return
	}
	name, required := lastLabel(Block{m.file, id}), n != nil && n.Required || n == nil && m.isRequired(id)
	at := 0
	switch {
	case m.order[len(m.order)-1] == prev:
		at = len(m.order)
	case id != m.first:
		if m.sorted < 0 {
			m.order = nil
			return
		}
		at = m.place(name, required)
		if at == 0 || m.order[at-1] != prev {
			m.order, m.names, m.required = nil, nil, nil
			return
		}
	}
	m.file.Budget.Step(1 + len(m.order)/16)
	m.order, m.names = slices.Insert(m.order, at, id), slices.Insert(m.names, at, name)
	if m.required != nil {
		m.required = slices.Insert(m.required, at, required)
	}
	if m.sorted >= 0 && (at > 0 && m.less(at, at-1) || at+1 < len(m.order) && m.less(at+1, at)) {
		m.order, m.names, m.required = nil, nil, nil
	}
}

func lastLabel(b Block) (last string) {
	for label := range b.Draft.Labels(b.ID) {
		last = string(label)
	}
	return last
}

// The possible orders of names. If the names of a family are in several of these orders, the first
// of these orders is used.
const (
	byBytes = iota
	byFold
	byRequired
)

// less reports whether the i-th block of the family must come before the j-th.
func (m *family) less(i, j int) bool {
	return lessBy(m.sorted, m.names[i], m.names[j], m.required != nil && m.required[i], m.required != nil && m.required[j])
}

// lessBy reports whether the name a comes before the name b in the given order. The arguments
// aRequired and bRequired say whether a and b are variables without a default.
func lessBy(order int, a, b string, aRequired, bRequired bool) bool {
	switch {
	case order == byFold:
		return strings.ToLower(a) < strings.ToLower(b)
	case order == byRequired && aRequired != bRequired:
		return aRequired
	}
	return a < b
}

// place returns the index at which a new name belongs in the sorted names of a family.
func (m *family) place(name string, required bool) int {
	from, to := 0, len(m.order)
	for from < to {
		at := (from + to) / 2
		if lessBy(m.sorted, name, m.names[at], required, m.required != nil && m.required[at]) {
			to = at
		} else {
			from = at + 1
		}
	}
	return from
}

// readOrder finds out how the blocks of a family are ordered. The family must not be interrupted by
// other blocks.
func (m *family) readOrder(typ string) {
	f := m.file
	if m.order != nil {
		return
	}
	for id := m.first; id != syntax.NoItem; id = f.Draft.NextItem(id) {
		f.Budget.Step(stepsPerName)
		m.order, m.names = append(m.order, id), append(m.names, lastLabel(Block{f, id}))
		if id == m.last {
			break
		}
	}
	m.required = nil
	for m.sorted = byBytes; m.sorted <= byRequired; m.sorted++ {
		if m.sorted == byRequired {
			if typ != "variable" {
				break
			}
			for _, id := range m.order {
				m.required = append(m.required, m.isRequired(id))
			}
		}
		f.Budget.Step(len(m.order))
		inOrder := true
		for i := 1; i < len(m.order) && inOrder; i++ {
			inOrder = !m.less(i, i-1)
		}
		if inOrder {
			return
		}
	}
	m.sorted, m.required = -1, nil
}

// isRequired reports whether a variable has no default, so that callers must set it.
func (m *family) isRequired(id syntax.ItemID) bool {
	return m.file.Index.Attribute(id, "default") == syntax.NoItem
}
