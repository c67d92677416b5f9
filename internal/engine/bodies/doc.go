// Package bodies is an index of the contents of the bodies, objects and lists of a file: it finds
// the children of an item by name, key, index or address. If the file is edited, the file's tree
// reports each edit to the index, so that the index is never out of date.
//
//	file.go         the tree of an index
//	index.go        bodies: attributes by name, blocks by type and address
//	searches.go     how many searches make tables worth their cost
//	index_any.go    blocks by addresses with wildcard labels
//	order.go        blocks in code order
//	pairs.go        objects: pairs by key
//	ranking.go      lists: elements by number
//	elements.go     lists: elements by the class of their value
//	watch.go        the index after an edit
package bodies
