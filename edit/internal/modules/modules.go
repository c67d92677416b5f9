// Package modules moves blocks into a new module, and replaces them by a call of it. It also moves
// blocks into a module that their folder calls already, or to another root module.
//
// Terraform's plan of the new configuration contains only moves. For that purpose, the module has
// inputs for the values that the blocks use from outside. References from outside to the blocks are
// replaced by references to outputs of the module, and each resource receives a "moved" block. If
// neither an input nor an output can replace a reference, Apply returns an error.
//
// # Words
//
//   - extracted: a block or local is extracted if it is moved into the module.
//   - border: the border between extracted and remaining blocks. A reference crosses the border
//     from the inside if the reference is in an extracted block, and otherwise from the outside.
//   - passed: an expression is passed if its value crosses the border through an input or output.
//   - tidy: a request with "tidy" creates a tidy module. Its inputs and outputs pass only used
//     values, and have types.
//
// # Files
//
//	modules.go    Apply: the steps
//	extractor.go  the state that the steps share
//	find.go       the extracted blocks, and the folder of the module; named.go: blocks and locals by name
//	existing.go   moving blocks into a module that exists already
//	root.go       moving blocks to another root module; imports.go: the IDs of their objects
//	locals.go     locals that are extracted along with the blocks
//	cross.go      the references that cross the border, and their replacements
//	passed.go     passed expressions, and how much of a path they have
//	names.go      their names
//	tidy.go       passing only used parts, and their types; neededtype.go: types that their places need
//	files.go      paths of files that the blocks read
//	customary.go  the customary files of the modules in the tree
//	part.go       the part of an object that a reference uses; exposed.go: whether its exact type counts;
//	              instance.go: whether it is of the only instance
//	reader.go     the expressions that contain references
//	guards.go     code that is not always evaluated
//	depends.go    "depends_on" on remaining objects, and its cycles
//	providers.go  provider configurations and requirements
//	write.go      removing the code, and writing the module
//	headings.go   comments that head sections
//	inputs.go     variables and outputs of the module; variables.go: those of the folder;
//	              require.go: the required providers
package modules

import (
	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/plan"
	"iacedit/edit/internal/report"
	"iacedit/internal/base/budget"
)

// Apply extracts blocks into a module.
func Apply(m *draft.Module, o *report.Observer, x *plan.ModuleExtraction) error {
	t := &extractor{ModuleExtraction: x, m: m, o: o}
	return t.apply()
}

func (t *extractor) apply() (err error) {
	defer budget.CatchAt(&err, t.At)
	t.m.Budget.Step(stepsPerModule)
	t.m.Tree = true
	if err := t.m.Settle(); err != nil {
		return err
	}
	if t.Root != nil {
		return t.applyRoot()
	}
	for _, step := range [...]func() error{t.find, t.checkFolder, t.declare, t.crossBorder, t.checkProviders, t.checkCycles, t.tidy, t.assignNames, t.rewrite, t.write} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}
