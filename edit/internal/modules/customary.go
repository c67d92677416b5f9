package modules

import (
	"maps"
	"slices"

	"iacedit/edit/internal/draft"
	"iacedit/internal/terraform"
	"iacedit/module"
	"iacedit/syntax"
)

// customaryFile returns the name of the file that the modules of the tree keep their blocks
// of a type in, apart from other blocks: the most frequent one, "" if none does.
func (t *taker) customaryFile(typ string) (name string) {
	if !t.Tidy {
		return ""
	}
	if t.customary == nil {
		t.customary = map[string]map[string]int{}
		for _, f := range t.m.InOrder() {
			if f.Folder != t.To && f.Role == module.Configuration {
				t.noteCustomary(f)
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

// noteCustomary notes the type of the blocks in a file if all have one type.
func (t *taker) noteCustomary(f *draft.File) {
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
	if t.customary[typ] == nil {
		t.customary[typ] = map[string]int{}
	}
	t.customary[typ][file]++
}
