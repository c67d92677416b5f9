package budget

import "sync/atomic"

var observer atomic.Pointer[func(*Budget)]

// Observe calls f with every budget just before New, Start, Reset or Bound sets its limits, until
// stop is called. It is for tests that count what requests spend.
func Observe(f func(*Budget)) (stop func()) {
	observer.Store(&f)
	return func() { observer.Store(nil) }
}

// observed calls the observer, if there is one.
func (b *Budget) observed() {
	if f := observer.Load(); f != nil {
		(*f)(b)
	}
}
