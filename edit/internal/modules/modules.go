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
//	find.go       the taken blocks, and the folder that they go into
//	cross.go      the references that cross the border, and what they become
//	passed.go     what is passed, and how far a path can be; names.go: what it is called
//	guards.go     code that may not be evaluated
//	depends.go    "depends_on" on what stays; circles that it would make
//	providers.go  provider configurations and requirements
//	write.go      the code that goes, and what comes in its place
//	inputs.go     variables, outputs and required providers of the module
package modules

import (
	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/plan"
	"iacedit/edit/internal/report"
	"iacedit/internal/budget"
	"iacedit/internal/fault"
	"iacedit/internal/render"
	"iacedit/refs"
	"iacedit/syntax"
)

const (
	stepsPerModule    = 400 // beside the work on blocks and references
	stepsPerReference = 20  // that crosses the border
	stepsPerBlock     = 60  // that is taken or made
)

// Apply takes blocks out into a module.
func Apply(m *draft.Module, o *report.Observer, x *plan.ModuleExtraction) error {
	t := &taker{ModuleExtraction: x, m: m, o: o}
	return t.apply()
}

// A taker takes blocks out into one module.
type taker struct {
	*plan.ModuleExtraction
	m *draft.Module
	o *report.Observer

	folder   string // that the blocks are in
	taken    []*taken
	spans    map[*draft.File][]border // of taken code, in order
	things   map[refs.Address]*taken  // that taken code declares
	repeated map[refs.Address]bool    // what the folder declares with count or for_each; false for others
	guards   map[draft.Block]*guards

	inputs    passing
	outputs   passing
	uses      []use
	edits     map[*draft.File][]render.Replacement
	dropped   []dropped // entries of "depends_on"
	depends   []dependency
	providers providers
	foreign   map[string]map[int]bool         // by variable: the numbers of the validations that name something else
	call      draft.Block                     // that takes the place of the blocks
	edges     map[refs.Address][]refs.Address // what the code that stays refers to, by what it declares
}

// A taken is a block, or a local, that goes into the module.
type taken struct {
	draft.Block
	local     string        // the name of the local, "" for a block
	attribute syntax.ItemID // the local
	number    int           // of the block among those of its file
	typ       string        // of the block
	address   refs.Address  // of what it declares; its Kind may be Other
}

// item returns the block, or the local's attribute.
func (t *taken) item() syntax.ItemID {
	if t.local != "" {
		return t.attribute
	}
	return t.ID
}

// String returns the address as references have it.
func (t *taken) String() string { return written(t.address) }

func (t *taker) apply() (err error) {
	defer budget.CatchAt(&err, t.At)
	t.m.Budget.Step(stepsPerModule)
	t.m.Tree = true
	if err := t.m.Settle(); err != nil {
		return err
	}
	for _, step := range [...]func() error{t.find, t.checkFolder, t.declare, t.cross, t.checkCircles, t.name, t.rewrite, t.write} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// refuse is the error of a place in the code that the module does not allow.
func (t *taker) refuse(f *draft.File, offset int32, message string) error {
	return draft.RefusedAt(f, t.At, int(offset), "extract", message)
}

// invalid is the error of a request that cannot be done.
func (t *taker) invalid(at int, format string, args ...any) error {
	return fault.At(at, fault.InvalidRequest, "extract: "+format, args...)
}
