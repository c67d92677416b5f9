// Package budget bounds the work of one request. What works on a client's behalf spends
// steps and bytes as it goes, before it takes the time or the memory, and the request
// ends when either runs out.
//
// Steps are counted, never time: the same request gets the same answer on every
// machine. A deadline stands behind them, for what the count misses.
//
// Spending does not return an error, which every loop would have to hand on: it panics
// with a private value, and Catch turns that into the *Exceeded that it holds. So
// whoever sets a budget defers Catch; nothing else need know of it. A nil *Budget
// has no bounds.
package budget

import (
	"fmt"
	"time"
)

// A Resource is what a budget bounds.
type Resource uint8

// The resources.
const (
	Steps Resource = iota // of loops, each about ten nanoseconds of work
	Bytes                 // of new text
	Time
)

// Exceeded says that a budget did not suffice.
type Exceeded struct {
	Resource Resource
	Limit    int64 // steps or bytes; nanoseconds of Time
}

// Error names the limit.
func (e *Exceeded) Error() string {
	switch e.Resource {
	case Steps:
		return fmt.Sprintf("it takes more than %d steps of work", e.Limit)
	case Bytes:
		return fmt.Sprintf("it makes more than %d bytes of new text", e.Limit)
	}
	return fmt.Sprintf("it takes longer than %v", time.Duration(e.Limit))
}

// A Budget is what is left for a request.
type Budget struct {
	steps, bytes int64 // left
	mostSteps    int64
	mostBytes    int64
	deadline     time.Time
	timeout      time.Duration
	untilClock   int64 // steps until the clock is looked at
}

// What a request may take, in proportion to its size. What an honest one does takes a
// step or two for each byte of code, and some hundreds for an edit; the floor is what the
// smallest may take.
const (
	leastSteps   = 2 << 20
	stepsPerByte = 48
	leastBytes   = 2 << 20
	bytesPerByte = 24
)

// Of returns how many steps and bytes of new text a request of that many bytes may take.
func Of(size int) (steps, bytes int64) {
	return leastSteps + stepsPerByte*int64(size), leastBytes + bytesPerByte*int64(size)
}

// stepsPerLook is how many steps are taken between two looks at the clock.
const stepsPerLook = 1 << 16

// New returns a budget of that many steps and bytes and, unless timeout is 0, of that
// much time from now.
func New(steps, bytes int64, timeout time.Duration) *Budget {
	b := &Budget{}
	b.Reset(steps, bytes, timeout)
	return b
}

// Reset makes b what New returns.
func (b *Budget) Reset(steps, bytes int64, timeout time.Duration) {
	b.observed()
	*b = Budget{steps: steps, bytes: bytes, mostSteps: steps, mostBytes: bytes, timeout: timeout, untilClock: stepsPerLook}
	if timeout > 0 {
		b.deadline = time.Now().Add(timeout)
	}
}

// Step spends n steps.
func (b *Budget) Step(n int) {
	if b == nil {
		return
	}
	b.steps -= int64(n)
	if b.steps < 0 {
		panic(overspent{&Exceeded{Steps, b.mostSteps}})
	}
	if b.untilClock -= int64(n); b.untilClock < 0 {
		b.look()
	}
}

// Grow spends n bytes, and a step for every four of them: each is made, read and written.
func (b *Budget) Grow(n int) {
	if b == nil {
		return
	}
	if b.bytes -= int64(n); b.bytes < 0 {
		panic(overspent{&Exceeded{Bytes, b.mostBytes}})
	}
	b.Step(n >> 2)
}

// Refuse ends the request as spending more than limit of a resource does: for limits
// that hold without a budget, too.
func Refuse(r Resource, limit int64) { panic(overspent{&Exceeded{r, limit}}) }

// look ends the request where its time is up.
func (b *Budget) look() {
	b.untilClock = stepsPerLook
	if b.timeout > 0 && time.Now().After(b.deadline) {
		panic(overspent{&Exceeded{Time, int64(b.timeout)}})
	}
}

// Spent returns how many steps and bytes have been spent.
func (b *Budget) Spent() (steps, bytes int64) { return b.mostSteps - b.steps, b.mostBytes - b.bytes }

// overspent is what spending panics with.
type overspent struct{ *Exceeded }

// Catch, deferred, sets err to the *Exceeded of a budget that did not suffice. Other
// panics go on.
func Catch(err *error) {
	switch fault := recover().(type) {
	case nil:
	case overspent:
		*err = fault.Exceeded
	default:
		panic(fault)
	}
}
