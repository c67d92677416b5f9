package httpd

import (
	"context"
	"time"

	"iacedit/internal/base/budget"
)

// The memory that is taken before the work on a body begins. This memory is enough for typical
// code. The engine asks for more if necessary (see budget.Caller).
const (
	minWork     = 1 << 20 // for the smallest body
	workPerByte = 7       // for each byte
)

// initialWork returns how much memory is taken before the work on a body of the given size begins.
func initialWork(size int) int64 { return minWork + workPerByte*int64(size) }

// growWait is a divisor. A request that needs more memory during its work keeps its slot while it
// waits, so it may wait only for WaitTimeout divided by growWait.
const growWait = 4

// takeWork takes the memory that is needed to begin the work on a body of the given size.
func (x *exchange) takeWork(size int) error {
	m, lane, n := x.memory, x.lane, initialWork(size)
	for _, p := range []*pool{m.smallWork, m.work} {
		if (lane == x.small || p == m.work) && p.tryTake(n) {
			x.workClaim = claim{p, n}
			return nil
		}
	}
	if n > m.work.size {
		return x.tooMuchWork(n)
	}
	if !lane.wait(func(ctx context.Context) bool { return x.await(ctx, m.work, n, false) }) {
		return x.shed(outOfMemory, x.metrics.shedMemory)
	}
	x.workClaim = claim{m.work, n}
	return nil
}

// caller returns the functions with which the engine checks the client and takes the server's
// memory.
func (x *exchange) caller() *budget.Caller {
	x.memoryRefusal = nil
	x.lastChecked.Store(x.began.UnixNano())
	if x.budgetCaller.Take == nil {
		x.budgetCaller.Gone, x.budgetCaller.Take = x.clientIsGone, x.takeMore
	}
	x.budgetCaller.Given = x.workClaim.n
	return &x.budgetCaller
}

// takeMore takes n more bytes for the work. If necessary it waits for the bytes, unless another
// request is already waiting.
func (x *exchange) takeMore(n int64) bool {
	x.growing.Lock()
	defer x.growing.Unlock()
	if x.memoryRefusal != nil {
		return false
	}
	if !x.claimMoreWork(n) {
		return false
	}
	x.reportMemory()
	return true
}

func (x *exchange) claimMoreWork(n int64) bool {
	m := x.memory
	if x.workClaim.pool.takeFirst(n) {
		x.workClaim.n += n
		return true
	}
	all := x.workClaim.n + n
	more := all // more bytes from the pool of large requests
	if x.workClaim.pool == m.work {
		more = n
	}
	if all > m.work.size {
		x.memoryRefusal = x.tooMuchWork(all)
		return false
	}
	if !m.work.takeFirst(more) && !x.waitForMore(more) {
		x.memoryRefusal = x.shed(outOfMemory, x.metrics.shedMemory)
		return false
	}
	if x.workClaim.pool != m.work {
		x.workClaim.shrink(0)
	}
	x.workClaim = claim{m.work, all}
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

// goneCheckInterval is the time between two checks whether a client has gone. The first check comes
// one interval after the start of the request.
const goneCheckInterval = 20 * time.Millisecond

// clientIsGone reports whether the client is known to have hung up. The engine calls it often, so
// it checks the connection only once in goneCheckInterval.
func (x *exchange) clientIsGone() bool {
	if x.session == nil {
		return false
	}
	now := time.Now().UnixNano()
	last := x.lastChecked.Load()
	if now-last < int64(goneCheckInterval) || !x.lastChecked.CompareAndSwap(last, now) {
		return x.clientGone.Load()
	}
	if peek(underlyingConn(x.session.conn.Conn)) != peekedEnd {
		return false
	}
	x.clientGone.Store(true)
	return true
}
