package modules

import (
	"cmp"
	"slices"

	"iacedit/edit/internal/draft"
	"iacedit/module"
	"iacedit/refs"
)

// variables are the variables of the folder.
type variables struct {
	by     map[string]draft.Block // by name; computed on demand
	number map[string]int         // by name: the index in code order
}

// find returns the variables by name.
func (v *variables) find(t *taker) map[string]draft.Block {
	if v.by != nil {
		return v.by
	}
	v.by, v.number = map[string]draft.Block{}, map[string]int{}
	for _, f := range t.m.FilesIn(t.folder) {
		if f.Role != module.Configuration {
			continue
		}
		for _, b := range f.BlocksOf("variable") {
			f.Budget.Step(stepsPerReference)
			if labels := b.Labels(); len(labels) == 1 {
				v.by[labels[0]], v.number[labels[0]] = b, len(v.number)
			}
		}
	}
	return v.by
}

// arrange puts the inputs for variables into the order of the folder's variables. The other inputs
// stay in the order of their first use.
func (v *variables) arrange(t *taker) {
	v.find(t)
	var places []int
	var own []*passed
	for i, p := range t.inputs.all {
		t.m.Budget.Step(4)
		if p.of.Kind == refs.Variable {
			places = append(places, i)
			own = append(own, p)
		}
	}
	slices.SortStableFunc(own, func(a, b *passed) int { return cmp.Compare(v.number[a.of.Name], v.number[b.of.Name]) })
	for i, at := range places {
		t.inputs.all[at] = own[i]
	}
}
