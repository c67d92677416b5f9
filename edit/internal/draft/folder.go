package draft

import (
	"slices"

	"iacedit/edit/internal/plan"
	"iacedit/internal/base/excerpt"
	"iacedit/internal/base/fault"
	"iacedit/internal/engine/selection"
	"iacedit/internal/languages/terraform"
	"iacedit/module"
	"iacedit/syntax"
)

// In a tree, each folder is a module. A new block goes into one of these folders (docs/trees.md).

// Folders returns the folders that are modules, sorted: the folders with configuration or variable
// values and, in the dialect hcl, all folders with a file. The slice must not be changed.
func (m *Module) Folders() []string {
	if len(m.folders) > 0 {
		return m.folders
	}
	for _, f := range m.order {
		m.Budget.Step(1)
		n := len(m.folders)
		if (f.Role != module.None || m.Language.Dialect.AnyBlock()) && (n == 0 || m.folders[n-1] != f.Folder) {
			m.folders = append(m.folders, f.Folder)
		}
	}
	for _, skipped := range m.Skipped {
		folder, name := module.Split(skipped.Position.File)
		if at, known := slices.BinarySearchFunc(m.folders, folder, module.CompareFolders); !known && (terraform.IsConfiguration(name) || m.Language.Dialect.AnyBlock()) {
			m.folders = slices.Insert(m.folders, at, folder)
		}
	}
	return m.folders
}

// AllFolders returns the folders of all files, sorted.
func (m *Module) AllFolders() (folders []string) {
	for _, f := range m.order {
		m.Budget.Step(1)
		if n := len(folders); n == 0 || folders[n-1] != f.Folder {
			folders = append(folders, f.Folder)
		}
	}
	return folders
}

// folderNeededError returns an error that asks for a "folder", because a new item could go into
// several folders.
func (m *Module) folderNeededError(action plan.Action, what string, at int) error {
	return fault.At(at, fault.InvalidRequest, `%s: %s may go into any of %d folders, each a module; choose one by "folder": %s`,
		action, what, len(m.Folders()), selection.Listed(m.Folders(), excerpt.Quote[string]))
}

// noSuchFileError returns the error for an entry whose "file" is not in its "folder".
func (m *Module) noSuchFileError(action plan.Action, e *plan.Entry) error {
	return fault.At(e.At, fault.InvalidRequest, "%s: the file %s is not in the folder %s", action, excerpt.Quote(e.File), excerpt.Quote(e.Folder))
}

// hasBlock reports whether a file has a top-level block of one of the types. It returns false for a
// file in JSON syntax, for a file that is not searched, and if f is nil.
func (f *File) hasBlock(types []string) bool {
	if f == nil || f.JSON != nil || !f.Searched() {
		return false
	}
	f.Budget.Step(stepsPerFile)
	return f.Index.HasBlock(syntax.Root, types)
}

// madeBlocks describes the blocks that the entries of one array have created in one folder.
type madeBlocks struct {
	any     bool             // a block has been created
	aliases selection.Values // the aliases of the blocks
	abouts  selection.Values // the values of the attributes that Site.aboutAttribute returns, each with the index of the entry that creates the block
}

// An appliedAttribute is a pair of an attribute of an entry and an item to which this attribute has
// been applied.
type appliedAttribute struct {
	attr *plan.Attribute
	at   Block
}

// SkippedIn returns the configuration files of a folder that do not parse.
func (m *Module) SkippedIn(folder string) (names []string) {
	for _, err := range m.Skipped {
		m.Budget.Step(1)
		if in, name := module.Split(err.Position.File); in == folder && (terraform.IsConfiguration(name) || m.Language.Dialect.AnyBlock()) {
			names = append(names, err.Position.File)
		}
	}
	return names
}

// IsDone reports whether an attribute of an entry has been applied to an item already. This can
// happen if paths of several blocks lead to one item.
func (m *Module) IsDone(attr *plan.Attribute, at Block) bool {
	return m.applied[appliedAttribute{attr, at}]
}

// MarkDone records that an attribute of an entry has been applied to an item.
func (m *Module) MarkDone(attr *plan.Attribute, at Block) {
	Note(&m.applied, appliedAttribute{attr, at}, true)
}

// Trails find out whether a path that leads from one reference to the next runs in a circle.
type Trails struct {
	number int
	last   map[Block]int // by attribute: the number of the last trail through it
}

// Start begins a trail, which is the path of one attribute through references, and returns its
// number.
func (t *Trails) Start() int {
	t.number++
	return t.number
}

// Revisits records that a trail leads through an attribute, and reports whether the trail led
// through it before. So a path that leads in a circle is found in its second round at the latest.
func (t *Trails) Revisits(trail int, at Block) bool {
	if t.last == nil {
		t.last = map[Block]int{}
	}
	last := t.last[at]
	t.last[at] = trail
	return last == trail
}
