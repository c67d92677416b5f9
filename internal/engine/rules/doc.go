// Package rules finds expressions and text in the files of a request, and rewrites them
// (docs/find.md, docs/rewrite.md).
//
// A Rule specifies what to find: an expression with metavariables ("match"), literal text ("text"),
// a regular expression for literal text ("pattern"), or references to an object ("reference");
// where to search ("in"); and the replacement ("to", "by"). A Search applies rules to a file.
//
// Rules search the values of attributes, at every depth, including the sequences of templates, but
// not labels, keys of objects, or comments. Rules with "types" search only type constraints; other
// rules skip type constraints.
//
// # Files
//
//	rule.go      Rule; decode.go: rules decoded from JSON; reference.go: references
//	places.go    the expressions that Terraform allows in an attribute
//	scope.go     the parts of a file that "in" selects; choose.go: its selectors
//	search.go    Search: searching a file, attribute by attribute; spared.go: items that a comment excludes
//	found.go     Found: a result of Find; path.go: the path of a node
//	rewrite.go   Rewrite: the edits of a rule in a file; left.go: text that stays in names
//	textchange.go  TextChange: text inside one value, replaced by literal text
//	allowed.go   the allowed replacements if Terraform restricts expressions;
//	             validates.go: conditions that must refer to something; circles.go: objects that would
//	             refer to themselves
package rules
