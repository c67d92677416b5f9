// Package budget bounds the work of one request. Work for a client spends steps and bytes
// before it takes the time or the memory, and the request ends when either runs out.
//
// Steps are counted, never time: the same request gets the same answer on every machine. A
// deadline stands behind them, for what the count misses.
//
// Spending does not return an error, which every loop would have to hand on: it panics with a
// private value, and Catch turns that into the *Exceeded that it holds. So whoever sets a
// budget defers Catch; nothing else need know of it. A nil *Budget has no bounds.
package budget

import (
	"fmt"
	"math"
	"time"
)

// A Resource is a quantity that a budget bounds.
type Resource uint8

// The resources.
const (
	Steps  Resource = iota // of loops, each about ten nanoseconds of work
	Bytes                  // of new text, in memory
	Output                 // bytes of the answer
	Time
	Patience // of the caller, who still waits for the answer
	Memory   // that the caller has for the request
)

// Exceeded says that a budget did not suffice.
type Exceeded struct {
	Resource Resource
	Limit    int64 // steps or bytes; nanoseconds of Time; bytes more of Memory, which there are not
	At       int   // the offset, in the request's JSON, of the request for the work; -1 if unknown
}

// Error names the limit.
func (e *Exceeded) Error() string {
	switch e.Resource {
	case Steps:
		return fmt.Sprintf("it takes more than %d steps of work", e.Limit)
	case Bytes:
		return fmt.Sprintf("it makes more than %d bytes of new text", e.Limit)
	case Output:
		return fmt.Sprintf("the answer has more than %d bytes", e.Limit)
	case Patience:
		return "the caller has gone"
	case Memory:
		return fmt.Sprintf("there is no memory for %d bytes more", e.Limit)
	}
	return fmt.Sprintf("it takes longer than %v", time.Duration(e.Limit))
}

// Limits are the bounds of a request.
type Limits struct {
	Steps  int64
	Bytes  int64           // of new text
	Output int64           // bytes of the answer
	Time   time.Duration   // 0 for any
	Gone   <-chan struct{} // closed when the caller no longer waits; nil for never
	Caller *Caller         // nil for one that waits for ever, and does not count memory
}

// A Budget is the remaining allowance of a request.
type Budget struct {
	steps, bytes, output int64 // left
	limits               Limits
	deadline             time.Time
	untilClock           int64 // steps until the clock is looked at
	room                 int64 // bytes of memory that the caller has given and nothing holds
}

// What a request may take, in proportion to its size. An honest one takes a step or two
// for each byte of code, and some hundreds for an edit. The floor is for the smallest
// requests.
const (
	leastSteps   = 2 << 20
	stepsPerByte = 48
	leastBytes   = 2 << 20
	bytesPerByte = 16

	// The bound of an answer that the documents promise (docs/edits.md, "Answers and errors").
	leastOutput   = 1 << 20
	outputPerByte = 8
)

// Of returns the limits of a request of that many bytes.
func Of(size int) Limits {
	n := int64(size)
	return Limits{
		Steps:  leastSteps + stepsPerByte*n,
		Bytes:  leastBytes + bytesPerByte*n,
		Output: leastOutput + outputPerByte*n,
	}
}

// Unlimited are the limits of a request without bounds.
func Unlimited() Limits {
	const most = math.MaxInt64 >> 1
	return Limits{Steps: most, Bytes: most, Output: most}
}

// stepsPerLook is how many steps are taken between two looks at the clock.
const stepsPerLook = 1 << 16

// New returns a budget within limits; its time starts now.
func New(limits Limits) *Budget {
	b := &Budget{}
	b.Reset(limits)
	return b
}

// Start makes b the budget of a request within limits, or without any if it is unbounded, for a
// time and a caller. It returns nil if nothing bounds the request.
func (b *Budget) Start(limits Limits, unbounded bool, time time.Duration, gone <-chan struct{}, caller *Caller) *Budget {
	if unbounded {
		if time <= 0 && gone == nil && caller == nil {
			return nil
		}
		limits = Unlimited()
	}
	limits.Time, limits.Gone, limits.Caller = time, gone, caller
	b.Reset(limits)
	return b
}

// Reset makes b what New returns.
func (b *Budget) Reset(limits Limits) {
	b.observed()
	*b = Budget{steps: limits.Steps, bytes: limits.Bytes, output: limits.Output, limits: limits, untilClock: stepsPerLook}
	if limits.Caller != nil {
		b.room = limits.Caller.Given
	}
	if limits.Time > 0 {
		b.deadline = time.Now().Add(limits.Time)
	}
}

// Bound makes the remaining steps, bytes and output those of limits. The time and the caller
// do not change.
func (b *Budget) Bound(limits Limits) {
	if b == nil {
		return
	}
	b.observed()
	b.steps, b.bytes, b.output = limits.Steps, limits.Bytes, limits.Output
	b.limits.Steps, b.limits.Bytes, b.limits.Output = limits.Steps, limits.Bytes, limits.Output
}

// Step spends n steps.
func (b *Budget) Step(n int) {
	if b == nil {
		return
	}
	b.steps -= int64(n)
	if b.steps < 0 {
		Refuse(Steps, b.limits.Steps)
	}
	if b.untilClock -= int64(n); b.untilClock < 0 {
		b.Look()
	}
}

// Pass counts n steps until the next look at the clock, and spends none: for work that the
// size of the request bounds.
func (b *Budget) Pass(n int) {
	if b == nil {
		return
	}
	if b.untilClock -= int64(n); b.untilClock < 0 {
		b.Look()
	}
}

// Grow spends and holds n bytes, and a step for every four of them: each is made, read and
// written.
func (b *Budget) Grow(n int) {
	if b == nil {
		return
	}
	b.Hold(n)
	if b.bytes -= int64(n); b.bytes < 0 {
		Refuse(Bytes, b.limits.Bytes)
	}
	b.Step(n >> 2)
}

// Regain gives back n bytes that Grow spent, for text that other text has taken the place of.
func (b *Budget) Regain(n int64) {
	if b != nil {
		b.bytes += n
		b.Drop(int(n))
	}
}

// Afford ends the request if fewer than n bytes are left. It spends none of them: it prevents
// work that could not be completed.
func (b *Budget) Afford(n int) {
	if b != nil && b.bytes < int64(n) {
		Refuse(Bytes, b.limits.Bytes)
	}
}

// Write spends bytes of the answer: at least a number and, if so many are left, more. It
// returns the number spent. Steps are spent as by Grow.
func (b *Budget) Write(least, more int) int {
	if b == nil {
		return least + more
	}
	n := min(int64(least+more), max(int64(least), b.output))
	if b.output -= n; b.output < 0 {
		Refuse(Output, b.limits.Output)
	}
	b.Step(int(n) >> 2)
	return int(n)
}

// Unwrite gives back n bytes of the answer, which were not written or are taken out of it.
func (b *Budget) Unwrite(n int) {
	if b != nil {
		b.output += int64(n)
	}
}

// CanWrite reports whether n bytes of the answer are left.
func (b *Budget) CanWrite(n int) bool { return b == nil || int64(n) <= b.output }

// Refuse ends the request as spending more than limit of a resource does: for limits
// that hold without a budget, too.
func Refuse(r Resource, limit int64) { panic(overspent{&Exceeded{r, limit, -1}}) }

// Look ends the request if its time is up or its caller has gone. Step calls it now and
// then. Stages whose work is not counted in steps call it when they are done.
func (b *Budget) Look() {
	if b == nil {
		return
	}
	b.untilClock = stepsPerLook
	if why := b.over(); why != nil {
		panic(overspent{why})
	}
}

// Over reports whether Look would end the request, for a stage that has to end in order.
func (b *Budget) Over() bool { return b != nil && b.over() != nil }

func (b *Budget) over() *Exceeded {
	if b.limits.Time > 0 && time.Now().After(b.deadline) {
		return &Exceeded{Time, int64(b.limits.Time), -1}
	}
	if b.limits.Gone != nil {
		select {
		case <-b.limits.Gone:
			return &Exceeded{Resource: Patience, At: -1}
		default:
		}
	}
	if c := b.limits.Caller; c != nil && c.Gone != nil && c.Gone() {
		return &Exceeded{Resource: Patience, At: -1}
	}
	return nil
}

// StepsLeft returns how many steps are left.
func (b *Budget) StepsLeft() int64 {
	if b == nil {
		return math.MaxInt64
	}
	return b.steps
}

// Spent returns what has been spent.
func (b *Budget) Spent() Limits {
	if b == nil {
		return Limits{}
	}
	return Limits{Steps: b.limits.Steps - b.steps, Bytes: b.limits.Bytes - b.bytes, Output: b.limits.Output - b.output}
}

// overspent is the value of the panic if too much is spent.
type overspent struct{ *Exceeded }

// CatchAt is Catch for work that the request asks for at an offset in its JSON.
func CatchAt(err *error, at int) {
	switch fault := recover().(type) {
	case nil:
	case overspent:
		fault.Exceeded.At = at
		*err = fault.Exceeded
	default:
		panic(fault)
	}
}

// Catch, deferred, sets err to the *Exceeded of a budget that was exceeded. Other panics
// continue.
func Catch(err *error) {
	switch fault := recover().(type) {
	case nil:
	case overspent:
		*err = fault.Exceeded
	default:
		panic(fault)
	}
}
