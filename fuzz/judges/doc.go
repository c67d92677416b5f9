// Package judges tests renames in Packer and Nomad: random code means the same before and after random
// renames. The judges are the parsers of the languages' own programs (the last versions under the MPL).
// It is a module of its own, since these parsers need many others.
//
//	judge_test.go   the law: random objects get random names
//	code_test.go    random expressions
//	packer_test.go  code for Packer, and its judge; packer_plugins_test.go: plugins that record
//	nomad_test.go   code for Nomad, and its judge
package judges
