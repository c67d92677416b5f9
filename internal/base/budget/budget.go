// Package budget limits the work of one request. Work for a client is charged, in steps and bytes,
// before it is done. When either steps or bytes run out, the request ends.
//
// Steps are counted instead of time, so that the same request gets the same answer on every
// machine. A deadline also limits the time, because some work is not counted in steps.
//
// The methods that charge do not return errors, which every loop would have to pass on. They panic
// with a private value, which Catch converts to an *Exceeded. So the code that sets a budget defers
// Catch; no other code needs to handle exceeded budgets. A nil *Budget has no limits.
package budget

import (
	"fmt"
	"math"
	"time"
)

// A Resource is a quantity that a budget limits.
type Resource uint8

// The values of Resource.
const (
	Steps  Resource = iota // units of work, each about ten nanoseconds
	Bytes                  // bytes of new text, in memory
	Output                 // bytes of the answer
	Time
	Patience // exceeded if the caller no longer waits for the answer
	Memory   // bytes of memory that the caller has for the request
)

// Exceeded is the error of a request that exceeds its budget.
type Exceeded struct {
	Resource Resource
	Limit    int64 // the limit that is exceeded (Time in nanoseconds); for Memory the number of missing bytes
	At       int   // the offset in the request's JSON of the operation that caused the work; -1 if unknown
}

// Error returns a message with the limit.
func (e *Exceeded) Error() string {
	switch e.Resource {
	case Steps:
		return fmt.Sprintf("it takes more than %d steps of work", e.Limit)
	case Bytes:
		return fmt.Sprintf("it makes more than %d bytes of new text", e.Limit)
	case Output:
		return fmt.Sprintf("the answer has more than %d bytes", e.Limit)
	case Patience:
		return "the caller no longer waits for the answer"
	case Memory:
		return fmt.Sprintf("there is not enough memory for %d more bytes", e.Limit)
	}
	return fmt.Sprintf("it takes longer than %v", time.Duration(e.Limit))
}

// Limits are the limits of one request.
type Limits struct {
	Steps  int64
	Bytes  int64           // of new text
	Output int64           // bytes of the answer
	Time   time.Duration   // 0 for no limit
	Gone   <-chan struct{} // closed when the caller no longer waits; nil for never
	Caller *Caller         // nil for a caller that always waits and does not count memory
}

// A Budget is the remaining allowance of a request.
type Budget struct {
	steps, bytes, output int64 // the remaining amounts
	limits               Limits
	deadline             time.Duration // since started
	untilClock           int64         // steps until the next check of the time
	room                 int64         // bytes of memory that were taken from the caller and are not held
}

// The limits of a request: a fixed amount and an amount for each byte of the request. A typical
// request takes one or two steps for each byte of code, and a few hundred steps for each edit.
const (
	leastSteps   = 2 << 20
	stepsPerByte = 48
	leastBytes   = 2 << 20
	bytesPerByte = 16

	// docs/edits.md, "Answers and errors", promises the limit on an answer's size.
	leastOutput   = 1 << 20
	outputPerByte = 8
)

// Of returns the limits of a request of the given size in bytes.
func Of(size int) Limits {
	n := int64(size)
	return Limits{
		Steps:  leastSteps + stepsPerByte*n,
		Bytes:  leastBytes + bytesPerByte*n,
		Output: leastOutput + outputPerByte*n,
	}
}

// Unlimited returns limits that no request reaches.
func Unlimited() Limits {
	const most = math.MaxInt64 >> 1
	return Limits{Steps: most, Bytes: most, Output: most}
}

// started is the start of the program. Deadlines count from it, which makes a Budget smaller than a
// time.Time would, and the program for WebAssembly smaller by all methods of time.Time.
var started = time.Now()

// stepsPerLook is the number of steps between two checks of the time.
const stepsPerLook = 1 << 16

// New returns a budget with the given limits. Its time starts now.
func New(limits Limits) *Budget {
	b := &Budget{}
	b.Reset(limits)
	return b
}

// Start resets b to the given limits, time limit, channel and caller. If the argument unbounded is
// true, Start ignores the argument limits. It returns b, or nil if nothing limits the request.
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

// Reset sets b to a new budget with the given limits, as New does.
func (b *Budget) Reset(limits Limits) {
	b.observed()
	*b = Budget{steps: limits.Steps, bytes: limits.Bytes, output: limits.Output, limits: limits, untilClock: stepsPerLook}
	if limits.Caller != nil {
		b.room = limits.Caller.Given
	}
	if limits.Time > 0 {
		b.deadline = time.Since(started) + limits.Time
	}
}

// Bound sets the limits of steps, bytes and output. It keeps the time limit and the caller.
func (b *Budget) Bound(limits Limits) {
	if b == nil {
		return
	}
	b.observed()
	b.steps, b.bytes, b.output = limits.Steps, limits.Bytes, limits.Output
	b.limits.Steps, b.limits.Bytes, b.limits.Output = limits.Steps, limits.Bytes, limits.Output
}

// Step charges n steps.
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

// Pass counts n steps towards the next check of the time, without charging them. It is for work
// that is bounded by the size of the request.
func (b *Budget) Pass(n int) {
	if b == nil {
		return
	}
	if b.untilClock -= int64(n); b.untilClock < 0 {
		b.Look()
	}
}

// One step pays for bytesPerStep bytes of new text, for escaping and writing answerPerStep bytes of
// the answer, or for parsing parsedPerStep bytes of code.
const bytesPerStep, answerPerStep, parsedPerStep = 32, 4, 2

// Grow charges n bytes of new text, and calls Hold for them. It also charges the steps of writing
// and reading them.
func (b *Budget) Grow(n int) {
	if b == nil {
		return
	}
	b.Hold(n)
	if b.bytes -= int64(n); b.bytes < 0 {
		Refuse(Bytes, b.limits.Bytes)
	}
	b.Step(n / bytesPerStep)
}

// Parse charges the steps of parsing n bytes of code.
func (b *Budget) Parse(n int) { b.Step(n / parsedPerStep) }

// Regain gives back n bytes that Grow charged, for text that was replaced.
func (b *Budget) Regain(n int64) {
	if b != nil {
		b.bytes += n
		b.Drop(int(n))
	}
}

// Afford ends the request if fewer than n bytes are left. It charges nothing. Call it before work
// whose result will need n bytes, so that no work is wasted if the result is too long.
func (b *Budget) Afford(n int) {
	if b != nil && b.bytes < int64(n) {
		Refuse(Bytes, b.limits.Bytes)
	}
}

// AffordSteps is like Afford, for steps.
func (b *Budget) AffordSteps(n int) {
	if b != nil && b.steps < int64(n) {
		Refuse(Steps, b.limits.Steps)
	}
}

// Write charges bytes of the answer before they are written. It charges least+more bytes or, if
// fewer are left, all of them, and returns the number. If the number of remaining bytes is less
// than least, the request ends. Write also charges steps.
func (b *Budget) Write(least, more int) int {
	if b == nil {
		return least + more
	}
	n := min(int64(least+more), max(int64(least), b.output))
	if b.output -= n; b.output < 0 {
		Refuse(Output, b.limits.Output)
	}
	b.Step(int(n) / answerPerStep)
	return int(n)
}

// Unwrite gives back n bytes of the answer, which were not written or were removed.
func (b *Budget) Unwrite(n int) {
	if b != nil {
		b.output += int64(n)
	}
}

// CanWrite reports whether n more bytes of the answer are within the limit.
func (b *Budget) CanWrite(n int) bool { return b == nil || int64(n) <= b.output }

// Refuse ends the request as if it had exceeded a limit of a resource. It needs no Budget, so it
// can also enforce limits of a request without a Budget.
func Refuse(r Resource, limit int64) { panic(overspent{&Exceeded{r, limit, -1}}) }

// Look ends the request if its time is up or its caller has gone. Step calls Look regularly. Stages
// that do not count their work in steps call Look at their end.
func (b *Budget) Look() {
	if b == nil {
		return
	}
	b.untilClock = stepsPerLook
	if why := b.over(); why != nil {
		panic(overspent{why})
	}
}

// Over reports whether Look would end the request, for a stage that has to clean up first.
func (b *Budget) Over() bool { return b != nil && b.over() != nil }

func (b *Budget) over() *Exceeded {
	if b.limits.Time > 0 && time.Since(started) > b.deadline {
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

// Spent returns the amounts charged so far.
func (b *Budget) Spent() Limits {
	if b == nil {
		return Limits{}
	}
	return Limits{Steps: b.limits.Steps - b.steps, Bytes: b.limits.Bytes - b.bytes, Output: b.limits.Output - b.output}
}

// overspent is the value of the panic when a budget is exceeded.
type overspent struct{ *Exceeded }

// CatchAt is like Catch, but sets Exceeded.At: the offset, in the request's JSON, of the operation
// that causes the work.
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

// Catch must be deferred. If a budget was exceeded, it recovers from the panic and sets err to the
// *Exceeded. Other panics continue.
func Catch(err *error) {
	switch fault := recover().(type) {
	case nil:
	case overspent:
		*err = fault.Exceeded
	default:
		panic(fault)
	}
}
