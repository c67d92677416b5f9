// Package languages contains one table of the languages whose code the engine reads and edits: a
// row for each says how its files are named, which files read as one, what its blocks declare, and
// how code refers to what is declared. Other packages ask the row of a language for a property;
// they never ask which language it is. A new language is a new row.
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

// A language is a row of the table.
type language struct {
	name     string // the name of the dialect in requests
	title    string // the name of the language in messages
	anyBlock bool   // any block type is allowed, and all strings are templates
}

// table contains a row for each Dialect.
var table = [...]language{
	Terraform:  {name: "terraform", title: "Terraform"},
	HCL:        {name: "hcl", title: "HCL", anyBlock: true},
	Terragrunt: {name: "terragrunt", title: "Terragrunt", anyBlock: true},
	Packer:     {name: "packer", title: "Packer", anyBlock: true},
	Nomad:      {name: "nomad", title: "Nomad", anyBlock: true},
	Bake:       {name: "bake", title: "Bake", anyBlock: true},
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

// AnyBlock reports whether any block type is allowed. Such a language has no block types and places
// with rules of their own: all strings are templates, and new code goes where its neighbours are.
func (d Dialect) AnyBlock() bool { return d.row().anyBlock }

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
