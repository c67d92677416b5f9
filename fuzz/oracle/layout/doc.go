// Package layout judges the layout of new code. It removes something from the files of public
// repositories, lets the engine add it again, and compares the result with the original, byte for
// byte. hcl/v2 reads the files. The package itself decides which removed items the rules of
// docs/layout.md cover, from the original code and without the engine.
//
//	layout_test.go   the measure; sites_test.go: what is removed and added again
//	file_test.go     files with their lines
//	place_test.go    where the rules put blocks; members_test.go: attributes, keys and elements; meta_test.go: meta-arguments
//	shape_test.go    how the rules write values; block_test.go: blocks
package layout
