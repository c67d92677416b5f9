// Package rules finds expressions and text in the files of a request, and rewrites them
// (docs/find.md, docs/rewrite.md).
//
// A Rule says what is looked for: an expression with metavariables ("match"), literal text
// ("text"), a regular expression over literal text ("pattern"), or what refers to something
// ("reference"); where ("in"); and what is written in its place ("to", "by"). A Search goes
// through a file with some rules.
//
// Looked through are the values of attributes, at every depth, the sequences of templates
// included: not labels, keys of objects, comments. In a type constraint only rules look that
// say so, and they look nowhere else.
//
// # Files
//
//	rule.go      Rule; decode.go: rules decoded from JSON; reference.go: what references lead to
//	places.go    what Terraform takes where an attribute stands
//	scope.go     what the member "in" of a rule chooses in a file; choose.go: its selectors
//	search.go    Search: a file gone through, attribute by attribute; spared.go: what a comment spares
//	found.go     Found: what Find finds, and where; path.go: the path of a node
//	rewrite.go   Rewrite: the edits that a rule makes in a file
//	textchange.go  TextChange: text inside one value, replaced by literal text
//	allowed.go   what may be written where Terraform does not take any expression
package rules
