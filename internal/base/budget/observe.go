package budget

import "sync/atomic"

var observer atomic.Pointer[func(*Budget)]

// Observe makes New, Start, Reset and Bound call f with every budget just before they set its
// limits, until the function stop is called. It is for tests that count what requests spend.
func Observe(f func(*Budget)) (stop func()) {
	observer.Store(&f)
	return func() { observer.Store(nil) }
}

// observed passes b to the function that Observe has set, if any.
func (b *Budget) observed() {
	if f := observer.Load(); f != nil {
		(*f)(b)
	}
}
