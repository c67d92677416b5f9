package rename

import (
	"bytes"
	"slices"

	"iacedit/edit/internal/draft"
	"iacedit/module"
	"iacedit/refs"
	"iacedit/syntax"
)

// moduleUses says how the code in a folder uses a module that it calls.
type moduleUses struct {
	repeated bool     // the module has several instances
	outputs  []string // the names after module.x in references: outputs, and perhaps attributes of outputs
	passedOn bool     // a reference uses the whole module, not a single output
}

// A usage caches the moduleUses of each folder, which are computed on demand.
type usage struct {
	m  *draft.Module
	by map[string]map[string]*moduleUses // by folder and by the name of the call
}

// The result is the moduleUses value for the module of the call c. The files of a folder are
// searched only once.
func (u *usage) of(c call) *moduleUses {
	folder := c.of.Folder
	if u.by == nil {
		u.by = map[string]map[string]*moduleUses{}
	}
	if u.by[folder] == nil {
		u.by[folder] = moduleUsesIn(u.m, folder)
	}
	return u.by[folder][c.name]
}

// moduleUsesIn returns the moduleUses for each call in a folder, by the name of the "module" block.
func moduleUsesIn(m *draft.Module, folder string) map[string]*moduleUses {
	by := map[string]*moduleUses{}
	for _, f := range configuration(m, folder) {
		for _, b := range f.BlocksOf("module") {
			m.Budget.Step(8)
			for _, name := range b.Labels() {
				if by[name] == nil {
					by[name] = new(moduleUses)
				}
				by[name].repeated = by[name].repeated || repeated(b)
			}
		}
	}
	for _, f := range configuration(m, folder) {
		f.Budget.Step(len(f.Tree.Text()) >> 1)
		for r := range refs.ToModules(f.Tree) {
			if u := by[string(f.Tree.At(r.Name))]; u != nil {
				u.note(f, r)
			}
		}
	}
	for _, u := range by {
		slices.Sort(u.outputs)
		u.outputs = slices.Compact(u.outputs)
	}
	return by
}

// configuration returns the files of a folder that contain configuration, such as main.tf. It
// leaves out test files.
func configuration(m *draft.Module, folder string) (files []*draft.File) {
	for _, f := range m.FilesIn(folder) {
		if f.Role == module.Configuration || f.Role == module.Override {
			files = append(files, f)
		}
	}
	return files
}

// note records one reference to the module.
func (u *moduleUses) note(f *draft.File, r *refs.Reference) {
	for _, step := range r.Steps {
		switch step.Kind {
		case refs.StepString:
			name := f.Tree.At(step.Name)
			if bytes.IndexByte(name, '\\') >= 0 {
				name = syntax.AppendUnescaped(nil, name)
			}
			u.outputs = append(u.outputs, string(name))
		case refs.StepAttribute:
			u.outputs = append(u.outputs, string(f.Tree.At(step.Name)))
		}
	}
	if r.Place == refs.InExpression && !r.IsOfAttribute(u.repeated) {
		u.passedOn = true
	}
}
