package budget

import "math"

// A Caller is whom a request is worked on for: a server, that has memory for all of its
// requests together, and knows whether a client still waits. Its functions may be called from several goroutines at once.
type Caller struct {
	Gone  func() bool           // reports whether nobody waits any longer; nil for never
	Take  func(more int64) bool // takes so many bytes more for the request; false where there are none; nil for any number
	Given int64                 // bytes that were taken before the request
}

// leastTaken is how many bytes are taken from a caller at once.
const leastTaken = 256 << 10

// Hold counts n more bytes of memory that the request is about to allocate. If the caller has
// no more of them, the request ends. They are returned at its end, except for those that Drop
// returns earlier.
func (b *Budget) Hold(n int) {
	if b == nil {
		return
	}
	if b.room -= int64(n); b.room < 0 {
		b.take()
	}
}

// counts reports whether there is a caller who counts memory.
func (b *Budget) counts() bool { return b.limits.Caller != nil && b.limits.Caller.Take != nil }

// take gets more from the caller, or any number where nobody counts.
func (b *Budget) take() {
	if !b.counts() {
		b.room = math.MaxInt64 >> 1
		return
	}
	more := max(-b.room, leastTaken)
	if !b.limits.Caller.Take(more) {
		if more = -b.room; more == leastTaken || !b.limits.Caller.Take(more) {
			Refuse(Memory, more)
		}
	}
	b.room += more
}

// Drop counts n bytes of memory that the request held and holds no more, for others of its
// own.
func (b *Budget) Drop(n int) {
	if b != nil && b.counts() {
		b.room += int64(n)
	}
}

// Fork returns a budget for a part of the request that another goroutine works on: the time
// and the memory are those of the request, steps and bytes have no bounds. In the end Join
// gives back what of the memory it has not held.
func (b *Budget) Fork() *Budget {
	if b == nil {
		return nil
	}
	limits := Unlimited()
	limits.Time, limits.Gone, limits.Caller = b.limits.Time, b.limits.Gone, b.limits.Caller
	f := &Budget{steps: limits.Steps, bytes: limits.Bytes, output: limits.Output, limits: limits, untilClock: stepsPerLook}
	f.deadline = b.deadline
	return f
}

// Join takes over what a fork did not use, once its goroutine is done.
func (b *Budget) Join(fork *Budget) {
	if b != nil && b.counts() {
		b.room, fork.room = b.room+fork.room, 0
	}
}
