// Package value converts between JSON values and HCL2 expressions.
//
// AppendValue writes a JSON value as an expression. A Schema defines how strings are read at the
// value's place in the code. AppendString writes literal text as a quoted string. The output of
// both always parses: no string that a client sends can add syntax to the code around the value.
// AppendJSON converts in the other direction, and Equal compares an expression with a JSON value.
// From converts Go values.
//
// # Files
//
//	value.go         Value: a JSON value as sent
//	as.go            how a Value's strings are read: text, template, expression
//	reader.go        Values read from JSON text; keys.go: keys that occur twice
//	check.go         Checker: whether a Value can be written, checked without the code
//	bare.go          quotes around code, and strings that ask for code without quotes
//	unfold.go        arrays and objects of references in the code of strings
//	json.go          Values as JSON text
//	from.go          Values from Go values, and back; from_struct.go: structs
//	schema.go        Schema and Mode: how the values at a place are read
//	expression.go    a Value as an expression
//	layout.go        the layout of a Value; examples.go: the values beside a new one, and their style
//	scan.go          the expression in a string
//	template.go      a string as a template, reference or expression; strip.go: its "~" markers
//	old.go           the "$" of a string that stands for the old value
//	quote.go         literal text as a quoted string or key
//	heredoc.go       a heredoc with another text; newheredoc.go: a new one
//	literal.go       expressions that are literals
//	encode.go        an expression as JSON text; encode_object.go: an object; simple.go: fast cases without a tree
//	equal.go         Relation and Equal: comparing an expression with a Value
//	decimal.go       numbers, compared exactly
//	class.go         Classes: numbers that are the same for equal values
//	                 (class_records.go: their table); of expressions (class_expr.go),
//	                 objects (class_object.go), text (class_text.go) and Values
//	                 (class_value.go)
package value
