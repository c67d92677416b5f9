// Package pattern finds expressions by their shape, and writes others in their place.
//
//	p, err := pattern.Parse("lookup($map, $key)")
//	to, err := p.Replacement("$map[$key]")
//	var m pattern.Matcher
//	m.Reset(expr, nil)
//	for id := range m.Places() {
//		if match, ok := m.Match(p, id); ok { … }
//	}
//
// A pattern is an expression in native syntax, parsed by package syntax, in which
// metavariables stand for other expressions:
//
//   - $name: any one expression, the same for the same name.
//   - $_: any one expression, another each time.
//   - $$name: any number of elements, arguments or members in a row, none included. A
//     list, call or object has one at most. $$_ is one without a name.
//
// # What matches
//
// Strings match by the text they stand for, heredocs too; numbers as exact decimals; the
// members of an object in any order, all of them unless the pattern has a $$name among them.
// Everything else matches token by token, ignoring blanks, comments, trailing commas, ":" or
// "=", and quotes around keys. The keys of an object in a pattern are literal. Parentheses
// around a whole pattern do not count. The beginning of a traversal is an expression: var.x
// matches in var.x.y.
//
// Two expressions are the same, for one name, if setting one over the other would change
// nothing (value.Classes), and if their names mean the same.
//
// # Names
//
// A name that a for expression, a template's for directive or a dynamic block makes is not the
// name outside: var.x does not match where var is such a name. A name that the pattern itself
// makes matches one that the code makes in the same place, under the same name. Package refs
// knows the rules.
//
// # Places
//
// A place is a node where an expression stands that a pattern may match. An object's key is
// none, but what is in its sequences and parentheses is; neither is what a splat does to each
// element, or the number of a legacy index.
//
// # Files
//
//	parse.go      Parse and Pattern; holes.go: metavariables in text, made identifiers
//	word.go       Pattern.Clues: what code is searched for before it is parsed
//	place.go      the places of an expression
//	match.go      Matcher and Match; object.go, template.go: objects and templates
//	same.go       whether two expressions are the same for one name
//	shape.go      how tight expressions bind, and their line breaks: where parentheses are needed
//	replacement.go, write.go: Replacement, and what it writes for a match; row.go: a $$name
//	literal.go    literals as text of a template
//	fragment.go   code put together of old code and new
//	text.go       Text, written in place of literal text; text_write.go: how; text_lines.go:
//	              as lines of a heredoc
//	form.go       Form: an expression that is filled with the old value, or is there already
//	rewrite.go    Rewriter: all matches in an expression, inside out
package pattern
