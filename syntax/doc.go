// Package syntax parses HCL2 native syntax, the language of Terraform and OpenTofu, into a
// lossless tree: the texts of the tree's items, joined in order, are the source, byte for byte.
// The tree is read-only; package edit changes code.
//
//	f, err := syntax.Parse(src)
//	for id := range f.Blocks(syntax.Root, "resource") {
//		fmt.Println(f.Line(f.Item(id).Name.From), string(f.At(f.Header(id))))
//	}
//
// # The tree
//
// A File is one text and its items, which "tile" the text: they cover all of it, without overlaps.
// An ItemID identifies an item. The methods of File return copies of items, and slices of the text.
// The terms are:
//
//   - item: an attribute, block, pair or element, or the text between them.
//   - body: the attributes and blocks of a file, or of a block between its braces.
//   - attribute: a name, "=", and an expression, its value.
//   - block: a type, labels, and a body in braces.
//   - pair: a key and a value in an object; element: a value in a tuple, which is
//     also called a list.
//   - header: the start of an item, up to its value: name and "=", or type and labels.
//   - lead comments: the comment lines directly above an item, without a blank line between. They
//     belong to the item, as does the line comment, which follows the item on its last line. The
//     licence at the start of a file is not a lead comment.
//   - gap: blank lines and separate comments, which are those that belong to no item.
//   - expression: the code of a value. Its tree, an Expr, consists of nodes.
//   - template: a quoted string or a heredoc; its parts are literal text,
//     interpolations ("${…}") and directives ("%{…}").
//
// Offsets count bytes, from 0, and have 32 bits. A source that is too long for such offsets is
// refused. Lines and columns count from 1.
//
// # What is safe
//
// No function or method panics. For an item, node or span that does not exist, a method returns an
// empty result, NoItem or the zero value. The zero File and the zero Expr are empty. Two
// goroutines must not use a File at once, not even to read.
//
// # Files
//
//	file.go        Parse, Check, and the memory that files reuse; whole.go: ParseWhole
//	item.go        a File's items: their text, header, value and comments
//	find.go        a File's items: children, and look-up by kind, name, key or label
//	tile.go        (and line_comment.go) the items in a block, object or list, made on demand; parts.go: those of
//	               other expressions
//	whole.go       ParseWhole: all items, and the trees of values, in one pass
//	node.go        an expression's nodes; ParseExpression; builder.go: how they are made
//	text.go        the decoded text of a template
//	comment.go     the text of comments; licence.go: the licence of a file
//	position.go    lines and columns; columns.go: as HashiCorp's tools count them
//	error.go       Error; errors.go: all errors of a text; lexical.go: errors about invalid characters
//	parser.go      the recursive descent over a lexer.Cursor; its productions are in
//	               body.go, expr.go, collection.go, template.go
//	unclosed.go    errors about brackets that are not closed
//	participle.go  the root of the grammar, for participle
//	span.go        ranges of bytes
//
// Parse and Check use one grammar, whose productions record nodes only if a tree is wanted.
// Package internal/engine/tree stores the items; package render changes them there.
package syntax
