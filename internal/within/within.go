// Package within applies the budget of a request to public packages, so that budgets are not
// part of their API. These packages set the variables when they are initialized, each to a
// function that accesses unexported fields.
package within

import "iacedit/internal/budget"

// Depth says what a parse creates immediately. The rest is created on demand.
type Depth uint8

// The depths.
const (
	Top    Depth = iota // the items of the top level
	Bodies              // the items of all bodies
	Whole               // the items of all bodies, and the trees of the values that readers mostly need
)

// Functions of package syntax. Their callers must defer budget.Catch.
var (
	// Parse is syntax.Parse, or syntax.ParseWhole, as the depth says. The file is a *syntax.File.
	// The budget bounds the time, and is charged for the memory of the tree.
	Parse func(src []byte, depth Depth, b *budget.Budget) (file any, err error)

	// Check is syntax.Check.
	Check func(src []byte, b *budget.Budget) error

	// Release gives the memory of a *syntax.File to files that are parsed later, and empties the
	// file. Calling it is optional; requests allocate less with it.
	Release func(file any)

	// Expr makes b the budget of parsing into a *syntax.Expr, until the next call.
	Expr func(expr any, b *budget.Budget)
)

// Functions of package value. All but Step set the budget of their first argument; nil for no
// bounds.
var (
	// Reader sets the budget for the time and the memory of a *value.Reader.
	Reader func(reader any, b *budget.Budget)

	// Values sets the budget for the values of a *value.Reader.
	Values func(reader any, b *budget.Budget)

	// Encoder sets the budget for the memory of a *value.Encoder.
	Encoder func(encoder any, b *budget.Budget)

	// Checker sets the budget for the work of a *value.Checker.
	Checker func(checker any, b *budget.Budget)

	// Classes sets the budget for the work of a *value.Classes.
	Classes func(classes any, b *budget.Budget)

	// Step charges steps to the budget of a *value.Classes.
	Step func(classes any, n int)

	// Layout sets the budget for the text of a *value.Layout.
	Layout func(layout any, b *budget.Budget)
)

// Resolve sets an *address.Target to that of an *address.Address in a *syntax.File, as
// Address.Resolve does, but without checking the form of the address. The language is an
// *address.Language.
var Resolve func(target, address, file, language any) error

// DoJSON is the method DoJSON of an operation's options for a caller, which may be nil.
type DoJSON func(options any, dst, body []byte, caller *budget.Caller) ([]byte, error)

// The operations, set by the packages that implement them. The options are pointers.
var Edit, Read, Find, Convert DoJSON
