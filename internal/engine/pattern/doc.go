// Package pattern finds expressions by their shape, and replaces them by other expressions.
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
//   - $name: any single expression. All occurrences of a name stand for equal expressions.
//   - $_: any single expression. Occurrences of $_ need not stand for equal expressions.
//   - $$name: any number of adjacent elements, arguments or members, or none. A list, call or
//     object may contain only one of them. $$_ is like $$name, without a name.
//
// # What matches
//
// Strings, including heredocs, match by their text, and numbers by their exact decimal value. The
// members of an object match in any order; all must match unless the pattern has a $$name among
// them. Everything else matches token by token. Blanks, comments, trailing commas, quotes around
// keys, and the choice of ":" or "=" do not matter. The keys of an object in a pattern are literal.
// Parentheses around a whole pattern are ignored. The pattern var.x also matches the beginning of
// var.x.y.
//
// Two expressions for the same metavariable must be equal (value.Classes), and each name must refer
// to the same thing in both.
//
// # Names
//
// A local name (of a for expression, a template's for directive or a dynamic block) never matches
// an outer name: the pattern var.x does not match code where var is a local name. A local name of
// the pattern itself matches a local name with the same spelling that is defined at the same place
// of the code. Package refs implements these rules of names.
//
// # Places
//
// A place is a node of an expression that a pattern may match. An object's key is not a place, but
// expressions in its sequences and parentheses are. In a[*].id the access .id is not a place, and
// in a.0 the number is not a place.
//
// # Files
//
//	parse.go      Parse and Pattern; holes.go: metavariables replaced by identifiers
//	word.go       Pattern.Clues: text to search for before code is parsed
//	place.go      the places of an expression
//	match.go      Matcher and Match; object.go, template.go: objects and templates
//	same.go       whether two expressions are equal for a metavariable
//	shape.go      precedence and line breaks: where parentheses are needed
//	replacement.go, write.go: Replacement, and the code that it writes for a match; row.go: a $$name
//	literal.go    literals as text of a template
//	fragment.go   code composed of old code and new text
//	text.go       Text, which replaces literal text; text_write.go: writing it; text_lines.go:
//	              as lines of a heredoc
//	form.go       Form: an expression to fill with the old value, or that already contains it;
//	              join.go: merge($, x) over merge(a, b) is merge(a, b, x); wrap.go: forms
//	              around parts of an expression; negation.go: !true is false
//	rewrite.go    Rewriter: all matches in an expression, inner ones first
package pattern
