// Package address reads and writes the names by which requests and people say what
// they mean in a file, and finds what those mean.
//
//   - Path: what the key of "attributes" is, an attribute and the way into its value
//     (docs/edits.md, "Paths"): tags.Owner, cidr_blocks[+], policy(0).Statement[0].
//   - Address: the same for people, from the top of the file down:
//     resource.aws_instance.web.tags.Owner, provider.aws[alias=east].region.
//   - Target: what an Address means in the code of a file: which of its names are
//     block types, labels, nested blocks, and where the attribute's path begins.
//   - Language: which block types there are, and what they are called in code.
//   - Values: what the steps of a Path lead through, be it read or edited.
//
// # Addresses
//
//	address  = name { "." name | "." "*" | "[" string "]" | selector | step }
//	selector = "[" number "]" | "[*]" | "[" filter { "," filter } "]"
//	filter   = path | "!" path | path "=" value | path "~=" value
//	step     = "[+]" | "[=]" | "(" number ")"
//
// A name is an identifier of HCL, or a pattern: a name with "*" in it, which stands for
// any run of characters. A string is quoted as in HCL and holds no template sequences. A
// value is a string, or letters, digits and _-./:@+ without quotes. grammar.go has this as
// a grammar of participle's, over the lexer of this module.
//
// The parts are, from left to right: the type of a top-level block; its
// labels, "*" for any; selectors of one block among several (a number counts from 0,
// [*] is all, [alias=east] those whose attribute has that value, [tags] those that have
// one, [!tags] those that do not); any number of nested
// blocks with their labels and selectors; and the path of an attribute.
//
// Which part a name is, Terraform's block types say at the top, and then the code: a
// name is a nested block where the code has one of that type, or where the language
// knows the type there (lifecycle, required_providers), and else an attribute.
//
// Terraform's own spellings are addresses too: aws_instance.web is
// resource.aws_instance.web, var.region is variable.region, and local.zone is
// locals.zone.
//
// In other languages a block has as many labels as names fit the labels that blocks
// in the code have; a string in brackets after a block type is always a label.
//
// # Files
//
//	path.go      a Path, parsed and printed; reader.go: its characters; follow.go: where
//	             its steps lead, follow_expr.go: in an expression
//	dotted.go    an Address, parsed and printed; grammar.go: its grammar and tokens
//	walk.go      the address of an item of a file
//	resolve.go   what an Address means in a file; target.go: the Target that it is;
//	             missing.go: the message where nothing is found; meant.go: for an
//	             unknown block type; each.go: a pattern of attributes' names
//	language.go  the block types of a Language
package address
