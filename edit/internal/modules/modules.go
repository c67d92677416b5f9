// Package modules takes blocks out into a module of their own, with a call of it in their
// place.
//
// The configuration plans as before, with moves only. So what the blocks refer to outside is
// passed to the module as an input, what refers to them from outside reads an output, and
// each resource gets a "moved" block. What cannot be said across the border of a module is
// refused, naming the reference in the way.
//
// # Words
//
//   - taken: a block, or a local, that goes into the module.
//   - border: what parts taken blocks from those that stay. A reference crosses it from the
//     inside, where it stands in a taken block, or from the outside.
//   - passed: an expression that an input or output passes on over the border.
//
// # Files
//
//	modules.go    Apply: the steps
//	taker.go      what the steps share
//	find.go       the taken blocks, and the folder that they go into; named.go: blocks and locals by name
//	cross.go      the references that cross the border, and what they become
//	passed.go     what is passed, and how far a path can be; names.go, candidates.go: what it is called
//	tidy.go       no more passed than is used, and its type
//	describe.go   descriptions of what is passed
//	customary.go  the files that the modules of the tree keep their blocks in
//	part.go       what of an object a reference uses; exposed.go: whether that is all of it
//	reader.go     the expressions that references stand in
//	guards.go     code that may not be evaluated
//	depends.go    "depends_on" on what stays; circles that it would make
//	providers.go  provider configurations and requirements
//	write.go      the code that goes, and what comes in its place
//	inputs.go     variables and outputs of the module; require.go: its required providers
package modules

import (
	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/plan"
	"iacedit/edit/internal/report"
	"iacedit/internal/budget"
)

// Apply extracts blocks into a module.
func Apply(m *draft.Module, o *report.Observer, x *plan.ModuleExtraction) error {
	t := &taker{ModuleExtraction: x, m: m, o: o}
	return t.apply()
}

func (t *taker) apply() (err error) {
	defer budget.CatchAt(&err, t.At)
	t.m.Budget.Step(stepsPerModule)
	t.m.Tree = true
	if err := t.m.Settle(); err != nil {
		return err
	}
	for _, step := range [...]func() error{t.find, t.checkFolder, t.declare, t.cross, t.checkCircles, t.tidy, t.name, t.rewrite, t.write} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}
