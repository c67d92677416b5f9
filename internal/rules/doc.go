// Package rules finds expressions and text in the files of a request, and rewrites them
// (docs/find.md, docs/rewrite.md).
//
// A Rule says what to find: an expression with metavariables ("match"), literal text ("text"),
// a regular expression for literal text ("pattern"), or references to an object ("reference");
// where to search ("in"); and the replacement ("to", "by"). A Search applies rules to a file.
//
// Rules search the values of attributes, at every depth, including the sequences of templates,
// but not labels, keys of objects, or comments. Rules for type constraints search only those,
// and no other rule does.
//
// # Files
//
//	rule.go      Rule; decode.go: rules decoded from JSON; reference.go: references
//	places.go    what Terraform allows at an attribute
//	scope.go     the choice of the member "in" in a file; choose.go: its selectors
//	search.go    Search: searching a file, attribute by attribute; spared.go: items that a comment protects
//	found.go     Found: a result of Find; path.go: the path of a node
//	rewrite.go   Rewrite: the edits that a rule makes in a file
//	textchange.go  TextChange: text inside one value, replaced by literal text
//	allowed.go   the allowed replacements where Terraform does not allow every expression;
//	             validates.go: the condition of a variable
package rules
