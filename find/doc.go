// Package find finds expressions and text that match rules in HCL code:
//
//	found, err := new(find.Options).Find(code, []byte(`[{"match": "lookup($map, $key)"}]`))
//
// A rule is written like a rule of the operation "rewrite" in package edit, but has no replacement.
// docs/find.md is the manual.
//
// # Files
//
//	find.go     Options: finding in code and files, with the results as Go values
//	request.go  requests in JSON; answer.go: their answers
package find
