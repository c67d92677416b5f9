package edit

import (
	"slices"
	"strconv"

	"iacedit/address"
	"iacedit/edit/internal/plan"
	"iacedit/internal/terraform"
	"iacedit/syntax"
	"iacedit/value"
)

// A lookup finds those of a site's candidates that have certain labels, or certain
// values at a path, where many entries ask for them. What it knows is how they are
// before the entries are applied, which is what selectors see.
type lookup struct {
	labels map[string][]blockRef   // by the labels, see appendLabel
	having map[string][]int        // by the name of an attribute or nested block type: the places of the candidates that have it
	paths  map[string]*valuesFound // by the path's text
}

// valuesFound are the values at one path of several blocks, by their coarse class.
type valuesFound struct {
	values map[value.Class][]valueFound
	absent []blockRef // the blocks in which nothing is there, once somebody asked
	asked  bool
}

// A valueFound is the value in a block, which is known by its place among the blocks.
type valueFound struct {
	block int
	class value.Class
}

func (f *valuesFound) add(a *applier, block int, n value.Class) {
	if f.values == nil {
		f.values = map[value.Class][]valueFound{}
	}
	coarse := a.classes.Coarse(n)
	f.values[coarse] = append(f.values[coarse], valueFound{block, n})
}

// find appends the blocks with a value that matches.
func (f *valuesFound) find(found []int, a *applier, m *value.Matcher) []int {
	if m.Class() == 0 {
		return found
	}
	for _, v := range f.values[a.classes.Coarse(m.Class())] {
		a.budget.Step(1)
		if m.MatchClass(v.class) {
			found = append(found, v.block)
		}
	}
	return found
}

// withLabels returns those of a site's blocks that have just the labels an entry asks for.
func (a *applier) withLabels(s *site, blocks []blockRef, e *plan.Entry) (found []blockRef) {
	if !s.nested && a.options.Dialect == HCL {
		longer := site{typ: s.typ, labels: slices.Concat(s.labels, e.Labels)}
		return a.blocksAt(nil, &longer, a.named(e.File))
	}
	if s.lookup == nil || e.File != "" {
		for _, b := range blocks {
			a.budget.Step(1)
			if a.in(b.doc); a.d.HasLabels(b.id, e.Labels) {
				found = append(found, b)
			}
		}
		return found
	}
	var key []byte
	if s.lookup.labels == nil {
		s.lookup.labels = map[string][]blockRef{}
		for _, b := range s.candidates {
			key = key[:0]
			a.in(b.doc)
			for label := range a.d.Labels(b.id) {
				a.budget.Step(1)
				key = appendLabel(key, string(label))
			}
			s.lookup.labels[string(key)] = append(s.lookup.labels[string(key)], b)
		}
	}
	key = key[:0]
	for _, l := range e.Labels {
		key = appendLabel(key, l)
	}
	return s.lookup.labels[string(key)]
}

// appendLabel appends a label so that no two lists of labels read the same.
func appendLabel(key []byte, label string) []byte {
	return append(append(strconv.AppendInt(key, int64(len(label)), 10), ' '), label...)
}

// fewest returns, of the candidates of a site that match one of the attributes of a
// "where", or have one of the names of a "has", those of the one that the fewest match, in
// code order. The slice is not to be changed.
func (a *applier) fewest(s *site, where, has []plan.Attribute) (blocks []blockRef) {
	var few []int
	known := false
	narrow := func(found []int) {
		if !known || len(found) < len(few) {
			few, known = found, true
		}
	}
	for i := range has {
		narrow(a.having(s)[has[i].Name])
	}
	for i := range where {
		w := &where[i]
		if w.Value.Kind == value.Null && !w.EndsInEqual() {
			if len(where) == 1 && !known {
				return a.absentAt(s, w)
			}
			continue // most blocks have none
		}
		m := a.classes.Matcher(&w.Value, schemaAt(s.special, w))
		found := a.valuesAt(s, w).find(nil, a, &m)
		slices.Sort(found)
		narrow(slices.Compact(found)) // by [=] a block is found for each element
	}
	if !known {
		return s.candidates
	}
	a.budget.Step(stepsPerKept * len(few))
	blocks = make([]blockRef, len(few))
	for i, at := range few {
		blocks[i] = s.candidates[at]
	}
	return blocks
}

// absentAt returns a site's candidates in which nothing, or null, is at the path of w. The
// slice is not to be changed.
func (a *applier) absentAt(s *site, w *plan.Attribute) []blockRef {
	f := a.valuesAt(s, w)
	if f.asked {
		return f.absent
	}
	f.asked, f.absent = true, s.candidates
	having := a.having(s)[w.Name]
	if len(having) == 0 { // and so there is no copy for each of many names that no block has
		return f.absent
	}
	a.budget.Step(stepsPerKept * len(s.candidates))
	f.absent = make([]blockRef, 0, len(s.candidates))
	null, from := a.classes.Null(), 0
	for _, at := range having {
		f.absent = append(f.absent, s.candidates[from:at]...)
		from = at
		a.in(s.candidates[at].doc)
		id, schema, seen := a.valueAt(s.candidates[at].id, w, s.special.Attribute(w.Name))
		if seen == address.There {
			a.known.reset()
		}
		if seen == address.Unknown || seen == address.There && a.class(id, schema) != null {
			from++
		}
	}
	f.absent = append(f.absent, s.candidates[from:]...)
	return f.absent
}

// stepsPerKept is what it takes to keep a block among those found: the memory.
const stepsPerKept = 2

// valuesAt returns what a site's candidates have at the path of w.
func (a *applier) valuesAt(s *site, w *plan.Attribute) *valuesFound {
	if f := s.lookup.paths[w.Text]; f != nil {
		return f
	}
	if s.lookup.paths == nil {
		s.lookup.paths = map[string]*valuesFound{}
	}
	f := &valuesFound{}
	s.lookup.paths[w.Text] = f
	for _, at := range a.having(s)[w.Name] {
		a.budget.Step(1)
		a.in(s.candidates[at].doc)
		p := s.special.Attribute(w.Name)
		if w.EndsInEqual() {
			for _, c := range a.elementsAt(s.candidates[at].id, w, p) {
				a.known.reset()
				f.add(a, at, a.class(c, address.SchemaAt(p, w.Path)))
			}
			continue
		}
		id, schema, seen := a.valueAt(s.candidates[at].id, w, p)
		if seen == address.There {
			a.known.reset()
			f.add(a, at, a.class(id, schema))
		}
	}
	return f
}

// having returns the places of a site's candidates that have an attribute or nested block,
// by its name or type.
func (a *applier) having(s *site) map[string][]int {
	if s.lookup.having != nil {
		return s.lookup.having
	}
	s.lookup.having = map[string][]int{}
	for at, block := range s.candidates {
		a.in(block.doc)
		a.d.Expand(block.id)
		for id := a.d.FirstItem(block.id); id != syntax.NoItem; id = a.d.NextItem(id) {
			a.budget.Step(1)
			if kind := a.d.Kind(id); kind != syntax.KindAttribute && kind != syntax.KindBlock {
				continue
			}
			name := string(a.d.Name(id))
			if places := s.lookup.having[name]; len(places) == 0 || places[len(places)-1] != at {
				s.lookup.having[name] = append(places, at)
			}
		}
	}
	return s.lookup.having
}

// schemaAt returns how the values at the path of an attribute or selector are read.
func schemaAt(p *terraform.Body, w *plan.Attribute) *value.Schema {
	return address.SchemaAt(p.Attribute(w.Name), w.Path)
}
