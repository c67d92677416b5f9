package selection

import (
	"slices"

	"iacedit/address"
	"iacedit/internal/base/fault"
	"iacedit/internal/languages/language"
	"iacedit/internal/languages/terraform"
	"iacedit/module"
	"iacedit/syntax"
	"iacedit/value"
)

// refuseNumber returns an error if an address has a pattern and a number, as in aws_vpc.*[1], and several
// files of a folder have matching blocks: the number counts the blocks of one file.
func (d *Decoder) refuseNumber(s *Scope, x *Addressed, a address.Address) error {
	if x.Target.Blocks[0].Index < 0 {
		return nil
	}
	first := map[string]string{} // by folder, the first file with matching blocks
	for i := range d.Code {
		c := &d.Code[i]
		t, failed := c.resolveAnew(a, d)
		if failed != nil || t.Blocks[0].Index < 0 {
			continue
		}
		t.Blocks = slices.Clone(t.Blocks[:1])
		t.Blocks[0].Index = -1
		var view View
		view.Open(c.Tree, d.Budget, new(value.Classes), new(syntax.Expr), 1)
		blocks, err := view.Selected(&t, d.Language)
		folder, _ := module.Split(c.Name)
		switch {
		case err != nil || len(blocks) == 0:
		case first[folder] != "":
			return fault.At(x.At, fault.InvalidRequest, "%s: the number counts the blocks of one file, and both %s and %s have such blocks; name the file", a, first[folder], c.Name)
		default:
			first[folder] = c.Name
		}
	}
	return nil
}

// filesRead returns the names of the files in which an address is read, or nil if each file tells whether
// it has the target. A number counts the blocks of one file. The values of variables are those that
// Terraform loads, if it loads any.
func (d *Decoder) filesRead(t *address.Target, best []Code) []string {
	loaded := func(c Code) bool { return module.RoleOf(c.Name) == module.Values }
	switch first := &t.Blocks[0]; {
	case d.Language.IsValuesFile(first.Type):
		if d.Files && (t.Any || !slices.ContainsFunc(best, loaded)) {
			return namesOf(best)
		}
	case first.Index >= 0 && d.Files:
		return namesOf(best)
	}
	return nil
}

// filesOf returns the name of the file that an address means, if several files have blocks of its type
// and labels: the only one of the given files or, if the argument whole is false, the customary file of a block type without labels. If
// the file has a version for another tool, it returns both names. It returns nil if the address does not
// tell.
func (d *Decoder) filesOf(t *address.Target, best []Code, whole bool) []string {
	typ := language.Block(d.Language, t.Blocks[0].Type)
	if typ != nil && typ.ValuesFile {
		return nil
	}
	if len(best) == 1 || len(best) == 2 && terraform.AreTwins(best[0].Name, best[1].Name) {
		return namesOf(best)
	}
	customary := func(c Code) bool {
		return !whole && typ != nil && typ.Labels == 0 && (c.Name == typ.File || terraform.AreTwins(c.Name, typ.File))
	}
	if i := slices.IndexFunc(best, customary); i >= 0 {
		return namesOf(slices.DeleteFunc(slices.Clone(best), func(c Code) bool { return !customary(c) }))
	}
	return nil
}

func namesOf(files []Code) (names []string) {
	for _, c := range files {
		names = append(names, c.Name)
	}
	return names
}
