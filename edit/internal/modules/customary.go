package modules

import (
	"maps"
	"slices"

	"iacedit/edit/internal/draft"
	"iacedit/internal/terraform"
	"iacedit/module"
	"iacedit/syntax"
)

// customaryFiles maps a block type and a file name, such as "variable" and "variables.tf", to the
// number of files that have this name and contain only blocks of this type.
type customaryFiles map[string]map[string]int

// files returns the customary files of all modules of the tree except the new module. The result is
// nil if Tidy is not set.
func (t *writer) files() customaryFiles {
	if t.customary == nil && t.Tidy {
		t.customary = customaryFiles{}
		for _, f := range t.m.InOrder() {
			if f.Folder != t.To && f.Role == module.Configuration && f.JSON == nil {
				t.customary.note(f)
			}
		}
	}
	return t.customary
}

// hasCustomary reports whether another module of the tree has a file with that name, in which all
// blocks have the type typ.
func (t *writer) hasCustomary(typ, file string) bool { return t.files()[typ][file] > 0 }

// customaryFile returns the name that the other modules most often give to a file with only blocks
// of the type typ, such as "outputs.tf" for "output". If no module has such a file, the name is "".
func (t *writer) customaryFile(typ string) (name string) {
	all := t.files()[typ]
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
