// Package find finds expressions and text in HCL code, by rules:
//
//	found, err := new(find.Options).Find(code, []byte(`[{"match": "lookup($map, $key)"}]`))
//
// A rule is what the operation "rewrite" of package edit takes, without what is to be
// written: docs/find.md is the manual.
//
// # Files
//
//	find.go     Options: code and files in, what is found as Go values
//	request.go  requests in JSON; answer.go: their answers
package find
