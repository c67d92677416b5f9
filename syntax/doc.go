// Package syntax parses HCL2 native syntax into a lossless tree, which can be
// edited, and whose text gives back every byte that no edit touched.
//
// # What is parsed when
//
// Parse checks the whole source, every expression included: it accepts exactly what
// HashiCorp's hclsyntax.ParseConfig (hcl/v2 v2.25.0) accepts, but for code nested
// deeper than MaxDepth, names that are not UTF-8, and numbers of more than 1,000
// digits with an exponent of ten. Of what it has checked it notes only where the items of the
// top level are. A body, object or tuple gets children when Expand is called on the
// item that it belongs to, an expression gets nodes when Expr or ParseExpression is.
// An edit looks inside few of them; the others cost nothing.
//
// One grammar serves both: the parser's productions note nodes or do not.
//
// # Participle
//
// The tree's root, File, is a participle grammar over the coarse tokens of
// lexer.Items: the source, then one token for each item of the top level. The token
// of an item is found by parsing the item, and so errors come from the lexer, as
// they are. Participle gathers tokens before it parses; finer ones would cost
// several times what the parse itself does.
//
// # The tree
//
// A File is one text and a slice of items. The text is the source, and after it
// whatever edits add. An Item is three spans of that text, Head, Content and Tail,
// and links to its neighbours; together the items of a body tile it. To change an
// item is to give it another span; no byte of the source is ever written to. The
// words:
//
//   - body: what a file, or a block between its braces, consists of.
//   - attribute: a name, "=", and an expression, its value.
//   - block: a type, labels, and a body in braces.
//   - pair: a key and value in an object; element: a value in a tuple.
//   - lead comments: the comment lines directly above an item, without a blank line
//     between. They belong to the item. So does the comment after it on its last line.
//     The comment lines at the very start of a file are none if they are its licence.
//   - gap: blank lines, and comments that stand apart.
//
// # Errors
//
// Every error is an *Error: a byte offset and a message of what was expected and
// what was found. Position gives line and column. The first error ends the parse.
package syntax
