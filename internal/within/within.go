// Package within lets the packages of this module set the budget of a request in values of public
// types, such as a *syntax.Expr, although the public packages export no way to do so. Its variables
// are functions that access the unexported fields of these types. The public packages set the
// variables when they are initialized.
package within

import "iacedit/internal/budget"

// A Depth tells Parse which items of a file to create immediately. The other items are created when
// they are first needed.
type Depth uint8

// The depths.
const (
	Top    Depth = iota // the items of the top level
	Bodies              // the items of all bodies
	Whole               // the items of all bodies, and the trees of the values that readers mostly need
)

// Functions of package syntax. Their callers must defer budget.Catch.
var (
	// Parse is like syntax.Parse if the depth is Top, and like syntax.ParseWhole if the depth is
	// Whole. The result file is a *syntax.File. The budget bounds the time, and is charged for the
	// memory of the tree.
	Parse func(src []byte, depth Depth, b *budget.Budget) (file any, err error)

	// Check is like syntax.Check, but stops if it exceeds the budget.
	Check func(src []byte, b *budget.Budget) error

	// Release puts the memory of a *syntax.File into a pool for later files, and empties the
	// file. Calling it is optional, but makes requests allocate less.
	Release func(file any)

	// Expr sets the budget for parsing into a *syntax.Expr. The next call replaces the budget.
	Expr func(expr any, b *budget.Budget)
)

// Functions of package value. All but Step set the budget of their first argument. A nil budget
// has no bounds.
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

// Resolve is like Address.Resolve, but does not check the form of the address. It stores the result
// in the first argument, an *address.Target. The other arguments are an *address.Address, a
// *syntax.File and an *address.Language.
var Resolve func(target, address, file, language any) error

// DoJSON is the type of functions that answer a request, like edit.Options.DoJSON. The argument
// caller limits the memory, and ends the request if the client stops waiting. If it is nil, there
// are no such limits.
type DoJSON func(options any, dst, body []byte, caller *budget.Caller) ([]byte, error)

// The operations of the service. The packages that implement them set these variables. The options
// are pointers to structs such as edit.Options.
var Edit, Read, Find, Convert DoJSON
