package selection

import (
	"slices"
	"strconv"

	"iacedit/address"
	"iacedit/internal/languages/terraform"
	"iacedit/syntax"
	"iacedit/value"
)

// A lookup finds candidates by their labels, or by a value at a path. It makes requests with many
// entries faster. It identifies a candidate by its index.
type lookup struct {
	labels map[string][]int   // by labels (see AppendLabel)
	byName map[string][]int   // by the name of an attribute or the type of a nested block
	paths  map[string]*Values // by the text of the path
	all    []int              // all candidates; nil until the method all computes them
}

// Values are the values at one path in several blocks. A block is identified by its index.
type Values struct {
	values map[value.Class][]blockValue // the values, by coarse class
	absent []int                        // the blocks without a value
	listed bool                         // the field absent is valid
}

type blockValue struct {
	block int
	class value.Class
}

// Add adds the value of a block, given the value's class n.
func (v *Values) Add(classes *value.Classes, block int, n value.Class) {
	if v.values == nil {
		v.values = map[value.Class][]blockValue{}
	}
	coarse := classes.Coarse(n)
	v.values[coarse] = append(v.values[coarse], blockValue{block, n})
}

// Find appends the blocks whose value matches m.
func (v *Values) Find(found []int, classes *value.Classes, m *value.Matcher) []int {
	return v.Equal(found, classes, m.Class())
}

// Equal appends the blocks whose value equals a value with the class n, in the sense of
// value.Where.
func (v *Values) Equal(found []int, classes *value.Classes, n value.Class) []int {
	if n == 0 {
		return found
	}
	for _, one := range v.values[classes.Coarse(n)] {
		classes.Budget().Step(1)
		if classes.Same(one.class, n, value.Where) {
			found = append(found, one.block)
		}
	}
	return found
}

// withLabels returns the candidates whose labels are equal to the given labels. The caller must not
// change the slice.
func (c *Candidates) withLabels(labels []string) []int {
	var key []byte
	if c.lookup.labels == nil {
		c.lookup.labels = map[string][]int{}
		for i, b := range c.Blocks {
			key = key[:0]
			for label := range b.Tree.Labels(b.ID) {
				b.Budget.Step(1)
				key = AppendLabel(key, string(label))
			}
			c.lookup.labels[string(key)] = append(c.lookup.labels[string(key)], i)
		}
	}
	key = key[:0]
	for _, l := range labels {
		key = AppendLabel(key, l)
	}
	return c.lookup.labels[string(key)]
}

// AppendLabel appends a label to a key that stands for a list of labels. Different lists have
// different keys.
func AppendLabel(key []byte, label string) []byte {
	return append(append(strconv.AppendInt(key, int64(len(label)), 10), ' '), label...)
}

// smallestSet narrows down the candidates that an entry may select. For each element of the slices
// where and has, it finds the set of candidates that match this element. It returns the smallest of
// these sets, in ascending order: the entry can only select candidates in it. If there is no such
// set, it returns nil and false. The caller must not change the slice few.
func (c *Candidates) smallestSet(classes *value.Classes, where, has []Attribute) (few []int, known bool) {
	narrow := func(found []int) {
		if !known || len(found) < len(few) {
			few, known = found, true
		}
	}
	for i := range has {
		narrow(c.indexByName()[has[i].Name])
	}
	for i := range where {
		w := &where[i]
		if w.Value.Kind == value.Null && !w.EndsInEqual() {
			if len(where) == 1 && !known {
				return c.absentAt(classes, w), true
			}
			continue // most blocks lack the attribute
		}
		m := classes.Matcher(&w.Value, SchemaAt(c.Special, w))
		found := c.valuesAt(classes, w).Find(nil, classes, &m)
		slices.Sort(found)
		narrow(slices.Compact(found)) // for [=], a block is found once for each element
	}
	classes.Budget().Step(stepsPerKept * len(few))
	return few, known
}

// absentAt returns the candidates whose value at the path of w is missing or null. The caller must
// not change the slice.
func (c *Candidates) absentAt(classes *value.Classes, w *Attribute) []int {
	v := c.valuesAt(classes, w)
	if v.listed {
		return v.absent
	}
	v.listed = true
	having := c.indexByName()[w.Name]
	if len(having) == 0 { // avoids a copy for each name that no block has
		v.absent = c.all()
		return v.absent
	}
	classes.Budget().Step(stepsPerKept * len(c.Blocks))
	v.absent = make([]int, 0, len(c.Blocks))
	null, next := classes.Null(), 0
	for at := range c.Blocks {
		if next == len(having) || having[next] != at {
			v.absent = append(v.absent, at)
			continue
		}
		next++
		b := c.Blocks[at]
		id, schema, seen := b.ValueAt(b.ID, w, c.Special.Attribute(w.Name))
		if seen == address.Absent || seen == address.There && b.Compare().Class(id, schema) == null {
			v.absent = append(v.absent, at)
		}
	}
	return v.absent
}

func (c *Candidates) all() []int {
	if len(c.lookup.all) == 0 {
		for i := range c.Blocks {
			c.lookup.all = append(c.lookup.all, i)
		}
	}
	return c.lookup.all
}

// stepsPerKept is the price of adding one block to a result.
const stepsPerKept = 2

// valuesAt returns the values of all candidates at the path of w.
func (c *Candidates) valuesAt(classes *value.Classes, w *Attribute) *Values {
	if v := c.lookup.paths[w.Text]; v != nil {
		return v
	}
	if c.lookup.paths == nil {
		c.lookup.paths = map[string]*Values{}
	}
	v := &Values{}
	c.lookup.paths[w.Text] = v
	for _, at := range c.indexByName()[w.Name] {
		b := c.Blocks[at]
		b.Budget.Step(stepsPerSelector)
		p := c.Special.Attribute(w.Name)
		if w.EndsInEqual() {
			for _, element := range b.ElementsAt(b.ID, w, p) {
				v.Add(classes, at, b.Compare().Class(element, address.SchemaAt(p, w.Path)))
			}
			continue
		}
		id, schema, seen := b.ValueAt(b.ID, w, p)
		if seen == address.There {
			v.Add(classes, at, b.Compare().Class(id, schema))
		}
	}
	return v
}

// indexByName returns a map from the name of each attribute, and the type of each nested block, to
// the candidates that contain it.
func (c *Candidates) indexByName() map[string][]int {
	if c.lookup.byName != nil {
		return c.lookup.byName
	}
	c.lookup.byName = map[string][]int{}
	for at, b := range c.Blocks {
		for id := range b.Tree.Children(b.ID) {
			b.Budget.Step(stepsPerKept)
			if kind := b.Tree.Kind(id); kind != syntax.KindAttribute && kind != syntax.KindBlock {
				continue
			}
			name := string(b.Tree.Name(id))
			if places := c.lookup.byName[name]; len(places) == 0 || places[len(places)-1] != at {
				c.lookup.byName[name] = append(places, at)
			}
		}
	}
	return c.lookup.byName
}

// SchemaAt returns the schema of the value at the path of w, in a body that p describes.
func SchemaAt(p *terraform.Body, w *Attribute) *value.Schema {
	return address.SchemaAt(p.Attribute(w.Name), w.Path)
}
