// Package module has the rules by which Terraform and OpenTofu read the files of one
// directory as a module: which of them, in which order, and which file is customary for
// a type of block. It goes by names, and does not
// look into code.
package module

import (
	"fmt"
	"strings"
	"unicode"

	"iacedit/internal/terraform"
)

// A File is one file of a module.
type File struct {
	Name string // without a folder
	Code []byte
}

// A Role is what a file is to its module.
type Role uint8

// The roles.
const (
	None          Role = iota // it is not read: a file of another kind, or one that another hides
	Configuration             // .tf and .tofu
	Override                  // override.tf, *_override.tf and such: merged into the others
	Values                    // terraform.tfvars and *.auto.tfvars
	NamedValues               // other .tfvars files, which are read where somebody names them
)

// CheckName returns an error for what is no name of a file in a module's directory that
// edits can be made in.
func CheckName(name string) error {
	if err := CheckAnyName(name); err != nil {
		return err
	}
	if strings.HasSuffix(name, ".json") {
		return fmt.Errorf("the file %q is JSON, and edits are made in native syntax", name)
	}
	return nil
}

// CheckAnyName returns an error for what is no name of a file in a module's directory.
func CheckAnyName(name string) error {
	switch {
	case name == "" || name == "." || name == "..":
		return fmt.Errorf("%q is no file name", name)
	case strings.ContainsAny(name, `/\`):
		return fmt.Errorf("the file name %q has a folder in it: a module is the files of one directory", name)
	case strings.ContainsFunc(name, unicode.IsControl):
		return fmt.Errorf("the file name %q has a control character in it", name)
	}
	return nil
}

// RoleOf returns what a file is to its module. exists reports whether the module has a
// file of a name.
func RoleOf(name string, exists func(name string) bool) Role {
	switch {
	case terraform.IsValues(name) && terraform.IsLoadedByDefault(name):
		return Values
	case terraform.IsValues(name):
		return NamedValues
	case !terraform.IsConfiguration(name):
		return None
	}
	if by := terraform.HiddenBy(name); by != "" && exists(by) {
		return None
	}
	if terraform.IsOverride(name) {
		return Override
	}
	return Configuration
}

// Compare orders the names of a module's files as they are loaded: overrides after what
// they override, terraform.tfvars before other values; else by name.
func Compare(a, b string) int {
	if x, y := rank(a), rank(b); x != y {
		return x - y
	}
	return strings.Compare(a, b)
}

func rank(name string) int {
	if terraform.IsOverride(name) || terraform.IsValues(name) && name != terraform.Block(terraform.VariableValues).File {
		return 1
	}
	return 0
}

// FileFor returns the file that a new block of a type goes into: the one customary for
// the type, if the module has it and either it has blocks of the type or no file does;
// else last, the file with the last block of the type; else main.tf.
func FileFor(typ, last string, exists, has func(name string) bool) string {
	if t := terraform.Block(typ); t != nil && t.File != "" && exists(t.File) && (last == "" || has(t.File)) {
		return t.File
	}
	if last != "" {
		return last
	}
	return terraform.MainFile
}
