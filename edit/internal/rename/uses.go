package rename

import (
	"bytes"
	"slices"

	"iacedit/edit/internal/draft"
	"iacedit/module"
	"iacedit/refs"
	"iacedit/syntax"
)

// moduleUses describes how the code in a folder uses a module that it calls.
type moduleUses struct {
	repeated bool     // the module has several instances
	outputs  []string // the names after module.x in references: outputs, and perhaps attributes of outputs
	passedOn bool     // a reference uses the whole module, not a single output
}

// A usesCache caches the moduleUses of each folder, which are computed on demand.
type usesCache struct {
	m        *draft.Module
	byFolder map[string]map[string]*moduleUses // by folder and by the name of the call
}

// usesOf returns the uses of the module that a call names, in the folder of the call. The files of
// a folder are searched only once.
func (u *usesCache) usesOf(c moduleCall) *moduleUses {
	folder := c.block.Folder
	if u.byFolder == nil {
		u.byFolder = map[string]map[string]*moduleUses{}
	}
	if u.byFolder[folder] == nil {
		u.byFolder[folder] = moduleUsesIn(u.m, folder)
	}
	return u.byFolder[folder][c.name]
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
				by[name].repeated = by[name].repeated || b.IsRepeated()
			}
		}
	}
	for _, f := range configuration(m, folder) {
		f.Budget.Parse(len(f.Tree.Text()))
		for r := range refs.ToModules(f.Tree) {
			if u := by[string(f.Tree.At(r.Name))]; u != nil {
				u.record(f, r)
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

// record adds the outputs that one reference uses.
func (u *moduleUses) record(f *draft.File, r *refs.Reference) {
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
