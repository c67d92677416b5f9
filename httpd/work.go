package httpd

import (
	"context"
	"time"

	"iacedit/internal/budget"
)

// The memory that is taken before the work on a body begins. This memory is enough for usual code.
// Work asks for more if necessary (see budget.Caller).
const (
	leastWork = 1 << 20 // for the smallest body
	byteWork  = 7       // for each byte
)

// workOf returns how much memory is taken before the work on a body of the given size begins.
func workOf(size int) int64 { return leastWork + byteWork*int64(size) }

// growWait is a divisor. A request that needs more memory during its work keeps its slot while it
// waits, so it may wait only for WaitTimeout divided by growWait.
const growWait = 4

// takeWork takes the memory with which the work on a body of the given size begins.
func (x *exchange) takeWork(size int) error {
	m, lane, n := x.memory, x.lane, workOf(size)
	for _, p := range []*pool{m.smallWork, m.work} {
		if (lane == x.small || p == m.work) && p.try(n) {
			x.works = claim{p, n}
			return nil
		}
	}
	if n > m.work.size {
		return x.tooMuchWork(n)
	}
	if !lane.wait(func(ctx context.Context) bool { return x.await(ctx, m.work, n, false) }) {
		return x.shed(outOfMemory, x.metrics.shedMemory)
	}
	x.works = claim{m.work, n}
	return nil
}

// caller returns the functions with which the engine checks the client and takes the server's
// memory.
func (x *exchange) caller() *budget.Caller {
	x.short = nil
	x.looked.Store(x.began.UnixNano())
	if x.serves.Take == nil {
		x.serves.Gone, x.serves.Take = x.gone, x.takeMore
	}
	x.serves.Given = x.works.n
	return &x.serves
}

// takeMore takes n more bytes for the work. If necessary it waits for the bytes, unless another
// request is already waiting.
func (x *exchange) takeMore(n int64) bool {
	x.growing.Lock()
	defer x.growing.Unlock()
	if x.short != nil {
		return false
	}
	if !x.moreWork(n) {
		return false
	}
	x.counted()
	return true
}

func (x *exchange) moreWork(n int64) bool {
	m := x.memory
	if x.works.of.first(n) {
		x.works.n += n
		return true
	}
	all := x.works.n + n
	more := all // more bytes from the pool of large requests
	if x.works.of == m.work {
		more = n
	}
	if all > m.work.size {
		x.short = x.tooMuchWork(all)
		return false
	}
	if !m.work.first(more) && !x.waitForMore(more) {
		x.short = x.shed(outOfMemory, x.metrics.shedMemory)
		return false
	}
	if x.works.of != m.work {
		x.works.shrink(0)
	}
	x.works = claim{m.work, all}
	return true
}

// waitForMore waits for n more bytes of the memory for work, unless another request is already
// waiting.
func (x *exchange) waitForMore(n int64) bool {
	if !x.memory.working.CompareAndSwap(false, true) {
		return false
	}
	defer x.memory.working.Store(false)
	ctx, cancel := context.WithTimeout(context.Background(), x.config.WaitTimeout/growWait)
	defer cancel()
	return x.await(ctx, x.memory.work, n, true)
}

// goneEvery is the time between two checks whether a client has gone. The first check is that long
// after the start of the request.
const goneEvery = 20 * time.Millisecond

// gone reports whether the client is known to have hung up. The engine calls it often.
func (x *exchange) gone() bool {
	if x.session == nil {
		return false
	}
	now := time.Now().UnixNano()
	last := x.looked.Load()
	if now-last < int64(goneEvery) || !x.looked.CompareAndSwap(last, now) {
		return x.left.Load()
	}
	if peek(raw(x.session.conn.Conn)) != end {
		return false
	}
	x.left.Store(true)
	return true
}
