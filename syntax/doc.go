// Package syntax parses HCL2 native syntax, the language of Terraform and OpenTofu,
// into a lossless tree: the text of its items, put together, is the source, byte for
// byte. It is for reading; package edit changes code.
//
//	f, err := syntax.Parse(src)
//	for id := range f.Blocks(syntax.Root, "resource") {
//		fmt.Println(f.Line(f.Item(id).Name.From), string(f.At(f.Header(id))))
//	}
//
// # The tree
//
// A File is one text and the items that tile it. An item is known by its ItemID, and
// all that a File tells of one is a copy, or a slice of the text. The words:
//
//   - item: an attribute, block, pair or element, or what stands between them.
//   - body: the attributes and blocks of a file, or of a block between its braces.
//   - attribute: a name, "=", and an expression, its value.
//   - block: a type, labels, and a body in braces.
//   - pair: a key and a value in an object; element: a value in a tuple, which is
//     also called a list.
//   - header: what an item starts with, up to its value: name and "=", or type and labels.
//   - lead comments: the comment lines directly above an item, without a blank line
//     between. They belong to the item. So does the line comment, which follows it on
//     its last line. The comment lines at the very start of a file are none if they are
//     its licence.
//   - gap: blank lines, and comments that stand apart.
//   - expression: the code of a value. Its tree, an Expr, consists of nodes.
//   - template: a quoted string or a heredoc; its parts are literal text,
//     interpolations ("${…}") and directives ("%{…}").
//
// Offsets count bytes, from 0, and have 32 bits: a longer source is refused. Lines and
// columns count from 1.
//
// # What is safe
//
// No method panics: where there is no such item, node or span, what is returned is
// empty, NoItem, or the zero value. That goes for the zero File and the zero Expr too.
// A File may not be used by two goroutines at once, not even to read.
//
// # Files
//
//	file.go        Parse, Check, and the memory that files hand on; whole.go: ParseWhole
//	item.go        a File's items: their text, header, value and comments
//	find.go        a File's items: children, and those of a kind, name, key or label
//	tile.go        the items in a block, object or list, made when asked for; parts.go: those of
//	               other expressions
//	whole.go       ParseWhole: all items, and the trees of values, made at once
//	node.go        an expression's nodes; ParseExpression
//	text.go        what the text of a template stands for
//	comment.go     what comments say; licence.go: the one at a file's start
//	position.go    lines and columns; columns.go: as HashiCorp's tools count them
//	error.go       Error; errors.go: several of one text; lexical.go: what is said of characters that are no code
//	parser.go      the recursive descent over a lexer.Cursor; its productions:
//	               body.go, expr.go, collection.go, template.go
//	participle.go  the root of the grammar, as participle wants it
//	span.go        ranges of bytes
//
// One grammar serves tree and check: the productions note nodes or do not. The items
// themselves are in internal/tree, where package render changes them.
package syntax
