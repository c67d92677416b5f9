package draft

import (
	"iacedit/module"
	"iacedit/refs"
)

// IsValues reports whether the file contains the values of variables.
func (f *File) IsValues() bool { return f.Role == module.Values || f.Role == module.NamedValues }

// Reading returns how references in the file are read.
func (f *File) Reading() refs.Role {
	return refs.RoleIn(f.Dialect(), f.IsValues())
}

// Scope returns the name of the files that read as one with the file: names declared in one of them
// have a meaning in all of them. It is the folder or, for a file that reads alone, the path of the
// file.
func (f *File) Scope() string {
	if f.Module.Named && f.Dialect().ReadsAlone(f.base) {
		return f.Name
	}
	return f.Folder
}

// FilesOf returns the files of a scope, in load order. The slice must not be changed.
func (m *Module) FilesOf(scope string) (files []*File) {
	if f := m.Find(scope); f != nil && f.Scope() == scope {
		return []*File{f}
	}
	if m.Language.Dialect.References() == nil {
		return m.FilesIn(scope)
	}
	for _, f := range m.FilesIn(scope) {
		m.Budget.Step(1)
		if f.Scope() == scope {
			files = append(files, f)
		}
	}
	return files
}

// Base returns the name of the file without its folder.
func (f *File) Base() string { return f.base }
