// Package languages contains one table of the languages whose code the engine reads and edits: a
// row for each says how its files are named, which files read as one, what its blocks declare, and
// how code refers to what is declared. Other packages ask the row of a language for a property;
// they never ask which language it is. A new language is a new row.
//
//	languages.go  Dialect, and its names
//	table.go      the rows
//	row.go        what a row says
//	files.go      the names of files
package languages

import "slices"

// A Dialect is the language of code, as requests name it. The zero value is Terraform.
type Dialect uint8

// The dialects.
const (
	Terraform  Dialect = iota // Terraform and OpenTofu: known block types, and places such as depends_on with rules of their own
	HCL                       // any HCL2 language: any block type, the same rules everywhere, no references
	Terragrunt                // Terragrunt's units and stacks
	Packer                    // Packer's templates
	Nomad                     // Nomad's jobs
	Bake                      // Docker's build files for buildx bake
)

// All yields the dialects.
func All(yield func(Dialect) bool) {
	for d := range Dialect(len(table)) {
		if !yield(d) {
			return
		}
	}
}

// row returns the row of a dialect. A value that is not a dialect has the row of HCL.
func (d Dialect) row() *language {
	if !d.Valid() {
		d = HCL
	}
	return &table[d]
}

// Valid reports whether the value is a dialect.
func (d Dialect) Valid() bool { return int(d) < len(table) }

// String returns the name of the dialect in requests, such as "terraform".
func (d Dialect) String() string { return d.row().name }

// Title returns the name of the language in messages, such as "Terragrunt".
func (d Dialect) Title() string { return d.row().title }

// AnyBlock reports whether any block type is allowed. Such a language has no block types and places
// with rules of their own: all strings are templates, and new code goes where its neighbours are.
func (d Dialect) AnyBlock() bool { return d.row().anyBlock }

// HoldsObject reports whether an attribute with the given name is known to be an object, in blocks of
// the given type. If it is not, an object that is written as its value may be meant as a nested block.
func (d Dialect) HoldsObject(block, name string) bool {
	return d.Collects(block) || slices.Contains(d.row().objects, name)
}

// Collects reports whether each attribute of top-level blocks of a type declares an object, as in locals. The
// address of such an object does not name the block.
func (d Dialect) Collects(block string) bool {
	of := func(decl Declaration) bool { return decl.Attributes && decl.Block == block }
	r := d.row().references
	return block == "locals" || r != nil && slices.ContainsFunc(r.Declares, of)
}

// Declaring returns the types of the top-level blocks that declare the objects to which references with a root,
// such as var, refer.
func (d Dialect) Declaring(root string) (types []string) {
	if r := d.References(); r != nil {
		for _, decl := range r.Declares {
			if decl.Kind == r.Roots[root] && decl.Block != "" {
				types = append(types, decl.Block)
			}
		}
	}
	return types
}

// Refers reports whether the language defines what references mean. Without references, nothing can
// be said about what code refers to.
func (d Dialect) Refers() bool { return d.row().references != nil }

// References returns what blocks declare and how code refers to it, or nil for a language whose
// rules are elsewhere (Terraform, in package terraform) or unknown (HCL).
func (d Dialect) References() *References {
	if r := d.row().references; r != nil && len(r.Declares) > 0 {
		return r
	}
	return nil
}

// Types reports whether a variable has a type.
func (d Dialect) Types() bool { return !d.row().untyped }

// NamedLike returns the other kinds of objects that a string may mean which can name an object of a kind.
func (d Dialect) NamedLike(kind string) (others []string) {
	r := d.References()
	if r == nil {
		return nil
	}
	for _, place := range r.Places {
		for _, n := range place.Names {
			if slices.Contains(n.Kinds, kind) {
				others = append(others, n.Kinds...)
			}
		}
	}
	slices.Sort(others)
	return slices.DeleteFunc(slices.Compact(others), func(other string) bool { return other == kind })
}

// LinksFiles reports whether code can lead to other files by their paths, and refer to what these
// declare.
func (d Dialect) LinksFiles() bool {
	r := d.References()
	return r != nil && r.Across != nil
}

// Runs reports whether code of the language runs modules in the language of.
func (d Dialect) Runs(of Dialect) bool {
	r := d.References()
	return r != nil && r.Across != nil && r.Across.Runs != nil && r.Across.Runs.Of == of
}

// Shares reports whether code in another file may refer to what a file declares.
func (d Dialect) Shares() bool { return d.row().shares || len(d.row().together) > 0 }

// Declares reports whether code of the language can declare objects of a kind, such as "local".
func (d Dialect) Declares(kind string) bool {
	r := d.row().references
	return r != nil && (len(r.Declares) == 0 || slices.ContainsFunc(r.Declares, func(of Declaration) bool { return of.Kind == kind }))
}

// Named returns the dialect with a name. The result ok is false if there is none.
func Named(name string) (d Dialect, ok bool) {
	i := slices.IndexFunc(table[:], func(l language) bool { return l.name == name })
	return Dialect(max(i, 0)), i >= 0
}

// Names returns the names of all dialects.
func Names() []string {
	names := make([]string, len(table))
	for i := range table {
		names[i] = table[i].name
	}
	return names
}

// Choices returns the names of all dialects for a message: `"terraform", "hcl" or "bake"`.
func Choices() string {
	text := ""
	for i := range table {
		switch {
		case i == len(table)-1:
			text += " or "
		case i > 0:
			text += ", "
		}
		text += `"` + table[i].name + `"`
	}
	return text
}

// Referring returns the titles of the languages other than Terraform that define references, for a
// message: "terragrunt, packer, nomad or bake".
func Referring() string {
	var names []string
	for i := range table {
		if table[i].anyBlock && table[i].references != nil {
			names = append(names, table[i].name)
		}
	}
	text := ""
	for i, name := range names {
		switch {
		case i == 0:
		case i == len(names)-1:
			text += " or "
		default:
			text += ", "
		}
		text += name
	}
	return text
}
