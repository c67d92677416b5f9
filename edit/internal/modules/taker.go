package modules

import (
	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/plan"
	"iacedit/edit/internal/report"
	"iacedit/edit/internal/typing"
	"iacedit/internal/fault"
	"iacedit/internal/render"
	"iacedit/refs"
	"iacedit/syntax"
)

const (
	stepsPerModule    = 400 // beside the work on blocks and references
	stepsPerReference = 20  // that crosses the border
	stepsPerBlock     = 60  // that is taken or made
	stepsPerAddress   = 500 // that is looked for in a file
)

// A taker takes blocks out into one module.
type taker struct {
	*plan.ModuleExtraction
	m *draft.Module
	o *report.Observer

	names    named  // once it is asked for
	folder   string // that the blocks are in
	taken    []*taken
	spans    map[*draft.File][]border // of taken code, in order
	things   map[refs.Address]*taken  // that taken code declares
	repeated map[refs.Address]bool    // what the folder declares with count or for_each; false for others
	counted  map[refs.Address]bool    // what it declares with count
	guards   map[draft.Block]*guards

	inputs    passing
	outputs   passing
	uses      []use
	edits     map[*draft.File][]render.Replacement
	depends   []*dependency
	dependOn  map[string]*dependency // by their text
	providers providers
	foreign   map[string]map[int]bool // by variable: the numbers of the validations that name something else

	staying         []refs.Address                  // resources and data sources that are not taken
	referrers       map[refs.Address][]refs.Address // what refers to something, of the code that stays
	choosesProvider map[refs.Address]bool           // what has an argument "provider", of the code that stays

	types  *typing.Finder
	reader reader          // of the expressions that references stand in
	hasID  map[string]bool // types of which the folder's code uses the attribute "id"
}

// A writer writes the module and its call.
type writer struct {
	*taker
	call draft.Block // that takes the place of the blocks
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

// refuse is the error of a place in the code that the module does not allow.
func (t *taker) refuse(f *draft.File, offset int32, message string) error {
	return draft.RefusedAt(f, t.At, int(offset), "extract", message)
}

// invalid is the error of a request that cannot be done.
func (t *taker) invalid(at int, format string, args ...any) error {
	return fault.At(at, fault.InvalidRequest, "extract: "+format, args...)
}
