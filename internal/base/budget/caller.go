package budget

import "math"

// A Caller connects a request with its server: it counts memory, which all requests share, and
// knows whether the client still waits. Its functions may be called from several goroutines at
// once.
type Caller struct {
	Gone  func() bool           // reports whether the client no longer waits; nil if it always waits
	Take  func(more int64) bool // takes the given number of bytes, or returns false if fewer are left; nil if memory is not counted
	Given int64                 // bytes that were taken before the work began
}

// leastTaken is the number of bytes that are usually taken from a caller at a time.
const leastTaken = 256 << 10

// Hold counts n more bytes of memory that the request is about to allocate. If the caller has no
// more memory, the request ends. The caller gets the bytes back at the end of the request. Bytes
// that Drop freed are used first.
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

// take takes bytes from the caller until b.room is at least 0. If the caller does not count memory,
// take makes b.room so large that it never runs out.
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

// Drop gives back n bytes of memory that the request no longer holds. A later Hold can use them.
func (b *Budget) Drop(n int) {
	if b != nil && b.counts() {
		b.room += int64(n)
	}
}

// Fork returns a budget for a part of the request that another goroutine works on. The fork shares
// the time limit and the memory of the request, but does not limit steps, bytes and output. Pass
// the fork to Join at the end.
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

// Join gives b the memory that a fork has taken from the caller but has not used. Call it after
// the fork's goroutine has ended.
func (b *Budget) Join(fork *Budget) {
	if b != nil && b.counts() {
		b.room, fork.room = b.room+fork.room, 0
	}
}
