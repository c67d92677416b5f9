package modules

import (
	"maps"
	"slices"

	"iacedit/edit/internal/draft"
	"iacedit/internal/terraform"
	"iacedit/module"
	"iacedit/syntax"
)

// customaryFiles count, by block type and file name, the folders in which such a file only has
// blocks of that type.
type customaryFiles map[string]map[string]int

// customaryFile returns the name of the file in which the modules of the tree keep their
// blocks of a type, separate from other blocks: the most frequent one, "" if none does.
func (t *writer) customaryFile(typ string) (name string) {
	if !t.Tidy {
		return ""
	}
	if t.customary == nil {
		t.customary = customaryFiles{}
		for _, f := range t.m.InOrder() {
			if f.Folder != t.To && f.Role == module.Configuration {
				t.customary.note(f)
			}
		}
	}
	for _, file := range slices.Sorted(maps.Keys(t.customary[typ])) {
		if name == "" || t.customary[typ][file] > t.customary[typ][name] {
			name = file
		}
	}
	return name
}

// note counts a file if all its blocks have one type.
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
