package modules

import (
	"maps"
	"path"
	"slices"

	"iacedit/edit/internal/draft"
	"iacedit/internal/languages/terraform"
	"iacedit/module"
	"iacedit/syntax"
)

// customaryFiles maps a block type and a file name, such as "variable" and "variables.tf", to the
// number of files that have this name and contain only blocks of this type.
type customaryFiles map[string]map[string]int

// files returns the names of files with only blocks of the type typ, and the number of files with
// each name. They are the files of the modules near the new one: of its siblings, of the parent
// folder and of the folder of the blocks. If these modules have no such file, the result contains
// the files of all other modules of the tree. The result is nil if Tidy is not set.
func (t *writer) files(typ string) map[string]int {
	if t.near == nil && t.Tidy {
		t.near, t.far = customaryFiles{}, customaryFiles{}
		for _, f := range t.m.InOrder() {
			if f.Folder == t.To || f.Role != module.Configuration || f.JSON != nil {
				continue
			}
			if t.isNear(f.Folder) {
				t.near.note(f)
			} else {
				t.far.note(f)
			}
		}
	}
	if all := t.near[typ]; all != nil {
		return all
	}
	return t.far[typ]
}

// isNear reports whether a folder is a sibling or the parent of the new module's folder, or the
// folder of the blocks.
func (t *writer) isNear(folder string) bool {
	t.m.Budget.Step(1 + len(folder)/16)
	parent := path.Dir(t.To)
	return folder == t.folder || folder == parent || path.Dir(folder) == parent
}

// hasCustomary reports whether another module of the tree has a file with that name, in which all
// blocks have the type typ.
func (t *writer) hasCustomary(typ, file string) bool { return t.files(typ)[file] > 0 }

// customaryFile returns the name that the modules near the new one most often give to a file with only blocks
// of the type typ, such as "outputs.tf" for "output". If no module has such a file, the name is "".
func (t *writer) customaryFile(typ string) (name string) {
	all := t.files(typ)
	for _, file := range slices.Sorted(maps.Keys(all)) {
		if name == "" || all[file] > all[name] {
			name = file
		}
	}
	return name
}

// note counts a file if it contains blocks of only one type and is not the main file.
func (c customaryFiles) note(f *draft.File) {
	typ := ""
	for id := range f.Tree.Children(syntax.Root) {
		f.Budget.Step(1)
		own := string(f.Tree.Name(id))
		if f.Tree.Kind(id) != syntax.KindBlock || typ != "" && own != typ {
			return
		}
		typ = own
	}
	_, file := module.Split(f.Name)
	if typ == "" || file == terraform.MainFile {
		return
	}
	if c[typ] == nil {
		c[typ] = map[string]int{}
	}
	c[typ][file]++
}
