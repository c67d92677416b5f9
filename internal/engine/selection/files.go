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
func (d *Decoder) refuseNumber(x *Addressed, a address.Address) error {
	if x.Target.Blocks[0].Index < 0 {
		return nil
	}
	if one, other := d.SeveralCount(a); other != "" {
		return fault.At(x.At, fault.InvalidRequest, NumberOfOneFile, a, one, other)
	}
	return nil
}

// NumberOfOneFile is the format of the error about an address and two files that SeveralCount returns.
const NumberOfOneFile = "%s: the number counts the blocks of one file, and both %s and %s have such blocks; name the file"

// SeveralCount returns the names of two files of a folder that both have blocks that match an address with a
// number, or "" if there are no such files.
func (d *Decoder) SeveralCount(a address.Address) (one, other string) {
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
			return first[folder], c.Name
		default:
			first[folder] = c.Name
		}
	}
	return "", ""
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
	if only := onlyOf(best); only != nil {
		return only
	}
	customary := func(c Code) bool {
		return !whole && typ != nil && typ.Labels == 0 && (c.Name == typ.File || terraform.AreTwins(c.Name, typ.File))
	}
	if i := slices.IndexFunc(best, customary); i >= 0 {
		return namesOf(slices.DeleteFunc(slices.Clone(best), func(c Code) bool { return !customary(c) }))
	}
	return nil
}

// onlyOf returns the name of the only file or, of a file and its version for another tool, both names. If
// there are other files, it returns nil.
func onlyOf(files []Code) []string {
	if len(files) == 1 || len(files) == 2 && terraform.AreTwins(files[0].Name, files[1].Name) {
		return namesOf(files)
	}
	return nil
}

// stepsPerValues is the price of searching a file for the value of a variable.
const stepsPerValues = 10

// InValuesFile chooses the file of a variable's value, if no file that Terraform loads has the value: the
// only other file that has it. A new value goes into terraform.tfvars. If the argument existing is set, no
// file is made, so that without a terraform.tfvars the value goes into the file that Terraform loads last or,
// if it loads none, into the only file. A value that is commented out is that of the file that Terraform loads last.
func (d *Decoder) InValuesFile(r *Rules, x *Addressed, existing bool) error {
	if !d.Files || slices.ContainsFunc(x.Members, namesFile) {
		return nil
	}
	hcl, meant := d.Language.Dialect.AnyBlock(), x.Target.Address()
	var all, loaded, having []Code
	for i := range d.Code {
		c := &d.Code[i]
		d.Budget.Step(stepsPerValues + len(c.Name)/16)
		if !d.holdsValues(c.Name) {
			continue
		}
		var has bool
		if r.OldCode {
			has = len(c.oldCodeOf(d).at(meant, d)) > 0
		} else {
			has = c.indexOf(d).Attribute(syntax.Root, x.Target.Path.Name) != syntax.NoItem
		}
		isLoaded := !hcl && module.RoleOf(c.Name) == module.Values
		switch {
		case has && isLoaded && r.OldCode:
			x.file = c.Name
		case has && isLoaded:
			return nil
		}
		all = append(all, *c)
		if has {
			having = append(having, *c)
		}
		if isLoaded {
			loaded = append(loaded, *c)
		}
	}
	switch {
	case x.file != "":
		return nil
	case len(having) > 0:
		return d.onlyValues(x, having, true)
	case len(all) == 0 && (!r.Makes || existing):
		return d.noValuesFile(x)
	case !r.Makes || !existing && !hcl || inFolders(all) || slices.ContainsFunc(loaded, isCustomaryForValues):
		return nil
	case len(loaded) > 0:
		all = loaded[len(loaded)-1:]
	}
	return d.onlyValues(x, all, false)
}

// holdsValues reports whether addresses of variable values lead into a file with the given name.
func (d *Decoder) holdsValues(name string) bool {
	role := module.RoleOf(name)
	return d.Language.Dialect.AnyBlock() || role == module.Values || role == module.NamedValues
}

// noValuesFile returns the error for a value that must be in a file, if there is no file of values.
func (d *Decoder) noValuesFile(x *Addressed) error {
	if slices.ContainsFunc(x.Members, func(m value.Item) bool { return m.Key == "optional" && m.Value.Kind == value.True }) {
		return nil
	}
	e := fault.At(x.At, fault.BlockNotFound, "no file of variable values for %s; make %s first", x.address, terraform.Block(terraform.VariableValues).File)
	return fault.Marked(e, fault.NoFile)
}

// onlyValues sets the file of an address to the only one of the given files. whole reports whether they have
// its target.
func (d *Decoder) onlyValues(x *Addressed, files []Code, whole bool) error {
	if len(files) == 1 {
		x.file = files[0].Name
		return nil
	}
	var trees []*syntax.File
	for _, c := range files {
		trees = append(trees, c.Tree)
	}
	several := SeveralFiles(namesOf(files), trees, slices.Repeat([]address.Target{x.Target}, len(files)), whole, d.Budget)
	several.All = "" // no address means all
	e := fault.At(x.At, fault.AmbiguousMatch, "")
	fault.InSeveral(e, several)
	return e
}

// inFolders reports whether files are in several folders.
func inFolders(files []Code) bool {
	first, _ := module.Split(files[0].Name)
	return slices.ContainsFunc(files, func(c Code) bool { folder, _ := module.Split(c.Name); return folder != first })
}

// isCustomaryForValues reports whether a file is the one into which new values go.
func isCustomaryForValues(c Code) bool {
	_, name := module.Split(c.Name)
	return name == terraform.Block(terraform.VariableValues).File
}

// namesFile reports whether a member of an entry tells in which file or folder it is.
func namesFile(m value.Item) bool { return m.Key == "file" || m.Key == "folder" }

func namesOf(files []Code) (names []string) {
	for _, c := range files {
		names = append(names, c.Name)
	}
	return names
}
