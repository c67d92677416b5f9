// Package value has JSON values and the HCL2 expressions that they mean.
//
// AppendValue writes a JSON value as the expression that it means by its Schema, which
// says how strings are read at a place of the code; AppendString writes literal text as
// a quoted string. What they write parses, whatever comes in: no string of a client
// can add syntax. AppendJSON goes the other way, and Equal compares the two. From makes
// a Value of a Go value.
//
// # Files
//
//	value.go         Value: a JSON value as it was sent
//	as.go            what a string of a Value is: text, template, expression
//	reader.go        Values read from JSON text; keys.go: keys that are given twice
//	check.go         Checker: whether a Value can be written, before the code is looked at
//	unfold.go        the arrays and objects of references that strings hold as code
//	json.go          Values as JSON text
//	from.go          Values from Go values, and back
//	from_struct.go   structs
//	schema.go        Schema and Mode: how what stands at a place is read
//	expression.go    a Value as an expression
//	layout.go        how it is laid out; examples.go: the values beside a new one, and how they are written
//	scan.go          where the expression in a string is
//	template.go      a string as a template, reference or expression; strip.go: its "~" markers
//	old.go           the "$" of a string that stands for the old value
//	quote.go         literal text as a quoted string or key
//	heredoc.go       a heredoc with another text; newheredoc.go: a new one
//	literal.go       what expressions are literals
//	encode.go        an expression as JSON text; encode_object.go: an object; simple.go: what text alone tells
//	equal.go         Relation and Equal: whether an expression is a Value
//	decimal.go       numbers, compared exactly
//	within.go        the budgets of the engine
//	class.go         Classes: numbers for values, the same for equal ones
//	                 (class_records.go has the table of them); of what
//	                 an expression is (class_expr.go), an object (class_object.go), text
//	                 (class_text.go) and a Value (class_value.go)
package value
