package draft

import (
	"iacedit/edit/internal/plan"
	"iacedit/internal/base/excerpt"
	"iacedit/internal/base/fault"
	"iacedit/internal/languages/language"
	"iacedit/module"
	"iacedit/syntax"
)

// FileForBlock returns the file for a new block of a site. It creates the file if there is none.
func (m *Module) FileForBlock(s *Site, e *plan.Entry) (*File, error) {
	switch {
	case s.Nested:
		return s.File, nil
	case !m.Named:
		return m.Files[0], nil
	}
	folder, err := s.folderForBlock(e)
	switch {
	case err != nil:
		return nil, err
	case e.File != "":
		return m.MakeFile(e.FileName())
	}
	types := m.Language.Spellings(s.Type)
	files := m.filesWith(types, nil)
	if m.Tree {
		files = m.FilesIn(folder)
		if len(files) == 1 && m.Language.Dialect.AnyBlock() {
			return files[0], nil
		}
	}
	last := m.mostSiblings(folder, m.Language.Spelling(s.Type), s.Labels)
	for i := len(files) - 1; i >= 0 && last == ""; i-- {
		if f := files[i]; f.hasBlock(types) {
			last = f.base
		}
	}
	m.Budget.Step(len(folder) / 4) // to join names
	exists := func(name string) bool { return m.exists(module.Join(folder, name)) }
	has := func(name string) bool { return m.Find(module.Join(folder, name)).hasBlock(types) }
	return m.MakeFile(module.Join(folder, module.FileFor(s.Type, last, exists, has)))
}

// ValuesFilesOf returns the files of variable values that an entry means if it names no attribute:
// those that its selectors choose.
func (m *Module) ValuesFilesOf(e *plan.Entry) (files []*File) {
	for _, f := range m.order {
		if e.IsOf(f.Name, f.Budget) && (e.File != "" || !m.Named || f.Role == module.Values) {
			files = append(files, f)
		}
	}
	return files
}

// ValuesFile returns the file of a top-level attribute: the file that has an attribute of this
// name, or the file that a new attribute goes into (docs/edits.md, "Files").
func (m *Module) ValuesFile(action plan.Action, e *plan.Entry, attr *plan.Attribute) (*File, error) {
	hcl := m.Language.Dialect.AnyBlock()
	switch {
	case !m.Named, hcl && e.File == "" && len(m.Files) == 1:
		return m.Files[0], nil
	case e.File != "" && !e.IsOf(e.FileName(), m.Budget):
		return nil, m.noSuchFileError(action, e)
	case e.File != "":
		return m.MakeFile(e.FileName())
	case module.IsPattern(e.Folder):
		return nil, fault.At(e.At, fault.InvalidRequest, `%s: %s: "folder" is a pattern; name one folder here`, action, excerpt.Quote(attr.Text))
	case hcl:
		return nil, fault.At(attr.At, fault.InvalidRequest, "%s: %s: the request has several files; choose one by \"file\"", action, excerpt.Quote(attr.Text))
	}
	files := m.order
	if e.Folder != "" {
		files = m.FilesIn(e.Folder)
	}
	var home *File
	folder, several := e.Folder, false // several: more than one folder has files with values
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
			return nil, m.folderNeededError(action, excerpt.Quote(attr.Text), e.At)
		}
		home = f
	}
	switch {
	case home != nil:
		return home, nil
	case several, folder == "" && len(m.Folders()) > 1:
		return nil, m.folderNeededError(action, excerpt.Quote(attr.Text), e.At)
	case folder == "" && len(m.Folders()) == 1:
		folder = m.Folders()[0]
	case folder == "":
		folder = "."
	}
	m.Budget.Step(len(folder) / 16)
	return m.MakeFile(module.Join(folder, language.Block(m.Language, "iacvars").File))
}
