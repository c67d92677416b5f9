package httpd

import (
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

// growWait is a divisor. A request that needs more memory during its work keeps its turn while it
// waits, so it may wait only for WaitTimeout divided by growWait.
const growWait = 4

// takeWork takes the memory that is needed to begin the work on a body of the given size.
func (x *exchange) takeWork(size int) error {
	return x.growWork(initialWork(size), largeWork, x.config.WaitTimeout)
}

// growWork takes n more bytes for the work or the answer. The kind is that of a large request; a
// small one that stays small takes them as smallWork.
func (x *exchange) growWork(n int64, k kind, most time.Duration) error {
	rules, all := &x.semaphore.rules, x.workMemory+n
	if all > rules[k].limit {
		return x.tooMuchWork(all)
	}
	if x.turn == smallTurns && all <= rules[smallWork].limit-rules[k].limit {
		k = smallWork
	}
	if !x.semaphore.take(k, n, most) {
		return x.shed(outOfMemory, x.metrics.shedMemory)
	}
	x.workMemory = all
	x.reportMemory()
	return nil
}

// kernelHolds is how many bytes of a large answer the kernel buffers for a slow client: unsent
// bytes, and sent bytes that the client has not acknowledged.
const kernelHolds = 128 << 10

// answerSize returns how much memory an answer takes besides its connection's, including the part
// that the kernel buffers.
func (x *exchange) answerSize() int {
	if size := cap(x.ctx.Response.Body()); x.conn != nil && size > bufferSizes[0] {
		return size + min(size, kernelHolds)
	}
	return 0
}

// holdAnswer takes more memory if the answer is larger than the memory that was taken for the work.
func (x *exchange) holdAnswer() error {
	if more := int64(x.answerSize()) - x.workMemory; more > 0 {
		return x.growWork(more, largeWork, x.config.WaitTimeout)
	}
	return nil
}

// shrinkWork gives back all memory for the work but n bytes.
func (x *exchange) shrinkWork(n int64) {
	if n < x.workMemory {
		x.semaphore.give(work, x.workMemory-n)
		x.workMemory = n
		x.reportMemory()
	}
}

// caller returns the functions with which the engine checks the client and takes the server's
// memory.
func (x *exchange) caller() *budget.Caller {
	x.memoryRefusal = nil
	x.lastChecked.Store(x.began.UnixNano())
	if x.budgetCaller.Take == nil {
		x.budgetCaller.Gone, x.budgetCaller.Take = x.clientIsGone, x.takeMore
	}
	x.budgetCaller.Given = x.workMemory
	return &x.budgetCaller
}

// takeMore takes n more bytes for the work that is going on. If necessary it waits for the bytes.
func (x *exchange) takeMore(n int64) bool {
	x.growing.Lock()
	defer x.growing.Unlock()
	if x.memoryRefusal == nil {
		x.memoryRefusal = x.growWork(n, growingWork, x.config.WaitTimeout/growWait)
	}
	return x.memoryRefusal == nil
}

// goneCheckInterval is the time between two checks whether a client has gone. The first check comes
// one interval after the start of the request.
const goneCheckInterval = 20 * time.Millisecond

// clientIsGone reports whether the client is known to have hung up. The engine calls it often, so
// it checks the connection only once in goneCheckInterval.
func (x *exchange) clientIsGone() bool {
	if x.conn == nil {
		return false
	}
	now := time.Now().UnixNano()
	last := x.lastChecked.Load()
	if now-last < int64(goneCheckInterval) || !x.lastChecked.CompareAndSwap(last, now) {
		return x.clientGone.Load()
	}
	if peek(underlyingConn(x.conn.Conn)) != peekedEnd {
		return false
	}
	x.clientGone.Store(true)
	return true
}
