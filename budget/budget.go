// Package budget limits what parsing code and reading values may cost, for programs that do so for
// others. Pass a Budget to syntax.ParseWithin and syntax.CheckWithin, or to the method SetBudget of
// the types of packages syntax and value; the methods named ServeJSON take a Caller. A call that
// exceeds its budget panics with a private value, which Try turns into an error: so make such calls
// inside of Try. A nil Budget has no limits, and calls without a budget do not panic.
package budget

import (
	"time"

	"iacedit/internal/base/budget"
)

// A Budget is the remaining allowance of a request. Several goroutines must not use one Budget at
// once.
type Budget = budget.Budget

// Exceeded is the error of a request that exceeds its budget.
type Exceeded = budget.Exceeded

// A Caller connects a request with its server: it counts memory, which all requests share, and
// knows whether the client still waits.
type Caller = budget.Caller

// New returns a budget for a request of the given size in bytes. It allows the work that the
// service allows for requests of this size. The timeout limits the time from now on; 0 means no
// limit. The argument caller may be nil.
func New(size int, timeout time.Duration, caller *Caller) *Budget {
	limits := budget.Of(max(size, 0))
	limits.Time, limits.Caller = timeout, caller
	return budget.New(limits)
}

// Try calls do and returns its error or, if do exceeds a budget, an *Exceeded.
func Try(do func() error) (err error) {
	defer budget.Catch(&err)
	if do == nil {
		return nil
	}
	return do()
}
