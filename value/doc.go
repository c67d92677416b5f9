// Package value has JSON values and the HCL2 expressions that they mean.
//
// AppendValue writes a JSON value as the expression that it means by its Schema, which
// says how strings are read at a place of the code; AppendString writes literal text as
// a quoted string. What they write parses, whatever comes in: no string of a client
// can add syntax.
package value
