package budget

import "math"

// A Caller is the server that works on a request. It has memory for all of its requests together,
// and knows whether a client still waits. Its functions may be called from several goroutines at
// once.
type Caller struct {
	Gone  func() bool           // reports whether nobody waits any longer; nil for never
	Take  func(more int64) bool // takes more bytes for the request; false if there are none; nil for any number
	Given int64                 // bytes that were taken before the work began
}

// leastTaken is the number of bytes that are usually taken from a caller at a time.
const leastTaken = 256 << 10

// Hold counts n more bytes of memory that the request is about to allocate. If the caller has no
// more memory, the request ends. The caller gets the bytes back at the end of the request. Bytes
// that were given to Drop can be held again.
func (b *Budget) Hold(n int) {
	if b == nil {
		return
	}
	if b.room -= int64(n); b.room < 0 {
		b.take()
	}
}

// counts reports whether the caller counts memory.
func (b *Budget) counts() bool { return b.limits.Caller != nil && b.limits.Caller.Take != nil }

// take gets more bytes from the caller, or any number if it does not count memory.
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

// Drop records that the request no longer holds n bytes of memory. It can hold other memory in
// their place.
func (b *Budget) Drop(n int) {
	if b != nil && b.counts() {
		b.room += int64(n)
	}
}

// Fork returns a budget for a part of the request that another goroutine works on. It shares the
// time and the memory of the request, but has no bounds for steps, bytes and output. Join gives
// back the memory that the fork has not used.
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

// Join takes back the memory that a fork did not use, after its goroutine has ended.
func (b *Budget) Join(fork *Budget) {
	if b != nil && b.counts() {
		b.room, fork.room = b.room+fork.room, 0
	}
}
