package modules

import (
	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/plan"
	"iacedit/edit/internal/report"
	"iacedit/edit/internal/typing"
	"iacedit/internal/base/fault"
	"iacedit/internal/engine/render"
	"iacedit/refs"
	"iacedit/syntax"
	"strings"
)

const (
	stepsPerModule    = 400 // for each module, in addition to its blocks and references
	stepsPerReference = 30  // for each reference that crosses the border
	stepsPerBlock     = 120 // for each block that is extracted or created
)

// An extractor extracts blocks and locals into one module.
type extractor struct {
	*plan.ModuleExtraction
	m *draft.Module
	o *report.Observer

	names          named  // nil until needed
	root           string // the start of references to outputs, such as "module.net"
	folder         string // the folder of the blocks
	items          []*extractedItem
	spans          map[*draft.File][]extractedSpan // the ranges of extracted code, in order
	extractedDecls map[refs.Address]*extractedItem // the declarations in extracted code
	repeated       map[refs.Address]bool           // whether each declaration of the folder has count or for_each
	counted        map[refs.Address]bool           // the declarations of the folder with count
	single         map[refs.Address]bool           // the counted declarations whose count is 0 or 1, in a tidy module
	guards         map[draft.Block]*guards

	inputs      passedValues
	outputs     passedValues
	uses        []use
	paths       filePaths
	edits       map[*draft.File][]render.Replacement
	depends     []*dependency
	dependOn    map[string]*dependency // by the text of the entry
	providers   providers
	call        existingCall           // the call of a module that exists already
	existing    map[string]draft.Block // what the folder of the module declares; the result of declaredIn
	waits       []callDependency       // what the existing call depends on
	other       rootMover              // for a move to another root module
	validations map[variable]*validations
	variables   variables

	staying         []refs.Address                  // resources, ephemeral resources and data sources that are not extracted
	referrers       map[refs.Address][]refs.Address // the referrers of each object, in remaining code
	choosesProvider map[refs.Address]bool           // the remaining items with an argument "provider"

	types  *typing.Finder
	reader reader          // parses the expressions that contain references
	hasID  map[string]bool // types whose attribute "id" the folder's code uses
}

// A writer writes the module, and the call of the module.
type writer struct {
	*extractor
	newCall     draft.Block            // the call that replaces the blocks; in an existing module only its file
	filesByType map[string]*draft.File // by block type and first label

	headings  headings
	near, far customaryFiles // nil until needed
	tool      draft.Tools    // whose settings are copied; 0 for those of both tools
}

// An extractedItem is a block or local that is extracted into the module.
type extractedItem struct {
	draft.Block
	local     string        // the name of the local, "" for a block
	attribute syntax.ItemID // the local
	was       string        // the address before the block was moved
	number    int           // the index of the block, or of the local's block, in its file
	typ       string        // the type of the block
	address   refs.Address  // the declared address; its Kind may be Other
}

// itemID returns the block, or the attribute that defines the local.
func (t *extractedItem) itemID() syntax.ItemID {
	if t.local != "" {
		return t.attribute
	}
	return t.ID
}

// String returns the address as it is written in references, such as "aws_vpc.main".
func (t *extractedItem) String() string { return t.address.String() }

// refuse returns the error for code that prevents the extraction. The code is at the given offset
// of the file.
func (t *extractor) refuse(f *draft.File, offset int32, message string) error {
	return draft.RefusedAt(f, t.At, offset, t.operation(), message)
}

// invalid returns the error for a request that cannot be carried out. offset is the offset of the
// cause in the JSON of the request.
func (t *extractor) invalid(offset int, format string, args ...any) error {
	return fault.At(offset, fault.InvalidRequest, t.operation()+": "+format, args...)
}

// operation returns the name of the operation in the request, for messages.
func (t *extractor) operation() string {
	if t.Root != nil {
		return "move"
	}
	return "extract"
}

// joins reports whether the blocks go into a folder that has code of its own.
func (t *extractor) joins() bool { return t.Root != nil || t.call.exists() }

// exists reports whether the blocks are moved into a module that has a call already.
func (c *existingCall) exists() bool { return c.File != nil }

// key returns the type and labels of an extracted item as declared has them.
func (t *extractedItem) key() string {
	if t.local != "" {
		return "local " + t.local
	}
	return t.typ + " " + strings.Join(t.Labels(), ".")
}

// target returns the address of a resource or call as "import" and "removed" blocks have it, or "".
func (t *extractedItem) target() string {
	switch name := strings.Join(t.Labels(), "."); t.typ {
	case "resource":
		return name
	case "module":
		return "module." + name
	}
	return ""
}
