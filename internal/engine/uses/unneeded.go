// Package uses answers what the code of a module uses: which objects nothing needs, which must stay
// although nothing refers to them, and which objects code refers to that the module does not declare.
//
//	unneeded.go    Module: the objects that nothing needs
//	tests.go       the parts of a test that refer to the objects of a module
//	source.go      the module that a call calls
//	keep.go        why an object stays although nothing refers to it
//	undeclared.go  the objects that a module does not declare
package uses

import (
	"slices"

	"iacedit/address"
	"iacedit/internal/languages"
	"iacedit/internal/languages/terraform"
	"iacedit/module"
	"iacedit/refs"
	"iacedit/syntax"
)

// A File is a file of a module, or one of the module's tests. Files with values of variables are left out.
type File struct {
	Name string // without its directory
	Tree *syntax.File
}

// role returns how references are read in a file.
func (f *File) role(d languages.Dialect) refs.Role {
	role := module.RoleIn(d, f.Name)
	return refs.RoleIn(d, role == module.Values || role == module.NamedValues)
}

// A Module is code that reads as one, and what other code needs of it.
type Module struct {
	Dialect languages.Dialect
	Files   []File
	// Needed reports whether code elsewhere may need an object that a file declares. Nil is for no.
	Needed func(file int, a refs.Address) bool
	// Passed returns where a call of the module gives a variable a value, or "". Nil is for nowhere.
	Passed func(variable string) string
}

// An Object is an object that can be removed unless something needs it.
type Object struct {
	refs.Address
	File   int           // the index of the file that declares it
	Offset int32         // of its name
	Item   syntax.ItemID // the block that declares it or contains its declaration; in Bake also an attribute at the top level
	number int           // the index of this block among those of its type in the file
	beside int           // how many objects attributes of the block declare; 0 if the block itself is the object
	Why    string        // why it stays although nothing refers to it, for a message; or ""
}

// Unneeded contains the objects of a module to which no code refers that is needed.
type Unneeded struct {
	Objects []*Object // those that can be removed
	Kept    []*Object // those that stay on purpose
	Passed  []*Object // the variables that stay because a call gives them a value
}

// Unneeded finds the variables, locals and data sources that nothing needs: objects without references,
// objects to which only such objects refer, and so on.
func (m *Module) Unneeded() (u Unneeded) {
	s := search{Module: m, live: map[refs.Address]bool{}, uses: map[refs.Address][]refs.Address{}}
	for i := range m.Files {
		s.read(i)
	}
	s.follow()
	u.Kept = s.keep(func(o *Object) bool { return o.Why != "" })
	u.Passed = s.keep(func(o *Object) bool {
		if o.Kind != refs.Variable || m.Passed == nil {
			return false
		}
		where := m.Passed(o.Name)
		if where != "" {
			o.Why = where + " gives it a value"
		}
		return where != ""
	})
	u.Objects = s.objects
	return u
}

// A Deletion is what to delete from a file so that objects go which nothing needs.
type Deletion struct {
	address.Address
	File int // the index of the file
}

// Deletions returns what to delete so that u.Objects go, given the files of the module. A block goes if all
// objects that its attributes declare go. If main.tf and main.tofu both declare an object, there is a
// Deletion for each file.
func (u *Unneeded) Deletions(files []File) (all []Deletion) {
	type block struct {
		file int
		item syntax.ItemID
	}
	going := map[block]int{}
	for _, o := range u.Objects {
		going[block{o.File, o.Item}]++
	}
	known := map[string]bool{} // by file: the addresses
	for _, o := range u.Objects {
		d := Deletion{o.in(files[o.File].Tree, going[block{o.File, o.Item}] == o.beside), o.File}
		if key := files[d.File].Name + ":" + d.Address.String(); !known[key] {
			known[key] = true
			all = append(all, d)
		}
	}
	return all
}

// in returns the address of the object in its file or, if the argument whole is true and attributes of a block
// declare objects, of this block.
func (o *Object) in(tree *syntax.File, whole bool) address.Address {
	switch {
	case tree.Kind(o.Item) != syntax.KindBlock:
		return address.Of(terraform.VariableValues, o.Name)
	case o.beside == 0:
		return address.Of(string(tree.Name(o.Item)), syntax.Strings(tree.Labels(o.Item))...)
	}
	a := append(address.Of(string(tree.Name(o.Item))), address.Part{Kind: address.PartIndex, Index: o.number})
	if whole {
		return a
	}
	return append(a, address.Name(o.Name))
}

// canGo reports whether an object of the given kind can be removed if nothing refers to it.
func canGo(k refs.Kind) bool { return k == refs.Variable || k == refs.Local || k == refs.Data }

// A search finds the objects of a module that nothing needs.
type search struct {
	*Module
	objects []*Object // those that are not known to be needed
	live    map[refs.Address]bool
	uses    map[refs.Address][]refs.Address // for each object that can be removed, the objects to which it refers
	queue   []refs.Address                  // objects that are needed, and whose references are not followed yet
}

// need records that an object is needed. Objects to which a needed object refers are needed, too.
func (s *search) need(a refs.Address) {
	if !s.live[a] {
		s.live[a] = true
		s.queue = append(s.queue, a)
	}
}

// follow follows the references of needed objects, and removes every needed object from s.objects.
func (s *search) follow() {
	for len(s.queue) > 0 {
		at := s.queue[0]
		s.queue = s.queue[1:]
		for _, what := range s.uses[at] {
			s.need(what)
		}
	}
	s.objects = slices.DeleteFunc(s.objects, func(one *Object) bool { return s.live[one.Address] })
}

// keep marks objects as needed, and returns those that nothing else needs.
func (s *search) keep(stays func(*Object) bool) (kept []*Object) {
	for _, one := range s.objects {
		if stays(one) {
			kept = append(kept, one)
			s.need(one.Address)
		}
	}
	s.follow()
	return kept
}

// read records the declarations and references of a file. All objects that an override file declares
// count as needed.
func (s *search) read(file int) {
	f := &s.Files[file]
	tree, role := f.Tree, f.role(s.Dialect)
	numbers, count := map[syntax.ItemID]int{}, map[string]int{}
	for id := range tree.Blocks(syntax.Root, "") {
		typ := string(tree.Name(id))
		numbers[id] = count[typ]
		count[typ]++
	}
	inBlock, declared := map[syntax.ItemID]map[string]*Object{}, map[syntax.ItemID]int{}
	for d := range refs.DeclarationsIn(tree, role) {
		a := d.Address(tree)
		declared[d.Item]++
		switch {
		case !canGo(d.Kind) || terraform.IsTest(f.Name) || string(tree.Name(d.Item)) == "check":
		case module.RoleIn(s.Dialect, f.Name) == module.Override, s.Needed != nil && s.Needed(file, a):
			s.need(a) // an object with two declarations stays, and one that other code may need
		default:
			one := &Object{Address: a, File: file, Offset: d.Name.From, Item: d.Item, number: numbers[d.Item], Why: reasonToKeep(tree, &d)}
			s.objects = append(s.objects, one)
			if inBlock[d.Item] == nil {
				inBlock[d.Item] = map[string]*Object{}
			}
			inBlock[d.Item][one.Name] = one
		}
	}
	for item, all := range inBlock {
		if tree.Kind(item) != syntax.KindBlock || role.DeclaresAttributes(string(tree.Name(item))) {
			for _, one := range all {
				one.beside = declared[item]
			}
		}
	}
	for r := range f.References(s.Dialect) {
		what, owner, beside := r.Address(tree), r.OwnerAddress(tree), inBlock[r.Owner.Item]
		if one := beside[string(tree.At(r.In))]; one != nil && r.Owner.Kind == refs.Other {
			owner = one.Address
		}
		switch {
		case !canGo(what.Kind):
		case beside == nil:
			s.need(what)
		default:
			s.uses[owner] = append(s.uses[owner], what)
		}
	}
}
