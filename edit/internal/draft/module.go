package draft

import (
	"slices"
	"strings"

	"iacedit/address"
	"iacedit/edit/internal/plan"
	"iacedit/internal/base/budget"
	"iacedit/internal/base/fault"
	"iacedit/internal/base/jsontext"
	"iacedit/internal/engine/bodies"
	"iacedit/internal/engine/mirror"
	"iacedit/internal/engine/pattern"
	"iacedit/internal/engine/render"
	"iacedit/internal/engine/selection"
	"iacedit/internal/engine/tree"
	"iacedit/internal/languages/schema"
	"iacedit/internal/languages/terraform"
	"iacedit/module"
	"iacedit/syntax"
	"iacedit/value"
)

// A Module is the code of a request while it is edited: the files of a module or a tree, or code
// without a file name.
type Module struct {
	content
	memory
}

// content is the part of a Module that Release drops.
type content struct {
	Files     []*File        // the files of the request in load order, followed by the files that edits created
	InJSON    []*File        // the files in JSON syntax
	Named     bool           // the files have names
	Tree      bool           // some files are in folders, and each folder is a module
	Skipped   []*fault.Error // the errors of the files that do not parse, which are not in Files
	Language  address.Language
	Budget    *budget.Budget
	Mirrors   *mirror.Maker   // converts files in JSON syntax; nil until one is needed
	Operation *plan.Operation // the current operation
	Classes   value.Classes
	Patterns  *pattern.Rewriter // nil until an operation needs it
	Schemas   *schema.Schemas   // of providers; nil for none
	Trails    Trails

	Referrers Referrers // for files without edits since they were parsed

	SkipUnreachable bool           // ignore edits whose path cannot be followed
	Unreachable     []*fault.Error // the errors of the ignored edits

	model  *File // the model of new files (BeginLike), or nil
	Spaced bool  // a blank line separates meta-arguments from other arguments, unless other blocks have no such line

	index         fileIndex
	siblingsFiles map[familyIn]siblingsFile // nil until it is needed
	habits        moduleHabits
	ended         int          // the number of finished entries
	searches      int          // the number of searches that the request's operations make
	layout        value.Layout // memory for WithBudget
	spots         spots

	spans   answer                    // whether a file has the name of a language that reads any other *.hcl file too
	twins   bool                      // some files have twins
	applied map[appliedAttribute]bool // the attributes that have been applied
}

// memory is the part of a Module that is kept for the next request.
type memory struct {
	order   []*File         // all files in load order
	folders []string        // the folders that are modules, in order, computed on demand
	sites   []*Site         // free sites
	ids     []syntax.ItemID // memory for a site's blocks
	expr    syntax.Expr     // memory for the current value
	scratch []byte          // memory for the text of the current value
	late    []lateItem      // the items that the current entry created or changed before the habits of their files were computed
}

// A File is a file of a request while it is edited.
type File struct {
	module.File
	selection.View
	JSON         *mirror.Mirror  // for a file in JSON syntax: its mirror, and Code is the equivalent native code; otherwise nil
	Sent         []byte          // for a file in JSON syntax: the JSON in the request
	editedBy     *plan.Operation // for a file in JSON syntax: the last operation that edited it, unless the JSON has its edits
	editsNoted   int             // for a file in JSON syntax: the number of edits when editedBy was set
	Raw          *jsontext.Raw   // the text of Code as it was sent, or nil
	Draft        *render.Draft
	Folder       string // the folder of the file; "." for the root of the tree
	base         string // the name of the file in its folder
	Twin         *File  // the file of the same name for the other tool, or nil
	Role         module.Role
	Made         bool  // the request had no such file
	Settled      bool  // Tree is the tree of the edited code, not of Code
	settledBytes int64 // the bytes that the budget was charged for the edited code

	Module  *Module
	indexed bool // its top-level blocks are in the module's index of files
	layoutFacts
}

// A Block is a block in one of the files, or the top level of a file.
type Block struct {
	*File
	ID syntax.ItemID
}

// Searches estimates how many searches the operations of a request make. The estimate is the
// argument count, the number of entries and attributes in these operations. It is higher for the
// extraction of a module, which looks for each declaration and each argument of the call.
func Searches(operations []plan.Operation, count int) int {
	for i := range operations {
		for j := range operations[i].Extractions {
			if operations[i].Extractions[j].Module != nil {
				return max(count, bodies.Many)
			}
		}
	}
	return count
}

// Start prepares m for a request. The argument searches is the number of searches that the
// request's operations make, as Searches returns it. The caller then opens the files.
func (m *Module) Start(language address.Language, b *budget.Budget, named bool, searches int) {
	m.Language, m.Budget, m.Named, m.searches = language, b, named, searches
	m.Referrers = Referrers{module: m}
	m.Classes.SetBudget(b)
	m.expr.SetBudget(b)
}

// mostScratch is the largest size, in bytes, of text memory that is kept for the next request.
const mostScratch = 1 << 16

// mostMemory is the largest number of blocks for which memory is kept for the next request.
const mostMemory = 1 << 10

// Release drops the files, but keeps some memory for the next request.
func (m *Module) Release() {
	clear(m.order)
	m.expr.SetBudget(nil)
	if cap(m.scratch) > mostScratch || m.expr.Len() > mostScratch {
		*m = Module{}
		return
	}
	for i, s := range m.sites {
		if max(cap(s.memory), cap(s.selected.Blocks)) > mostMemory {
			m.sites[i] = new(Site)
		}
	}
	if cap(m.ids) > mostMemory {
		m.ids = nil
	}
	if cap(m.late) > mostMemory {
		m.late = nil
	}
	clear(m.late)
	m.order, m.folders, m.late = m.order[:0], m.folders[:0], m.late[:0]
	m.content = content{}
}

// bytesPerDraft is the memory of a draft before any edit.
const bytesPerDraft = 1024

// Open adds files with parsed code, and sets their roles by their names. It creates a draft for
// each file that has no draft. The argument may share its memory with m.Files.
func (m *Module) Open(files ...*File) {
	makeDrafts(files, m.Budget)
	for _, f := range files {
		f.Draft.Reset(f.Tree)
		f.Draft.SetBudget(m.Budget)
		f.Draft.Providers = f
		if m.Named {
			f.Role = module.RoleIn(m.Language.Dialect, f.Name)
		}
		f.Module = m
		f.Folder, f.base = module.Split(f.Name)
		m.Tree = m.Tree || f.Folder != "."
		m.Files = append(m.Files, f)
		if f.JSON != nil {
			m.InJSON = append(m.InJSON, f)
		}
		if at, _ := m.ordered(f.Name); at < len(m.order) {
			m.order = slices.Insert(m.order, at, f)
		} else {
			m.order = append(m.order, f)
		}
		m.joinTwin(f)
		f.dropDerived()
	}
}

// makeDrafts creates a draft for each file that has none. One allocation is faster than many.
func makeDrafts(files []*File, b *budget.Budget) {
	missing := 0
	for _, f := range files {
		if f.Draft == nil {
			missing++
		}
	}
	if missing == 0 {
		return
	}
	b.Hold(missing * bytesPerDraft)
	drafts := make([]render.Draft, missing)
	for _, f := range files {
		if f.Draft == nil {
			f.Draft, drafts = &drafts[0], drafts[1:]
		}
	}
}

func (f *File) dropDerived() {
	m := f.Module
	f.layoutFacts, m.siblingsFiles = layoutFacts{}, nil
	m.Referrers, m.spans = Referrers{module: m}, unknown
	m.forgetHabits(f)
	f.Edits = f.Draft
	f.View.Open(f.Tree, m.Budget, &m.Classes, &m.expr, m.searches)
	tree.Of(f.Tree).Watch(watcher{f})
}

// InOrder returns the files in load order. The slice must not be changed.
func (m *Module) InOrder() []*File { return m.order }

// FilesIn returns the files of a folder, in load order. The slice must not be changed.
func (m *Module) FilesIn(folder string) []*File {
	if !m.Tree {
		return m.order
	}
	byFolder := func(f *File, folder string) int { return module.CompareFolders(f.Folder, folder) }
	from, _ := slices.BinarySearchFunc(m.order, folder, byFolder)
	to := from
	for to < len(m.order) && m.order[to].Folder == folder {
		to++
	}
	return m.order[from:to]
}

// Find returns the file with a name, or nil.
func (m *Module) Find(name string) *File {
	if at, ok := m.ordered(name); ok {
		return m.order[at]
	}
	return nil
}

// ordered returns where a file name is, or would be, among the names in load order. The result ok
// reports whether there is such a file.
func (m *Module) ordered(name string) (at int, ok bool) {
	m.Budget.Step(len(name) / 8)
	folder, base := module.Split(name)
	byName := func(f *File, base string) int { return module.CompareIn(f.Folder, f.base, folder, base) }
	if n := len(m.order); n == 0 || byName(m.order[n-1], base) < 0 {
		return n, false // files are opened in order
	}
	return slices.BinarySearchFunc(m.order, base, byName)
}

// exists reports whether there is a file of the given name. Files that do not parse count, too.
func (m *Module) exists(name string) bool { return m.Find(name) != nil || m.skipped(name) != nil }

// Searched reports whether edits find blocks of the file by their addresses. They find no
// blocks in files of variable values, in overrides, and in files that no module loads
// (docs/edits.md, "Files").
func (f *File) Searched() bool {
	return !f.Module.Named || f.Module.Language.Dialect.AnyBlock() && f.Role != module.Override || f.Role == module.Configuration
}

// stepsPerFile is the cost of searching one more file.
const stepsPerFile = 20

// blocksAt appends the blocks at a site's address. It searches the given file or, if that is nil,
// all files for which Searched returns true.
func (m *Module) blocksAt(found []Block, s *Site, in *File) []Block {
	types := m.Language.Spellings(s.Type)
	if in != nil {
		return in.blocksAt(found, s, types)
	}
	labels := s.Labels
	if s.HasPattern {
		labels = nil
	}
	for _, f := range m.filesWith(types, labels) {
		if f.Searched() {
			found = f.blocksAt(found, s, types)
		}
	}
	return found
}

// blocksOfAllTypes appends all top-level blocks of the searched files, in code order.
func (m *Module) blocksOfAllTypes(found []Block) []Block {
	for _, f := range m.order {
		if !f.Searched() {
			continue
		}
		for id := f.Draft.FirstItem(syntax.Root); id != syntax.NoItem; id = f.Draft.NextItem(id) {
			m.Budget.Step(1)
			if f.Draft.Kind(id) == syntax.KindBlock {
				found = append(found, Block{f, id})
			}
		}
	}
	return found
}

// blocksAt appends the file's blocks of the given types at a site's address.
func (f *File) blocksAt(found []Block, s *Site, types []string) []Block {
	if len(f.Module.order) > 1 {
		f.Budget.Step(stepsPerFile)
	}
	var few [8]syntax.ItemID
	for _, id := range f.Index.At(few[:0], types, s.Labels, s.HasPattern) {
		found = append(found, Block{f, id})
	}
	return found
}

// MakeFile returns the file with a name. It creates the file if necessary. It returns an error for
// a file that does not parse.
func (m *Module) MakeFile(name string) (*File, error) {
	if f := m.Find(name); f != nil {
		return f, nil
	}
	if skipped := m.skipped(name); skipped != nil {
		return nil, skipped
	}
	name = strings.Clone(name) // the name is in the request's memory, but the file outlives the request
	f := &File{File: module.File{Name: name}, Made: true, Role: module.RoleOf(name)}
	var err error
	if m.Named && !m.Language.Dialect.AnyBlock() && terraform.IsInJSON(name) {
		err = f.beginJSON(m)
	} else {
		f.Tree, err = syntax.Parse(nil)
	}
	if err != nil {
		return nil, err
	}
	m.Open(f)
	f.model = m.model
	m.folders = m.folders[:0]
	return f, nil
}

// skipped returns the error of a skipped file with the given name, or nil.
func (m *Module) skipped(name string) *fault.Error {
	for _, err := range m.Skipped {
		m.Budget.Step(1)
		if err.Position.File == name {
			return err
		}
	}
	return nil
}

// Delete deletes an item.
func (f *File) Delete(id syntax.ItemID) { f.Draft.Delete(id) }

// HasProvider reports whether a file of the file's module configures or requires a provider of a
// name. It implements render.Providers.
func (f *File) HasProvider(name string) bool {
	for _, other := range f.Module.Files {
		f.Module.Budget.Step(1)
		if other.Folder != f.Folder || !other.Searched() {
			continue
		}
		if len(other.Index.At(nil, []string{"provider"}, []string{name}, false)) > 0 {
			return true
		}
		for _, settings := range other.Index.Blocks(nil, syntax.Root, []string{"terraform"}) {
			for _, required := range other.Index.Blocks(nil, settings, []string{"required_providers"}) {
				if other.Index.Attribute(required, name) != syntax.NoItem {
					return true
				}
			}
		}
	}
	return false
}

// BlocksAt returns the file's top-level blocks with the given type and labels. Requests may spell a
// type differently than code does; the argument typ is spelled as in requests.
func (f *File) BlocksAt(typ string, labels []string) []Block {
	return f.blocksAt(nil, &Site{Type: typ, Labels: labels}, f.Module.Language.Spellings(typ))
}

// BlocksOf returns the file's top-level blocks of a type. The type is spelled as in code, which can
// differ from the spelling in requests.
func (f *File) BlocksOf(typ string) (blocks []Block) {
	for _, id := range f.Index.Blocks(nil, syntax.Root, []string{typ}) {
		blocks = append(blocks, Block{f, id})
	}
	return blocks
}

// Labels returns the text of the block's labels.
func (b Block) Labels() (labels []string) {
	for label := range b.Draft.Labels(b.ID) {
		b.Budget.Step(len(label) / 8)
		labels = append(labels, string(label))
	}
	return labels
}

// joinTwin pairs a file with its twin, if there is one: versions.tf with versions.tofu, for
// example.
func (m *Module) joinTwin(f *File) {
	if !m.Named || m.Language.Dialect.AnyBlock() || f.Role != module.Configuration && f.Role != module.Override {
		return
	}
	name := terraform.Hides(f.Name)
	if name == "" {
		name = terraform.HiddenBy(f.Name)
	}
	if other := m.Find(name); other != nil && other != f {
		f.Twin, other.Twin, m.twins = other, f, true
	}
}
