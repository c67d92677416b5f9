// Package layout holds the judge of how new code looks. It takes something out of the files
// of public repositories, has the engine put it back, and compares with what stood there,
// byte for byte. hcl/v2 reads the files; which sites the rules of docs/layout.md can tell is
// decided here, by looking at the code as it stands, and not by the engine.
//
//	layout_test.go   the measure; sites_test.go: what is taken out and put back
//	file_test.go     files with their lines
//	place_test.go    where the rules put blocks; members_test.go: attributes, keys and elements; meta_test.go: meta-arguments
//	shape_test.go    how the rules write values; block_test.go: blocks
package layout
