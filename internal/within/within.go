// Package within bounds what public packages do by the budget of a request, so that budgets
// are no part of their API. The packages set these variables when they are initialized, each
// with the function that knows its unexported fields.
package within

import "iacedit/internal/budget"

// Functions of package syntax. Whoever calls one defers budget.Catch.
var (
	// Parse is syntax.Parse, or syntax.ParseWhole if whole is set. The file is a *syntax.File.
	// It ends when the time of the budget is up, and takes the memory of the tree from it.
	Parse func(src []byte, whole bool, b *budget.Budget) (file any, err error)

	// Check is syntax.Check.
	Check func(src []byte, b *budget.Budget) error

	// Expr makes b the budget of parsing into a *syntax.Expr, until another takes its place.
	Expr func(expr any, b *budget.Budget)
)

// Functions of package value. All but Step set the budget of their first argument, nil for no bounds.
var (
	// Reader sets what bounds the time of a *value.Reader and holds its memory.
	Reader func(reader any, b *budget.Budget)

	// Values sets what the values that a *value.Reader makes are paid from.
	Values func(reader any, b *budget.Budget)

	// Encoder sets what holds the memory of a *value.Encoder.
	Encoder func(encoder any, b *budget.Budget)

	// Checker sets what the work of a *value.Checker is paid from.
	Checker func(checker any, b *budget.Budget)

	// Classes sets what the work of a *value.Classes is paid from.
	Classes func(classes any, b *budget.Budget)

	// Step spends steps of the budget of a *value.Classes.
	Step func(classes any, n int)

	// Layout sets what the text laid out by a *value.Layout is paid from.
	Layout func(layout any, b *budget.Budget)
)

// DoJSON is the method DoJSON of an operation's options for a caller, which may be nil.
type DoJSON func(options any, dst, body []byte, caller *budget.Caller) ([]byte, error)

// The operations, each by the package that carries it out. The options are pointers.
var Edit, Read, Find, Convert DoJSON
