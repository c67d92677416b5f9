// Package address parses and prints the addresses and paths that people and requests use for
// blocks and attributes, and finds their targets in a file.
//
//   - Path: an attribute and the steps into its value, as in a key of "attributes"
//     (docs/edits.md, "Paths"): tags.Owner, cidr_blocks[+], policy(0).Statement[0].
//   - Address: the place of a block or attribute, from the top of the file down:
//     resource.aws_instance.web.tags.Owner, provider.aws[alias=east].region.
//   - Target: the meaning of an Address in a file: which of its names are block types, labels
//     and nested blocks, and where the attribute's path begins.
//   - Language: the block types, and their names in code.
//   - Values: access to the values along a Path, for reading and for editing.
//
// # Addresses
//
//	address  = name { "." name | "." "*" | "[" string "]" | selector | step }
//	selector = "[" number "]" | "[*]" | "[" filter { "," filter } "]"
//	filter   = path | "!" path | path "=" value | path "~=" value
//	step     = "[+]" | "[=]" | "(" number ")" | "(+)"
//
// A name is an identifier of HCL, or a pattern: a name with "*" in it, which matches any run of
// characters. A string is quoted as in HCL and contains no template sequences. A value is a string,
// or letters, digits and _-./:@+ without quotes. grammar.go defines this grammar for the parser
// library participle, with its own scanner.
//
// The parts are, from left to right: the type of a top-level block; its labels, "*" for any;
// selectors of one block among several (a number counts from 0, [*] is all, [alias=east] the
// blocks whose attribute has that value, [tags] the blocks that have the attribute tags, [!tags]
// those that lack it); any number of nested blocks with their labels and selectors; and the path of
// an attribute.
//
// At the top level, the meaning of a name depends on Terraform's block types. Inside a block, a
// name is a nested block if the block contains one of that type, or if the language defines that
// type for the block (lifecycle, required_providers); otherwise it is an attribute.
//
// Terraform's own forms are addresses, too: aws_instance.web is resource.aws_instance.web,
// var.region is variable.region, and local.zone is locals.zone.
//
// In other languages, the names after a block type are labels as far as they match the labels
// of a block in the code; a string in brackets after a block type is always a label.
//
// # Files
//
//	path.go      a Path, parsed and printed; reader.go: its characters; follow.go: where
//	             its steps lead, follow_expr.go: in an expression
//	dotted.go    an Address, parsed and printed; grammar.go: its grammar and tokens
//	walk.go      the address of an item in a file; items by name
//	resolve.go   the meaning of an Address in a file; first.go: of its first name; target.go: its Target;
//	             missing.go, missing_block.go: the message if nothing is found; namesake.go: an
//	             object of another kind with the name; meant.go: the
//	             suggestion for an unknown block type; each.go: patterns of attributes' names
//	language.go  the block types of a Language
package address
