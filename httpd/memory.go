package httpd

import (
	"context"
	"sync/atomic"
	"time"
)

// connectionMemory is the part of MaxMemory that a connection with a request takes for its session,
// its stack and its kernel buffers. The request's body and answer are not included.
const connectionMemory = 40 << 10

// connectionShare is a divisor: connections may use at most a sixth of MaxMemory.
const connectionShare = 6

// bodyShare is a divisor: a fifth of the memory for requests is for their bodies. The rest is for
// the work on bodies and for answers.
const bodyShare = 5

// smallShare is a divisor: an eighth of the memory for bodies, and of the memory for work, is
// reserved for small requests.
const smallShare = 8

// smallBody is the greatest size of a small body. Small requests have their own slots and a share
// of the memory, so that large requests do not delay them.
const smallBody = 64 << 10

// smallHold is the most memory that a body takes from the pool of small bodies. It is enough for a
// body of about 100 KiB, whose old and new buffers both take memory while it grows.
const smallHold = 384 << 10

// A memory limits how many bytes all requests of a server use together. The limit is MaxMemory
// minus the part for connections. The bytes are divided into pools, so that bodies and work do not
// wait for each other. A body takes memory as it arrives. Work on a request takes some memory when
// it starts, and more when it needs it. The answer keeps its memory until its last byte is written.
type memory struct {
	bodies, smallBodies *pool
	work, smallWork     *pool

	growing atomic.Bool  // a large body waits to grow; only one may wait
	working atomic.Bool  // work in progress waits for more memory; only one request may wait
	wanted  atomic.Int64 // bytes for which requests wait
}

// newMemory returns a memory for the given number of bytes.
func newMemory(limit int64) *memory {
	bodies := limit / bodyShare
	work := limit - bodies
	return &memory{
		bodies: newPool(bodies - bodies/smallShare), smallBodies: newPool(bodies / smallShare),
		work: newPool(work - work/smallShare), smallWork: newPool(work / smallShare),
	}
}

// requestMemory returns the part of MaxMemory that is for requests.
func (c *Config) requestMemory() int64 {
	return c.MaxMemory - int64(c.MaxConnections)*connectionMemory
}

// LargestConnections returns how many connections maxMemory bytes allow.
func LargestConnections(maxMemory int64) int {
	return max(1, int(maxMemory/connectionShare/connectionMemory))
}

// LargestBody returns the size of the largest body that fits in maxMemory bytes if the work on it
// takes little memory. A server's MaxBody is never larger.
func LargestBody(maxMemory int64) int {
	m := newMemory(maxMemory - maxMemory/connectionShare)
	return int(max(smallBody, min(m.bodies.size*2/5, (m.work.size-minWork)/workPerByte))) // a gzip body takes 2.5 times its size while it grows
}

// used returns how many bytes the requests use. This includes memory that earlier requests in the
// given lanes may have left for the garbage collector to free.
func (m *memory) used(lanes ...*lane) int64 {
	n := m.bodies.used.Load() + m.smallBodies.used.Load() + m.work.used.Load() + m.smallWork.used.Load()
	for _, l := range lanes {
		n += l.keptMemory()
	}
	return n
}

// hold changes the memory of the request's body to n bytes. If the body needs more memory than
// before, hold may wait for it.
func (x *exchange) hold(n int) error {
	c := &x.bodyClaim
	to := int64(n)
	if to <= c.n {
		c.shrink(to)
		x.reportMemory()
		return nil
	}
	if !x.grow(c, to) {
		return x.shed(outOfMemory, x.metrics.shedMemory)
	}
	x.reportMemory()
	return nil
}

// reportMemory tells the connection and the slot how much memory the request takes now.
func (x *exchange) reportMemory() {
	n := x.bodyClaim.n + x.workClaim.n
	x.peakMemory = max(x.peakMemory, n)
	if x.slot != nil {
		x.slot.working.Store(n)
	}
	if x.session != nil {
		x.session.conn.heldMemory.Store(n)
	}
}

// grow enlarges c, the claim for a body, to the given number of bytes. It uses the pool of small
// bodies if the claim is small and that pool has room; otherwise it may wait for other memory. It
// reports whether it succeeded.
func (x *exchange) grow(c *claim, to int64) bool {
	m := x.memory
	if to <= smallHold && (c.pool == nil || c.pool == m.smallBodies) && m.smallBodies.tryTake(to-c.n) {
		c.pool, c.n = m.smallBodies, to
		return true
	}
	more := to
	if c.pool == m.bodies {
		more -= c.n
	}
	if !m.bodies.tryTake(more) && !x.waitToGrow(more, to) {
		return false
	}
	if c.pool != m.bodies {
		c.shrink(0)
	}
	c.pool, c.n = m.bodies, to
	return true
}

// waitToGrow waits for n more bytes for a body. The body is large if its whole memory (total) then
// exceeds smallHold. Only one large body may wait. Other large bodies are refused, so that the
// waiting body can get their memory.
func (x *exchange) waitToGrow(n, total int64) bool {
	if total > smallHold {
		if !x.memory.growing.CompareAndSwap(false, true) {
			return false
		}
		defer x.memory.growing.Store(false)
	}
	return x.small.wait(func(ctx context.Context) bool { return x.await(ctx, x.memory.bodies, n, false) })
}

// await takes n bytes from a pool, and waits for them if necessary. Meanwhile slow connections are
// closed. The argument hasSlot is passed on to pool.wait.
func (s *Server) await(ctx context.Context, p *pool, n int64, hasSlot bool) bool {
	if n > p.size {
		return false
	}
	if s.memory.wanted.Add(n) == n {
		go s.makeRoom()
	}
	defer s.memory.wanted.Add(-n)
	return p.wait(ctx, n, hasSlot)
}

// makeRoomInterval is the time between two searches for slow connections while a request waits for
// memory.
const makeRoomInterval = 100 * time.Millisecond

// makeRoom closes the slowest connections that hold memory, while requests wait for memory.
func (s *Server) makeRoom() {
	for {
		wanted := s.memory.wanted.Load()
		if wanted <= 0 {
			return
		}
		s.closeSlowest(wanted)
		time.Sleep(makeRoomInterval)
	}
}
