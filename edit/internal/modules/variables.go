package modules

import (
	"cmp"

	"iacedit/edit/internal/draft"
	"iacedit/internal/base/sequence"
	"iacedit/module"
	"iacedit/refs"
)

// variables finds the variables that the folder declares.
type variables struct {
	byName map[string]draft.Block // by name; computed on demand
	index  map[string]int         // by name: the index in code order
}

// find returns the variables by name.
func (v *variables) find(t *extractor) map[string]draft.Block {
	if v.byName != nil {
		return v.byName
	}
	v.byName, v.index = map[string]draft.Block{}, map[string]int{}
	for _, f := range t.m.FilesIn(t.folder) {
		if f.Role != module.Configuration {
			continue
		}
		for _, b := range f.BlocksOf("variable") {
			f.Budget.Step(stepsPerReference)
			if labels := b.Labels(); len(labels) == 1 {
				v.byName[labels[0]], v.index[labels[0]] = b, len(v.index)
			}
		}
	}
	return v.byName
}

// sortInputs puts the inputs for variables into the order of the folder's variables. The other
// inputs stay in the order of their first use.
func (v *variables) sortInputs(t *extractor) {
	v.find(t)
	var places []int
	var own []*passedValue
	for i, p := range t.inputs.all {
		t.m.Budget.Step(4)
		if p.object.Kind == refs.Variable {
			places = append(places, i)
			own = append(own, p)
		}
	}
	sequence.SortStable(own, func(a, b *passedValue) int { return cmp.Compare(v.index[a.object.Name], v.index[b.object.Name]) })
	for i, at := range places {
		t.inputs.all[at] = own[i]
	}
}
