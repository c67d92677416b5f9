package draft

import (
	"slices"
	"strings"

	"iacedit/address"
	"iacedit/edit/internal/plan"
	"iacedit/internal/excerpt"
	"iacedit/internal/fault"
	"iacedit/internal/language"
	"iacedit/internal/selection"
	"iacedit/internal/terraform"
	"iacedit/module"
	"iacedit/syntax"
)

// In a tree each folder is a module, and a new block goes into one of them (docs/trees.md).

// Folders returns the folders that are modules: those with configuration or values of
// variables, in the dialect hcl those with any file. They are in order, and not to be changed.
func (m *Module) Folders() []string {
	if len(m.folders) > 0 {
		return m.folders
	}
	for _, f := range m.order {
		m.Budget.Step(1)
		n := len(m.folders)
		if (f.Role != module.None || m.Language.Dialect == address.HCL) && (n == 0 || m.folders[n-1] != f.Folder) {
			m.folders = append(m.folders, f.Folder)
		}
	}
	for _, skipped := range m.Skipped {
		folder, name := module.Split(skipped.Position.File)
		if at, known := slices.BinarySearchFunc(m.folders, folder, module.CompareFolders); !known && (terraform.IsConfiguration(name) || m.Language.Dialect == address.HCL) {
			m.folders = slices.Insert(m.folders, at, folder)
		}
	}
	return m.folders
}

// AllFolders returns the folders of all files, in order.
func (m *Module) AllFolders() (folders []string) {
	for _, f := range m.order {
		m.Budget.Step(1)
		if n := len(folders); n == 0 || folders[n-1] != f.Folder {
			folders = append(folders, f.Folder)
		}
	}
	return folders
}

// FilesIn returns the files of a folder, in the order in which they are loaded. The slice is
// not to be changed.
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

// homeFolder returns the folder that a new top-level block of a site goes into: the one that
// its entry names, that of the block beside which it is to stand, the only one, or that of all
// other blocks of the type.
func (s *Site) homeFolder(e *plan.Entry) (string, error) {
	m := s.m
	folder := ""
	switch {
	case !m.Named:
		return ".", nil
	case e.File != "":
		name := e.FileName()
		if !e.IsOf(name) {
			return "", m.noSuchFile(s.Action, e)
		}
		folder, _ = module.Split(name)
		return folder, nil
	case e.Folder != "":
		return e.Folder, nil
	case !m.Tree:
		return ".", nil
	case e.Place != nil && e.Place.Kind >= plan.PlaceBefore:
		at, err := m.BlockSpot(nil, "", s.Body, s.Outer, e.Place)
		if err != nil {
			return "", err
		}
		return at.File.Folder, nil
	}
	folders := m.Folders()
	if len(folders) == 1 {
		return folders[0], nil
	}
	types := m.Language.Spellings(s.Type)
	for _, f := range m.filesWith(types, nil) {
		if !f.hasBlock(types) {
			continue
		}
		if folder != "" && folder != f.Folder {
			folder = ""
			break
		}
		folder = f.Folder
	}
	if folder == "" {
		return "", m.folderWanted(s.Action, s.Describe(), e.At)
	}
	return folder, nil
}

// folderWanted is the error of something new that may go into several folders.
func (m *Module) folderWanted(action plan.Action, what string, at int) error {
	return fault.At(at, fault.InvalidRequest, `%s: %s may go into any of %d folders, each a module; say which by "folder": there are %s`,
		action, what, len(m.Folders()), listed(m.Folders(), excerpt.Quote))
}

// noSuchFile is the error of an entry whose "file" is not in its "folder".
func (m *Module) noSuchFile(action plan.Action, e *plan.Entry) error {
	return fault.At(e.At, fault.InvalidRequest, "%s: the file %s is not in the folder %s", action, excerpt.Quote(e.File), excerpt.Quote(e.Folder))
}

// hasBlock reports whether addresses find blocks of some types in a file.
func (f *File) hasBlock(types []string) bool {
	if f == nil || f.JSON != nil || !f.Searched() {
		return false
	}
	f.Budget.Step(stepsPerFile)
	return f.Index.HasBlock(syntax.Root, types)
}

// Home returns the file that a new block of a site goes into, which may be made.
func (m *Module) Home(s *Site, e *plan.Entry) (*File, error) {
	switch {
	case s.Nested:
		return s.File, nil
	case !m.Named:
		return m.Files[0], nil
	}
	folder, err := s.homeFolder(e)
	switch {
	case err != nil:
		return nil, err
	case e.File != "":
		return m.makeNative(s.Action, e)
	}
	types := m.Language.Spellings(s.Type)
	files := m.filesWith(types, nil)
	if m.Tree {
		files = m.FilesIn(folder)
		if len(files) == 1 && m.Language.Dialect == address.HCL {
			return files[0], nil
		}
	}
	last := m.mostSiblings(folder, m.Language.Spelling(s.Type), s.Labels)
	for i := len(files) - 1; i >= 0 && last == ""; i-- {
		if f := files[i]; f.hasBlock(types) {
			_, last = module.Split(f.Name)
		}
	}
	exists := func(name string) bool { return m.exists(module.Join(folder, name)) }
	has := func(name string) bool { return m.Find(module.Join(folder, name)).hasBlock(types) }
	return m.Make(module.Join(folder, module.FileFor(s.Type, last, exists, has)))
}

// makeNative is Make for the file that an entry names. New files are in native syntax.
func (m *Module) makeNative(action plan.Action, e *plan.Entry) (*File, error) {
	if name := e.FileName(); terraform.IsInJSON(name) && m.Find(name) == nil {
		return nil, fault.At(e.At, fault.InvalidRequest, "%s: the file %s would be JSON, and new code is native", action, excerpt.Quote(name))
	}
	return m.Make(e.FileName())
}

// ValuesFile returns the file that a name at the top level of variable values is in, or
// comes to be in (docs/edits.md, "Files"), for an entry under an action.
func (m *Module) ValuesFile(action plan.Action, e *plan.Entry, attr *plan.Attribute) (*File, error) {
	hcl := m.Language.Dialect == address.HCL
	switch {
	case !m.Named, hcl && e.File == "" && len(m.Files) == 1:
		return m.Files[0], nil
	case e.File != "" && !e.IsOf(e.FileName()):
		return nil, m.noSuchFile(action, e)
	case e.File != "":
		return m.makeNative(action, e)
	case module.IsPattern(e.Folder):
		return nil, fault.At(e.At, fault.InvalidRequest, `%s: %s: "folder" is a pattern, and one folder is to be named here`, action, excerpt.Quote(attr.Text))
	case hcl:
		return nil, fault.At(attr.At, fault.InvalidRequest, "%s: %s: the request has several files; name the one that is meant by \"file\"", action, excerpt.Quote(attr.Text))
	}
	files := m.order
	if e.Folder != "" {
		files = m.FilesIn(e.Folder)
	}
	var home *File
	folder, several := e.Folder, false // of the files with values
	for _, f := range files {
		if f.Role != module.Values {
			continue
		}
		if folder == "" {
			folder = f.Folder
		}
		several = several || folder != f.Folder
		f.Budget.Step(stepsPerFile)
		if f.Index.Attribute(syntax.Root, attr.Name) == syntax.NoItem {
			continue
		}
		if home != nil && home.Folder != f.Folder {
			return nil, m.folderWanted(action, excerpt.Quote(attr.Text), e.At)
		}
		home = f
	}
	switch {
	case home != nil:
		return home, nil
	case several, folder == "" && len(m.Folders()) > 1:
		return nil, m.folderWanted(action, excerpt.Quote(attr.Text), e.At)
	case folder == "" && len(m.Folders()) == 1:
		folder = m.Folders()[0]
	case folder == "":
		folder = "."
	}
	return m.Make(module.Join(folder, language.Block(m.Language, "iacvars").File))
}

// ofEntry returns the candidates of a site that are in the folder and the file that an entry
// names, which may be a file that addresses else find nothing in.
func (s *Site) ofEntry(e *plan.Entry) []Block {
	if name := e.FileName(); name != "" {
		f := s.m.Find(name)
		switch {
		case f == nil || !e.IsOf(name):
			return nil
		case !f.Searched():
			return s.m.blocksAt(nil, s, f)
		}
		return s.inFiles(s.withTwins(), func(other *File) bool { return other == f })
	}
	if e.File == "" && !module.IsPattern(e.Folder) {
		return s.inFolder(e.Folder)
	}
	from := s.Candidates()
	if e.File != "" {
		from = s.withTwins()
	}
	return s.inFiles(from, func(f *File) bool {
		f.Budget.Step(1 + len(e.Folder)*(1+strings.Count(f.Folder, "/"))/8)
		return e.IsOf(f.Name)
	})
}

// inFolder returns the candidates of a top-level site in a folder. The slice is not to be
// changed.
func (s *Site) inFolder(folder string) []Block {
	all := s.Candidates()
	if !s.m.Tree {
		if folder != "." {
			return nil
		}
		return all
	}
	byFolder := func(b Block, folder string) int { return module.CompareFolders(b.Folder, folder) }
	from, _ := slices.BinarySearchFunc(all, folder, byFolder)
	to := from
	for to < len(all) && all[to].Folder == folder {
		s.m.Budget.Step(1)
		to++
	}
	return all[from:to:to]
}

// inFiles returns those of some blocks that are in certain files.
func (s *Site) inFiles(from []Block, is func(*File) bool) (found []Block) {
	var last *File // of a candidate
	kept := false
	for _, b := range from {
		b.Budget.Step(1)
		if b.File != last {
			last, kept = b.File, is(b.File)
		}
		if kept {
			found = append(found, b)
		}
	}
	return found
}

// made are the blocks that entries of one array make in one folder.
type made struct {
	any     bool             // a block has been made
	aliases selection.Values // those of the blocks made
	abouts  selection.Values // what the blocks that entries make are about, by entry
}

// A once is an attribute of an entry that is applied to an item.
type once struct {
	attr *plan.Attribute
	at   Block
}

// SkippedIn returns the files of a folder that do not parse and of which a module is made.
func (m *Module) SkippedIn(folder string) (names []string) {
	for _, err := range m.Skipped {
		m.Budget.Step(1)
		if in, name := module.Split(err.Position.File); in == folder && (terraform.IsConfiguration(name) || m.Language.Dialect == address.HCL) {
			names = append(names, err.Position.File)
		}
	}
	return names
}

// IsDone reports whether an attribute of an entry has been applied to an item: paths of several
// blocks may lead to one place.
func (m *Module) IsDone(attr *plan.Attribute, at Block) bool { return m.once[once{attr, at}] }

// Done notes that an attribute of an entry has been applied to an item.
func (m *Module) Done(attr *plan.Attribute, at Block) {
	if m.once == nil {
		m.once = map[once]bool{}
	}
	m.once[once{attr, at}] = true
}

// madeIn returns the blocks that entries make in the folder that an entry's block goes into.
func (s *Site) madeIn(e *plan.Entry) (*made, error) {
	if s.Nested || !s.m.Named {
		return &s.made, nil
	}
	folder, err := s.homeFolder(e)
	if err != nil || !s.m.Tree && folder == "." {
		return &s.made, err
	}
	if s.inFolders == nil {
		s.inFolders = map[string]*made{}
	}
	if s.inFolders[folder] == nil {
		s.inFolders[folder] = new(made)
	}
	return s.inFolders[folder], nil
}
