package draft

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
	labels map[string][]Block      // by the labels, see AppendLabel
	having map[string][]int        // by the name of an attribute or nested block type: the places of the candidates that have it
	paths  map[string]*valuesFound // by the path's text
}

// valuesFound are the values at one path of several blocks, by their coarse class.
type valuesFound struct {
	values map[value.Class][]valueFound
	absent []Block // the blocks in which nothing is there, once somebody asked
	asked  bool
}

// A valueFound is the value in a block, which is known by its place among the blocks.
type valueFound struct {
	block int
	class value.Class
}

func (f *valuesFound) add(m *Module, block int, n value.Class) {
	if f.values == nil {
		f.values = map[value.Class][]valueFound{}
	}
	coarse := m.Classes.Coarse(n)
	f.values[coarse] = append(f.values[coarse], valueFound{block, n})
}

// find appends the blocks with a value that matches.
func (f *valuesFound) find(found []int, in *Module, m *value.Matcher) []int {
	if m.Class() == 0 {
		return found
	}
	for _, v := range f.values[in.Classes.Coarse(m.Class())] {
		in.Budget.Step(1)
		if m.MatchClass(v.class) {
			found = append(found, v.block)
		}
	}
	return found
}

// withLabels returns those of a site's blocks that have just the labels an entry asks for.
func (s *Site) withLabels(blocks []Block, e *plan.Entry) (found []Block) {
	if !s.Nested && s.m.Language.Dialect == address.HCL {
		longer := Site{m: s.m, Type: s.Type, Labels: slices.Concat(s.Labels, e.Labels)}
		return s.m.blocksAt(nil, &longer, s.m.Find(e.File))
	}
	if s.lookup == nil || e.File != "" {
		for _, b := range blocks {
			s.m.Budget.Step(1)
			if b.Draft.HasLabels(b.ID, e.Labels) {
				found = append(found, b)
			}
		}
		return found
	}
	var key []byte
	if s.lookup.labels == nil {
		s.lookup.labels = map[string][]Block{}
		for _, b := range s.Candidates {
			key = key[:0]
			for label := range b.Draft.Labels(b.ID) {
				s.m.Budget.Step(1)
				key = AppendLabel(key, string(label))
			}
			s.lookup.labels[string(key)] = append(s.lookup.labels[string(key)], b)
		}
	}
	key = key[:0]
	for _, l := range e.Labels {
		key = AppendLabel(key, l)
	}
	return s.lookup.labels[string(key)]
}

// AppendLabel appends a label so that no two lists of labels read the same.
func AppendLabel(key []byte, label string) []byte {
	return append(append(strconv.AppendInt(key, int64(len(label)), 10), ' '), label...)
}

// fewest returns, of the candidates of a site that match one of the attributes of a
// "where", or have one of the names of a "has", those of the one that the fewest match, in
// code order. The slice is not to be changed.
func (s *Site) fewest(where, has []plan.Attribute) (blocks []Block) {
	var few []int
	known := false
	narrow := func(found []int) {
		if !known || len(found) < len(few) {
			few, known = found, true
		}
	}
	for i := range has {
		narrow(s.having()[has[i].Name])
	}
	for i := range where {
		w := &where[i]
		if w.Value.Kind == value.Null && !w.EndsInEqual() {
			if len(where) == 1 && !known {
				return s.absentAt(w)
			}
			continue // most blocks have none
		}
		m := s.m.Classes.Matcher(&w.Value, schemaAt(s.Special, w))
		found := s.valuesAt(w).find(nil, s.m, &m)
		slices.Sort(found)
		narrow(slices.Compact(found)) // by [=] a block is found for each element
	}
	if !known {
		return s.Candidates
	}
	s.m.Budget.Step(stepsPerKept * len(few))
	blocks = make([]Block, len(few))
	for i, at := range few {
		blocks[i] = s.Candidates[at]
	}
	return blocks
}

// absentAt returns a site's candidates in which nothing, or null, is at the path of w. The
// slice is not to be changed.
func (s *Site) absentAt(w *plan.Attribute) []Block {
	f := s.valuesAt(w)
	if f.asked {
		return f.absent
	}
	f.asked, f.absent = true, s.Candidates
	having := s.having()[w.Name]
	if len(having) == 0 { // and so there is no copy for each of many names that no block has
		return f.absent
	}
	s.m.Budget.Step(stepsPerKept * len(s.Candidates))
	f.absent = make([]Block, 0, len(s.Candidates))
	null, from := s.m.Classes.Null(), 0
	for _, at := range having {
		f.absent = append(f.absent, s.Candidates[from:at]...)
		from = at
		b := s.Candidates[at]
		id, schema, seen := b.ValueAt(b.ID, w, s.Special.Attribute(w.Name))
		if seen == address.Unknown || seen == address.There && b.Compare().Class(id, schema) != null {
			from++
		}
	}
	f.absent = append(f.absent, s.Candidates[from:]...)
	return f.absent
}

// stepsPerKept is what it takes to keep a block among those found: the memory.
const stepsPerKept = 2

// valuesAt returns what a site's candidates have at the path of w.
func (s *Site) valuesAt(w *plan.Attribute) *valuesFound {
	if f := s.lookup.paths[w.Text]; f != nil {
		return f
	}
	if s.lookup.paths == nil {
		s.lookup.paths = map[string]*valuesFound{}
	}
	f := &valuesFound{}
	s.lookup.paths[w.Text] = f
	for _, at := range s.having()[w.Name] {
		s.m.Budget.Step(1)
		b := s.Candidates[at]
		p := s.Special.Attribute(w.Name)
		if w.EndsInEqual() {
			for _, c := range b.elementsAt(b.ID, w, p) {
				f.add(s.m, at, b.Compare().Class(c, address.SchemaAt(p, w.Path)))
			}
			continue
		}
		id, schema, seen := b.ValueAt(b.ID, w, p)
		if seen == address.There {
			f.add(s.m, at, b.Compare().Class(id, schema))
		}
	}
	return f
}

// having returns the places of a site's candidates that have an attribute or nested block,
// by its name or type.
func (s *Site) having() map[string][]int {
	if s.lookup.having != nil {
		return s.lookup.having
	}
	s.lookup.having = map[string][]int{}
	for at, block := range s.Candidates {
		d := block.Draft
		d.Expand(block.ID)
		for id := d.FirstItem(block.ID); id != syntax.NoItem; id = d.NextItem(id) {
			s.m.Budget.Step(1)
			if kind := d.Kind(id); kind != syntax.KindAttribute && kind != syntax.KindBlock {
				continue
			}
			name := string(d.Name(id))
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

// inFile returns the candidates of a site in the file that an entry names, which may be a
// file that addresses else find nothing in.
func (s *Site) inFile(e *plan.Entry) []Block {
	f := s.m.Find(e.File)
	switch {
	case f == nil:
		return nil
	case !f.Searched():
		return s.m.blocksAt(nil, s, f)
	}
	var found []Block
	for _, b := range s.Candidates {
		f.Budget.Step(1)
		if b.File == f {
			found = append(found, b)
		}
	}
	return found
}
