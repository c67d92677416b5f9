// Package judges tests renames in Packer, Nomad, Bake and Terragrunt: random code means the same
// before and after random renames. The judges are the parsers of the languages' own programs (those of
// Packer and Nomad are the last versions under the MPL) and, for Terragrunt, an evaluator of ours. It is
// a module of its own, since these parsers need many others.
//
//	judge_test.go       the law: random objects get random names
//	code_test.go        random expressions
//	packer_test.go      code for Packer, and its judge; packer_plugins_test.go: plugins that record
//	nomad_test.go       code for Nomad, and its judge
//	bake_test.go        code for Bake, and its judge
//	terragrunt_test.go  trees of Terragrunt; terragrunt_eval_test.go: their judge
package judges
