package oracle

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// naively returns what the naive matcher finds, a line a match.
func naively(t *testing.T, pattern, code string) (lines []string) {
	t.Helper()
	want := translated(t, pattern)
	for want.kind == "paren" {
		want = want.kids[0]
	}
	translated(t, code).all(func(c *term) {
		if !c.place {
			return
		}
		m := naive{held: map[string][]*term{}, names: map[*term]*term{}, whole: c}
		if !m.match(want, c) {
			return
		}
		line := fmt.Sprintf("%d-%d", c.from, c.to)
		var held []string
		for name, terms := range m.held {
			text := name + "="
			for _, h := range terms {
				text += fmt.Sprintf("%d-%d,", h.from, h.to)
			}
			held = append(held, text)
		}
		slices.Sort(held)
		lines = append(lines, strings.TrimSpace(line+" "+strings.Join(held, " ")))
	})
	slices.Sort(lines)
	return lines
}

// naive is one attempt to match a pattern with a term.
type naive struct {
	held  map[string][]*term
	names map[*term]*term // the names of for expressions of the pattern, and those of the code
	whole *term
}

// hole returns the name of the metavariable that a term of a pattern is.
func hole(w *term) (name string, row, ok bool) {
	text := w.text
	if w.kind == "member" && len(w.kids) == 2 && w.kids[0].kind == "var" {
		text = w.kids[0].text
	} else if w.kind != "var" {
		return "", false, false
	}
	if name, ok = strings.CutPrefix(text, "METAROW_"); ok {
		return name, true, true
	}
	name, ok = strings.CutPrefix(text, "METAONE_")
	return name, false, ok
}

func (m *naive) match(w, c *term) bool {
	if name, row, ok := hole(w); ok && !row {
		return m.hold(name, []*term{c})
	}
	if w.kind != c.kind || w.kind != "member" && w.text != c.text {
		return false
	}
	switch w.kind {
	case "var":
		return w.by == nil && c.by == nil || w.by != nil && c.by != nil && m.names[w.by] == c.by
	case "name":
		m.names[w] = c
	case "object":
		return m.object(w.kids, c.kids)
	}
	return m.row(w.kids, c.kids)
}

// row matches terms in a row, by trying every length of a $$name.
func (m *naive) row(ws, cs []*term) bool {
	if len(ws) == 0 {
		return len(cs) == 0
	}
	if name, row, ok := hole(ws[0]); ok && row {
		for n := 0; n <= len(cs); n++ {
			try := m.clone()
			if try.hold(name, cs[:n]) && try.row(ws[1:], cs[n:]) {
				*m = *try
				return true
			}
		}
		return false
	}
	return len(cs) > 0 && m.match(ws[0], cs[0]) && m.row(ws[1:], cs[1:])
}

func (m *naive) clone() *naive {
	c := &naive{held: map[string][]*term{}, names: map[*term]*term{}, whole: m.whole}
	for k, v := range m.held {
		c.held[k] = v
	}
	for k, v := range m.names {
		c.names[k] = v
	}
	return c
}

func (m *naive) object(ws, cs []*term) bool {
	left := slices.Clone(cs)
	rest := ""
	hasRest := false
	type pair struct{ w, c *term }
	var pairs []pair
	for _, w := range ws {
		if name, row, ok := hole(w); ok && row {
			rest, hasRest = name, true
			continue
		}
		i := slices.IndexFunc(left, func(c *term) bool { return c.text != "" && c.text == w.text })
		if i < 0 {
			return false
		}
		pairs = append(pairs, pair{w, left[i]})
		left = slices.Delete(left, i, i+1)
	}
	for _, p := range pairs {
		if !m.match(p.w.kids[1], p.c.kids[1]) {
			return false
		}
	}
	if !hasRest {
		return len(left) == 0
	}
	return m.hold(rest, left)
}

// hold notes what a metavariable stands for.
func (m *naive) hold(name string, terms []*term) bool {
	if name == "_" {
		return true
	}
	before, ok := m.held[name]
	if !ok {
		m.held[name] = terms
		return true
	}
	if len(before) != len(terms) {
		return false
	}
	for i := range terms {
		if !sameTermValue(before[i], terms[i]) {
			return false
		}
	}
	// Names in both mean the same.
	return slices.Equal(outside(before), outside(terms))
}

// outside returns the names of for expressions that terms use and that are not in them.
func outside(terms []*term) (by []*term) {
	inside := map[*term]bool{}
	for _, t := range terms {
		t.all(func(t *term) { inside[t] = true })
	}
	for _, t := range terms {
		t.all(func(t *term) {
			if t.kind == "var" && t.by != nil && !inside[t.by] && !slices.Contains(by, t.by) {
				by = append(by, t.by)
			}
		})
	}
	slices.SortFunc(by, func(a, b *term) int { return strings.Compare(a.text, b.text) })
	return by
}

// value returns a term without what does not count for its value.
func (t *term) value() *term {
	for {
		switch {
		case t.kind == "paren":
			t = t.kids[0]
		case t.kind == "template" && len(t.kids) == 1 && t.kids[0].kind == "interp":
			t = t.kids[0].kids[0]
		default:
			return t
		}
	}
}

// sameTermValue reports whether two terms are the same value.
func sameTermValue(a, b *term) bool {
	a, b = a.value(), b.value()
	switch {
	case a.kind != b.kind:
		return false
	case a.kind == "tuple":
		return slices.EqualFunc(a.kids, b.kids, sameTermValue)
	case a.kind == "object":
		return sameMembers(a.kids, b.kids) && sameMembers(b.kids, a.kids)
	case a.kind == "unary" && a.kids[0].kind == "num" && b.kids[0].kind == "num":
		return a.text == b.text && a.kids[0].text == b.kids[0].text
	}
	return sameForm(a, b)
}

// sameMembers reports whether each member of a, the last of a key, is in b, too.
func sameMembers(as, bs []*term) bool {
	for i, a := range as {
		if slices.ContainsFunc(as[i+1:], func(later *term) bool { return sameKey(a, later) }) {
			continue
		}
		last := -1
		for j, b := range bs {
			if sameKey(a, b) {
				last = j
			}
		}
		if last < 0 || !sameTermValue(a.kids[1], bs[last].kids[1]) {
			return false
		}
	}
	return true
}

func sameKey(a, b *term) bool {
	if a.text != "" || b.text != "" {
		return a.text == b.text
	}
	return sameTermValue(a.kids[0], b.kids[0])
}

// sameForm reports whether two terms are written the same, but for blanks and comments and
// how text is quoted.
func sameForm(a, b *term) bool {
	if a.kind == "template" && b.kind == "template" {
		sole := func(t *term) bool { return len(t.kids) == 1 && t.kids[0].kind == "interp" }
		if sole(a) || sole(b) {
			return sole(a) && sole(b) && sameTermValue(a, b) || sole(a) != sole(b) && sameTermValue(a, b)
		}
	}
	if a.kind != b.kind || a.text != b.text {
		return false
	}
	return slices.EqualFunc(a.kids, b.kids, sameForm)
}
